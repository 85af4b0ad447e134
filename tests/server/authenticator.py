"""A passkey device in software, with a browser around it that can be told to lie."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData

Data = dict[str, Any]

PRESENT = AuthenticatorData.FLAG.UP
VERIFIED = AuthenticatorData.FLAG.UV
NEW = AuthenticatorData.FLAG.AT


def public_key_of(algorithm: Any, private: ec.EllipticCurvePrivateKey) -> Any:
    """Return the public half of a key, in the form that passkeys have; the library has no types."""
    return algorithm.from_cryptography_key(private.public_key())


@dataclass
class Passkey:
    """One key of a device. A copy of it is what a thief would have."""

    origin: str
    site: str = "localhost"
    uses: int = 0
    person: str = ""
    credential: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    private: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )

    def made(self, options: Data, **lies: Any) -> Data:
        """Return the body that adds this key, as the page sends it."""
        self.person = websafe_decode(options["user"]["id"]).decode()
        public = lies.get("public") or public_key_of(ES256, self.private)
        kept = AttestedCredentialData.create(Aaguid.NONE, self.credential, public)
        flags = lies.get("flags", PRESENT | VERIFIED) | NEW
        data = AuthenticatorData.create(self._site(lies), flags, self.uses, kept)
        attestation = AttestationObject.create("none", data, {})
        return {
            "credential": websafe_encode(self.credential),
            "client_data": websafe_encode(self._client("webauthn.create", options, lies)),
            "attestation": websafe_encode(attestation),
        }

    def signed(self, options: Data, **lies: Any) -> Data:
        """Return the body that signs in with this key, as the page sends it."""
        self.uses += 1
        flags = lies.get("flags", PRESENT | VERIFIED)
        data = AuthenticatorData.create(self._site(lies), flags, lies.get("uses", self.uses))
        client = self._client("webauthn.get", options, lies)
        private = lies.get("private", self.private)
        signature = private.sign(data + sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return {
            "credential": websafe_encode(self.credential),
            "client_data": websafe_encode(client),
            "authenticator_data": websafe_encode(data),
            "signature": websafe_encode(signature),
            "user_handle": websafe_encode(lies.get("person", self.person).encode()),
        }

    def _client(self, type: str, options: Data, lies: Data) -> bytes:
        said = {
            "type": lies.get("type", type),
            "challenge": options["challenge"],
            "origin": lies.get("origin", self.origin),
            "crossOrigin": lies.get("framed", False),
        }
        return json.dumps(said).encode()

    def _site(self, lies: Data) -> bytes:
        return sha256(lies.get("site", self.site).encode()).digest()

"""Passkeys: what a browser is asked for, and whether its answer is right.

The library ``fido2`` checks the answers. We ask for keys that the browser finds by itself
(discoverable), so that nobody has to type who they are, and for no attestation, because we do not
care who made the device.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, cast

from fido2 import cbor
from fido2.cose import CoseKey
from fido2.server import Fido2Server
from fido2.utils import websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationConveyancePreference,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
    PublicKeyCredentialParameters,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialType,
    PublicKeyCredentialUserEntity,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from croupier.server.challenges import LASTS

ALGORITHMS: Final = (-7, -8, -257)
"""Signatures that we accept, by their COSE numbers: ES256, EdDSA, RS256."""
LONGEST: Final = 1023
"""Bytes of a credential's id."""

_WHY: Final[Mapping[str, str]] = {
    "Invalid origin": "origin",
    "Wrong RP ID": "site",
    "Invalid signature": "signature",
    "User Present": "presence",
    "Incorrect type": "ceremony",
    "Wrong challenge": "challenge",
    "Unknown credential": "unknown",
}
"""What the library says of a wrong answer, and our word for it in the record."""


class Site(NamedTuple):
    """A page that may ask for passkeys."""

    origin: str
    name: str
    """Its host, for which browsers keep the keys apart."""


class WrongAnswerError(Exception):
    """A browser's answer is not right; ``why`` is one word for the record."""

    def __init__(self, why: str, person: str | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.person = person
        """Whose passkey it claims to be, as far as that is known."""


class Made(NamedTuple):
    """A new passkey."""

    credential: bytes
    public: bytes
    uses: int


def asked_of(site: Site, challenge: bytes) -> dict[str, Any]:
    """Return what a browser needs to sign somebody in."""
    return {
        "challenge": websafe_encode(challenge),
        "rpId": site.name,
        "timeout": _milliseconds(),
        "userVerification": "preferred",
    }


def wanted_of(
    site: Site, challenge: bytes, *, person: str, name: str, held: list[bytes]
) -> dict[str, Any]:
    """Return what a browser needs to make a passkey for a person.

    A device that holds one of their passkeys refuses to make another.
    """
    user = PublicKeyCredentialUserEntity(id=person.encode(), name=name, display_name=name)
    options, _ = _server(site).register_begin(
        user,
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=UserVerificationRequirement.PREFERRED,
        challenge=challenge,
    )
    wanted: dict[str, Any] = dict(options.public_key)
    wanted["excludeCredentials"] = [
        {"type": "public-key", "id": websafe_encode(credential)} for credential in held
    ]
    # The field that older browsers read.
    chosen = {**wanted["authenticatorSelection"], "requireResidentKey": True}
    return wanted | {"timeout": _milliseconds(), "authenticatorSelection": chosen}


def challenge_in(client_data: bytes) -> bytes:
    """Return the challenge that an answer is to."""
    try:
        return CollectedClientData(client_data).challenge
    except Exception:
        raise WrongAnswerError("malformed") from None


def made(site: Site, challenge: bytes, response: Mapping[str, Any]) -> Made:
    """Check the answer to :func:`wanted_of`; return the new passkey."""
    data = _checked(
        lambda: _server(site).register_complete(_state(challenge), _answer(response)), response
    )
    kept = data.credential_data
    if kept is None or kept.public_key.ALGORITHM not in ALGORITHMS:
        raise WrongAnswerError("algorithm")
    if not 0 < len(kept.credential_id) <= LONGEST:
        raise WrongAnswerError("malformed")
    return Made(bytes(kept.credential_id), cbor.encode(kept.public_key), data.counter)


def signed(
    site: Site, challenge: bytes, credential: bytes, public: bytes, response: Mapping[str, Any]
) -> int:
    """Check the answer to :func:`asked_of`; return how often the passkey says it was used."""
    key = CoseKey.parse(cast("dict[int, Any]", cbor.decode(public)))
    known = AttestedCredentialData.create(Aaguid.NONE, credential, key)
    _checked(
        lambda: _server(site).authenticate_complete(_state(challenge), [known], _answer(response)),
        response,
    )
    return AuthenticatorData(response["authenticatorData"]).counter


def is_cloned(before: int, now: int) -> bool:
    """Whether a count says that there is a copy of the key. Many devices do not count: both are 0.

    >>> is_cloned(0, 0), is_cloned(4, 5), is_cloned(4, 4), is_cloned(4, 0)
    (False, False, True, True)
    """
    return (before > 0 or now > 0) and now <= before


def new_key() -> str:
    """Make our own name for a passkey."""
    return secrets.token_hex(8)


def _server(site: Site) -> Fido2Server:
    server = Fido2Server(
        PublicKeyCredentialRpEntity(name="Croupier", id=site.name),
        AttestationConveyancePreference.NONE,
        verify_origin=lambda origin: origin == site.origin,
    )
    server.allowed_algorithms = [
        PublicKeyCredentialParameters(type=PublicKeyCredentialType.PUBLIC_KEY, alg=number)
        for number in ALGORITHMS
    ]
    return server


def _state(challenge: bytes) -> dict[str, Any]:
    return {
        "challenge": websafe_encode(challenge),
        "user_verification": UserVerificationRequirement.PREFERRED,
    }


def _answer(response: Mapping[str, Any]) -> dict[str, Any]:
    """An answer in the form that the library reads."""
    parts = {key: websafe_encode(value) for key, value in response.items() if key != "rawId"}
    id = websafe_encode(response["rawId"])
    return {"id": id, "rawId": id, "type": "public-key", "response": parts}


def _checked(check: Any, response: Mapping[str, Any]) -> Any:
    """Have the library check an answer, which anybody may have made up."""
    try:
        if CollectedClientData(response["clientDataJSON"]).cross_origin:
            raise WrongAnswerError("frame")
        return check()
    except WrongAnswerError:
        raise
    except Exception as error:  # whatever its parsers stumble over
        said = str(error)
        why = next((word for text, word in _WHY.items() if said.startswith(text)), "malformed")
        raise WrongAnswerError(why) from None


def _milliseconds() -> int:
    return int(LASTS.total_seconds() * 1000)

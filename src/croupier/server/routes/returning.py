"""Coming back: passkeys, recovery codes, devices, and signing out everywhere."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fido2.utils import websafe_decode
from pydantic import StringConstraints

from croupier.server import recovery
from croupier.server.routes.common import (
    ERRORS,
    ActId,
    AsGuest,
    Body,
    Data,
    InHall,
    Name,
    SeatNumber,
    TableId,
)

router = APIRouter(prefix="/api", responses=ERRORS, tags=["coming back"])


def _bytes(longest: int) -> Any:
    """Bytes as browsers send them: base64url, without padding."""
    four = f"([A-Za-z0-9_-]{{4}}){{0,{longest // 3}}}"
    return StringConstraints(pattern=f"^{four}([A-Za-z0-9_-]{{2,3}})?$", min_length=2)


CredentialId = Annotated[str, _bytes(1023)]
ClientData = Annotated[str, _bytes(3000)]
Attestation = Annotated[str, _bytes(12_000)]
AuthenticatorBytes = Annotated[str, _bytes(3000)]
Signature = Annotated[str, _bytes(1500)]
UserHandle = Annotated[str, _bytes(64)]
PasskeyKey = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")]
TokenId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")]
Code = Annotated[str, StringConstraints(pattern=recovery.PATTERN)]


class NewPasskey(Body):
    """A passkey that a browser has made, its parts as base64url; ``label`` names it in the list."""

    credential: CredentialId
    client_data: ClientData
    attestation: Attestation
    label: Name | None = None


class Signed(Body):
    """A browser's answer to a challenge, its parts as base64url."""

    credential: CredentialId
    client_data: ClientData
    authenticator_data: AuthenticatorBytes
    signature: Signature
    user_handle: UserHandle | None = None


class UseCode(Body):
    """A recovery code as it was typed; with the same ``id``, a lost answer can be asked for."""

    id: ActId
    code: Code


class SignOut(Body):
    """Whether the device that asks is signed out too."""

    here: bool = False


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _port(request: Request) -> int:
    """The port that this request came in at, which no header can change."""
    server = request.scope.get("server")
    return int(server[1]) if server and server[1] else 0


# --- coming back ----------------------------------------------------------------------------------


@router.post("/session/passkey-options")
async def ask_for_passkey(hall: InHall, request: Request) -> Data:
    """Begin to sign in with a passkey: what the browser needs to find one."""
    site = hall.returning.site(request.headers.get("origin"), _port(request))
    return await hall.returning.ask_to_return(site, _address(request))


@router.post("/session/passkey", status_code=201)
async def sign_in(hall: InHall, request: Request, body: Signed) -> Data:
    """Sign in with a passkey."""
    response = {
        "rawId": websafe_decode(body.credential),
        "clientDataJSON": websafe_decode(body.client_data),
        "authenticatorData": websafe_decode(body.authenticator_data),
        "signature": websafe_decode(body.signature),
    }
    if body.user_handle is not None:
        response["userHandle"] = websafe_decode(body.user_handle)
    return await hall.returning.with_passkey(response, _address(request), _port(request))


@router.post("/session/recovery", status_code=201)
async def recover(hall: InHall, request: Request, body: UseCode) -> Data:
    """Sign in with a recovery code, which is used up; ``recovery`` is the next one."""
    return await hall.returning.with_code(body.code, _address(request), body.id)


# --- keeping an account ---------------------------------------------------------------------------


@router.get("/me/devices")
async def devices(hall: InHall, caller: AsGuest) -> Data:
    """List the caller's ways back, and where they are signed in."""
    ways = await hall.returning.ways(caller.person)
    return ways | {"devices": await hall.devices.list(caller)}


@router.post("/me/passkey-options")
async def ask_for_new_passkey(hall: InHall, request: Request, caller: AsGuest) -> Data:
    """Begin to add a passkey: what the browser needs to make one."""
    site = hall.returning.site(request.headers.get("origin"), _port(request))
    return await hall.returning.ask_to_add(caller, site, _address(request))


@router.post("/me/passkeys", status_code=201)
async def add_passkey(hall: InHall, request: Request, caller: AsGuest, body: NewPasskey) -> Data:
    """Add a passkey."""
    response = {
        "rawId": websafe_decode(body.credential),
        "clientDataJSON": websafe_decode(body.client_data),
        "attestationObject": websafe_decode(body.attestation),
    }
    return await hall.returning.add(caller, response, body.label or "Passkey", _port(request))


@router.delete("/me/passkeys/{key}", status_code=204)
async def remove_passkey(hall: InHall, caller: AsGuest, key: PasskeyKey) -> Response:
    """Remove a passkey: nobody signs in with it any more."""
    await hall.returning.remove(caller, key)
    return Response(status_code=204)


@router.post("/me/recovery", status_code=201)
async def make_code(hall: InHall, caller: AsGuest) -> Data:
    """Make a recovery code. It is shown only this once, and the one before opens nothing more."""
    return await hall.returning.make_code(caller)


@router.delete("/me/recovery", status_code=204)
async def remove_code(hall: InHall, caller: AsGuest) -> Response:
    """Remove the recovery code."""
    await hall.returning.remove_code(caller)
    return Response(status_code=204)


@router.post("/me/seats/{table}/{seat}", status_code=201)
async def seat_token(hall: InHall, caller: AsGuest, table: TableId, seat: SeatNumber) -> Data:
    """Get a token for a seat that the caller holds, to play it from this device."""
    return await hall.devices.seat_token(caller, table, seat)


# --- signing out ----------------------------------------------------------------------------------


@router.delete("/me/devices/{token_id}", status_code=204)
async def sign_out_device(hall: InHall, caller: AsGuest, token_id: TokenId) -> Response:
    """Sign one of the caller's devices out, at once."""
    await hall.devices.sign_out(caller, token_id)
    return Response(status_code=204)


@router.post("/me/sign-out")
async def sign_out_everywhere(hall: InHall, caller: AsGuest, body: SignOut) -> Data:
    """Sign every device of the caller out, at once; this one too if ``here`` says so."""
    return {"ended": await hall.devices.sign_out_everywhere(caller, here=body.here)}

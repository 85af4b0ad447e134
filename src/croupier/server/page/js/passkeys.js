/** Passkeys: making one and signing in with one, where the browser and the address allow it. */

import { api } from "./net.js";

const IP = /^\[|^\d+\.\d+\.\d+\.\d+$/;

/** Why passkeys cannot be used here: "address", "browser", or null if they can. */
export function hindrance() {
  if (IP.test(location.hostname)) return "address";
  const can = globalThis.isSecureContext !== false && "PublicKeyCredential" in globalThis;
  return can && navigator.credentials ? null : "browser";
}

/** The same page by a name, where there is one: for somebody on the server's own machine. */
export function namedAddress() {
  const own = /^(127\.0\.0\.1|\[::1\])$/.test(location.hostname);
  return own ? `${location.protocol}//localhost${location.port ? `:${location.port}` : ""}/` : null;
}

/** Bytes from base64url, and back. */
export const decoded = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
export const encoded = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");

/** @type {[RegExp, string][]} */
const SYSTEMS = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/CrOS/, "Chromebook"],
  [/Windows/, "Windows"],
  [/Mac OS/, "Mac"],
  [/Linux/, "Linux"],
];

/** What a device is called in the list of passkeys, from what its browser says of itself. */
export const deviceName = (agent = navigator.userAgent) =>
  SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1] ?? "Passkey";

/** What the browser says if somebody has closed its window, or has no passkey for this page. */
const CANCELLED = "NotAllowedError";

/** Let the browser ask its owner; its own errors are put into words that people can use. */
async function asking(ask) {
  try {
    const answer = await ask();
    if (answer) return answer;
  } catch (error) {
    if (error.name === "InvalidStateError")
      throw new Error("This device has a passkey for this account already.", { cause: error });
    if (error.name !== CANCELLED) throw error;
  }
  throw new Error("No passkey was used. You can try again.");
}

/** Make a passkey for the holder of a token. */
export async function addPasskey(token) {
  const options = await api("POST", "/api/me/passkey-options", { token });
  const publicKey = {
    ...options,
    challenge: decoded(options.challenge),
    user: { ...options.user, id: decoded(options.user.id) },
    excludeCredentials: options.excludeCredentials.map((one) => ({ ...one, id: decoded(one.id) })),
  };
  /** @type {any} */
  const made = await asking(() => navigator.credentials.create({ publicKey }));
  const { clientDataJSON, attestationObject } = made.response;
  const body = {
    credential: encoded(made.rawId),
    client_data: encoded(clientDataJSON),
    attestation: encoded(attestationObject),
    label: deviceName(),
  };
  return api("POST", "/api/me/passkeys", { token, body });
}

/** Sign in with a passkey; gives the server's answer. */
export async function usePasskey() {
  const options = await api("POST", "/api/session/passkey-options");
  const publicKey = { ...options, challenge: decoded(options.challenge) };
  /** @type {any} */
  const found = await asking(() => navigator.credentials.get({ publicKey }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = found.response;
  const body = {
    credential: encoded(found.rawId),
    client_data: encoded(clientDataJSON),
    authenticator_data: encoded(authenticatorData),
    signature: encoded(signature),
    ...(userHandle ? { user_handle: encoded(userHandle) } : {}),
  };
  return api("POST", "/api/session/passkey", { body });
}

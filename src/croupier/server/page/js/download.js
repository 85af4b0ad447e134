/** Files that somebody takes along. The token goes into the header, so no link can point there. */

import { api } from "./net.js";
import { session } from "./session.js";

/** Ask for a text with one's own token, and save it as a file. */
export async function download(path, name, type) {
  const text = await api("GET", path, { token: session.token, text: true });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  URL.revokeObjectURL(link.href);
}

/** A recovery code: shown once, to be written down. */

import { attempt } from "./shell.js";
import { html } from "./vendor/lit-html/lit-html.js";

/**
 * The code, a button that copies it, and one that says it has been written down.
 * @param {string} code
 * @param {() => void} done
 */
export const shownCode = (code, done) =>
  html`<div class="recovery-code">
    <p>
      Write this code down, or keep it where you keep passwords.
      <b>It is shown only now.</b> Whoever has it can use your account. It works once; when you use
      it, you get the next one.
    </p>
    <p class="code" translate="no"><code>${code}</code></p>
    <div class="buttons">
      <button
        type="button"
        @click=${() => attempt(() => navigator.clipboard.writeText(code), "The code is copied.")}
      >
        Copy
      </button>
      <button type="button" class="primary" @click=${done}>I have written it down</button>
    </div>
  </div>`;

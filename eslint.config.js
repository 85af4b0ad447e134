import js from "@eslint/js";
import globals from "globals";

const strict = {
  "no-var": "error",
  "prefer-const": "error",
  eqeqeq: "error",
  "no-shadow": "error",
  "no-unused-expressions": "error",
  "no-implicit-globals": "error",
  "no-eval": "error",
  "no-implied-eval": "error",
  "object-shorthand": "error",
  "prefer-template": "error",
  "no-else-return": "error",
  "no-param-reassign": "error",
  "consistent-return": "error",
  "default-case-last": "error",
  "no-self-compare": "error",
  "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
  "no-restricted-properties": [
    "error",
    { property: "innerHTML", message: "text is text: use a template" },
    { property: "outerHTML", message: "text is text: use a template" },
    { property: "insertAdjacentHTML", message: "text is text: use a template" },
  ],
};

export default [
  { ignores: ["**/vendor/**", "docs/build/**", ".venv*/**", "mutants/**"] },
  {
    ...js.configs.recommended,
    files: ["src/croupier/server/page/js/**/*.js", "tests/browser/*.js"],
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: { ...js.configs.recommended.rules, ...strict },
  },
  {
    ...js.configs.recommended,
    files: ["tests/page/**/*.js", "eslint.config.js"],
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: { ...js.configs.recommended.rules, ...strict },
  },
];

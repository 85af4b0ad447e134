/**
 * The page holds still while something is pressed. Templates keep a button's element, but its
 * words, its place or its meaning may change between the finger's coming down and going up: the
 * click would then miss, or do something that nobody has read.
 */

/** Milliseconds: a tap's click comes after the finger has gone up; a mouse's comes with it. */
const TAP = 350;

const held = [];
let pressing = null; // by "pointer" or "key"
let releasing;

/** Draw now or, while something is pressed, once it is released and its click has been handled. */
export function whenCalm(draw) {
  if (pressing) held.push(draw);
  else draw();
}

function press(by) {
  clearTimeout(releasing);
  pressing = by;
}

/** Whatever the click does by itself, such as sending a form, is done when its task ends. */
function release(after = 0) {
  clearTimeout(releasing);
  releasing = setTimeout(() => {
    pressing = null;
    for (const draw of held.splice(0)) draw();
  }, after);
}

const isSpace = ({ key }) => key === " ";

addEventListener("pointerdown", ({ button }) => button === 0 && press("pointer"), true);
addEventListener(
  "pointerup",
  ({ pointerType }) => pressing && release(pointerType === "mouse" ? 0 : TAP),
  true,
);
addEventListener("click", () => pressing && release(), true);
addEventListener("keydown", (event) => isSpace(event) && press("key"), true);
addEventListener("keyup", (event) => isSpace(event) && release(), true);
for (const end of ["pointercancel", "change", "dragend"])
  addEventListener(end, () => pressing && release(), true);
addEventListener("blur", ({ target }) => target === window && release(), true);

/** Something that opens over the page, such as the list of a select, may swallow the release. */
addEventListener(
  "pointermove",
  ({ buttons }) => pressing === "pointer" && !buttons && release(),
  true,
);

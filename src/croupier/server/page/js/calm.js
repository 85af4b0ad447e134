/**
 * Nothing is drawn anew while something is being pressed. A button that is replaced between the finger's
 * coming down and its going up would never hear of the click, and one that moves away would miss it.
 */

/** A tap's click comes some time after the finger has gone up; a mouse's comes with it. */
const TAP = 350;

const held = [];
let pressing = null; // by "pointer" or "key"
let releasing;

/** Draw now or, while something is being pressed, as soon as it has been let go and its click been heard. */
export function whenCalm(draw) {
  if (pressing) held.push(draw);
  else draw();
}

function press(by) {
  clearTimeout(releasing);
  pressing = by;
}

/** What the click does by itself, such as sending a form, is done when its task is. */
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

/** What opens over the page, such as the list of a select, may keep the release to itself. */
addEventListener(
  "pointermove",
  ({ buttons }) => pressing === "pointer" && !buttons && release(),
  true,
);

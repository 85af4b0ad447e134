/** Where short messages are shown: where nothing is pressed and, if possible, nothing is read. */

/** Whatever somebody may want to press or type into. */
const CONTROLS =
  "a[href], button, input, select, textarea, summary, label, .plate.open, .areas.own .area";
/** Pixels kept free around a message, and between the places that are tried. */
const AIR = 8;
const STEP = 8;
/** A control that is covered counts like this many lines of text. */
const LINES = 10_000;
/** Milliseconds between two looks at whether a message lies over something now. */
const LOOK = 200;

const covers = (one, other) =>
  one.left < other.right + AIR &&
  one.right > other.left - AIR &&
  one.top < other.bottom + AIR &&
  one.bottom > other.top - AIR;

const at = (left, top, { width, height }) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

/**
 * Where a box of this size lies over none of the obstacles and no text, as high up in the room as
 * possible and rather in the middle than at a side; else over the fewest obstacles, then the least
 * text.
 * @param {{width: number, height: number}} size
 * @param {{left: number, top: number, right: number, bottom: number}[]} obstacles
 * @param {{left: number, top: number, right: number, bottom: number}} room
 * @param {{left: number, top: number, right: number, bottom: number}[]} [lines] of text
 */
export function freeSpot(size, obstacles, room, lines = []) {
  const [left, right] = [room.left + AIR, Math.max(room.left, room.right - AIR - size.width)];
  const lowest = Math.max(room.top + AIR, room.bottom - AIR - size.height);
  let [best, fewest] = [null, Infinity];
  for (let top = room.top + AIR; top <= lowest; top += STEP)
    for (const x of [(left + right) / 2, left, right]) {
      const spot = at(x, top, size);
      const [pressed, read] = [obstacles, lines].map(
        (all) => all.filter((one) => covers(spot, one)).length,
      );
      const under = pressed * LINES + read;
      if (under < fewest) [best, fewest] = [spot, under];
      if (!under) return spot;
    }
  return best;
}

/** Whether a control can be pressed where it lies: nothing else, such as a sheet, lies over it. */
function reachable(control, { left, right, top, bottom }) {
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return !hit || control.contains(hit) || hit.contains(control);
}

/** What can be used now: under a window, only the window. */
const foremost = () => [...document.querySelectorAll("dialog[open]")].at(-1);

const isSeen = ({ width, height, top, bottom }) =>
  width && height && bottom > 0 && top < innerHeight;

/** Where lines of text lie. */
function linesOfText() {
  const within = foremost() ?? document.querySelector("main");
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const [range, found] = [document.createRange(), []];
  while (walker.nextNode()) {
    if (!walker.currentNode.textContent.trim()) continue;
    range.selectNodeContents(walker.currentNode);
    found.push(...range.getClientRects());
  }
  return found.filter(isSeen);
}

/** Where the controls lie that can be pressed now. */
function controls() {
  return Array.from((foremost() ?? document).querySelectorAll(CONTROLS), (one) => ({
    one,
    box: one.getBoundingClientRect(),
  }))
    .filter(({ box }) => isSeen(box))
    .filter(({ one, box }) => reachable(one, box))
    .map(({ box }) => box);
}

/** The box with all messages: keeps itself where nothing is pressed while it has any. */
export class Toasts {
  constructor(box) {
    this.box = box;
    this.looking = null;
  }

  /** A message has been added. */
  show() {
    // Over windows too: what is shown last lies on top of all that was shown before.
    this.box.hidePopover?.();
    this.box.showPopover?.();
    this.#place(true);
    this.looking ??= setInterval(() => this.#place(), LOOK);
  }

  /** It moves only if it must: nobody can read what jumps about. */
  #place(fresh = false) {
    if (!this.box.childElementCount) {
      clearInterval(this.looking);
      this.looking = null;
      this.box.hidePopover?.();
      return;
    }
    const now = this.box.getBoundingClientRect();
    const around = controls();
    if (!fresh && !around.some((one) => covers(now, one))) return;
    const head = document.querySelector("body > header")?.getBoundingClientRect().bottom ?? 0;
    const room = { left: 0, top: Math.max(0, head), right: innerWidth, bottom: innerHeight };
    const { left, top } = freeSpot(now, around, room, linesOfText());
    this.box.style.setProperty("left", `${left}px`);
    this.box.style.setProperty("top", `${top}px`);
  }
}

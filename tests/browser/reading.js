/**
 * What a reader of the page cannot do without: names, labels, headings, contrast, and room for a
 * finger. Returns complaints.
 */
export default () => {
  const found = [];
  const shown = (element) => {
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    return (
      box.width > 1 &&
      box.height > 1 &&
      style.visibility !== "hidden" &&
      style.display !== "none" &&
      !element.closest(".sr, [hidden], dialog:not([open])")
    );
  };
  const written = (element) => new XMLSerializer().serializeToString(element);
  const say = (what, element) => found.push(`${what}: ${written(element).slice(0, 120)}`);
  const nameOf = (element) =>
    (
      element.getAttribute("aria-label") ||
      (element.getAttribute("aria-labelledby") &&
        document.getElementById(element.getAttribute("aria-labelledby"))?.textContent) ||
      Array.from(element.labels ?? [], (label) => label.textContent).join(" ") ||
      element.textContent ||
      element.title ||
      ""
    ).trim();

  for (const control of document.querySelectorAll(
    "button, a[href], input, select, textarea, summary, [role=tab], [tabindex='0']",
  )) {
    if (shown(control) && !nameOf(control)) say("no name", control);
  }
  for (const picture of document.querySelectorAll("svg, img")) {
    if (
      !picture.closest("[aria-hidden=true]") &&
      !picture.getAttribute("aria-label") &&
      !picture.closest("svg svg")
    )
      say("no text for a picture", picture);
  }
  for (const control of document.querySelectorAll("button, input:not([type=checkbox]), select")) {
    const box = control.getBoundingClientRect();
    if (shown(control) && (box.height < 24 || box.width < 24))
      say("too small for a finger", control);
  }
  const ids = Array.from(document.querySelectorAll("[id]"), (element) => element.id);
  for (const id of new Set(ids))
    if (ids.filter((other) => other === id).length > 1) found.push(`id twice: ${id}`);
  const headings = document.querySelectorAll("h1");
  if (headings.length !== 1) found.push(`${headings.length} headings of the first rank`);
  if (!document.documentElement.lang) found.push("no language");
  if (document.documentElement.scrollWidth > innerWidth + 1)
    found.push(`wider than the window: ${document.documentElement.scrollWidth}`);

  // Contrast: every text against what may lie behind it.
  const parse = (text) => {
    const [r, g, b, a = 1] = (text.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
    return { r, g, b, a };
  };
  const over = (top, below) => ({
    r: top.r * top.a + below.r * (1 - top.a),
    g: top.g * top.a + below.g * (1 - top.a),
    b: top.b * top.a + below.b * (1 - top.a),
    a: 1,
  });
  const light = ({ r, g, b }) => {
    const [x, y, z] = [r, g, b].map((value) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const ratio = (one, other) => {
    const [high, low] = [light(one), light(other)].sort((p, q) => q - p);
    return (high + 0.05) / (low + 0.05);
  };
  const solid = (name, element) => {
    const probe = document.createElement("i");
    probe.style.color = `var(${name})`;
    element.append(probe);
    const colour = parse(getComputedStyle(probe).color);
    probe.remove();
    return colour;
  };
  const grounds = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      const pictures = (style.backgroundImage.match(/rgba?\([^)]*\)/g) ?? [])
        .map(parse)
        .filter((colour) => colour.a > 0.5);
      const plain = parse(style.backgroundColor);
      if (pictures.length) layers.push(pictures);
      else if (plain.a > 0) layers.push([plain]);
      if (pictures.length || plain.a === 1) break;
    }
    let below = [solid("--ground", document.body)];
    for (const layer of layers.reverse())
      below = layer.flatMap((colour) => below.map((ground) => over(colour, ground)));
    return below;
  };
  const judge = (element, colour, behind, size, bold) => {
    const least = size >= 24 || (size >= 18.66 && bold) ? 3 : 4.5;
    const worst = Math.min(...behind.map((ground) => ratio(over(colour, ground), ground)));
    if (worst < least - 0.01) say(`contrast ${worst.toFixed(2)} under ${least}`, element);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const judged = new Set();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (
      !node.data.trim() ||
      judged.has(element) ||
      element.closest("svg, script, noscript, option") ||
      !shown(element) ||
      element.disabled ||
      element.closest("button:disabled, [aria-disabled=true]")
    )
      continue;
    judged.add(element);
    const style = getComputedStyle(element);
    judge(
      element,
      parse(style.color),
      grounds(element),
      Number.parseFloat(style.fontSize),
      Number(style.fontWeight) >= 700,
    );
  }
  const stage = document.querySelector("[data-cloth] svg.table");
  if (stage) {
    const host = stage.closest("[data-cloth]");
    const cloth = ["--cloth-light", "--cloth", "--cloth-dark"].map((name) => solid(name, host));
    const scale = stage.getScreenCTM().a;
    for (const text of stage.querySelectorAll("text")) {
      if (!shown(text) || text.closest(".card, .title, .chip, .flying")) continue;
      const style = getComputedStyle(text);
      const colour = parse(style.fill);
      colour.a *= Number(style.fillOpacity);
      const plate = text.parentElement.querySelector(":scope > rect, :scope > circle");
      let behind = cloth;
      if (plate) {
        const fill = getComputedStyle(plate);
        const paint = parse(fill.fill);
        if (fill.fill !== "none")
          behind = cloth.map((ground) =>
            over({ ...paint, a: paint.a * Number(fill.fillOpacity) }, ground),
          );
      }
      judge(
        text,
        colour,
        behind,
        Number.parseFloat(style.fontSize) * scale,
        Number(style.fontWeight) >= 700,
      );
    }
  }
  return found;
};

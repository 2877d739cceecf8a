// Elements made by hand: whatever comes from a file goes in as text, never as markup.

export const $ = (id) => document.getElementById(id);

export function el(name, given = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "class") made.className = value;
    else if (key in made && typeof value !== "string") made[key] = value;
    else made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...inside.flat().filter((part) => part !== null && part !== undefined && part !== ""));
  return made;
}

export function show(place, ...inside) {
  place.replaceChildren(...inside.flat().filter((part) => part !== null && part !== undefined && part !== ""));
}

// Draw a part of the page anew; who was there with the keyboard is there again: at the same thing, else at its question.
export function drawnAnew(place, draw) {
  const held = document.activeElement;
  const name = place.contains(held) ? nameOf(held) : "";
  const kind = name && held.closest("[data-kind]");
  draw();
  if (!name || place.contains(document.activeElement)) return;
  const there = [...place.querySelectorAll("button, input, select, summary, textarea, [tabindex]")];
  const again = there.find((one) => nameOf(one) === name)
    || (kind && there.find((one) => one.closest(`[data-kind="${CSS.escape(kind.dataset.kind)}"]`)));
  if (again) again.focus({ preventScroll: true });
}

const nameOf = (part) => part.getAttribute("aria-label") || part.dataset.offer || part.textContent;

export const button = (text, onclick, given = {}) => el("button", { type: "button", onclick, ...given }, text);

// A drawing out of a text, without whatever could act: scripts, styles, foreign parts, handlers and addresses.
export function drawing(text) {
  const bare = text.replace(/<style\b[^]*?<\/style>/gi, ""); // which the policy would complain of as soon as it is read
  const made = new DOMParser().parseFromString(bare, "image/svg+xml").documentElement;
  if (made.nodeName !== "svg") return null;
  for (const part of made.querySelectorAll("script, style, foreignObject, iframe, image, a, animate, set")) part.remove();
  for (const part of [made, ...made.querySelectorAll("*")]) {
    for (const { name, value } of [...part.attributes]) {
      const acts = name.startsWith("on") || name === "style" || (name.endsWith("href") && !value.startsWith("#"));
      if (acts) part.removeAttribute(name);
    }
  }
  return document.importNode(made, true);
}

export function bytes64(buffer) {
  const bytes = new Uint8Array(buffer);
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
}

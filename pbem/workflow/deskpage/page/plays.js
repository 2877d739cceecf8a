// The plays of a bid: a list that is put in order by dragging, with a finger, a mouse or the arrow keys.
import { conditions, told } from "./conditions.js";
import { button, el } from "./dom.js";
import { suits } from "./told.js";

const table = (play) => (typeof play === "string" ? { card: play } : { ...play });

// A play as the sheet has it: a bare card if nothing is said besides.
function tidy(play) {
  const kept = Object.fromEntries(Object.entries(play).filter(([, value]) => value !== "" && value !== null && !Number.isNaN(value)));
  return Object.keys(kept).length === 1 ? kept.card : kept;
}

const placed = (plays, from, to) => {
  const rest = plays.filter((_, at) => at !== from);
  rest.splice(to, 0, plays[from]);
  return rest;
};

// Drag a row by its grip; the others make room. Where it is let go, it stays: the finger counts, for rows differ in height.
function dragged(grip, row, at, move) {
  let from = null;
  let middles = [];
  let to = at;
  const rows = () => [...row.parentElement.children];
  const show = (y) => {
    const high = row.offsetHeight;
    row.style.transform = `translateY(${y - from}px)`;
    to = middles.filter((middle, n) => n !== at && middle < y).length;
    rows().forEach((one, n) => {
      if (one === row) return;
      const by = n > at && n <= to ? -high : n < at && n >= to ? high : 0;
      one.style.transform = by ? `translateY(${by}px)` : "";
    });
  };
  grip.addEventListener("pointerdown", (event) => {
    from = event.clientY;
    middles = rows().map((one) => one.getBoundingClientRect()).map((place) => place.top + place.height / 2);
    to = at;
    grip.setPointerCapture(event.pointerId);
    row.classList.add("dragging");
  });
  grip.addEventListener("pointermove", (event) => {
    if (from !== null) show(event.clientY);
  });
  const end = (is) => () => {
    if (from === null) return;
    from = null;
    row.classList.remove("dragging");
    for (const one of rows()) one.style.transform = "";
    if (is && to !== at) move(to);
  };
  grip.addEventListener("pointerup", end(true));
  grip.addEventListener("pointercancel", end(false));
  grip.addEventListener("keydown", (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    move(at + by);
  });
}

// One play: its card, when it is played, and of a Reserve to which score or at which value.
export function playRow(play, at, plays, face, save, { known, unfolded, fight }) {
  const given = table(play);
  const place = `${fight} ${given.card}`; // whose condition is looked at
  const same = (row) => row !== undefined && table(row).card === given.card;
  // The plays after a change of this one, wherever it stands by then; one that is gone is not changed.
  const change = (done) => save((rows) => {
    const here = same(rows[at]) ? at : rows.findIndex(same);
    return here < 0 ? rows : done(rows, here);
  });
  const put = (key, value) => change((rows, here) => rows.map((row, n) => (n === here ? tidy({ ...table(row), [key]: value }) : row)));
  const move = (to) => {
    if (to >= 0 && to < plays.length) change((rows, here) => placed(rows, here, Math.min(Math.max(here + to - at, 0), rows.length - 1)));
  };
  const number = (key, words, name) => el("label", { class: "number" }, words, el("input", { type: "number", value: given[key] ?? "", "aria-label": name, onchange: (event) => put(key, event.target.value === "" ? null : Number(event.target.value)) }));
  const name = face(given.card);
  const grip = button("", () => {}, { class: "grip", "aria-label": `${name}, play ${at + 1} of ${plays.length}: drag it, or move it with the arrow keys`, "data-grip": given.card });
  grip.append(el("span", { class: "dots" }, "⠿"), el("span", { class: "card-name" }, ...suits(name)));
  const row = el("li", {}, grip,
    el("details", { class: "when", open: unfolded.has(place), ontoggle: (event) => unfolded[event.target.open ? "add" : "delete"](place) },
      el("summary", { "aria-label": `When ${name} is played: ${told(given.when || "", known, face)}` }, ...suits(told(given.when || "", known, face))),
      conditions(given.when || "", known, face, name, (text) => put("when", text))),
    given.card === "R" && given.value === undefined ? number("to", "to a score of ", "The score that the Reserve is played to") : null,
    given.card === "R" && given.to === undefined ? number("value", "at a value of ", "The value that the Reserve is played at") : null,
    button("▲", () => move(at - 1), { disabled: at === 0, "aria-label": `${name} earlier` }),
    button("▼", () => move(at + 1), { disabled: at === plays.length - 1, "aria-label": `${name} later` }),
    button("✕", () => change((rows, here) => rows.filter((_, n) => n !== here)), { "aria-label": `Leave out ${name}` }));
  dragged(grip, row, at, move);
  return row;
}

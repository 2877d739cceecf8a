// When a card is played: comparisons that are put together by tapping, what to look at, how, and with which number.
import { button, el } from "./dom.js";

const TEST = /^(?:((?:not )?enemy_played) (\S+)|([a-z_]+) (<=|>=|==|!=|<|>) ([+-]?\d{1,6}))$/;

// A condition as rows of { join, fact, sign, number } or { join, fact, card }; null if it is written in another way.
export function testsIn(text, { facts }) {
  const parts = text.trim().split(/\s+(and|or)\s+/);
  const rows = [];
  for (let at = 0; text.trim() && at < parts.length; at += 2) {
    const found = TEST.exec(parts[at].replace(/\s+/g, " "));
    if (!found || (found[3] && !facts.some(([fact]) => fact === found[3]))) return null;
    const join = at ? parts[at - 1] : "";
    rows.push(found[1] ? { join, fact: found[1], card: found[2] } : { join, fact: found[3], sign: found[4], number: Number(found[5]) });
  }
  return rows;
}

const written = (rows) => rows.map(({ join, fact, sign, number, card }, at) => `${at ? `${join} ` : ""}${fact} ${card === undefined ? `${sign} ${number}` : card}`).join(" ");

const wordsOf = (known) => new Map([...known.facts, ...known.signs, ...known.played]);

// The same for reading: "when my score is at most -5".
export function told(text, known, face) {
  if (!text) return "always";
  const rows = testsIn(text, known);
  if (!rows) return `when ${text}`;
  const words = wordsOf(known);
  return `when ${rows.map(({ join, fact, sign, number, card }) => `${join} ${words.get(fact)} ${card === undefined ? `is ${words.get(sign)} ${number}` : face(card)}`.trim()).join(" ")}`;
}

// The rows to be tapped, and a field for whoever rather writes.
export function conditions(text, known, face, name, save) {
  const rows = testsIn(text, known);
  const put = (at, change) => save(written(rows.map((row, n) => (n === at ? change(row) : row))));
  const choose = (what, now, list, then) => el("select", { "aria-label": `${name}: ${what}`, onchange: (event) => then(event.target.value) },
    list.map(([id, words]) => el("option", { value: id, selected: id === now }, words)));
  const field = (what, given, then) => el("input", { "aria-label": `${name}: ${what}`, onchange: (event) => then(event.target.value.trim()), ...given });
  const another = (row, fact) => {
    if (known.played.some(([id]) => id === fact)) return { join: row.join, fact, card: row.card || "R" };
    return { join: row.join, fact, sign: row.sign || "<=", number: row.number ?? 0 };
  };
  const line = (row, at) => el("div", { class: "test" },
    at ? choose(`and, or (${at + 1})`, row.join, [["and", "and"], ["or", "or"]], (join) => put(at, (one) => ({ ...one, join }))) : null,
    choose(`what to look at (${at + 1})`, row.fact, [...known.facts, ...known.played], (fact) => put(at, (one) => another(one, fact))),
    row.card === undefined ? [
      choose(`compared (${at + 1})`, row.sign, known.signs, (sign) => put(at, (one) => ({ ...one, sign }))),
      field(`number (${at + 1})`, { type: "number", value: String(row.number) }, (number) => put(at, (one) => ({ ...one, number: Number(number) || 0 }))),
    ] : field(`card (${at + 1})`, { type: "text", size: "4", value: row.card }, (card) => card && put(at, (one) => ({ ...one, card }))),
    button("✕", () => save(written(rows.filter((_, n) => n !== at))), { "aria-label": `${name}: without this (${at + 1})` }));
  const more = (join) => save(written([...rows, { join, fact: "score", sign: "<=", number: 0 }]));
  return [
    ...(rows || []).map(line),
    rows ? el("p", { class: "row" }, rows.length ? ["and", "or"].map((join) => button(`${join} ...`, () => more(join))) : button("Only if ...", () => more(""))) : null,
    el("label", { class: "written" }, "or written: ", field("written", { type: "text", value: text, placeholder: "always", maxlength: "400", autocapitalize: "off", autocomplete: "off", spellcheck: "false" }, save)),
  ];
}

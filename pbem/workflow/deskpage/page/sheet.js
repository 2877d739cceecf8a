// The sheet as TOML, to be written in; faults are underlined where they stand.
import { $, button, el, show } from "./dom.js";

export function setUpSheet(desk, lookUp) {
  const text = $("sheet");
  const marks = $("marks");
  let timer = 0;

  let typing = false; // what was typed last is not in the sheet yet
  const settle = () => {
    clearTimeout(timer);
    if (typing) desk.write(text.value, "hand");
    typing = false;
  };
  text.addEventListener("input", () => {
    clearTimeout(timer);
    mark([]);
    typing = true;
    timer = setTimeout(settle, 250);
  });
  desk.on("settle", settle);
  text.addEventListener("scroll", () => {
    marks.scrollTop = text.scrollTop;
    marks.scrollLeft = text.scrollLeft;
  });
  $("undo").addEventListener("click", () => desk.undo());
  $("redo").addEventListener("click", () => desk.redo());
  $("reset").addEventListener("click", () => desk.write(desk.about.sheet, "program"));
  desk.on("sheet", (who) => {
    typing = false;
    if (who !== "hand") rewrite();
    mark([]);
    turns();
  });
  // Another text in the field; who stands in it with the keyboard stands where it has changed.
  function rewrite() {
    const [was, now] = [text.value, desk.sheet];
    text.value = now;
    if (document.activeElement !== text) return;
    let end = 0; // of what is the same, counted from the end
    while (end < Math.min(was.length, now.length) && was[was.length - 1 - end] === now[now.length - 1 - end]) end++;
    text.setSelectionRange(now.length - end, now.length - end);
  }

  const turns = () => {
    $("undo").disabled = !desk.before.length;
    $("redo").disabled = !desk.after.length;
  };
  desk.on("opened", turns);

  // Where in the text a complaint stands; columns count signs, as Python does.
  function span(row) {
    const lines = desk.sheet.split("\n");
    const place = (line, column) => {
      let at = 0;
      for (let n = 0; n < line - 1 && n < lines.length; n++) at += lines[n].length + 1;
      return at + [...(lines[line - 1] || "")].slice(0, column - 1).join("").length;
    };
    const start = place(row.line, row.column);
    return [start, Math.max(start + 1, place(row.end_line, row.end_column))];
  }

  function mark(rows) {
    const spans = rows
      .filter((row) => !(row.line === 1 && row.column === 1 && row.end_column === 1))
      .map((row) => [...span(row), row.severity])
      .sort((a, b) => a[0] - b[0]);
    const parts = [];
    let at = 0;
    for (const [start, end, severity] of spans) {
      if (start < at) continue;
      parts.push(desk.sheet.slice(at, start), el("mark", { class: severity }, desk.sheet.slice(start, end)));
      at = end;
    }
    show(marks, ...parts, desk.sheet.slice(at) + "\n");
    marks.scrollTop = text.scrollTop;
  }

  function go(row) {
    const [start, end] = span(row);
    desk.tell("tab", "paper");
    text.focus();
    text.setSelectionRange(start, end);
    text.scrollTop = Math.max(0, (row.line - 4) * parseFloat(getComputedStyle(text).lineHeight));
  }

  desk.on("check", () => {
    const { said, complaints, understood, would } = desk.checked;
    if (text.value === desk.sheet) mark(complaints);
    // The words of the checker as they are; codes and rules in them can be tapped, and places lead to the line.
    show($("said"), ...linked(said, lookUp, (line, column) => go(complaints.find((row) => row.line === line && row.column === column) || { line, column, end_line: line, end_column: column + 1 })));
    $("said").dataset.kind = desk.checked.refused ? "error" : complaints.length ? "warning" : "fine";
    const lines = would || [];
    $("would").hidden = !lines.length;
    show($("would-list"), ...lines.map((line) => el("li", { class: line.split(/[ :]/)[0] }, line)));
    $("understood").hidden = !understood.length || desk.checked.refused;
    show($("understood-list"), ...understood.map((line) => el("li", {}, line)));
    const errors = complaints.filter((row) => row.severity === "error").length;
    const others = complaints.length - errors;
    const count = (number, word) => (number ? `${number} ${word}${number > 1 ? "s" : ""}` : "");
    const state = [count(errors, "error"), count(others, "remark")].filter(Boolean).join(", ");
    const blank = desk.offers && desk.offers.untouched;
    $("state").textContent = state || (blank ? "The sheet is as it was sent." : "The sheet is in order.");
    $("state").dataset.kind = errors ? "error" : others ? "warning" : blank ? "" : "fine";
  });
}

// A text with buttons in it where a code, a rule or a place is named; read as text it is the same.
export function linked(text, lookUp, go) {
  const parts = [];
  const pattern = /\[([A-Z]{2}\d{3})\]|(?<== rule )([A-Z]{1,2}\d[\w.]*(?:, [A-Z]{1,2}\d[\w.]*)*)|(?<=^|\n)orders\.toml:(\d+):(\d+)/g;
  let at = 0;
  for (const found of text.matchAll(pattern)) {
    const [whole, code, rules, line, column] = found;
    parts.push(text.slice(at, found.index));
    if (code) parts.push("[", button(code, () => lookUp(code), { class: "link" }), "]");
    else if (rules) rules.split(", ").forEach((rule, n) => parts.push(n ? ", " : "", button(rule, () => lookUp(rule), { class: "link" })));
    else if (go) parts.push(button(whole, () => go(Number(line), Number(column)), { class: "link" }));
    else parts.push(whole);
    at = found.index + whole.length;
  }
  return [...parts, text.slice(at)];
}

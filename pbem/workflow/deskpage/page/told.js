// What else a player asks: the report as it came, and how things stand by the view.
import { $, el, show } from "./dom.js";

export function setUpTold(desk) {
  const table = ({ columns, rows }) =>
    el("div", { class: "wide", tabindex: "0" },
      el("table", {},
        el("thead", {}, el("tr", {}, columns.map((cell) => el("th", { scope: "col" }, ...suits(cell))))),
        el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell) => el("td", {}, ...suits(cell))))))));

  const section = ({ title, lines, table: found }) =>
    el("details", { open: true },
      el("summary", {}, title),
      lines.map((line) => el("p", {}, ...suits(line))),
      found ? table(found) : null);

  desk.on("opened", () => {
    const { owed, waiting, sections, told } = desk.about;
    show($("owed"),
      ...owed.map((row) => el("li", {}, el("b", {}, `You owe ${row.what}.`), row.default ? ` Otherwise: ${row.default}.` : "")),
      ...waiting.map((line) => el("li", {}, `Waited for: ${line}`)));
    show($("sections"), ...sections.map(section));
    $("report").hidden = !told;
    show($("report-text"), ...suits(told));
  });
}

// Hearts and diamonds in red.
export function suits(text) {
  return String(text).split(/([♥♦])/).map((part) => (part === "♥" || part === "♦" ? el("i", { class: "red" }, part) : part));
}

// What else a player asks: the log so far, the report as it came, and how things stand by the view.
import { $, el, show } from "./dom.js";

const MOST = 9999; // steps of a game; a view may say anything

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

  const stepsOf = ({ first, last }) => (first === last ? `Step ${last}` : `Steps ${first} to ${last}`);

  // The log is what was dropped in since the page was opened, and says what is missing of it.
  desk.on("log", () => {
    const { log, step } = desk.about;
    const there = (number) => log.some(({ first, last }) => first <= number && number <= last); // a report can claim millions
    const missing = Array.from({ length: Math.min(Math.max(0, step - 1), MOST) }, (_, n) => n + 1).filter((number) => !there(number));
    const newest = log[log.length - 1];
    show($("log-steps"), ...log.map((page) => el("details", { open: page === newest, "data-step": String(page.last) },
      el("summary", {}, `${stepsOf(page)}: `, ...suits(page.heading)), el("pre", {}, ...suits(page.text)))));
    $("log-missing").hidden = !missing.length;
    $("log-missing").textContent = `Of ${missing.length === 1 ? "step" : "the steps"} ${spans(missing)} nothing was dropped in yet. A view holds no log: drop in the reports, the mails or the pages of the site that you have, several at once if you like. The log is kept while this page is open, and no longer.`;
  });

  desk.on("opened", () => {
    const { owed, waiting, sections, told } = desk.about;
    desk.tell("log");
    show($("owed"),
      ...owed.map((row) => el("li", {}, el("b", {}, `You owe ${row.what}.`), row.default ? ` Otherwise: ${row.default}.` : "")),
      ...waiting.map((line) => el("li", {}, `Waited for: ${line}`)));
    show($("sections"), ...sections.map(section));
    $("report").hidden = !told;
    show($("report-text"), ...suits(told));
  });
}

// Numbers in few words: 1 to 4, 6
function spans(numbers) {
  const rows = [];
  for (const number of numbers) {
    const row = rows[rows.length - 1];
    if (row && row[1] === number - 1) row[1] = number;
    else rows.push([number, number]);
  }
  return rows.map(([first, last]) => (first === last ? String(first) : `${first} to ${last}`)).join(", ");
}

// Hearts and diamonds in red.
export function suits(text) {
  return String(text).split(/([♥♦])/).map((part) => (part === "♥" || part === "♦" ? el("i", { class: "red" }, part) : part));
}

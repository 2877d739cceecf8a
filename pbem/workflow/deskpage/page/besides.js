// What a sheet says besides orders: whether it counts, the phrase of a held envelope, a vote for an end, and press.
import { $, button, drawnAnew, el, show } from "./dom.js";
import { questions } from "./questions.js";

const WIDTH = 68; // signs of a line: mail programs break longer ones

// A text in lines that no mail program breaks.
function wrapped(text) {
  const lines = text.trim().split("\n").flatMap((line) => line.match(new RegExp(`\\S.{0,${WIDTH - 1}}(?=\\s|$)|\\S{1,${WIDTH}}`, "g")) || [""]);
  return lines.map((line) => line.trimEnd()).join("\n");
}

export function setUpBesides(desk) {
  const unfolded = new Set();
  let written = { text: "", to: "all", anonymous: false }; // the press that is not in the sheet yet
  const { folded } = questions({ take: (offer) => desk.take(() => (desk.again(offer) || {}).edits) });
  const now = () => (desk.offers && desk.offers.besides) || null;

  const fold = (kind, title, said, ...inside) => el("details", { class: "besides", "data-kind": kind, open: unfolded.has(kind), ontoggle: (event) => unfolded[event.target.open ? "add" : "delete"](kind) },
    el("summary", {}, title, el("span", { class: "quiet" }, said ? " ✓" : "")), ...inside.flat());

  // With a phrase that opens an envelope nothing else is said: what would stand beside it goes.
  function phrase({ phrase: known }) {
    const put = (event) => {
      const words = event.target.value.trim().replace(/\s+/g, " ");
      desk.take(() => now() && [...(words ? now().alone : []).map(([path]) => [path, null]), [["phrase"], words || null]]);
    };
    return fold("phrase", "Which phrase opens your held envelope?", known,
      el("p", { class: "quiet" }, "Send it when you are told that all envelopes are gathered, and not before. It stands alone in its sheet."),
      el("input", { type: "text", value: known, maxlength: "400", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": "The phrase of your held envelope", onchange: put }));
  }

  function press({ press: given }) {
    if (!given) return null;
    const add = () => {
      const { text, to, anonymous } = written;
      if (!text.trim()) return;
      written = { ...written, text: "" };
      desk.take(() => now() && [[["press", now().press.said.length], { to, ...(anonymous && to === "all" ? { anonymous: true } : {}), text: wrapped(text) }]]);
    };
    const back = (row) => desk.take(() => {
      const at = now() ? now().press.said.findIndex((one) => one.to === row.to && one.text === row.text) : -1;
      return at >= 0 && [[["press", at], null]];
    });
    const said = given.said.map((row) => el("div", { class: "press" },
      el("p", { class: "quiet" }, `To ${nameOf(given, row.to)}${row.anonymous ? ", without your name" : ""}:`),
      el("p", {}, String(row.text)),
      button("Take this text back", () => back(row), { class: "offer" })));
    return fold("press", "Do you write to the others, with the next report?", given.said.length, ...said,
      given.full ? null : [
        el("label", {}, "To ", el("select", { "aria-label": "To whom", onchange: (event) => { written.to = event.target.value; } },
          given.to.map(([role, name]) => el("option", { value: role, selected: role === written.to }, name)))),
        given.anonymous ? el("label", {}, el("input", { type: "checkbox", checked: written.anonymous, onchange: (event) => { written.anonymous = event.target.checked; } }), " to all without my name") : null,
        el("textarea", { rows: "4", maxlength: "2000", "aria-label": "What you write to the others", oninput: (event) => { written.text = event.target.value; } }, written.text),
        button("Put it into the sheet", add, { class: "offer" })]);
  }

  const nameOf = (given, to) => (given.to.find(([role]) => role === (to || "all")) || [to, String(to)])[1];

  function draw() {
    const said = now();
    $("besides").hidden = !said;
    show($("besides-said"), ...(said ? [...said.choices.map((choice) => folded(choice)), phrase(said), press(said)] : []));
  }

  desk.on("offers", () => drawnAnew($("besides-said"), draw));
  desk.on("opened", () => {
    written = { text: "", to: "all", anonymous: false };
    draw();
  });
}

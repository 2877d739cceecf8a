// The desk: everything in its place.
import { Board } from "./board.js";
import { setUpBattles } from "./battles.js";
import { setUpBesides } from "./besides.js";
import { Desk } from "./desk.js";
import { $ } from "./dom.js";
import { setUpDrafts } from "./drafts.js";
import { Engine } from "./engine.js";
import { setUpLookUp } from "./lookup.js";
import { setUpMoves } from "./moves.js";
import { setUpOpening } from "./opening.js";
import { setUpOwing } from "./owing.js";
import { setUpSending } from "./sending.js";
import { setUpSheet } from "./sheet.js";
import { setUpTold } from "./told.js";

const STATES = { python: "Python is there; the rules are on their way ...", program: "", fault: "This browser cannot run the desk: " };

const engine = new Engine((state, text) => {
  document.body.dataset.engine = state;
  $("engine").textContent = (STATES[state] || "") + text;
  $("engine").hidden = !$("engine").textContent;
});
const desk = new Desk(engine);
const lookUp = setUpLookUp(desk);
const board = new Board(desk);
setUpMoves(desk, board);
setUpSheet(desk, lookUp);
setUpTold(desk);
setUpBattles(desk, lookUp);
setUpSending(desk);
setUpBesides(desk);
setUpOwing(desk);
const openText = setUpOpening(desk, setUpDrafts(desk));

const tabs = [...document.querySelectorAll("[role=tab]")];
function turnTo(name) {
  document.body.dataset.tab = name;
  for (const tab of tabs) {
    const is = tab.dataset.tab === name;
    tab.setAttribute("aria-selected", String(is));
    tab.tabIndex = is ? 0 : -1;
  }
}
for (const tab of tabs) {
  tab.addEventListener("click", () => turnTo(tab.dataset.tab));
  tab.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const there = tabs.filter((one) => one.offsetParent); // some are of no use for a view, and are not shown
    const next = there[(there.indexOf(tab) + by + there.length) % there.length];
    next.focus();
    turnTo(next.dataset.tab);
  });
}
desk.on("tab", turnTo);
$("state").addEventListener("click", () => turnTo("paper"));
turnTo("board");

desk.on("fault", (fault) => {
  $("fault").hidden = false;
  $("fault-text").textContent = [fault.message, fault.hint].filter(Boolean).join(" ");
});
$("fault-close").addEventListener("click", () => {
  $("fault").hidden = true;
});
desk.on("opened", () => {
  $("fault").hidden = true;
});
desk.on("busy", (is) => document.body.classList.toggle("busy", is));
document.addEventListener("keydown", (event) => {
  const writes = event.target.closest("textarea, input"); // the sheet itself is undone with its taps; other fields by themselves
  if ((writes && writes !== $("sheet")) || !(event.ctrlKey || event.metaKey) || !desk.about) return;
  if (event.key === "z" && !event.shiftKey) desk.undo();
  else if (event.key === "y" || (event.key === "z" && event.shiftKey)) desk.redo();
  else return;
  event.preventDefault();
});

// For tests, and for whoever is curious: what is on the desk.
window.desk = desk;

engine.start();
const given = $("view");
if (given) openText(given.textContent, "the view of this page");

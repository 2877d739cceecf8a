// Opening: files dropped in, chosen or pasted; whose view it is, and whether a newer one was seen before.
import { $, button, bytes64, el, show } from "./dom.js";

const MOST = 5_000_000; // of a file; what is larger than the program takes is not read to its end
const dataOf = async (file) => bytes64(await file.slice(0, MOST).arrayBuffer());

export function setUpOpening(desk, drafts) {
  const seen = {};

  const remember = (about) => {
    const key = [about.ruleset, about.game, about.seed, about.role].join("\n");
    const before = Math.max(seen[key] || 0, drafts.newest(key));
    seen[key] = Math.max(before, about.step);
    drafts.keepNewest(key, seen[key]);
    return before;
  };

  const told = (about, before) => {
    const whose = about.role ? `${about.role_title}'s view` : "The public view";
    $("whose").textContent = `${whose} of step ${about.step} of ${about.game}`; // a long name of a game may be cut off
    $("heading").textContent = about.heading;
    document.title = `${about.game}, step ${about.step}: ${about.heading}`;
    const old = before > about.step;
    $("stale").hidden = !old;
    $("stale").textContent = old ? `This is not the newest view you have opened: that was for step ${before}.` : "";
  };

  // Over a game that is open: what another is opened with, or no longer.
  const turn = (on) => {
    const was = document.body.classList.contains("opening");
    document.body.classList.toggle("opening", on);
    $("reopen").setAttribute("aria-expanded", String(on));
    if (on) $("opening-said").textContent = $("paste").value = "";
    if (on !== was) $(on ? "file" : "reopen").focus();
  };

  let waiting = null; // a view that could not be opened: perhaps its board comes now

  const open = (name, data) => opened({ ask: "open", name, data });
  const openText = (text, name = "pasted text") => open(name, bytes64(new TextEncoder().encode(text.slice(0, MOST)).buffer));

  async function opened({ ask, ...given }) {
    $("opening-said").textContent = "One moment ...";
    desk.tell("settle");
    try {
      const found = await desk.engine.ask(ask, given);
      $("opening-said").textContent = "";
      if (desk.about) turn(false);
      $("fault").hidden = true;
      if (found.kind === "view") waiting = null;
      if (found.kind === "view") {
        const before = remember(found);
        document.body.dataset.open = found.role ? "player" : "public";
        told(found, before);
        await desk.opened(found);
        if (found.role) drafts.offer(found);
      } else if (found.kind === "receipt" && desk.about) desk.tell("receipt", found.text);
      else if (found.kind === "envelope" && desk.about) desk.tell("envelope", found);
      else if (found.kind === "sheet" && desk.about) replace(found.text);
      else if (found.kind === "board") await withBoard(found.name);
      else if (found.kind === "story") logged(found);
      else $("opening-said").textContent = `This is ${found.kind === "envelope" ? "an envelope" : `a ${found.kind}`}. Open the view of its game first.`;
      if (found.contradicted && found.contradicted.length) desk.tell("fault", { message: found.contradicted.join(" ") });
    } catch (fault) {
      if (ask === "open") waiting = given;
      show($("opening-said"), el("b", {}, fault.message), " ", fault.hint || "");
      desk.tell("fault", fault);
    }
  }

  // Another sheet in the place of the one that is here, until that is wanted back.
  function replace(text) {
    const is = text === desk.sheet;
    desk.write(text, "program");
    const back = button("Undo", () => desk.undo());
    show($("replaced"), is ? "It is the sheet that is here already." : "The sheet that you opened is here now, in the place of the one before it. ", is ? null : back);
    $("replaced").hidden = false;
  }
  for (const told of ["sheet", "opened"]) desk.on(told, () => { $("replaced").hidden = true; });

  // What happened in other steps: for the log of the game that is open, or of one that will be.
  function logged({ game, step, log }) {
    if (desk.about) {
      desk.about.log = log;
      desk.tell("log");
    }
    const other = desk.about && desk.about.game !== game;
    if (!desk.about || other) $("opening-said").textContent = `What happened in step ${step} of ${game} is in its log, as soon as a view of it is open.`;
    if (other) desk.tell("fault", { message: `This tells of another game, ${game}.`, hint: "It is in the log of that, as soon as a view of it is open." });
  }

  // A board is known now: the view that may have waited for it is tried again, once.
  async function withBoard(name) {
    const again = waiting;
    waiting = null;
    if (again) await opened({ ask: "open", ...again });
    if (!desk.about) $("opening-said").textContent = `The board ${name} is known now. Open the view that is played on it.`;
  }

  const board = async (name, list) => opened({ ask: "open folder", name, files: await Promise.all(list.slice(0, 60).map(async (file) => [file.name, await dataOf(file)])) });

  // Files one after the other; the tables of a board belong together.
  const files = async (list) => {
    if ([...list].some((file) => file.name === "cities.csv")) await board("board", [...list]);
    else for (const file of await sorted([...list])) await open(file.name, await dataOf(file));
  };

  // Of several files what they tell goes into the log; of views of one game only the newest is opened.
  async function sorted(list) {
    if (list.length < 2) return list;
    const given = await Promise.all(list.map(async (file) => [file.name, await dataOf(file)]));
    const { open: wanted, log } = await desk.engine.ask("sort", { files: given });
    if (desk.about) {
      desk.about.log = log;
      desk.tell("log");
    }
    return wanted.map((number) => list[number]);
  }

  // A folder that was dropped is a board. Browsers do not let a page from a disk look into one.
  async function folder(entry) {
    const reader = entry.createReader();
    const read = () => new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    const found = [];
    try {
      for (let rows = await read(); rows.length; rows = await read()) found.push(...rows);
      const taken = found.filter((row) => row.isFile).map((row) => new Promise((resolve, reject) => row.file(resolve, reject)));
      await board(entry.name, await Promise.all(taken));
    } catch {
      desk.tell("fault", { message: "This browser does not let the page look into a folder.", hint: "Drop in all files of the board at once, or a ZIP file of it." });
    }
  }

  $("file").addEventListener("change", (event) => {
    const chosen = [...event.target.files];
    event.target.value = ""; // so that the same file can be chosen again
    files(chosen);
  });
  $("paste-open").addEventListener("click", () => openText($("paste").value));
  $("reopen").addEventListener("click", () => turn(!document.body.classList.contains("opening")));
  $("opening-close").addEventListener("click", () => turn(false));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") turn(false);
  });
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const text = event.dataTransfer.getData("text");
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry && item.webkitGetAsEntry());
    const folders = entries.filter((entry) => entry && entry.isDirectory);
    if (folders.length) folders.forEach(folder);
    else if (event.dataTransfer.files.length) files(event.dataTransfer.files);
    else if (text) openText(text);
  });
  document.addEventListener("paste", (event) => {
    if (event.target.closest("textarea, input")) return;
    const { files: found } = event.clipboardData;
    const text = event.clipboardData.getData("text");
    if (found.length) files(found);
    else if (text) openText(text);
  });
  return openText;
}

// Opening: files dropped in, chosen or pasted; whose view it is, and whether a newer one was seen before.
import { $, bytes64, el, show } from "./dom.js";

export function setUpOpening(desk, drafts) {
  const seen = {};

  const remember = (about) => {
    const key = [about.game, about.seed, about.role].join("\n");
    const before = Math.max(seen[key] || 0, drafts.newest(key));
    seen[key] = Math.max(before, about.step);
    drafts.keepNewest(key, seen[key]);
    return before;
  };

  const told = (about, before) => {
    const whose = about.role ? `${about.role_title}'s view` : "The public view";
    $("whose").textContent = `${whose} of ${about.game}, step ${about.step}`;
    $("heading").textContent = about.heading;
    document.title = `${about.game}, step ${about.step}: ${about.heading}`;
    const old = before > about.step;
    $("stale").hidden = !old;
    $("stale").textContent = old ? `This is not the newest view you have opened: that was for step ${before}.` : "";
  };

  async function open(name, buffer) {
    $("opening-said").textContent = "One moment ...";
    try {
      const found = await desk.engine.ask("open", { name, data: bytes64(buffer) });
      $("opening-said").textContent = "";
      if (found.kind === "view") {
        const before = remember(found);
        document.body.dataset.open = found.role ? "player" : "public";
        told(found, before);
        await desk.opened(found);
        if (found.role) drafts.offer(found);
      } else if (found.kind === "receipt") desk.tell("receipt", found.text);
      else if (found.kind === "sheet" && desk.about) desk.write(found.text, "program");
      else if (found.kind === "board") $("opening-said").textContent = `The board ${found.name} is known now. Open the view once more.`;
      else $("opening-said").textContent = "This is a sheet. Open the view it was written for first.";
    } catch (fault) {
      show($("opening-said"), el("b", {}, fault.message), " ", fault.hint || "");
      desk.tell("fault", fault);
    }
  }

  const files = async (list) => {
    for (const file of list) await open(file.name, await file.arrayBuffer());
  };

  $("file").addEventListener("change", (event) => {
    const chosen = [...event.target.files];
    event.target.value = ""; // so that the same file can be chosen again
    files(chosen);
  });
  $("paste-open").addEventListener("click", () => open("pasted text", new TextEncoder().encode($("paste").value).buffer));
  $("reopen").addEventListener("click", () => $("file").click());
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
    if (event.dataTransfer.files.length) files(event.dataTransfer.files);
    else if (text) open("pasted text", new TextEncoder().encode(text).buffer);
  });
  document.addEventListener("paste", (event) => {
    if (event.target.closest("textarea, input")) return;
    const { files: found } = event.clipboardData;
    const text = event.clipboardData.getData("text");
    if (found.length) files(found);
    else if (text) open("pasted text", new TextEncoder().encode(text).buffer);
  });
  return open;
}

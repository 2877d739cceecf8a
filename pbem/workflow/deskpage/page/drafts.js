// Drafts: kept in this browser only if the player has said so, and forgotten as soon as he says otherwise.
import { placeOf } from "./desk.js";
import { $ } from "./dom.js";

const SWITCH = "pbem desk: keep drafts";
const key = (about) => `pbem desk: draft\n${placeOf(about)}`;

function storage() {
  try {
    return window.localStorage;
  } catch {
    return null; // some browsers give none to files
  }
}

export function setUpDrafts(desk) {
  const store = storage();
  const wanted = () => Boolean(store && store.getItem(SWITCH));
  const forget = () => Object.keys(store).filter((name) => name.startsWith("pbem desk:")).forEach((name) => store.removeItem(name));

  $("keep").disabled = !store;
  $("keep").checked = wanted();
  $("keep").addEventListener("change", () => {
    if ($("keep").checked) store.setItem(SWITCH, "yes");
    else forget();
    keep();
  });
  const keep = () => {
    if (wanted() && desk.about && desk.about.role) store.setItem(key(desk.about), desk.sheet);
  };
  // What is opened is no draft yet, and must not take the place of one.
  desk.on("sheet", (who) => {
    if (who !== "opening") keep();
  });
  return {
    // The draft of this very step, if one was kept.
    offer(about) {
      const kept = wanted() && store.getItem(key(about));
      if (kept && kept !== desk.sheet) desk.write(kept, "program");
    },
    newest: (name) => (wanted() ? Number(store.getItem("pbem desk: newest\n" + name)) || 0 : 0),
    keepNewest(name, step) {
      if (wanted()) store.setItem("pbem desk: newest\n" + name, String(step));
    },
  };
}

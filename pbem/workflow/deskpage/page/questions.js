// Questions and what may be answered: each answer is a button that takes up an offer of the program.
import { button, el } from "./dom.js";
import { suits } from "./told.js";

// What is done with an answer: `take` it up, and `look` at the way it leads, on the map.
export function questions({ take, look = () => {} }) {
  const unfolded = new Set(); // the questions besides that are looked at

  const effects = (offer) => offer.effects.map((effect) => el("small", { class: `effect ${effect.kind}` }, ...suits(effect.sure === "depends" ? `perhaps: ${effect.what}` : effect.what)));

  function answer(offer, name = "") {
    const given = { class: `offer${offer.said ? " said" : ""}`, "aria-pressed": String(Boolean(offer.said)), "data-offer": offer.text };
    const made = button("", () => take(offer), given);
    made.append(el("span", {}, ...suits(name || offer.label || offer.text)), ...effects(offer));
    made.addEventListener("pointerenter", () => look(offer.way || []));
    made.addEventListener("focus", () => look(offer.way || []));
    made.addEventListener("pointerleave", () => look([]));
    return made;
  }

  const question = (choice, bare = false) => el("fieldset", { "aria-label": bare ? choice.title : null, class: choice.needed && !choice.offers.some((offer) => offer.said) ? "needed" : "", "data-kind": choice.kind },
    bare ? null : el("legend", {}, ...suits(choice.title)),
    choice.offers.map((offer) => answer(offer)),
    choice.more ? el("p", { class: "quiet" }, "There is more that may be said: write it in the sheet.") : null);

  // What may be said besides, and need not, is folded away until it is looked for.
  function folded(choice, place = "") {
    const name = place + choice.title;
    const said = choice.offers.filter((offer) => offer.said).length;
    return el("details", { class: "besides", "data-kind": choice.kind, open: unfolded.has(name), ontoggle: (event) => unfolded[event.target.open ? "add" : "delete"](name) },
      el("summary", {}, ...suits(choice.title), el("span", { class: "quiet" }, said && choice.several ? ` ${said} ✓` : "")), question(choice, true)); // the title stands above it already
  }

  return { answer, question, folded };
}

// What may be done next, as the program offers it: pieces and where they may go, questions and their answers, numbers
// that must add up. Nothing here knows a rule: a tap takes up an offer, and the program says what may be done then.
import { $, button, drawnAnew, el, show } from "./dom.js";
import { ABOUT_BATTLES } from "./battles.js";
import { questions } from "./questions.js";

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export function setUpMoves(desk, board) {
  let pieces = []; // of the piece that was tapped
  let chosen = null; // the pieces of the group that is to move
  let goal = null; // the place, if several ways lead to it

  const groups = () => ((desk.offers && desk.offers.groups) || []).filter((group) => group.pieces.some((piece) => pieces.includes(piece)));
  const same = (one, other) => one && other && one.length === other.length && one.every((piece) => other.includes(piece));
  const group = () => groups().find((row) => same(row.pieces, chosen)) || groups()[0] || null;
  const kinds = (offer) => offer.effects.map((effect) => effect.kind);
  const sentence = (offer) => [offer.text, ...offer.effects.map((effect) => effect.what)].join("; ");

  function forget() {
    pieces = [];
    chosen = goal = null;
    refresh();
  }

  board.onNothing = forget;
  board.onToken = (token) => {
    if (same(pieces, token.pieces) && !goal) {
      const found = groups(); // another tap on the same piece: the next group it is in
      const at = found.indexOf(group());
      chosen = found.length ? found[(at + 1) % found.length].pieces : null;
    } else {
      pieces = token.pieces;
      chosen = goal = null;
      $("tray-note").textContent = token.about;
    }
    goal = null;
    refresh();
    look();
  };
  board.onPlace = (place) => {
    const found = group() && group().goals.find((row) => row.place === place);
    if (!found) return;
    if (found.ways.length === 1) take(found.ways[0]);
    else {
      goal = place;
      refresh();
      const first = $("tray").querySelector("button.offer");
      if (first) first.focus();
    }
  };

  function take(offer) {
    goal = chosen = null;
    pieces = [];
    $("tray-note").textContent = offer.said ? "" : sentence(offer);
    desk.take(() => (desk.again(offer) || {}).edits);
  }

  const { answer, question, folded } = questions({ take, look: (way) => board.way(way) });

  function chips(found, now) {
    if (found.length < 2) return null;
    const row = found.map((one) => button(one.name, () => {
      chosen = one.pieces;
      goal = null;
      refresh();
    }, { class: "chip", "aria-pressed": String(one === now) }));
    return el("div", { class: "chips", role: "group", "aria-label": "Who is to move" }, row);
  }

  // The pieces that have no orders yet, each with all that stand with it, to be found by a tap.
  function waiting() {
    const free = ((desk.offers && desk.offers.groups) || []).filter((row) => row.line < 0 && row.goals.length);
    const first = free.filter((row, at) => !free.slice(0, at).some((other) => other.pieces.some((piece) => row.pieces.includes(piece))));
    if (!first.length) return null;
    const row = first.map((one) => button(one.name, () => {
      pieces = one.pieces;
      chosen = goal = null;
      $("tray-note").textContent = "";
      refresh();
      look();
    }, { class: "chip" }));
    return el("div", { class: "chips", role: "group", "aria-label": "Without orders" }, el("span", { class: "quiet" }, "Without orders:"), row);
  }

  const look = () => {
    if (group()) board.frame([group().place, ...group().goals.map((row) => row.place)]);
  };

  function showGroup() {
    const found = groups();
    const now = group();
    if (!now) {
      show($("tray"), pieces.length ? el("p", { class: "quiet" }, "There is nothing to order here now.") : null, waiting());
      board.light([], pieces);
      return;
    }
    const several = goal && now.goals.find((row) => row.place === goal);
    const lit = now.goals.map((row) => ({ place: row.place, kind: kinds(row.ways[0]).join(" "), about: `${row.name}: ${sentence(row.ways[0])}` }));
    board.light(several ? lit.filter((row) => row.place === goal) : lit, now.pieces);
    const list = several
      ? [el("p", {}, `The ways to ${several.name}:`), ...several.ways.map((offer) => answer(offer))]
      : [
        ...now.others.map((offer) => answer(offer)),
        now.goals.length ? el("details", { class: "goals" },
          el("summary", {}, now.goals.length === 1 ? "1 place to go" : `${now.goals.length} places to go`),
          now.goals.map((row) => (row.ways.length === 1 ? answer(row.ways[0], row.name) : button(`${row.name} (${row.ways.length} ways)`, () => board.onPlace(row.place), { class: "offer" })))) : null,
      ];
    show($("tray"), chips(found, now), found.length < 2 ? el("p", { class: "who" }, now.name) : null, ...list);
  }

  const isBeside = (choice) => choice.several && !choice.needed && choice.offers.length > 3;

  function numbers(sum) {
    const total = el("output", {});
    const set = () => {
      const now = rows.map(({ field }) => Number(field.value)).reduce((one, other) => one + other, 0);
      total.textContent = sum.low === sum.high ? `${now} of ${sum.high}` : `${now}, from ${sum.low} to ${sum.high}`;
      total.classList.toggle("wrong", now < sum.low || now > sum.high);
      return now >= sum.low && now <= sum.high;
    };
    const rows = sum.numbers.map((number) => {
      const field = el("input", { type: "range", min: number.low, max: Math.max(number.high, number.now), step: 1, value: String(number.now), "aria-label": number.name });
      const shown = el("b", {}, String(number.now));
      field.addEventListener("input", () => {
        balance(number);
        rows.forEach((row) => {
          row.shown.textContent = row.field.value;
        });
        set();
      });
      field.addEventListener("change", () => {
        const changed = rows.filter((row) => Number(row.field.value) !== row.number.now);
        if (set() && changed.length) desk.take(changed.map((row) => [row.number.path, Number(row.field.value)]));
      });
      return { number, field, shown };
    });
    // What one gives another takes, so that the sum holds.
    function balance(moved) {
      const sumNow = () => rows.reduce((all, row) => all + Number(row.field.value), 0);
      for (const row of rows) {
        if (row.number === moved) continue;
        const over = sumNow() - Math.min(Math.max(sumNow(), sum.low), sum.high);
        if (!over) break;
        const value = Number(row.field.value) - over;
        row.field.value = String(Math.min(Math.max(value, Number(row.field.min)), Number(row.field.max)));
      }
    }
    set();
    return el("fieldset", { class: "sum" }, el("legend", {}, sum.title),
      rows.map((row) => el("label", {}, el("span", {}, row.number.name), row.field, row.shown)), total);
  }

  // What is ordered: what is asked now, or a coming decision.
  function decisions() {
    const { coming = [], path = [] } = desk.offers || {};
    const now = coming.find((row) => row.id === desk.decision);
    $("decisions").hidden = !coming.length;
    if (!coming.length) return;
    const chip = (id, name) => button(name, () => desk.decide(id), { class: "chip", "aria-pressed": String(id === desk.decision), "data-decision": id });
    show($("decisions"),
      el("div", { class: "chips", role: "group", "aria-label": "What is ordered" }, chip("", "Now"), coming.map((row) => chip(row.id, capital(row.said ? `${row.what} ✓` : row.what)))),
      now ? el("p", { class: "quiet" }, `Orders ahead for ${now.what}: they are kept until it is asked. The map shows what you know today.`) : null,
      now && now.said ? button("Take these orders ahead back", () => desk.take([[path, null]]), { class: "offer" }) : null);
  }

  // A word for the seed is the only thing that no tap can say.
  function word() {
    const { word: now } = desk.offers || {};
    if (typeof now !== "string") return null;
    return el("fieldset", { "data-kind": "word" },
      el("legend", {}, "Do you add a word to the seed of the game, so that nobody can have chosen the cards?"),
      el("input", { type: "text", value: now, maxlength: "200", size: "28", autocomplete: "off", "aria-label": "A word of yours for the seed",
        onchange: (event) => desk.take([[["word"], event.target.value.trim() || null]]) }));
  }

  const refresh = () => drawnAnew(document.querySelector(".tray"), draw);

  function draw() {
    decisions();
    showGroup();
    const { choices: all = [], sums = [] } = desk.offers || {};
    const choices = all.filter((choice) => !ABOUT_BATTLES.includes(choice.kind));
    show($("choices"), word(), ...choices.filter((choice) => !isBeside(choice)).map((choice) => question(choice)), ...sums.map(numbers), ...choices.filter(isBeside).map((choice) => folded(choice)));
    $("offers-none").hidden = Boolean(!desk.offers || desk.offers.broken || typeof desk.offers.word === "string" || desk.offers.groups.length || choices.length || sums.length || desk.offers.fights.some((fight) => fight.key === "bid"));
    $("offers-broken").hidden = Boolean(!desk.offers || !desk.offers.broken);
  }

  desk.on("offers", refresh);
  desk.on("map", () => drawnAnew($("tray"), showGroup));
  // A small screen opens at the pieces that can be ordered.
  let sought = false;
  desk.on("offers", () => {
    const places = [...desk.offers.groups.map((row) => row.place), ...((desk.offers.due && !desk.decision && desk.offers.due.places) || [])];
    if (desk.decision && !desk.offers.coming.some((row) => row.id === desk.decision) && !desk.offers.broken) desk.decide("");
    if (!sought && places.length) board.frame(places);
    sought = true;
  });
  desk.on("decided", () => {
    sought = false;
    $("tray-note").textContent = "";
    forget();
  });
  desk.on("opened", () => {
    sought = false;
    $("tray-note").textContent = "";
    forget();
  });
}

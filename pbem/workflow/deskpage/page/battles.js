// Battles: a bid as a small table, what the checker thinks of it, and a rehearsal card by card.
import { $, button, drawnAnew, el, show } from "./dom.js";
import { playRow } from "./plays.js";
import { questions } from "./questions.js";
import { suits } from "./told.js";

const SIGNS = { S: "♠", C: "♣", H: "♥", D: "♦" };
const face = (card) => card.replace(/[SCHD]/g, (sign) => SIGNS[sign]);
const listOf = (bid, key) => (Array.isArray(bid[key]) ? bid[key] : []);
const cardOf = (play) => (typeof play === "string" ? play : play.card);
const WORDS = { won: (number) => `the enemy loses ${number}`, tied: () => "a tie", asked: (number) => `you are asked at ${-number}`, lost: (number) => `you lose ${number}` };

// The kinds of question that are put beside battles, and not beside the map.
export const ABOUT_BATTLES = ["wishes", "withdraw"];

export function setUpBattles(desk, lookUp) {
  const bids = (key) => (desk.offers && Array.isArray(desk.offers.bids[key]) ? desk.offers.bids[key] : []);
  const again = (offer) => (desk.again(offer) || {}).edits;
  // Another bid in the place of the one that the sheet has by then; null takes it away.
  const write = (fight, change) => desk.take(() => {
    const { key, line } = desk.again(fight) || {};
    const bid = key && bids(key)[line];
    return bid && [[[...desk.offers.path, key, line], change(bid)]];
  });
  const { question, folded } = questions({ take: (offer) => desk.take(() => again(offer)) });

  const conditioned = new Set(); // the plays whose conditions are looked at

  function table(fight, bid) {
    const plays = listOf(bid, "plays");
    const keep = listOf(bid, "keep");
    const forced = listOf(bid, "forced");
    const set = (key, valueOf) => write(fight, (now) => {
      const made = { ...now, [key]: valueOf(listOf(now, key)) };
      if (["keep", "forced", "retreat"].includes(key) && !made[key].length) delete made[key];
      return made;
    });
    const kept = (card) => (rows) => (rows.includes(card) ? rows.filter((one) => one !== card) : [...rows, card]);
    const used = plays.map(cardOf);
    return [
      el("p", { class: "quiet" }, "Tap cards in the order in which they are to be played:"),
      el("div", { class: "cards", role: "group", "aria-label": "Cards that can be played here" },
        fight.cards.map((card) => {
          const left = fight.cards.filter((one) => one === card).length > used.filter((one) => one === card).length;
          return button(el("span", {}, ...suits(face(card))), () => set("plays", (rows) => [...rows, card]), { disabled: !left, class: "chip", "data-card": card });
        })),
      el("ol", { class: "plays" }, plays.map((play, at) => playRow(play, at, plays, face, (change) => set("plays", change), { known: desk.about.conditions, unfolded: conditioned, fight: fight.name }))),
      el("p", { class: "row" },
        el("label", {}, "I accept a loss of ", el("input", { type: "number", min: "0", value: String(bid.accept ?? 0), onchange: (event) => set("accept", () => Number(event.target.value) || 0) })),
        el("label", {}, " otherwise ", el("select", { onchange: (event) => set("otherwise", () => event.target.value) },
          el("option", { value: "ask", selected: bid.otherwise !== "concede" }, "ask me"), el("option", { value: "concede", selected: bid.otherwise === "concede" }, "concede")))),
      el("details", { open: keep.length > 0 }, el("summary", {}, "Never played here"),
        el("div", { class: "cards" }, [...new Set(fight.cards)].map((card) => button(el("span", {}, ...suits(face(card))), () => set("keep", kept(card)), { class: "chip", "aria-pressed": String(keep.includes(card)) })))),
      fight.forced.length || forced.length ? el("details", { class: "forced", open: forced.length > 0 }, el("summary", {}, "Given first where the rules demand a card", el("span", { class: "quiet" }, ...suits(forced.length ? `: ${forced.map(String).map(face).join(", ")}` : ", else the lowest"))),
        el("div", { class: "cards" }, [...new Set([...fight.forced, ...forced])].map((card) => button(el("span", {}, ...suits(face(String(card)))), () => set("forced", kept(card)), { class: "chip", disabled: keep.includes(card) && !forced.includes(card), "aria-label": `${face(String(card))}, given where a card is demanded`, "aria-pressed": String(forced.includes(card)) })))) : null,
      ...fight.choices.map((choice) => folded(choice, `${fight.key} ${fight.line}: `)),
      el("label", { class: "quiet" }, "Wishes for the retreat, written: ",
        el("input", { type: "text", size: "28", value: listOf(bid, "retreat").join(", "), "aria-label": `Wishes for the retreat: ${fight.name}`, onchange: (event) => set("retreat", () => event.target.value.split(",").map((word) => word.trim()).filter(Boolean)) })),
      button(fight.key === "bid" ? "Take this bid back" : "Take this standing bid back", () => write(fight, () => null), { class: "offer" }),
    ];
  }

  const suit = (letter) => SIGNS[letter] || letter;

  function where({ suits: [own, enemy], score }) {
    if (!own && !enemy) return null;
    const places = enemy ? `You in ${suit(own)}, the enemy in ${suit(enemy)}.` : `You in ${suit(own)}.`;
    const now = score === null || score === undefined ? "" : ` Your score: ${score > 0 ? "+" : ""}${score}.`;
    return el("p", { class: "quiet" }, ...suits(places + now));
  }

  // What the checker thinks of a bid: what it understands, how that may go, and what is wrong within its lines.
  const pathOf = (fight) => [...desk.offers.path, fight.key, fight.line].join(".");

  function thoughts(fight) {
    const { complaints = [], understood = [], bids: places = [] } = desk.checked || {};
    const [, first, last] = places.find(([path]) => path.join(".") === pathOf(fight)) || ["", 0, -1];
    const own = complaints.filter(({ line }) => first <= line && line <= last);
    const indent = (line) => line.length - line.trimStart().length;
    const begin = understood.findIndex((line) => line.trimStart().startsWith(`bid: ${fight.name}:`));
    const rest = begin < 0 ? [] : understood.slice(begin + 1);
    const end = rest.findIndex((line) => indent(line) <= indent(understood[begin]));
    const lines = rest.slice(0, end < 0 ? rest.length : end).map((line) => line.trim());
    return [
      ...own.map(({ severity, message, hint, code }) => el("p", { "data-kind": severity },
        el("b", {}, `${severity}: `), ...suits(message), " [", button(code, () => lookUp(code), { class: "link" }), "] ", el("span", { class: "quiet" }, ...suits(hint)))),
      ...lines.map((line) => el("p", {}, ...suits(line))),
    ];
  }

  desk.on("check", () => {
    for (const fight of (desk.offers && desk.offers.fights) || []) {
      const place = document.querySelector(`.thought[data-path="${CSS.escape(pathOf(fight))}"]`);
      if (place) show(place, ...thoughts(fight));
    }
  });

  function fightBox(fight) {
    const bid = fight.line >= 0 ? bids(fight.key)[fight.line] : null;
    const begin = fight.stands ? "Change it" : fight.key === "bid" ? "Write a bid" : "Write a standing bid";
    return el("article", { class: "bid", "data-key": fight.key },
      el("h3", {}, fight.name),
      where(fight),
      bid ? [...table(fight, bid), el("div", { class: "thought", role: "status", "data-path": pathOf(fight) }, thoughts(fight))] : button(begin, () => desk.take(() => again(fight)), { class: "begin", "aria-label": `${begin}: ${fight.name}` }));
  }

  // Standing bids: those of the sheet and those that hold; the ones that could be begun are folded away.
  function standing(fights, withdrawn) {
    const there = fights.filter((fight) => fight.line >= 0 || fight.stands);
    const free = fights.filter((fight) => fight.line < 0 && !fight.stands);
    return [
      el("h2", {}, "Standing bids"),
      el("p", { class: "quiet" }, "A standing bid answers for you when you are attacked, and spares everybody a mail. It holds until it is withdrawn."),
      ...there.map(fightBox),
      ...withdrawn.map((choice) => question(choice)),
      free.length ? el("details", { class: "besides", open: unfolded, ontoggle: (event) => { unfolded = event.target.open; } },
        el("summary", {}, `For ${free.length === 1 ? "a stack" : `${free.length} stacks`} without one`), free.map(fightBox)) : null,
    ];
  }
  let unfolded = false;

  desk.on("offers", () => drawnAnew($("battles"), draw));

  function draw() {
    const { fights = [], choices = [] } = desk.offers || {};
    const now = fights.filter((fight) => fight.key === "bid");
    const [wishes, withdrawn] = ABOUT_BATTLES.map((kind) => choices.filter((choice) => choice.kind === kind));
    show($("fights"), ...now.map(fightBox), ...wishes.map((choice) => folded(choice)));
    const others = fights.filter((fight) => fight.key !== "bid");
    show($("standing"), ...(others.length || withdrawn.length ? standing(others, withdrawn) : []));
    $("fights-none").hidden = now.length > 0;
    $("rehearsal").hidden = !desk.about.rehearses || !bids("bid").length;
  }

  desk.on("opened", () => {
    document.body.classList.toggle("peaceful", !desk.about.rehearses); // a title without battles
    if (!desk.about.rehearses && document.body.dataset.tab === "battles") desk.tell("tab", "board");
    show($("fights"));
    show($("standing"));
    unfolded = false;
    show($("rehearsed"));
    rehearsed = "";
    $("fights-none").hidden = false;
    $("rehearsal").hidden = true;
  });

  const bar = (row, samples) => el("tr", {},
    el("td", {}, (WORDS[row.result] || (() => row.result))(row.number)),
    el("td", {}, `${Math.round((1000 * row.count) / samples) / 10} %`),
    el("td", {}, el("meter", { min: "0", max: String(samples), value: String(row.count) })));

  // What was rehearsed is of the bids as they were then, and of the view that was open.
  let rehearsed = "";
  const bidsNow = () => JSON.stringify(bids("bid"));
  desk.on("offers", () => {
    if (!rehearsed || rehearsed === bidsNow() || desk.decision) return;
    rehearsed = "";
    show($("rehearsed"), el("p", { class: "quiet" }, "The bid was changed: rehearse it again."));
  });

  async function rehearse() {
    const strengths = $("enemy-strength").value.split(/[ ,]+/).filter(Boolean).map(Number);
    if (strengths.some((number) => !Number.isInteger(number) || number < 1 || number > 24)) {
      show($("rehearsed"), el("p", {}, "Strengths are numbers from 1 to 24, with blanks between them: 5 6 7."));
      return;
    }
    show($("rehearsed"), el("p", { class: "quiet" }, "One moment ..."));
    desk.tell("settle");
    await desk.rest();
    const now = (rehearsed = bidsNow());
    try {
      const found = await desk.engine.ask("rehearse", { sheet: desk.sheet, strengths, hand: $("enemy-hand").value.trim(), samples: 200 });
      if (rehearsed !== now) return;
      if (found.refused) show($("rehearsed"), el("p", {}, "The sheet has errors: mend them first."));
      else if (!found.battles.length) show($("rehearsed"), el("p", {}, found.text));
      else show($("rehearsed"), ...found.battles.flatMap((battle) => battle.impossible ? [el("h3", {}, battle.battle), el("p", {}, battle.impossible)] : [
        el("h3", {}, battle.battle),
        el("table", {}, el("tbody", {}, battle.results.map((row) => bar(row, battle.samples)))),
        ...battle.transcripts.map((told, at) => el("details", { open: at === 0 },
          el("summary", {}, ...suits(`The enemy has ${told.strength} and holds ${face(told.hand) || "nothing"}; ${told.enemy}`)),
          el("ol", {}, told.lines.map((line) => el("li", {}, ...suits(line)))))),
      ]));
    } catch (fault) {
      show($("rehearsed"), el("p", {}, [fault.message, fault.hint].filter(Boolean).join(" ")));
    }
  }
  $("rehearse").addEventListener("click", rehearse);
}

// Battles: a bid as a small table, what the checker thinks of it, and a rehearsal card by card.
import { $, button, el, show } from "./dom.js";
import { playRow } from "./plays.js";
import { suits } from "./told.js";

const SIGNS = { S: "♠", C: "♣", H: "♥", D: "♦" };
const face = (card) => card.replace(/[SCHD]/g, (sign) => SIGNS[sign]);
const cardOf = (play) => (typeof play === "string" ? play : play.card);
const WORDS = { won: (number) => `the enemy loses ${number}`, tied: () => "a tie", asked: (number) => `you are asked at ${-number}`, lost: (number) => `you lose ${number}` };

export function setUpBattles(desk) {
  const bids = () => (desk.offers && Array.isArray(desk.offers.bids) ? desk.offers.bids : []);
  const write = (line, bid) => desk.take([[[...desk.offers.path, "bid", line], bid]]);

  function table(fight, bid) {
    const plays = Array.isArray(bid.plays) ? bid.plays : [];
    const keep = Array.isArray(bid.keep) ? bid.keep : [];
    const set = (key, value) => {
      const made = { ...bid, [key]: value };
      if (key === "keep" && !value.length) delete made.keep;
      write(fight.line, made);
    };
    const used = plays.map(cardOf);
    const list = (key) => (Array.isArray(bid[key]) ? bid[key] : []).join(", ");
    return [
      el("p", { class: "quiet" }, "Tap cards in the order in which they are to be played:"),
      el("div", { class: "cards", role: "group", "aria-label": "Cards that can be played here" },
        fight.cards.map((card) => {
          const left = fight.cards.filter((one) => one === card).length > used.filter((one) => one === card).length;
          return button(el("span", {}, ...suits(face(card))), () => set("plays", [...plays, card]), { disabled: !left, class: "chip", "data-card": card });
        })),
      el("ol", { class: "plays" }, plays.map((play, at) => playRow(play, at, plays, face, (rows) => set("plays", rows)))),
      el("p", { class: "row" },
        el("label", {}, "I accept a loss of ", el("input", { type: "number", min: "0", value: String(bid.accept ?? 0), onchange: (event) => set("accept", Number(event.target.value) || 0) })),
        el("label", {}, " otherwise ", el("select", { onchange: (event) => set("otherwise", event.target.value) },
          el("option", { value: "ask", selected: bid.otherwise !== "concede" }, "ask me"), el("option", { value: "concede", selected: bid.otherwise === "concede" }, "concede")))),
      el("details", { open: keep.length > 0 }, el("summary", {}, "Never played here"),
        el("div", { class: "cards" }, [...new Set(fight.cards)].map((card) => button(el("span", {}, ...suits(face(card))), () => set("keep", keep.includes(card) ? keep.filter((one) => one !== card) : [...keep, card]), { class: "chip", "aria-pressed": String(keep.includes(card)) })))),
      el("label", {}, "Where the beaten enemy is to go, in order of liking: ",
        el("input", { type: "text", size: "28", value: list("retreat"), onchange: (event) => set("retreat", event.target.value.split(",").map((word) => word.trim()).filter(Boolean)) })),
      fight.retreats && fight.retreats.length ? el("details", {}, el("summary", {}, "Cities for that"),
        el("div", { class: "cards" }, fight.retreats.map((id) => {
          const city = ((desk.map && desk.map.cities) || []).find((one) => one.id === id);
          const name = city ? city.name : id;
          return button(name, () => set("retreat", [...(Array.isArray(bid.retreat) ? bid.retreat : []), name]), { class: "chip" });
        }))) : null,
    ];
  }

  function fightBox(fight) {
    const bid = fight.line >= 0 ? bids()[fight.line] : null;
    const score = fight.score === null || fight.score === undefined ? "" : ` Your score: ${fight.score > 0 ? "+" : ""}${fight.score}.`;
    return el("article", { class: "bid" },
      el("h3", {}, fight.name),
      el("p", { class: "quiet" }, ...suits(`You in ${SIGNS[fight.suits[0]] || fight.suits[0]}, the enemy in ${SIGNS[fight.suits[1]] || fight.suits[1]}.${score}`)),
      bid ? table(fight, bid) : button("Write a bid", () => desk.take(fight.edits), { class: "begin" }));
  }

  desk.on("offers", () => {
    const fights = (desk.offers && desk.offers.fights) || [];
    const held = document.activeElement && $("fights").contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : "";
    show($("fights"), ...fights.map(fightBox));
    if (held) {
      const again = [...$("fights").querySelectorAll("[aria-label]")].find((part) => part.getAttribute("aria-label") === held);
      if (again) again.focus();
    }
    $("fights-none").hidden = fights.length > 0;
    $("rehearsal").hidden = !desk.about.rehearses || !bids().length;
    document.querySelector("[role=tab][data-tab=battles]").classList.toggle("waits", fights.some((fight) => fight.line < 0));
  });
  desk.on("opened", () => {
    show($("fights"));
    show($("rehearsed"));
    $("fights-none").hidden = false;
    $("rehearsal").hidden = true;
  });

  const bar = (row, samples) => el("tr", {},
    el("td", {}, (WORDS[row.result] || (() => row.result))(row.number)),
    el("td", {}, `${Math.round((1000 * row.count) / samples) / 10} %`),
    el("td", {}, el("meter", { min: "0", max: String(samples), value: String(row.count) })));

  async function rehearse() {
    const strengths = $("enemy-strength").value.split(/[ ,]+/).map(Number).filter((number) => number > 0);
    show($("rehearsed"), el("p", { class: "quiet" }, "One moment ..."));
    try {
      const found = await desk.engine.ask("rehearse", { sheet: desk.sheet, strengths, hand: $("enemy-hand").value.trim(), samples: 200 });
      if (found.refused) show($("rehearsed"), el("p", {}, "The sheet has errors: mend them first."));
      else if (!found.battles.length) show($("rehearsed"), el("p", {}, found.text));
      else show($("rehearsed"), ...found.battles.flatMap((battle) => [
        el("h3", {}, battle.battle),
        el("table", {}, el("tbody", {}, battle.results.map((row) => bar(row, battle.samples)))),
        ...battle.transcripts.map((told, at) => el("details", { open: at === 0 },
          el("summary", {}, ...suits(`The enemy has ${told.strength} and holds ${told.hand || "nothing"}; ${told.enemy}`)),
          el("ol", {}, told.lines.map((line) => el("li", {}, ...suits(line)))))),
      ]));
    } catch (fault) {
      show($("rehearsed"), el("p", {}, [fault.message, fault.hint].filter(Boolean).join(" ")));
    }
  }
  $("rehearse").addEventListener("click", rehearse);
}

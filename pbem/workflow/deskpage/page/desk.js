// What lies on the desk: the view that is open, the sheet as it is written, and what was before it. Who shows
// something of it listens for its name.

// By which the sheet of a view is known again.
export const placeOf = ({ ruleset, game, seed, role, step }) => [ruleset, game, seed, role, step].join("\n");

export class Desk {
  constructor(engine) {
    this.engine = engine;
    this.about = null;
    this.sheet = "";
    this.before = [];
    this.after = [];
    this.checked = null;
    this.offers = null;
    this.map = null;
    this.sealed = null;
    this.decision = ""; // the coming decision that is ordered ahead; none is what is asked now
    this.board = null; // what never changes of the map
    this.names = new WeakMap(); // of all that was offered
    this.left = new Map(); // the sheets of the views that were open before
    this.listeners = {};
  }

  on(name, listener) {
    (this.listeners[name] ||= []).push(listener);
  }

  tell(name, ...given) {
    for (const listener of this.listeners[name] || []) listener(...given);
  }

  // Another view is open. A sheet that was begun for one is kept until it is opened again, or the page is closed.
  opened(about) {
    if (this.about && this.sheet !== this.about.sheet) {
      this.left.set(placeOf(this.about), { sheet: this.sheet, before: this.before, after: this.after });
    }
    const { sheet, before, after } = this.left.get(placeOf(about)) || { sheet: about.sheet, before: [], after: [] };
    this.about = about;
    this.before = before;
    this.after = after;
    this.sealed = null;
    this.checked = this.offers = this.map = this.board = null;
    this.decision = "";
    this.sheet = sheet;
    this.tell("opened");
    this.tell("sheet", "opening");
    return this.asked();
  }

  // Another text of the sheet. Who wrote it: "hand" at the keyboard, "tap" on the map, "program" for all else.
  write(text, who) {
    if (text === this.sheet) return;
    const now = Date.now();
    const goesOn = who === "hand" && this.last === "hand" && now - this.lastTime < 1200 && this.before.length;
    if (!goesOn) this.before.push(this.sheet);
    if (this.before.length > 300) this.before.shift();
    this.last = who;
    this.lastTime = now;
    this.after = [];
    this.sheet = text;
    this.tell("sheet", who);
    this.asked();
  }

  undo() {
    this.tell("settle");
    this.turn(this.before, this.after);
  }

  redo() {
    this.tell("settle");
    this.turn(this.after, this.before);
  }

  turn(from, to) {
    if (!from.length) return;
    to.push(this.sheet);
    this.sheet = from.pop();
    this.last = "";
    this.tell("sheet", "program");
    this.asked();
  }

  // Ask the program about the sheet as it stands now: what may be said next, the map, the complaints.
  asked() {
    this.asking = this.ask();
    return this.asking;
  }

  async ask() {
    const { sheet, decision } = this;
    const given = { map: { sheet, decision, whole: !this.board }, offers: { sheet, decision }, check: { sheet } };
    const wanted = this.about.role ? ["map", "offers", "check"] : ["map"];
    this.pending = (this.pending || 0) + 1;
    this.tell("busy", true);
    try {
      await Promise.all(wanted.map(async (name) => {
        const found = await this.engine.ask(name, given[name], name);
        if (found !== null && found.svg !== undefined) this.board = found.layer ? { svg: found.svg, cities: found.cities } : null;
        if (found === null || sheet !== this.sheet || decision !== this.decision) return;
        this[name === "check" ? "checked" : name] = name === "map" ? { ...this.board, ...found } : found;
        if (name === "offers") for (const [known, offer] of named(found)) this.names.set(offer, known);
        this.tell(name);
      }));
    } catch (fault) {
      this.tell("fault", fault);
    } finally {
      this.pending--;
      if (!this.pending) this.tell("busy", false);
    }
  }

  // Turn to a coming decision, or to what is asked now.
  decide(decision) {
    this.decision = decision;
    this.tell("decided");
    return this.asked();
  }

  // Take up something that the program has offered: changes, or what finds them among the offers of that moment. Taps
  // wait for one another and for what is being typed: each changes the sheet that the one before it has made.
  take(found) {
    const { about, decision } = this;
    const isHere = () => about === this.about && decision === this.decision;
    this.taken = (this.taken || Promise.resolve()).then(() => this.takeUp(found, isHere)).catch((fault) => this.tell("fault", fault));
    return this.taken;
  }

  async takeUp(found, isHere) {
    for (let done = false; !done;) {
      this.tell("settle");
      await this.rest();
      const edits = isHere() && (typeof found === "function" ? found() : found);
      if (!edits) return;
      const { sheet } = this;
      const path = (this.offers && this.offers.path) || [];
      const ahead = path.length > 0 && edits.some(([place]) => place[0] === path[0]);
      const begin = ahead ? [[[...path, "for"], this.decision]] : []; // orders ahead say what they are for
      const made = await this.engine.ask("edit", { sheet, edits: [...begin, ...edits] });
      this.tell("settle");
      done = sheet === this.sheet; // else somebody has typed in it meanwhile
      if (done) this.write(made.sheet, "tap");
    }
  }

  // When all that was asked about the sheet is answered.
  async rest() {
    for (let last = null; last !== this.asking;) {
      last = this.asking;
      await last;
    }
  }

  // An offer, or a battle, that was shown before: as it is among the offers of now; undefined if it is no longer there.
  again(shown) {
    const name = this.names.get(shown);
    for (const [other, offer] of named(this.offers)) if (other === name) return offer;
  }
}

// All offers and battles, each with a name by which it is known again after the sheet was changed.
function* named(offers) {
  const { groups = [], choices = [], fights = [], besides } = offers || {};
  const rows = (place, list) => list.map((offer) => [[...place, offer.text, offer.said].join("\n"), offer]);
  for (const { pieces, goals, others } of groups) yield* rows(["group", ...pieces], [...goals.flatMap((goal) => goal.ways), ...others]);
  for (const choice of [...choices, ...(besides ? besides.choices : [])]) yield* rows([choice.kind, choice.title], choice.offers);
  for (const fight of fights) {
    const place = [fight.key, fight.line, ...fight.own, "against", ...fight.enemy, fight.line < 0 ? fight.name : ""];
    yield [place.join("\n"), fight];
    for (const choice of fight.choices) yield* rows([...place, choice.kind], choice.offers);
  }
}

// What lies on the desk: the view that is open, the sheet as it is written, and what was before it. Who shows
// something of it listens for its name.

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
    this.listeners = {};
  }

  on(name, listener) {
    (this.listeners[name] ||= []).push(listener);
  }

  tell(name, ...given) {
    for (const listener of this.listeners[name] || []) listener(...given);
  }

  opened(about) {
    this.about = about;
    this.before = [];
    this.after = [];
    this.sealed = null;
    this.checked = this.offers = this.map = this.board = null;
    this.decision = "";
    this.sheet = about.sheet;
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
    this.turn(this.before, this.after);
  }

  redo() {
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
  async asked() {
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

  // Take up something that the program has offered; orders ahead stand in a table that says what they are for.
  async take(edits) {
    const path = (this.offers && this.offers.path) || [];
    const begin = path.length ? [[[...path, "for"], this.decision]] : [];
    try {
      const found = await this.engine.ask("edit", { sheet: this.sheet, edits: [...begin, ...edits] });
      this.write(found.sheet, "tap");
    } catch (fault) {
      this.tell("fault", fault);
    }
  }
}

// The map: dragged, pinched and tapped; what is lit up on it, and the ways that are shown.
import { $, drawing, drawnAnew } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const RING = 0.6; // of what can be tapped around a city: a ring so small that its name can be read
const SLOP = 9; // pixels a finger may stray and still tap
const EDGE = 30; // pixels that are left free around what is to be tapped
const TOOLS = 66; // and on the side of the tools
const NEAR = 22; // pixels around a tap in which something is meant

const node = (name, given, ...inside) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(given)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
};

export class Board {
  constructor(desk) {
    this.desk = desk;
    this.figure = $("map");
    this.pointers = new Map();
    this.onToken = () => {};
    this.onPlace = () => {};
    this.onNothing = () => {};
    this.lit = [];
    this.size = [400, 300]; // of the picture, in pixels
    desk.on("opened", () => {
      this.box = null;
    });
    desk.on("map", () => this.draw());
    this.listen();
  }

  // The board is drawn once; after that only what stands on it.
  draw() {
    const { svg, layer, tokens } = this.desk.map;
    this.tokens = tokens;
    if (this.drawn !== svg || !this.svg) this.drawBoard(svg);
    if (!this.svg) return;
    if (layer) this.drawLayer(layer);
    const own = tokens.filter((token) => this.desk.map.own.includes(token.nation));
    if (this.box) this.show();
    else this.look(() => this.opening(own));
    this.relight();
  }

  drawBoard(svg) {
    const made = svg ? drawing(svg) : null;
    this.figure.replaceChildren(...(made ? [made] : []));
    this.figure.hidden = !made;
    this.svg = made;
    this.drawn = svg;
    this.layer = null;
    if (!made) return;
    made.removeAttribute("width");
    made.removeAttribute("height");
    this.whole = made.getAttribute("viewBox").split(/[ ,]+/).map(Number);
    this.cities = new Map(this.desk.map.cities.map((city) => [city.id, city]));
    this.overlay = node("g", { class: "overlay" });
    made.append(this.overlay);
    this.measure();
  }

  // How large the picture is. To ask for it makes the browser lay out the whole map, so it is asked when it may be another.
  measure() {
    this.size = [this.figure.clientWidth || 400, this.figure.clientHeight || 300];
  }

  drawLayer(layer) {
    const made = drawing(`<svg xmlns="${SVG}">${layer}</svg>`);
    const ground = this.svg.querySelector(".ground");
    if (!made || !ground) return;
    if (this.layer) this.layer.remove();
    this.layer = made.querySelector(".pieces");
    ground.after(this.layer);
  }

  // What is seen first: the whole board (of one that goes on far below, its top), or on a small screen the own pieces.
  opening(own) {
    const [x, y, width, height] = this.whole;
    const [across] = this.size;
    if (!own.length || across > 900) return [x, y, Math.max(width, Math.min(width, height) / this.ratio), height];
    const [x0, y0] = [0, 1].map((n) => Math.min(...own.map((token) => token.box[n])));
    const [x1, y1] = [2, 3].map((n) => Math.max(...own.map((token) => token.box[n])));
    const least = across * 1.5;
    const wide = Math.max(x1 - x0 + 160, least);
    return [(x0 + x1 - wide) / 2, (y0 + y1 - wide * this.ratio) / 2, wide, wide];
  }

  // Look at a part of the board; until the board is moved it is that part, however large the window becomes.
  look(part) {
    this.part = part;
    this.box = part();
    this.show(0);
    this.resize();
  }

  get ratio() {
    const [across, down] = this.size;
    return down / across;
  }

  // So wide is the picture if the whole board is in it.
  get most() {
    return Math.max(this.whole[2], this.whole[3] / this.ratio);
  }

  // Show the part of the board that is looked at; it can be drawn aside so far that no tool is over it.
  show(tools = TOOLS) {
    if (!this.svg) return;
    const [x, y, width, height] = this.whole;
    let [left, top, wide] = this.box;
    wide = Math.min(Math.max(wide, width / 14), this.most);
    const high = wide * this.ratio;
    const over = (tools * wide) / this.size[0];
    left = wide >= width ? x - (wide - width) / 2 : Math.min(Math.max(left, x - over), x + width - wide + over);
    top = high >= height ? y - (high - height) / 2 : Math.min(Math.max(top, y - over), y + height - high + over);
    this.box = [left, top, wide, high];
    const seen = this.box.map((number) => number.toFixed(1)).join(" ");
    if (this.svg.getAttribute("viewBox") !== seen) this.svg.setAttribute("viewBox", seen);
  }

  // So many units of the board are one pixel.
  get unit() {
    return this.box[2] / this.size[0];
  }

  spot(x, y) {
    const place = this.figure.getBoundingClientRect();
    return [this.box[0] + (x - place.left) * this.unit, this.box[1] + (y - place.top) * this.unit];
  }

  zoom(by, x, y) {
    this.part = null;
    const place = this.figure.getBoundingClientRect();
    const [px, py] = x === undefined ? [place.left + place.width / 2, place.top + place.height / 2] : [x, y];
    const [sx, sy] = this.spot(px, py);
    const wide = Math.min(Math.max(this.box[2] / by, this.whole[2] / 14), this.most);
    const share = wide / this.box[2];
    this.box = [sx - (sx - this.box[0]) * share, sy - (sy - this.box[1]) * share, wide, this.box[3] * share];
    this.show();
    this.resize();
  }

  fit() {
    this.look(() => [this.whole[0], this.whole[1], this.most, this.whole[3]]);
  }

  move(dx, dy) {
    this.part = null;
    this.box = [this.box[0] + dx * this.unit, this.box[1] + dy * this.unit, this.box[2], this.box[3]];
    this.show();
  }

  // Bring some places into the picture, so near that each of them can be tapped.
  frame(ids) {
    const found = ids.map((id) => this.cities && this.cities.get(id)).filter(Boolean);
    if (!found.length) return;
    this.measure(); // what is said below the map may have grown
    const [left, top, wide, high] = this.box;
    const inside = ({ x, y }) => x > left && x < left + wide && y > top && y < top + high;
    const range = (key) => [Math.min(...found.map((city) => city[key])), Math.max(...found.map((city) => city[key]))];
    const [[x0, x1], [y0, y1]] = [range("x"), range("y")];
    const [across, down] = this.size;
    const unit = Math.max((x1 - x0) / (across - EDGE - TOOLS), (y1 - y0) / (down - 2 * EDGE), 0.85);
    const fits = ({ x, y }) => inside({ x: x - EDGE * this.unit, y }) && inside({ x: x + TOOLS * this.unit, y });
    if (found.every(inside) && found.every(fits) && this.unit < unit * 1.25) return;
    this.part = null;
    const middle = EDGE + (across - EDGE - TOOLS) / 2; // between the edge and the tools
    this.box = [(x0 + x1) / 2 - middle * unit, (y0 + y1 - down * unit) / 2, across * unit, down * unit];
    this.show();
    this.resize();
  }

  listen() {
    const figure = this.figure;
    figure.addEventListener("pointerdown", (event) => this.down(event));
    figure.addEventListener("pointermove", (event) => this.drag(event));
    for (const name of ["pointerup", "pointercancel"]) figure.addEventListener(name, (event) => this.up(event, name));
    figure.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
    }, { passive: false });
    figure.addEventListener("keydown", (event) => this.key(event));
    $("zoom-in").addEventListener("click", () => this.zoom(1.6));
    $("zoom-out").addEventListener("click", () => this.zoom(1 / 1.6));
    $("zoom-fit").addEventListener("click", () => this.fit());
    new ResizeObserver(() => {
      this.measure();
      if (!this.svg || !this.box) return;
      if (this.part) this.look(this.part);
      else {
        this.show();
        this.resize();
      }
    }).observe(figure);
  }

  key(event) {
    const step = 60;
    const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    if (!this.svg) return;
    if (moves[event.key]) this.move(...moves[event.key]);
    else if (event.key === "+" || event.key === "=") this.zoom(1.4);
    else if (event.key === "-") this.zoom(1 / 1.4);
    else if (event.key === "0") this.fit();
    else if (event.key === "Escape") this.onNothing();
    else if ((event.key === "Enter" || event.key === " ") && event.target !== this.figure) this.meant(event.target);
    else return;
    event.preventDefault();
  }

  down(event) {
    if (!this.svg) return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, at: [event.clientX, event.clientY], target: event.target });
    this.figure.setPointerCapture(event.pointerId);
    if (this.pointers.size > 1) this.pinched = true;
  }

  drag(event) {
    const own = this.pointers.get(event.pointerId);
    if (!own) return;
    const others = [...this.pointers.values()].filter((row) => row !== own);
    if (others.length) {
      const [other] = others;
      const before = Math.hypot(own.x - other.x, own.y - other.y) || 1;
      const after = Math.hypot(event.clientX - other.x, event.clientY - other.y) || 1;
      this.move((own.x - event.clientX) / 2, (own.y - event.clientY) / 2);
      this.zoom(after / before, (event.clientX + other.x) / 2, (event.clientY + other.y) / 2);
    } else if (own.dragged || Math.hypot(event.clientX - own.at[0], event.clientY - own.at[1]) > SLOP) {
      own.dragged = true;
      this.move(own.x - event.clientX, own.y - event.clientY);
    }
    own.x = event.clientX;
    own.y = event.clientY;
  }

  up(event, name) {
    const own = this.pointers.get(event.pointerId);
    this.pointers.delete(event.pointerId);
    if (own && !own.dragged && !this.pinched && name === "pointerup") this.tap(event.clientX, event.clientY, own.target);
    if (!this.pointers.size) this.pinched = false;
  }

  meant(target) {
    const mark = target.closest("[data-place], [data-token]");
    if (!mark) return false;
    if (mark.dataset.place) this.onPlace(mark.dataset.place);
    else this.onToken(this.tokens[Number(mark.dataset.token)]);
    return true;
  }

  // What a tap means: what is under it, else the nearest thing: lit places first, then pieces.
  tap(x, y, target) {
    if (this.meant(target)) return;
    const [sx, sy] = this.spot(x, y);
    const reach = NEAR * this.unit;
    const far = ({ x: cx, y: cy }) => Math.hypot(cx - sx, cy - sy);
    const lit = this.lit.map((row) => this.cities.get(row.place)).filter(Boolean).sort((a, b) => far(a) - far(b))[0];
    if (lit && far(lit) < reach) {
      this.onPlace(lit.id);
      return;
    }
    const off = ({ box: [x0, y0, x1, y1] }) => Math.hypot(Math.max(x0 - sx, 0, sx - x1), Math.max(y0 - sy, 0, sy - y1));
    const token = [...this.tokens].sort((a, b) => off(a) - off(b))[0];
    if (token && off(token) < reach / 2) this.onToken(token);
    else this.onNothing();
  }

  // Light up places: rows of a place, a word for colours, and what is said of it; and the pieces that can be tapped.
  light(rows, chosen = []) {
    this.lit = rows;
    this.chosen = chosen;
    this.relight();
  }

  relight() {
    if (!this.overlay || !this.desk.map) return;
    const parts = [];
    this.tokens.forEach((token, at) => {
      const [x0, y0, x1, y1] = token.box;
      const own = this.desk.map.own.includes(token.nation);
      const is = token.pieces.some((piece) => (this.chosen || []).includes(piece));
      parts.push(node("rect", {
        x: x0 - 2, y: y0 - 2, width: x1 - x0 + 4, height: y1 - y0 + 4, rx: 4, "data-token": at,
        class: `token${own ? " own" : ""}${is ? " chosen" : ""}`,
        ...(own ? { role: "button", tabindex: "0" } : { role: "img" }), "aria-label": token.about,
      }, node("title", {}, token.about)));
    });
    for (const row of this.lit) {
      const city = this.cities.get(row.place);
      if (!city) continue;
      parts.push(node("g", { "data-place": row.place, class: `goal ${row.kind || ""}`, role: "button", tabindex: "0", "aria-label": row.about },
        node("title", {}, row.about),
        node("circle", { cx: city.x, cy: city.y, class: "halo" }),
        node("circle", { cx: city.x, cy: city.y, class: "ring" }),
        node("circle", { cx: city.x, cy: city.y, class: "hit" })));
    }
    this.path = node("polyline", { class: "way", points: "" });
    drawnAnew(this.overlay, () => this.overlay.replaceChildren(...parts, this.path));
    this.resize();
  }

  // Marks keep their size on the screen, however near one looks.
  resize() {
    if (!this.overlay) return;
    const size = Math.max(7, Math.min(13 * this.unit, 40));
    for (const circle of this.overlay.querySelectorAll("circle")) {
      const share = circle.classList.contains("hit") ? 1 : RING;
      circle.setAttribute("r", (size * share).toFixed(1));
    }
    this.overlay.style.setProperty("--unit", this.unit.toFixed(3));
  }

  way(ids) {
    if (!this.path) return;
    const spots = ids.map((id) => this.cities.get(id)).filter(Boolean);
    this.path.setAttribute("points", spots.map(({ x, y }) => `${x},${y}`).join(" "));
  }
}

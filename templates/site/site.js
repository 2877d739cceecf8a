// Pages are turned by keys; the map is moved and zoomed, and stays where it was on the next page.
(function () {
  "use strict";

  function go(rel, end) {
    var link = document.querySelector('link[rel="' + rel + '"]');
    var nav = document.querySelector("nav");
    var edge = end && nav && nav.querySelector(end + "-child");
    var target = end ? edge && edge.getAttribute("href") : link && link.getAttribute("href");
    if (target) { window.location.href = target; }
  }

  document.addEventListener("keydown", function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) { return; }
    if (event.key === "ArrowRight") { go("next"); }
    else if (event.key === "ArrowLeft") { go("prev"); }
    else if (event.key === "Home") { event.preventDefault(); go("", ":first"); }
    else if (event.key === "End") { event.preventDefault(); go("", ":last"); }
  });

  var figure = document.querySelector(".map figure");
  var svg = figure && figure.querySelector("svg");
  if (!svg || !svg.viewBox.baseVal || !svg.viewBox.baseVal.width) { return; }
  var room = svg.getBoundingClientRect(), tall = svg.viewBox.baseVal.height / svg.viewBox.baseVal.width;
  if (tall > 1.5 && figure.clientWidth < 700) {
    // A picture made for a phone is shown whole and scrolls with the page.
    figure.classList.add("tall");
    return;
  }
  var whole = { x: 0, y: 0, w: svg.viewBox.baseVal.width, h: svg.viewBox.baseVal.height };
  if (room.height * whole.w < 0.9 * room.width * whole.h) {
    whole.w = whole.h * room.width / room.height;  // it stands in columns, in a wider room than its own measure
  }
  var view = { x: 0, y: 0, w: whole.w, h: whole.h };
  var key = "pbem-map-" + whole.w + "x" + Math.round(whole.h / 200);
  var tools = document.querySelector(".tools");
  figure.classList.add("live");
  tools.hidden = false;

  function inside(at, size, most) {
    return size >= most ? (most - size) / 2 : Math.min(most - size, Math.max(0, at));
  }

  function show(keep) {
    var box = svg.getBoundingClientRect();
    view.w = Math.min(whole.w, Math.max(whole.w / 12, view.w));
    view.h = view.w * (box.height / box.width || whole.h / whole.w);
    view.x = inside(view.x, view.w, whole.w);
    view.y = inside(view.y, view.h, whole.h);
    svg.setAttribute("viewBox", [view.x, view.y, view.w, view.h].join(" "));
    if (keep) { try { sessionStorage.setItem(key, JSON.stringify(view)); } catch (none) { /* not kept */ } }
  }

  // A point of the window in units of the map, whatever room the picture leaves at its sides.
  function spot(x, y) {
    var box = svg.getBoundingClientRect();
    var unit = Math.max(view.w / box.width, view.h / box.height);
    return {
      x: view.x + view.w / 2 + (x - box.left - box.width / 2) * unit,
      y: view.y + view.h / 2 + (y - box.top - box.height / 2) * unit,
      unit: unit
    };
  }

  function zoom(factor, x, y) {
    var box = svg.getBoundingClientRect();
    var at = spot(x === undefined ? box.left + box.width / 2 : x, y === undefined ? box.top + box.height / 2 : y);
    var w = Math.min(whole.w, Math.max(whole.w / 12, view.w * factor));
    var share = w / view.w;
    view.x = at.x - (at.x - view.x) * share;
    view.y = at.y - (at.y - view.y) * share;
    view.w = w;
    show(true);
  }

  tools.addEventListener("click", function (event) {
    var wish = event.target.getAttribute("data-zoom");
    if (wish === "in") { zoom(0.6); }
    if (wish === "out") { zoom(1 / 0.6); }
    if (wish === "fit") { view.w = whole.w; show(true); }
  });
  document.addEventListener("keydown", function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey) { return; }
    if (event.key === "+" || event.key === "=") { zoom(0.6); }
    else if (event.key === "-") { zoom(1 / 0.6); }
    else if (event.key === "0") { view.w = whole.w; show(true); }
  });
  figure.addEventListener("dblclick", function (event) { zoom(0.5, event.clientX, event.clientY); });
  figure.addEventListener("wheel", function (event) {
    event.preventDefault();
    zoom(event.deltaY < 0 ? 0.85 : 1 / 0.85, event.clientX, event.clientY);
  }, { passive: false });

  var fingers = {};
  function spread() {
    var ids = Object.keys(fingers), a = fingers[ids[0]], b = fingers[ids[1]];
    return { d: Math.hypot(a.x - b.x, a.y - b.y) || 1, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }
  figure.addEventListener("pointerdown", function (event) {
    fingers[event.pointerId] = { x: event.clientX, y: event.clientY };
    figure.setPointerCapture(event.pointerId);
  });
  figure.addEventListener("pointermove", function (event) {
    var finger = fingers[event.pointerId];
    if (!finger) { return; }
    var count = Object.keys(fingers).length, before = count === 2 ? spread() : null, unit = spot(0, 0).unit;
    var dx = event.clientX - finger.x, dy = event.clientY - finger.y;
    finger.x = event.clientX;
    finger.y = event.clientY;
    if (count === 2) {
      var now = spread();
      zoom(before.d / now.d, now.x, now.y);
    } else {
      view.x -= dx * unit;
      view.y -= dy * unit;
      show(true);
    }
  });
  ["pointerup", "pointercancel"].forEach(function (kind) {
    figure.addEventListener(kind, function (event) { delete fingers[event.pointerId]; });
  });

  try {
    var kept = JSON.parse(sessionStorage.getItem(key) || "null");
    if (kept && kept.w > 0) { view = kept; show(false); return; }
  } catch (none) { /* a fresh map */ }
  if (figure.clientWidth < 600) {
    // On a phone the whole board is a stamp: begin closer, at the battle or the first move, or in the middle.
    var focus = svg.getAttribute("data-focus");
    var at = focus ? focus.split(" ").map(Number) : [whole.w / 2, whole.h / 2];
    view.w = whole.w / 3.2;
    view.h = view.w * figure.clientHeight / figure.clientWidth;
    view.x = at[0] - view.w / 2;
    view.y = at[1] - view.h / 2;
    show(false);
  }
}());

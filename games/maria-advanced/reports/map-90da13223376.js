// The map is zoomed by keys, fingers and the wheel too; without this script the buttons and scrolling are enough.
(function () {
  "use strict";
  var figure = document.querySelector(".map figure"), board = figure.querySelector(".board");
  var own = board.querySelector("i"), most = 12, steps = 1.5;
  var phone = window.matchMedia("(max-width: 40rem)").matches;
  var now = 1;

  // A point of the window stays where it is while the map grows or shrinks around it.
  function zoom(to, x, y) {
    var box = board.getBoundingClientRect(), room = figure.getBoundingClientRect();
    var atX = x === undefined ? room.left + room.width / 2 : x, atY = y === undefined ? room.top + room.height / 2 : y;
    var shareX = (atX - box.left) / box.width, shareY = (atY - box.top) / box.height;
    now = Math.min(most, Math.max(1, to));
    figure.style.setProperty("--zoom", now);
    figure.classList.toggle("near", now > 1);
    box = board.getBoundingClientRect();
    figure.scrollLeft += box.left + shareX * box.width - atX;
    figure.scrollTop += box.top + shareY * box.height - atY;
  }

  function mark(value) {
    document.querySelectorAll('.map input[name="zoom"]').forEach(function (input) {
      input.checked = input.id === "zoom-" + value;
    });
  }

  function look(value) {
    if (value !== "own") { zoom(Number(value)); return; }
    zoom(Number(figure.getAttribute(phone ? "data-own" : "data-own-wide")));
    figure.scrollLeft = own.offsetLeft + own.offsetWidth / 2 - figure.clientWidth / 2;
    figure.scrollTop = own.offsetTop + own.offsetHeight / 2 - figure.clientHeight / 2;
  }

  function freely(to, x, y) {
    zoom(to, x, y);
    mark(now === 1 ? "1" : "");
  }

  figure.classList.add("live");
  var keys = document.querySelector(".map .keys");
  keys.textContent =
    "On the map: two fingers or a double tap, + and \u2212, or the wheel with Ctrl zoom; 0 shows the whole map.";
  keys.hidden = false;
  mark(own && phone ? "own" : "1");
  look(own && phone ? "own" : "1");

  document.querySelector(".map").addEventListener("change", function (event) { look(event.target.id.slice("zoom-".length)); });
  document.addEventListener("keydown", function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey) { return; }
    if (event.key === "+" || event.key === "=") { freely(now * steps); }
    else if (event.key === "-") { freely(now / steps); }
    else if (event.key === "0") { freely(1); }
  });
  figure.addEventListener("dblclick", function (event) {
    event.preventDefault();
    freely(now * 2 > most ? 1 : now * 2, event.clientX, event.clientY);
  });
  figure.addEventListener("wheel", function (event) {
    if (!event.ctrlKey) { return; }
    event.preventDefault();
    freely(event.deltaY < 0 ? now * 1.2 : now / 1.2, event.clientX, event.clientY);
  }, { passive: false });

  var start = null;
  function spread(touches) {
    var a = touches[0], b = touches[1];
    return {
      d: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1, z: now,
      x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2
    };
  }
  figure.addEventListener("touchstart", function (event) {
    start = event.touches.length === 2 ? spread(event.touches) : null;
  }, { passive: true });
  figure.addEventListener("touchmove", function (event) {
    if (!start || event.touches.length !== 2) { return; }
    event.preventDefault();
    var at = spread(event.touches);
    freely(start.z * at.d / start.d, at.x, at.y);
  }, { passive: false });

  var held = null;
  figure.addEventListener("pointerdown", function (event) {
    if (event.pointerType !== "mouse" || event.button) { return; }
    held = { x: event.clientX + figure.scrollLeft, y: event.clientY + figure.scrollTop };
    figure.setPointerCapture(event.pointerId);
  });
  figure.addEventListener("pointermove", function (event) {
    if (!held) { return; }
    figure.scrollLeft = held.x - event.clientX;
    figure.scrollTop = held.y - event.clientY;
  });
  ["pointerup", "pointercancel"].forEach(function (kind) {
    figure.addEventListener(kind, function () { held = null; });
  });
}());

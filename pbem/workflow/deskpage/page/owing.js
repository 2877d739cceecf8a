// What is owed now in one line, which leads to where it is said; and once it is said, to where it is sent.
import { $ } from "./dom.js";

export function setUpOwing(desk) {
  const line = $("owing");
  let tab = "board";

  const draw = () => {
    const due = desk.offers && desk.offers.due;
    line.hidden = !due;
    if (!due) return;
    const refused = Boolean(desk.checked && desk.checked.refused);
    tab = refused && due.done ? "paper" : due.done ? "sending" : due.tab;
    const said = refused ? "It is in the sheet, but with errors" : "It is in the sheet, and to be sent";
    line.textContent = due.done ? `${said}: ${due.what}.` : `You owe ${due.what}.`;
    line.classList.toggle("done", due.done && !refused);
    const owes = due.done ? "" : due.tab;
    for (const one of document.querySelectorAll("[role=tab]")) one.classList.toggle("waits", one.dataset.tab === owes);
  };

  line.addEventListener("click", () => {
    const { decision, offers } = desk;
    if (decision && offers.due && !offers.due.done) desk.decide(""); // what is owed is no order ahead
    desk.tell("tab", tab);
  });
  desk.on("offers", draw);
  desk.on("check", draw);
  desk.on("opened", () => {
    line.hidden = true;
  });
}

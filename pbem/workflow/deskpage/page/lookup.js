// Codes and rules, looked up by tapping them.
import { $, show } from "./dom.js";

export function setUpLookUp(desk) {
  const box = $("lookup");
  $("lookup-close").addEventListener("click", () => box.close());
  box.addEventListener("click", (event) => {
    if (event.target === box) box.close();
  });
  return async (word) => {
    try {
      const found = await desk.engine.ask("look up", { word });
      $("lookup-title").textContent = found.title;
      show($("lookup-text"), found.text);
      if (!box.open) box.showModal();
    } catch (fault) {
      desk.tell("fault", fault);
    }
  };
}

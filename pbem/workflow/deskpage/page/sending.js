// Sending: the sheet as it is or sealed, by copying, as a file, shared, or as a mail that is begun.
import { $, show, el } from "./dom.js";
import { answerTo } from "./sealing.js";

const LONGEST = 1800; // signs of an address; mail programs cut longer ones

const CLOSING = /^# -+ end of the sheet/; // shows where a sheet ends in a mail

// What counts of a sheet: without remarks, which alone would make a mail too long to begin by itself.
function counting(sheet) {
  if (/"""|'''/.test(sheet)) return sheet; // lines of such a text may begin as remarks do
  return `${sheet.split("\n").filter((line) => /^\s*[^\s#]/.test(line) || CLOSING.test(line)).join("\n")}\n`;
}

export function setUpSending(desk) {
  const subject = () => `[${desk.about.game} ${desk.about.step}] orders of ${desk.about.role_title}`;
  const text = () => (desk.sealed ? desk.sealed.text : desk.sheet);
  const name = () => (desk.sealed ? "orders.sealed.toml" : "orders.toml");
  const say = (words) => {
    $("sent").textContent = words;
  };

  $("copy").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text());
      say("Copied. Paste it into your answer to the mail.");
    } catch {
      $("outgoing").focus();
      $("outgoing").select();
      document.execCommand("copy");
      say("Copied, if your browser allows it; else copy the text below.");
    }
  });
  $("download").addEventListener("click", () => {
    const link = el("a", { href: URL.createObjectURL(new Blob([text()], { type: "application/toml" })), download: name() });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    say(`Saved as ${name()}. Attach it to your answer.`);
  });
  $("share").hidden = !navigator.share;
  $("share").addEventListener("click", async () => {
    try {
      const file = new File([text()], name(), { type: "text/plain" });
      const withFile = navigator.canShare && navigator.canShare({ files: [file] });
      await navigator.share(withFile ? { files: [file], title: subject() } : { text: text(), title: subject() });
    } catch {
      say("Nothing was shared.");
    }
  });

  const refresh = () => {
    $("outgoing").value = text();
    const body = counting(text()).replaceAll("\n", "\r\n");
    const address = `mailto:?subject=${encodeURIComponent(subject())}&body=${encodeURIComponent(body)}`;
    const fits = address.length <= LONGEST;
    $("mail").hidden = !fits;
    $("mail-long").hidden = fits;
    if (fits) $("mail").href = address;
    else $("mail").removeAttribute("href");
    const refused = desk.checked && desk.checked.refused;
    $("send-warning").hidden = !refused || Boolean(desk.sealed);
    $("seal").disabled = $("hold").disabled = Boolean(refused);
  };

  // Whether only orders ahead are sealed; where there are none, that is no question.
  const ahead = () => !$("seal-ahead-line").hidden && $("seal-ahead").checked;
  desk.on("offers", () => {
    $("untouched").hidden = !desk.offers.untouched;
    $("seal-ahead-line").hidden = !desk.offers.coming.some((row) => row.said);
  });

  $("as-it-stands").addEventListener("click", () => desk.take([[["status"], "final"]]));

  const unseal = () => {
    desk.sealed = null;
    $("sealed").hidden = true;
    $("compared").hidden = true;
  };
  desk.on("sheet", () => {
    unseal();
    if (desk.about.role) refresh();
  });
  desk.on("check", refresh);
  desk.on("opened", () => {
    unseal();
    $("sealing").hidden = !desk.about.seals && !desk.about.holds;
    $("seal").hidden = !desk.about.seals;
    say("");
  });

  // An envelope is what goes out now.
  function lay(found) {
    desk.sealed = found;
    $("sealed").hidden = false;
    $("sealed-words").textContent = found.words;
    $("sealed-commitment").textContent = found.commitment;
    $("sealed-phrase").textContent = found.phrase;
    $("phrase").hidden = !found.phrase || found.tables.length > 0;
    $("sealed-told").hidden = !found.tables.length;
    $("sealed-told").textContent = found.told || "";
    refresh();
  }
  desk.on("envelope", (found) => {
    const { game, step, role } = desk.about;
    if (found.game !== game || found.step !== step || found.role !== role) {
      desk.tell("fault", { message: `This envelope is for step ${found.step} of ${found.game}, of ${found.role}.`, hint: "Open the view of that step first." });
      return;
    }
    desk.tell("tab", "sending");
    $("sealing").hidden = false;
    lay(found);
    say("This is an envelope that was made before. Drop in its receipt to compare them.");
  });

  async function seal(hold) {
    desk.tell("settle");
    say("One moment ...");
    const answers = [];
    const given = { sheet: desk.sheet, hold, ahead: ahead() };
    try {
      let found = await desk.engine.ask("seal", { ...given, answers });
      while (found.ask) {
        answers.push(await answerTo(found.ask));
        found = await desk.engine.ask("seal", { ...given, answers });
      }
      if (found.refused) {
        say("The sheet has errors: mend them first.");
        return;
      }
      if (given.sheet !== desk.sheet) {
        say("The sheet was changed meanwhile: seal it again.");
        return;
      }
      lay(found);
      say("Sealed. What you send from here now is the envelope.");
    } catch (fault) {
      say([fault.message, fault.hint].filter(Boolean).join(" "));
    }
  }
  $("seal").addEventListener("click", () => seal(false));
  $("hold").addEventListener("click", () => seal(true));
  $("unseal").addEventListener("click", () => {
    unseal();
    refresh();
    say("What you send from here is the open sheet again.");
  });

  async function compare(receipt) {
    desk.tell("tab", "sending");
    const { commitment, words } = desk.sealed || { commitment: "", words: "" };
    let found;
    try {
      found = await desk.engine.ask("compare", { text: receipt, commitment, words });
    } catch (fault) {
      desk.tell("fault", fault);
      return;
    }
    $("compared").hidden = false;
    show($("compared"), ...found.lines.map(({ text, wrong }) => el("p", { class: wrong ? "wrong" : "" }, text)));
  }
  desk.on("receipt", compare);
  $("receipt-compare").addEventListener("click", () => compare($("receipt").value));
}

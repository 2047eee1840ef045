// Marks the self-check questions. Every text is already in the page, hidden; this only shows it.
(() => {
  function start(form) {
    form.dataset.ready = "";
    const texts = [...form.querySelectorAll(".vaslb-verdict > p")];
    const other = texts.pop();
    const fields = [...form.querySelectorAll("fieldset input")];
    const verdicts = {
      multiple_choice() {
        const at = fields.findIndex((field) => field.checked);
        return at < 0 ? "Choose an answer first." : [texts[at]];
      },
      many_choice() {
        if (!fields.some((field) => field.checked)) return "Choose at least one answer first.";
        const wrong = fields.flatMap((f, i) => (f.checked && f.dataset.right === "0" ? [texts[i]] : []));
        if (wrong.length) return wrong;
        const missing = fields.filter((f) => !f.checked && f.dataset.right === "1").length;
        if (missing) return `What you chose is right, but ${missing} more ${missing > 1 ? "are" : "is"} missing.`;
        return texts.filter((_, i) => fields[i].checked);
      },
      numeric() {
        const value = fields[0].value === "" ? NaN : Number(fields[0].value);
        if (Number.isNaN(value)) return "Enter a number first.";
        const slack = 1e-9 * Math.max(1, Math.abs(value));
        const inside = texts.find((t) => t.dataset.low !== undefined
          && value >= +t.dataset.low - slack && value <= +t.dataset.high + slack);
        const rest = inside || texts.find((t) => t.dataset.low === undefined);
        return rest ? [rest] : "Not quite. Try again.";
      },
    };
    // A guess is a place on a line; the number beside it follows, for eyes and for a voice.
    form.querySelectorAll(".vaslb-line").forEach((line) => {
      const follow = () => {
        const value = line.dataset.log === "1" ? 10 ** Number(line.value) : Number(line.value);
        const text = value.toLocaleString("en", { maximumSignificantDigits: 3 });
        line.parentElement.querySelector("output").textContent = `${text} ${line.dataset.unit}`;
        line.setAttribute("aria-valuetext", `${text} ${line.dataset.unit}`);
      };
      line.addEventListener("input", follow);
      follow();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const verdict = verdicts[form.dataset.type]();
      [...texts, other].forEach((text) => { text.hidden = true; });
      if (typeof verdict === "string") { other.textContent = verdict; other.hidden = false; }
      else verdict.forEach((text) => { text.hidden = false; });
    });
    form.addEventListener("keydown", (event) => event.stopPropagation());
  }
  const startAll = () =>
    document.querySelectorAll(".vaslb-question:not([data-ready])").forEach(start);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", startAll);
  else startAll();
})();

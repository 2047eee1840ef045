// The meaning of a word shows itself by the style sheet when one points at the word or reaches it with
// the keyboard. A touch comes with no pointer over it: the first one shows the meaning, the second
// follows the link. Escape closes; a meaning near the right edge is moved so that it fits.
{
  const terms = [...document.querySelectorAll(".term:has(> .term-word)")];
  const closeAll = (but) => terms.forEach((term) => { if (term !== but) term.classList.remove("term-open"); });
  terms.forEach((term) => {
    const word = term.querySelector(".term-word");
    const meaning = term.querySelector(".term-meaning");
    const fit = () => {
      meaning.style.removeProperty("--shift");
      const { right } = meaning.getBoundingClientRect();
      const over = right - document.documentElement.clientWidth + 8;
      if (over > 0) meaning.style.setProperty("--shift", `${-over}px`);
    };
    let touched = false;
    word.addEventListener("pointerdown", (event) => { touched = event.pointerType === "touch"; });
    word.addEventListener("click", (event) => {
      if (!touched || term.classList.contains("term-open")) return;
      event.preventDefault();
      closeAll(term);
      term.classList.add("term-open");
      fit();
    });
    term.addEventListener("pointerenter", () => { term.classList.remove("term-closed"); fit(); });
    word.addEventListener("focus", () => { term.classList.remove("term-closed"); fit(); });
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    closeAll();
    terms.forEach((term) => { if (term.matches(":hover, :focus-within")) term.classList.add("term-closed"); });
  });
  document.addEventListener("pointerdown", (event) => closeAll(event.target.closest?.(".term")));
}

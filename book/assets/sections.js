// Sections far from view wait to be laid out (site.css). Once the reader does something and the browser
// is idle they have their turn, one a frame: the first screen comes fast, no frame is long, and soon
// the page has its full length. A reader who only looks at the first screen needs no more.
{
  const acts = ["scroll", "pointermove", "pointerdown", "keydown", "touchstart"];
  const waiting = [...document.querySelectorAll(".bd-article > section > section")];
  const next = () => {
    const section = waiting.shift();
    if (!section) return;
    section.style.contentVisibility = "visible";
    requestAnimationFrame(() => requestIdleCallback(next));
  };
  const begin = () => {
    acts.forEach((act) => removeEventListener(act, begin));
    requestIdleCallback(next);
  };
  if (window.requestIdleCallback) {
    acts.forEach((act) => addEventListener(act, begin, { passive: true }));
  }
}

// Sections far from view wait to be laid out (site.css). Once the page is shown and the browser is
// idle they have their turn, one a frame: the first screen comes fast, no frame is long, and soon
// the page has its full length.
addEventListener("load", () => {
  const waiting = [...document.querySelectorAll(".bd-article section section")];
  const next = () => {
    const section = waiting.shift();
    if (!section) return;
    section.style.contentVisibility = "visible";
    requestAnimationFrame(() => requestIdleCallback(next));
  };
  if (window.requestIdleCallback) requestIdleCallback(next);
});

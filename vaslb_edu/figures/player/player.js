// Plays the pre-rendered frames of explorable figures. Needs no id: every player finds its own parts,
// so the same figure can stand on a page twice.
(() => {
  const quiet = 350; // ms without a move before the values are read out

  function start(player) {
    player.dataset.ready = "";
    const data = JSON.parse(player.querySelector('script[type="application/json"]').textContent);
    const image = player.querySelector("img");
    const said = player.querySelector(".vaslb-said");
    const fields = [...player.querySelectorAll(".vaslb-controls input, .vaslb-controls select")];
    const sizes = data.controls.map((control) => control.texts.length);
    const address = (frame) => player.dataset.folder + data.files[data.frames[frame]];
    let timer;

    const place = (field) =>
      field.type === "checkbox"
        ? field.checked ? +field.dataset.on : 1 - field.dataset.on
        : field.type === "range" ? +field.value : field.selectedIndex;

    const frameOf = (places) => places.reduce((frame, at, i) => frame * sizes[i] + at, 0);

    function fetchAhead() {
      // Frames one step away on any control, so that the next move is instant.
      const here = fields.map(place);
      here.forEach((at, i) => {
        for (const next of [at - 1, at + 1]) {
          if (next >= 0 && next < sizes[i]) {
            new Image().src = address(frameOf(here.map((p, j) => (j === i ? next : p))));
          }
        }
      });
    }

    function show(event) {
      const places = fields.map(place);
      const frame = frameOf(places);
      const texts = places.map((at, i) => data.controls[i].texts[at]);
      fields.forEach((field, i) => {
        if (field.type !== "range") return;
        field.setAttribute("aria-valuetext", texts[i]);
        field.closest(".vaslb-control").querySelector("output").textContent = texts[i];
      });
      const source = address(frame);
      if (image.getAttribute("src") !== source) image.src = source;
      image.alt = data.alts[frame];
      if (!event) return;
      fetchAhead();
      clearTimeout(timer);
      const words = texts.map((text, i) => `${data.controls[i].label}: ${text}`).join(", ");
      timer = setTimeout(() => { said.textContent = `${words}. ${data.alts[frame]}`; }, quiet);
    }

    image.addEventListener("error", () => {
      said.textContent = "This frame could not be loaded. " + image.alt;
      said.classList.add("vaslb-alarm");
    });
    image.addEventListener("load", () => said.classList.remove("vaslb-alarm"));
    player.addEventListener("input", show);
    player.addEventListener("focusin", fetchAhead, { once: true });
    player.addEventListener("pointerenter", fetchAhead, { once: true });
    // Notebook and book both have shortcuts on the arrow keys.
    player.addEventListener("keydown", (event) => event.stopPropagation());
    show(); // a browser may have kept the controls of an earlier visit
  }

  // A picture wider than the screen can be moved with the keyboard as well. The observer
  // calls when an element is laid out or changes its size, and so never forces a layout.
  const watch = new ResizeObserver((changes) => {
    for (const { target } of changes) {
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
    }
  });

  function startAll() {
    document.querySelectorAll(".vaslb-player:not([data-ready])").forEach(start);
    document.querySelectorAll(".vaslb-stage").forEach((stage) => watch.observe(stage));
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", startAll);
  else startAll();
})();

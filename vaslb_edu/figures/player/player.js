// Plays the pre-rendered frames of explorable figures. Needs no id: every player finds its own parts,
// so the same figure can stand on a page twice. The picture and its reading change together, when the
// picture has come; what a reader may want next is fetched before.
(() => {
  const quiet = 350; // ms without a move before the values are read out and written to the address
  const step = 700; // ms a frame stands while time plays
  const abreast = 2; // frames a figure waits for at a time: of further moves only the newest is asked for
  const grip = 60; // ms between taking hold and fetching ahead: who moves at once has the line alone
  const sparing = () => navigator.connection && navigator.connection.saveData;
  const whenIdle = window.requestIdleCallback || ((work) => setTimeout(work, 200));

  // Fetches each picture once. What is wanted now starts at once; the rest waits in a line, one for all
  // figures of the page, and comes one by one: on a slow line the wanted frame shares with one at most.
  function loader() {
    const known = new Map();
    let line = [], ahead = false, urgent = 0;

    function load(address, hurry) {
      if (known.has(address)) return known.get(address);
      const image = new Image();
      image.fetchPriority = hurry ? "high" : "low";
      const loaded = new Promise((done, failed) => {
        image.onload = () => done(image);
        image.onerror = () => { known.delete(address); failed(new Error(address)); };
      });
      known.set(address, loaded);
      image.src = address;
      return loaded;
    }

    function pump() {
      while (!urgent && !ahead && line.length) {
        const address = line.shift();
        if (known.has(address)) continue;
        ahead = true;
        load(address, false).catch(() => {}).finally(() => { ahead = false; pump(); });
      }
    }

    return {
      has: (address) => known.has(address),
      now(address) {
        urgent += 1;
        const loaded = load(address, true);
        loaded.catch(() => {}).finally(() => { urgent -= 1; pump(); });
        return loaded;
      },
      soon(choose) {
        urgent += 1;
        setTimeout(() => { urgent -= 1; line = choose().concat(line); pump(); }, grip);
      },
      later(addresses) { line = line.concat(addresses); pump(); },
    };
  }

  const frames = loader();

  function start(player, place) {
    player.dataset.ready = "";
    const data = JSON.parse(player.querySelector('script[type="application/json"]').textContent);
    const picture = player.querySelector("picture");
    const [source, image] = [picture.querySelector("source"), picture.querySelector("img")];
    const said = player.querySelector(".vaslb-said");
    const fields = [...player.querySelectorAll(".vaslb-controls :is(input, select)")];
    const sizes = data.controls.map((control) => control.texts.length);
    const phone = matchMedia(data.phone);
    const same = [...document.querySelectorAll(".vaslb-player")].slice(0, place)
      .filter((other) => other.dataset.name === player.dataset.name).length;
    const name = player.dataset.name + (same ? `-${same + 1}` : "");
    const coming = new Set(); // what this figure waits for
    let timer, clock, last = 0, rest = false;

    const at = (field) =>
      field.type === "checkbox"
        ? field.checked ? +field.dataset.on : 1 - field.dataset.on
        : field.type === "range" ? +field.value : field.selectedIndex;
    function put(field, there) {
      if (field.type === "checkbox") field.checked = there === +field.dataset.on;
      else if (field.type === "range") field.value = there;
      else field.selectedIndex = there;
    }
    const here = () => fields.map(at);
    const first = here();
    const frameOf = (places) => places.reduce((frame, one, i) => frame * sizes[i] + one, 0);
    const files = (frame) => data.files[data.frames[frame]].map((file) => player.dataset.folder + file);
    const address = (places) => files(frameOf(places))[phone.matches ? 1 : 0];
    const texts = (places) => places.map((one, i) => data.controls[i].texts[one]);

    // The frames along one control, the nearest first and forward before back.
    function axis(i, far = sizes[i]) {
      const now = here(), stops = [...Array(sizes[i]).keys()];
      return stops.filter((stop) => stop !== now[i] && Math.abs(stop - now[i]) <= far)
        .sort((a, b) => Math.abs(a - now[i]) - Math.abs(b - now[i]) || b - a)
        .map((stop) => address(now.map((one, j) => (j === i ? stop : one))));
    }
    const neighbours = () => frames.later(fields.flatMap((_, i) => axis(i, 1)));

    // A control is taken hold of: its axis comes now, the other axes and the whole grid when idle.
    function held(event) {
      const i = fields.indexOf(event.target);
      if (i < 0) return;
      frames.soon(() => axis(i)); // from where the hand has led it by then
      if (rest || sparing()) return;
      rest = true;
      whenIdle(() => {
        fields.forEach((_, j) => frames.later(axis(j)));
        const every = sizes.reduce((grid, size) =>
          grid.flatMap((places) => [...Array(size).keys()].map((one) => [...places, one])), [[]]);
        frames.later(every.map(address));
      });
    }

    function write(places) {
      const query = new URLSearchParams(location.search);
      if (places.every((one, i) => one === first[i])) query.delete(name);
      else query.set(name, texts(places).join("~"));
      const search = query.toString();
      const link = location.pathname + (search ? `?${search}` : "") + location.hash;
      try { history.replaceState(history.state, "", link); } catch { /* a page inside a frame */ }
    }

    function read() {
      const told = (new URLSearchParams(location.search).get(name) || "").split("~");
      const places = told.map((text, i) => data.controls[i]?.texts.indexOf(text));
      if (places.length !== fields.length || places.some((one) => !(one >= 0))) return;
      fields.forEach((field, i) => put(field, places[i]));
    }

    async function show(event) {
      const places = here(), frame = frameOf(places), words = texts(places), turn = ++last;
      fields.forEach((field, i) => {
        if (field.type === "range") field.setAttribute("aria-valuetext", words[i]);
      });
      const [wide, narrow] = files(frame);
      if (image.getAttribute("src") !== wide) {
        player.setAttribute("aria-busy", "true");
        const wanted = address(places);
        while (coming.size >= abreast && !frames.has(wanted)) {
          await Promise.race(coming);
          if (turn !== last) return;
        }
        const loaded = frames.now(wanted);
        const over = loaded.catch(() => {}).finally(() => coming.delete(over));
        coming.add(over);
        try {
          await (await loaded).decode();
        } catch {
          if (turn === last) alarm(frame);
          return;
        }
        if (turn !== last) return; // a newer move has come: its picture and reading are shown
        source.srcset = narrow;
        image.src = wide;
      }
      player.removeAttribute("aria-busy");
      said.classList.remove("vaslb-alarm");
      image.alt = data.alts[frame];
      player.querySelectorAll("output").forEach((output) => {
        output.textContent = words[fields.indexOf(output.parentElement.querySelector("input"))];
      });
      if (!event) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        write(places);
        const values = words.map((text, i) => `${data.controls[i].label}: ${text}`).join(", ");
        said.textContent = `${values}. ${data.alts[frame]}`;
      }, quiet);
    }

    function alarm(frame) {
      player.removeAttribute("aria-busy");
      said.textContent = "This frame could not be loaded. " + data.alts[frame];
      said.classList.add("vaslb-alarm");
    }

    function stop() {
      clearTimeout(clock);
      player.querySelectorAll(".vaslb-play").forEach((button) => {
        button.textContent = "Play";
        button.setAttribute("aria-pressed", "false");
      });
    }

    function play(button) {
      const slider = button.parentElement.querySelector("input");
      const end = +slider.max;
      const next = async () => {
        slider.value = +slider.value + 1;
        await show(button);
        if (button.getAttribute("aria-pressed") !== "true") return;
        if (+slider.value >= end) stop();
        else clock = setTimeout(next, step);
      };
      button.textContent = "Stop";
      button.setAttribute("aria-pressed", "true");
      held({ target: slider });
      if (+slider.value >= end) {
        slider.value = 0;
        show(button);
        clock = setTimeout(next, step);
      } else next();
    }

    async function copy(button) {
      const before = button.textContent;
      write(here());
      try {
        await navigator.clipboard.writeText(`${location.href.split("#")[0]}#${player.id}`);
        button.textContent = "Link copied";
      } catch {
        button.textContent = "The address of this page is the link";
      }
      said.textContent = button.textContent;
      setTimeout(() => { button.textContent = before; }, 2500);
    }

    player.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      const playing = button.getAttribute("aria-pressed") === "true";
      if (!button.matches(".vaslb-copy")) stop();
      if (button.matches(".vaslb-play") && !playing) play(button);
      if (button.matches(".vaslb-copy")) copy(button);
      if (button.matches(".vaslb-reset")) {
        fields.forEach((field, i) => put(field, first[i]));
        show(event);
      }
    });
    player.addEventListener("input", (event) => { stop(); show(event); });
    player.addEventListener("pointerdown", held);
    player.addEventListener("focusin", held);
    player.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "mouse") neighbours();
    }, { once: true });
    phone.addEventListener("change", () => { rest = false; });
    // Notebook and book both have shortcuts on the arrow keys.
    player.addEventListener("keydown", (event) => event.stopPropagation());
    if (!document.getElementById(name)) player.id = name;
    read();
    show();
    if (location.hash === `#${name}`) player.scrollIntoView();
  }

  function startAll() {
    document.querySelectorAll(".vaslb-player").forEach((player, place) => {
      if (!("ready" in player.dataset)) start(player, place);
    });
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", startAll);
  else startAll();
})();

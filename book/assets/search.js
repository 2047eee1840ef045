// Results as one types, from the index that Sphinx writes for its search page. The index is fetched when
// the field is first used. Chapters come before sections, sections before pages that mention the words,
// and the library's reference comes last.
{
  const MOST = 9;
  const root = document.documentElement.dataset.content_root || "";
  // The name of a theorem is in the index as it is printed, in brackets.
  const plain = (text) => text.replace(/<[^>]*>/g, "").trim().replace(/^\((.*)\)$/, "$1");
  const begins = (word, text) => text.split(/[^\p{L}\p{N}_]+/u).some((one) => one.startsWith(word));
  let index;

  const fetched = () => index ??= new Promise((done, failed) => {
    window.Search ??= { setIndex: done };
    if (window.Search.setIndex !== done) return failed(new Error("the search page has its own"));
    const script = document.createElement("script");
    script.src = `${root}searchindex.js`;
    script.onerror = failed;
    document.head.append(script);
  });

  // Sphinx keeps stems of words, so that either may be the beginning of the other.
  const pagesOf = (word, { terms, titleterms }) => {
    const found = new Map();
    for (const [table, worth] of [[titleterms, 4], [terms, 1]])
      for (const [term, where] of Object.entries(table)) {
        if (!term.startsWith(word) && !(term.length > 3 && word.startsWith(term))) continue;
        for (const page of [].concat(where))
          found.set(page, Math.max(found.get(page) || 0, term === word ? worth + 1 : worth));
      }
    return found;
  };

  const search = (query, data) => {
    const words = query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) || [];
    if (!words.length) return [];
    const results = [];
    const add = (page, anchor, title, worth) => {
      const reference = data.docnames[page].includes("/api/");
      const rank = worth - (reference ? 1000 : 0);
      results.push({ href: `${root}${data.docnames[page]}.html${anchor}`, page: data.titles[page], title, rank });
    };
    for (const [title, places] of Object.entries(data.alltitles)) {
      const text = plain(title).toLowerCase();
      if (!words.every((word) => text.includes(word))) continue;
      for (const [page, anchor] of places) {
        const starts = words.some((word) => text.startsWith(word)) ? 10
          : words.every((word) => begins(word, text)) ? 5 : 0;
        if (anchor) add(page, `#${anchor}`, plain(title), 200 + starts);
        else add(page, "", plain(data.titles[page]), 300 + starts);  // the title of the page itself
      }
    }
    for (const [prefix, entries] of Object.entries(data.objects))
      for (const [page, , , anchor, name] of entries) {
        const full = prefix ? `${prefix}.${name}` : name;
        if (words.every((word) => full.toLowerCase().includes(word)))
          add(page, `#${anchor === "-" ? `module-${full}` : anchor || full}`, full, 100);
      }
    const every = words.map((word) => pagesOf(word, data));
    for (const [page, worth] of every[0])
      if (every.every((one) => one.has(page)))
        add(page, "", plain(data.titles[page]), worth + every.length);
    const seen = new Set();
    return results
      .sort((one, other) => other.rank - one.rank)
      .filter(({ href }) => !seen.has(href) && seen.add(href))
      .slice(0, MOST);
  };

  const show = (list, said, results) => {
    list.replaceChildren(...results.map(({ href, title, page }) => {
      const item = document.createElement("li"), link = document.createElement("a");
      link.href = href;
      link.textContent = title;
      if (title !== plain(page)) {
        const where = document.createElement("span");
        where.textContent = plain(page);
        link.append(" ", where);
      }
      item.append(link);
      return item;
    }));
    said.textContent = `${results.length} results`;
  };

  for (const field of document.querySelectorAll(".search-button__search-container input[type=search]")) {
    const list = document.createElement("ul"), said = document.createElement("p");
    list.className = "vaslb-found";
    said.className = "vaslb-found-count";
    said.setAttribute("role", "status");
    field.form.after(list, said);
    let asked = 0;
    field.addEventListener("focus", () => fetched().catch(() => {}), { once: true });
    field.addEventListener("input", async () => {
      const mine = ++asked;
      try {
        const data = await fetched();
        if (mine === asked) show(list, said, search(field.value, data));
      } catch { list.replaceChildren(); }
    });
    const step = (event) => {
      const links = [field, ...list.querySelectorAll("a")];
      const next = links.indexOf(document.activeElement) + { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!links[next]) return;
      event.preventDefault();
      links[next].focus();
    };
    field.parentElement.parentElement.addEventListener("keydown", step);
  }
}

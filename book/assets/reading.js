// The contents beside the page mark the section that is read: the last one that has begun in the upper
// part of the window. The observer never forces a layout.
{
  const links = new Map(
    [...document.querySelectorAll(".bd-toc-nav a[href^='#']")].map((link) => [
      decodeURIComponent(link.hash.slice(1)), link,
    ]),
  );
  const seen = new Set();
  const watch = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes)
      if (isIntersecting) seen.add(target.id);
      else seen.delete(target.id);
    const here = [...links.keys()].filter((id) => seen.has(id)).pop();
    for (const [id, link] of links) {
      link.classList.toggle("active", id === here);
      if (id === here) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }, { rootMargin: "0px 0px -60% 0px" });
  for (const id of links.keys()) {
    const section = document.getElementById(id);
    if (section) watch.observe(section);
  }
}

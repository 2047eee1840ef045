// A box that scrolls can be reached with the keyboard, and says on which side there is more (a fade in
// site.css); one that does not needs neither. The observer calls when a box is laid out or changes
// its size, and so never forces a layout.
{
  const look = (box) => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight, scrollLeft } = box;
    const wide = scrollWidth > clientWidth + 1;
    if (wide || scrollHeight > clientHeight + 1) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
    box.toggleAttribute("data-more-left", wide && scrollLeft > 1);
    box.toggleAttribute("data-more-right", wide && scrollLeft < scrollWidth - clientWidth - 1);
  };
  const watch = new ResizeObserver((changes) => changes.forEach(({ target }) => look(target)));
  const boxes = "pre, table, .cell_output > .output, .formula";
  document.querySelectorAll(`.bd-article :is(${boxes})`).forEach((box) => {
    watch.observe(box);
    box.addEventListener("scroll", () => look(box), { passive: true });
  });
}

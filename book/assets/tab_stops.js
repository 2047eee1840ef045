// A box that scrolls can be reached with the keyboard; one that does not needs no stop. The observer
// calls when a box is laid out or changes its size, and so never forces a layout.
{
  const watch = new ResizeObserver((changes) => {
    for (const { target } of changes) {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = target;
      if (scrollWidth > clientWidth || scrollHeight > clientHeight) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
    }
  });
  const boxes = "pre, table, .cell_output > .output, .formula";
  document.querySelectorAll(`.bd-article :is(${boxes})`).forEach((box) => watch.observe(box));
}

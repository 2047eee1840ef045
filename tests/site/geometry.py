"""What stands where on a page, read in one go: formulas, pictures, targets, marks."""

SMALLEST = 44
"""Pixels: what a thumb hits."""

FORMULAS = """() => [...document.querySelectorAll('.bd-article .formula')].map(box => {
  const number = box.parentElement.querySelector('.eqno');
  const outer = box.getBoundingClientRect(), style = getComputedStyle(box);
  const beside = number ? number.getBoundingClientRect() : null;
  return {
    text: box.textContent.slice(0, 60),
    // What a formula draws beyond its box counts as well: a row may be wider than its line.
    wide: box.scrollWidth > box.clientWidth + 1,
    scrolls: style.overflowX === 'auto',
    fades: style.maskImage.includes('gradient'),
    inside: outer.left >= 0 && outer.right <= document.documentElement.clientWidth + 1,
    covered: beside !== null && beside.left < outer.right - 1 && beside.right > outer.left + 1
      && beside.top < outer.bottom - 1 && beside.bottom > outer.top + 1,
  };
})"""
# Chromium shows only the first line of words that break in a formula: the last letter is nowhere.
LOST = """() => [...document.querySelectorAll('.bd-article mtext')].filter(words => {
  const [text, last] = [words.firstChild, document.createRange()];
  const at = words.textContent.trimEnd().length;
  if (!at || !words.checkVisibility()) return false;
  last.setStart(text, at - 1);
  last.setEnd(text, at);
  return last.getBoundingClientRect().width === 0;
}).map(words => words.textContent)"""
# Links inside sentences and the marks beside headings are text; everything else is for the thumb.
SMALL = """smallest => {
  const every = 'button, summary, select, input, textarea, [role=button], nav a, footer a, '
    + '.vaslb-code, .vaslb-head a, .toctree-toggle';
  const small = [];
  for (const one of document.querySelectorAll(every)) {
    if (!one.checkVisibility({visibilityProperty: true})) continue;
    const label = one.closest('label') || (one.labels && one.labels[0]);
    const boxes = [one, label].filter(Boolean).map(box => box.getBoundingClientRect());
    if (boxes.every(box => box.width === 0 || box.height === 0 || box.right <= 0)) continue;
    // A control of a figure is large enough by itself, without its label.
    const judged = one.closest('.vaslb-player') ? boxes.slice(0, 1) : boxes;
    if (!judged.some(box => box.width >= smallest - .5 && box.height >= smallest - .5))
      small.push([one.tagName, one.className, one.textContent.trim().slice(0, 30),
        ...boxes.map(box => `${Math.round(box.width)}×${Math.round(box.height)}`)].join(' '));
  }
  return small;
}"""
# A mark before a line stands on the page, and no icon of the theme stands on the words of a box.
MARKS = """() => [...document.querySelectorAll('.bd-article li')].filter(line => {
  const style = getComputedStyle(line);
  return line.checkVisibility() && style.display === 'list-item' && style.listStyleType !== 'none'
    && style.listStylePosition === 'outside' && line.getBoundingClientRect().left < 30;
}).concat([...document.querySelectorAll('.bd-article .admonition-title')].filter(title =>
  ['::before', '::after'].some(one => !['none', 'normal', '""']
    .includes(getComputedStyle(title, one).content))
)).map(one => one.textContent.slice(0, 40))"""
# The browser has chosen a drawing when the media query of its source says so.
PICTURES = """() => [...document.querySelectorAll('.vaslb-frame, .vaslb-picture')].map(image => {
  const source = image.parentElement.querySelector('source');
  const stage = image.closest('.vaslb-stage, .vaslb-front'), box = image.getBoundingClientRect();
  const narrow = matchMedia(source.media).matches;
  const wanted = narrow ? source.srcset : image.getAttribute('src');
  return {
    name: image.getAttribute('alt').slice(0, 60),
    left: box.left, right: box.right, share: box.width / stage.clientWidth,
    hidden: stage.scrollWidth - stage.clientWidth,
    narrow,
    chosen: image.currentSrc === new URL(wanted, document.baseURI).href,
  };
})"""
# A slider with its reading to the right of it, on the same line.
READINGS = """() => [...document.querySelectorAll('.vaslb-control:has(output)')].filter(control => {
  const [slider, reading] = ['input', 'output'].map(
    one => control.querySelector(one).getBoundingClientRect());
  return slider.right > reading.left + 1 || reading.right > document.documentElement.clientWidth
    || Math.abs((slider.top + slider.bottom) / 2 - (reading.top + reading.bottom) / 2) >= 8;
}).map(control => control.textContent.slice(0, 60))"""
# A section that waits to be laid out is at least as long as it will be: else it lies over the next.
SHORT = """() => [...document.querySelectorAll('.bd-article > section > section')].filter(one =>
  one.getBoundingClientRect().height
    > parseFloat(getComputedStyle(one).containIntrinsicHeight.replace('auto ', ''))
).map(one => one.id)"""
EVERYTHING = f"""smallest => ({{
  // A phone that can scroll sideways has a larger innerWidth, so that is no measure.
  sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  wide: document.documentElement.clientWidth,
  formulas: ({FORMULAS})(), lost: ({LOST})(), small: ({SMALL})(smallest), marks: ({MARKS})(),
  pictures: ({PICTURES})(), readings: ({READINGS})(),
  short: ({SHORT})(),
}})"""


def geometry(tab):
    """Return what all of these find on a page as it is laid out now."""
    return tab.evaluate(EVERYTHING, SMALLEST)

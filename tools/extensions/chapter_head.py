"""A Sphinx extension: one line under the title of a page, before its first sentence.

Boxes that follow the title directly, such as quick facts and goals, are folded into the line.
Beside them stand the time to read, which is taken out of the box that tells it, the chapters to
read before, and the ways to run the page. A numbered chapter has its strip of noise above the line.
"""

from __future__ import annotations

import html
import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.transforms.post_transforms import SphinxPostTransform

from tools.site import pdf_link, strip
from tools.site.chapters import chapters

TIME = "Reading time"
END = "<!-- end of the folded boxes -->"
FOLDED = re.compile(rf'<details class="vaslb-facts".*?</details>{END}\n', re.S)
LAUNCH = re.compile(r'\n<nav class="vaslb-launch".*?</nav>', re.S)


class FoldedBoxes(nodes.Element):
    """Boxes under a line that is unfolded; `says` names them, `time` is the time to read."""


class FoldBoxes(SphinxPostTransform):
    """Fold the boxes between the title of a page and its first sentence."""

    default_priority = 198
    formats = ("html",)

    def run(self, **options: Any) -> None:
        """Fold the boxes of one page, if there are any."""
        section = next(self.document.findall(nodes.section), None)
        if section is None:
            return
        boxes = _boxes_under_title(section)
        if not boxes:
            return
        time = _take_time(boxes)
        titles = [box.next_node(nodes.title).astext() for box in boxes]
        says = " and ".join([titles[0], *(title.lower() for title in titles[1:])])
        place = section.index(boxes[0])
        for box in boxes:
            section.remove(box)
        section.insert(place, FoldedBoxes("", *boxes, says=says, time=time))


def _boxes_under_title(section: nodes.Element) -> list[nodes.Element]:
    found: list[nodes.Element] = []
    for child in section.children[1:]:
        if isinstance(child, nodes.Admonition):
            found.append(child)
        elif not isinstance(child, nodes.comment | nodes.target):
            break
    return found


def _take_time(boxes: list[nodes.Element]) -> str:
    """Take the line that tells the time to read out of its box, and return what it says."""
    for box in boxes:
        for item in list(box.findall(nodes.list_item)):
            name, _, said = item.astext().partition(":")
            if name == TIME:
                item.parent.remove(item)
                return re.split(r"[,.]", said.strip())[0]
    return ""


def visit(writer: Any, node: FoldedBoxes) -> None:
    """Open the fold; the time waits in an attribute for `page`."""
    says, time = (html.escape(node[name]) for name in ("says", "time"))
    opened = f'<details class="vaslb-facts" data-time="{time}">\n<summary>{says}</summary>\n'
    writer.body.append(f'{opened}<div class="vaslb-boxes">\n')


def depart(writer: Any, node: FoldedBoxes) -> None:
    """Close it, with a mark: details may be nested."""
    writer.body.append(f"</div></details>{END}\n")


def page(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Gather what stands under the title of a page."""
    if doctree is None:
        return  # a page without a source, such as the search
    title, end, rest = context["body"].partition("</h1>")
    if not end:
        raise ExtensionError(f"{name} has no title to put a line under")
    folded, launch = FOLDED.search(rest), LAUNCH.search(rest)
    parts = []
    if folded and (time := re.search('data-time="(.+?)"', folded[0])):
        parts.append(f'<span class="vaslb-time">{time[1]}</span>')
    chapter = chapters().get(name)
    if chapter and chapter.needs:
        pages = {page: context["pathto"](page) for page in chapter.needs}
        parts.append(_needs({chapters()[page].number: link for page, link in pages.items()}))
    if launch:
        parts.append(launch[0].strip())
        parts.append(pdf_link.PLACE)
    if folded:
        parts.append(re.sub(r' data-time="[^"]*"', "", folded[0]).replace(END, "").strip())
    for found in (folded, launch):
        rest = rest.replace(found[0], "") if found else rest
    drawn = f"\n{strip.strip(name, chapter.noise)}" if chapter else ""
    line = f'\n<div class="vaslb-head">{"".join(parts)}</div>' if parts else ""
    if chapter and chapter.opening:
        rest = with_opening(rest, chapter.opening)
    context["body"] = f"{title}{end}{drawn}{line}{rest}"


def with_opening(text: str, figure: str) -> str:
    """Return a chapter with the picture of one of its figures before its first section or table.

    It leads to the figure itself, where it is explained and can be moved.
    """
    found = re.search(rf'<figure [^>]*id="{re.escape(figure)}".*?</figure>', text, re.S)
    picture = re.search(r"<picture>.*?</picture>|<img[^>]*>", found[0], re.S) if found else None
    number = re.search(r'class="caption-number">Fig\. ([^ <]+)', found[0]) if found else None
    if not picture or not number:
        raise ExtensionError(f"no figure {figure} with a picture and a number can open its chapter")
    said = f"<span>Figure {number[1]}</span>, explained below"
    opening = f'<a class="vaslb-front" href="#{figure}">{picture[0]}{said}</a>\n'
    place = re.search(r"<section |<div[^>]*><table|<table", text)
    if not place:
        raise ExtensionError(f"no section of the chapter follows for {figure} to open")
    return f"{text[: place.start()]}{opening}{text[place.start() :]}"


def _needs(links: dict[int, str]) -> str:
    """Return the chapters to read before, as links under their numbers."""
    every = [
        f'<a href="{html.escape(link)}" aria-label="Chapter {number}">{number}</a>'
        for number, link in sorted(links.items())
    ]
    word = "chapter" if len(every) == 1 else "chapters"
    return f'<span class="vaslb-needs">after {word} {" ".join(every)}</span>'


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the steps to the build, after the links of `launch`."""
    app.add_node(FoldedBoxes, html=(visit, depart))
    app.add_post_transform(FoldBoxes)
    app.connect("html-page-context", page, priority=960)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

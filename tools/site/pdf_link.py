"""The link to the printed book: it is put into built pages once there is a PDF, and not before.

The book is printed from its built pages, so that a page cannot know whether it will be. It keeps a
place for the link, and `offer` fills the places when the PDF lies beside the pages.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

NAME = "vaslb_edu.pdf"
PLACE = "<!-- place of the link to the PDF -->"
FILLED = re.compile(rf'{PLACE}(?:<a class="vaslb-pdf"[^>]*>[^<]*</a>)?')


def link(up: str, size: int) -> str:
    """Return the link from a page, `up` to the folder of the site, to a PDF of so many bytes."""
    return f'<a class="vaslb-pdf" href="{up}{NAME}">PDF, {max(size / 1e6, 0.1):.1f} MB</a>'


def offer(site: Path, pdf: Path) -> int:
    """Put a PDF beside the pages, and a link into every place; return how many there were."""
    shutil.copy(pdf, site / NAME)
    count = 0
    for page in sorted(site.rglob("*.html")):
        up = "../" * (len(page.relative_to(site).parts) - 1)
        put = PLACE + link(up, pdf.stat().st_size)
        text, found = FILLED.subn(put, page.read_text("utf-8"))
        if found:
            page.write_text(text, encoding="utf-8")
        count += found
    if not count:
        raise RuntimeError(f"no page of {site} has a place for the link to {NAME}")
    return count

"""Make built pages light: one style sheet, one script, only the signs of a font that are shown.

The font of formulas has sheets of its own, one for all chapters and one for every other page, which
a page without early formulas does not wait for.

The theme ships every rule and icon anyone might use. What no page uses is left out here, what
remains is one file each, and scripts wait until the page is shown. Running it twice changes
nothing.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from tools.site import (
    contents,
    fonts,
    page_head,
    scripts,
    section_lengths,
    style_sheet,
    text_fonts,
)
from tools.site.substitution import Substitution

STYLES = [
    "basic.css",
    "styles/bootstrap.css",
    "styles/pydata-sphinx-theme.css",
    "vendor/fontawesome/*/css/all.min.css",
    "pygments.css",
    "styles/sphinx-book-theme.css",
    "togglebutton.css",
    "copybutton.css",
    "mystnb.*.css",
    "proof.css",
    "exercise.css",
    "sphinx-design.min.css",
    "formulas.css",
    "player.css",
    "quiz.css",
    "terms.css",
    "site.css",
    "ledger.css",
]
SCRIPTS = [
    "documentation_options.js",
    "doctools.js",
    "sphinx_highlight.js",
    "clipboard.min.js",
    "copybutton.js",
    "scripts/sphinx-book-theme.js",
    "togglebutton.js",
    "scripts/pydata-sphinx-theme.js",
    "sections.js",
    "reading.js",
    "tab_stops.js",
    "search.js",
    "laboratory.js",
    "ledger.js",
    "player.js",
    "quiz.js",
    "terms.js",
]
SETTINGS = (
    "var toggleHintShow='Click to show',toggleHintHide='Click to hide',toggleOpenOnPrint='true',"
    "togglebuttonSelector='.toggle, .admonition.dropdown';\n"
)
READY = 'document.documentElement.dataset.ready="";\n'
"""Said last: who acts on a page by machine waits for it (`tools.site.browser.visit`)."""

DROPPED = [
    "styles/theme.css",
    "sphinx-thebe.css",
    "sphinx-thebe.js",
    "design-tabs.js",
    "vendor/fontawesome/*/js/all.min.js",
    "scripts/bootstrap.js",
]
"""What pages link to and do not need.

Live code needs a server, no page has tabs, icons come from the style sheet, and Bootstrap lays out
the whole page to mark a line of the contents, which `reading.js` does without.
"""

TAB_STOPS = Substitution(
    "the theme's search for boxes that scroll",  # it lays out the whole page; tab_stops.js waits
    r'document\.querySelectorAll\("pre, [^"]*"\)'
    r"\.forEach\(\(e=>\{e\.tabIndex=e\.scrollWidth>[^}]*\}\)\)",
    "void 0",
    times=1,
)
UNSEEN = {
    "bd-header-announcement",
    "dropdown-item",
    "dropdown-menu",
    "dropdown-menu-dark",
    "list-group-item",
    "list-group-item-action",
    "pst-button-link-to-stable-version",
    "sd-tab-label",
    "tooltip",
    "version-switcher__button",
    "version-switcher__menu",
}
"""Classes that scripts which come with the theme name and no page of this book ever shows."""

ICONS = Substitution("the icons' old name", r"Font Awesome\\ 5 Free", '"Font Awesome 6 Free"')
CODE_CELL = 'class="highlight-ipython3'


def lighten(site: Path, formula_font: Path) -> None:
    """Rewrite every page of a built site; formulas are set in a font with a MATH table."""
    static = site / "_static"
    pages = {
        path.relative_to(site).as_posix(): path.read_text("utf-8")
        for path in sorted(site.rglob("*.html"))
        if path != site / "index.html"  # it only leads to the first page
    }
    check_known(pages, static)
    script = SETTINGS + "".join(
        path.read_text("utf-8") + "\n;\n" for path in _files(static, SCRIPTS)
    )
    script = TAB_STOPS.in_text(script, "the theme's script") + READY
    of_pages = style_sheet.classes(pages.values())
    if shown := UNSEEN & of_pages:
        raise RuntimeError(f"pages show {sorted(shown)}, which {__name__} leaves without style")
    later = [path.read_text("utf-8") for path in sorted(static.glob("laboratory/**/*.js"))]
    of_scripts = style_sheet.said_by(script + "".join(later))
    words = of_pages | style_sheet.names(pages.values()) | of_scripts - UNSEEN
    sheet = "\n".join(style_sheet.reduced(path, words) for path in _files(static, STYLES))
    sheet = style_sheet.without_idle_values(sheet, of_scripts)
    sheet = ICONS.in_text(sheet, "the theme's style sheet")
    sheet += fonts.icons(static, sheet)
    for old in (*static.glob("all-????????????.*"), *static.glob("formulas-????????????.css")):
        old.unlink()
    faces, parts = text_fonts.write(static / "fonts", pages.values())
    sheet += faces
    style_name = _write(static, "all", "css", sheet)
    script_name = _write(static, "all", "js", scripts.squeezed(script))
    formulas = formula_sheets(static, pages, formula_font)
    plain = style_sheet.plain_code((static / "pygments.css").read_text("utf-8"))
    for page, text in pages.items():
        light = page_head.rewritten(
            without_marks(text, page, plain),
            page,
            style_name,
            script_name,
            text_fonts.early(parts, text),
            formulas.get(page, ""),
        )
        light = section_lengths.with_lengths(page_head.pictures_in_turn(light))
        (site / page).write_text(light, encoding="utf-8")


def formula_sheets(static: Path, pages: dict[str, str], font: Path) -> dict[str, str]:
    """Write the sheets with the font of formulas; return the name of every page's.

    Chapters are read one after the other, so they share one; other pages need much less.
    """
    groups: dict[str, list[str]] = {}
    for page, text in pages.items():
        if "<math" in text:
            chapter = page.removesuffix(".html") in contents.numbered()
            groups.setdefault("chapters" if chapter else page, []).append(page)
    names: dict[str, str] = {}
    for group in groups.values():
        sheet = fonts.mathematics(font, [pages[page] for page in group])
        names |= dict.fromkeys(group, _write(static, "formulas", "css", sheet))
    return names


def check_known(pages: dict[str, str], static: Path) -> None:
    """Raise on a style sheet or script this file does not know, rather than losing it."""
    files = _files(static, [*STYLES, *SCRIPTS, *DROPPED])
    known = {file.relative_to(static).as_posix() for file in files}
    known |= {name.removeprefix("_static/") for name in page_head.SEARCH}
    for page, text in pages.items():
        for name in page_head.linked(text):
            if name not in known and not page_head.is_light(text):
                raise RuntimeError(f"{page} links to {name}, unknown to {__name__}")


def without_marks(text: str, page: str, plain: re.Pattern[str]) -> str:
    """Return a page whose code is marked only where it looks different from the code around it."""
    if CODE_CELL in text and not page_head.is_light(text):
        return Substitution("code without a colour of its own", plain.pattern, r"\1").in_text(
            text, page
        )
    return plain.sub(r"\1", text)


def _files(static: Path, patterns: list[str]) -> list[Path]:
    """Return the files that some patterns name, each at least one."""
    found = []
    for pattern in patterns:
        matching = sorted(static.glob(pattern))
        if not matching:
            raise RuntimeError(f"the pages come without {pattern}, which {__name__} waits for")
        found += matching
    return found


def _write(static: Path, stem: str, suffix: str, text: str) -> str:
    """Write a bundle under a name that changes with its content: it can be kept for ever."""
    name = f"{stem}-{hashlib.sha256(text.encode()).hexdigest()[:12]}.{suffix}"
    (static / name).write_text(text, encoding="utf-8")
    return name

"""Give a page one style sheet and one script, in place of what the theme puts into its head.

Every substitution must find something on every page that is written, or the build fails: when the
theme writes its pages in another way, this file has to follow.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from tools.site.substitution import Substitution, SubstitutionError

EARLY_THEME = (
    '<script data-cfasync="false">{let m="auto";try{m=localStorage.getItem("mode")||m}catch{}'
    "const h=document.documentElement.dataset;h.mode=m;"
    'h.theme=m!="auto"?m:matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light"}'
    "</script>"
)
"""Light or dark is known before the first picture; the theme decides only after its script."""

FILE = r'(?:\.\./)*_static/([^"?]+)(?:\?[^"]*)?'
LINKS = [
    Substitution(
        "the style sheets of the theme", rf'\s*<link href="{FILE}" rel="stylesheet"[^>]*>', ""
    ),
    Substitution(
        "the style sheets of Sphinx", rf'\s*<link rel="stylesheet"[^>]*href="{FILE}"[^>]*>', ""
    ),
]
SCRIPTS = Substitution("the scripts", rf'\s*<script[^>]*src="{FILE}"[^>]*></script>', "")


def _setting(name: str) -> Substitution:
    """Take out a script that only sets a value; the bundle of scripts sets it as well."""
    pattern = rf"\s*<script>\s*(?:(?:let|var|const) )?{re.escape(name)}\b[^<]*</script>"
    return Substitution(f"the setting {name}", pattern, "")


def _late(name: str) -> Substitution:
    """Take out a script of the search; `rewritten` puts it back after the bundle."""
    return Substitution(f"the script {name}", rf'\s*<script src="{re.escape(name)}"></script>', "")


EVERY_PAGE = [
    *LINKS,
    _setting("toggleHintShow"),
    _setting("toggleHintHide"),
    _setting("toggleOpenOnPrint"),
    _setting("togglebuttonSelector"),
    _setting("THEBE_JS_URL"),
    _setting("DOCUMENTATION_OPTIONS.pagename"),
    Substitution(
        "fonts that are wanted early",
        r'\s*<link rel="preload" as="font" type="font/woff2"[^>]*>',
        "",
    ),
    Substitution("scripts that are wanted early", r'\s*<link rel="preload" as="script"[^>]*>', ""),
    Substitution("the width of the page", r'\s*<meta name="viewport"[^>]*>', ""),
    Substitution("the choice of colours", r"<script data-cfasync.*?</script>", EARLY_THEME, 1),
    Substitution("the first theme", r'(?<=<html)([^>]*-theme)="auto"', r'\1="light"', 1),
    Substitution(
        "the arrow that unfolds a part of the contents",  # it has a picture and no name
        r'<summary(?=><span class="toctree-toggle")',
        '<summary aria-label="Pages of this part"',
    ),
]
WITH_SOURCE = [
    _setting("kernelName"),
    Substitution(
        "the settings of Thebe", r'\s*<script type="text/x-thebe-config">.*?</script>', ""
    ),
]
"""On every page but those that Sphinx makes up, such as the search."""

# The index calls the search tools, so it must come after them.
SEARCH = ("_static/searchtools.js", "_static/language_data.js", "searchindex.js")
SEARCH_PAGE = [_late(name) for name in SEARCH]
HEAD = '<meta charset="utf-8" />'
END_OF_HEAD = "\n<!-- fonts end here -->"
FONT = '\n<link rel="preload" as="font" type="font/woff2" crossorigin'
FIRST_FORMULA = '\n<script>document.fonts.load("1em Formulas")</script>'
"""Reads the font of formulas before the page is laid out.

The font is inside its style sheet and yet is read only where a formula waits for it. A formula on
the first screen would be laid out without it first, and then push away the text around it.
"""

SCRIPTS_AFTER_PAINT = (
    "\n<script>{const ask=()=>{for(const src of %s)"
    'document.head.append(Object.assign(document.createElement("script"),{src,async:false}))},'
    "next=()=>document.hidden?ask():requestAnimationFrame(()=>setTimeout(ask));"
    'addEventListener("DOMContentLoaded",next)}</script>'
)
"""Asks for scripts, in their order, when the page has been read and shown once.

A deferred script runs before the first picture or after it, whichever wins by milliseconds; no
reader can use a page that is not shown. What is in the background is not shown and does not wait.
"""

FORMULAS = r"formulas-[0-9a-f]{12}\.css"
FIRST_SCREEN = 2_500
"""So many letters of a page may be on its first screen; what comes after them can wait."""

FORMULA = "<math"
PICTURE = '<img class="vaslb-'
LATER = '<img fetchpriority="low" class="vaslb-'

INVISIBLE = re.compile(r"<(script|style|svg)\b.*?</\1>|<[^>]*>", re.S)


def substitutions(page: str) -> list[Substitution]:
    """Return what is changed on a page, in this order."""
    own = {"search.html": SEARCH_PAGE, "404.html": []}.get(page, WITH_SOURCE)
    return [*EVERY_PAGE, *own, SCRIPTS]


def linked(text: str) -> list[str]:
    """Return the style sheets and scripts that a page asks for, as files below ``_static``."""
    every = [*LINKS, SCRIPTS]
    return [found[1] for one in every for found in re.finditer(one.pattern, text, re.S)]


def is_light(text: str) -> bool:
    """Say whether a page was rewritten before: Sphinx writes only those that have changed."""
    return re.search(r"_static/all-[0-9a-f]{12}\.css", text) is not None


def is_early(text: str, mark: str) -> bool:
    """Say whether the first place of a page that fits a pattern may be on its first screen."""
    body = text[max(0, text.find("<h1")) :]
    first = re.search(mark, body)
    return first is not None and len(INVISIBLE.sub("", body[: first.start()])) <= FIRST_SCREEN


def sheet_of_formulas(text: str, address: str) -> str:
    """Return the link to the font of formulas, for a page that has any.

    Where formulas come late, nothing waits for it: it is a sheet for printing until it is there.
    """
    if "<math" not in text:
        return ""
    link = f'\n<link rel="stylesheet" href="{address}"'
    if is_early(text, FORMULA):
        return f"{link}>"
    return f'{link} media="print" onload="this.media=\'all\'"><noscript>{link.strip()}></noscript>'


def pictures_in_turn(text: str) -> str:
    """Return a page whose fonts and first screen come before other pictures."""
    text = text.replace(LATER, PICTURE)
    first = PICTURE if is_early(text, PICTURE) else LATER
    begin, *rest = text.split(PICTURE)
    return begin + "".join((LATER if n else first) + one for n, one in enumerate(rest))


def rewritten(
    text: str, page: str, style: str, script: str, fonts: Sequence[str] = (), formulas: str = ""
) -> str:
    """Return a page with one style sheet, one script that waits until the page is shown, and fonts.

    The fonts named are asked for before the style sheet has been read. `formulas` is the sheet with
    the font of formulas.
    """
    up = "../" * page.count("/")
    early = "".join(f'{FONT} href="{up}_static/fonts/{name}">' for name in fonts)
    if is_light(text):
        for kind, name in (("css", style), ("js", script)):
            pattern = rf"(?<=_static/)all-[0-9a-f]{{12}}\.{kind}"
            text = Substitution(f"our {kind} file", pattern, name, 1).in_text(text, page)
        if "<math" in text:
            text = Substitution("our font of formulas", FORMULAS, formulas).in_text(text, page)
        text = re.sub(FONT + "[^>]*>", "", text)
        end = re.escape(END_OF_HEAD)
        return Substitution("the end of our fonts", end, early + END_OF_HEAD, 1).in_text(text, page)
    for one in substitutions(page):
        text = one.in_text(text, page)
    if left := re.findall(r'<link[^>]*rel="stylesheet"[^>]*>|<script[^>]*\ssrc=[^>]*>', text):
        raise SubstitutionError(f"{page} still asks for {left[0]}")
    late = [f"{up}_static/{script}", *(SEARCH if page == "search.html" else ())]
    # What addresses count from is said before the first of them.
    base = "".join(f"\n{one}" for one in re.findall(r"<base [^>]*>", text))
    text = re.sub(r"<base [^>]*>", "", text)
    # Before the style sheets: a script behind them would wait until they have been read.
    head = (
        f'{HEAD}{base}\n<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"{SCRIPTS_AFTER_PAINT % json.dumps(late)}"
        f'\n<link rel="stylesheet" href="{up}_static/{style}">'
        f"{sheet_of_formulas(text, f'{up}_static/{formulas}')}{early}{END_OF_HEAD}"
    )
    head += FIRST_FORMULA if is_early(text, FORMULA) else ""
    return Substitution("the beginning of the head", re.escape(HEAD), head, 1).in_text(text, page)

"""Make built pages light: one style sheet, one script, only the signs of a font that are shown.

The theme ships every rule and icon anyone might use. What no page uses is left out here, what
remains is one file each, and scripts wait until the page is read. Running it twice changes nothing.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
from pathlib import Path

import page_fonts
import tinycss2

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
    "site.css",
]
SCRIPTS = [
    "documentation_options.js",
    "doctools.js",
    "sphinx_highlight.js",
    "clipboard.min.js",
    "copybutton.js",
    "scripts/sphinx-book-theme.js",
    "togglebutton.js",
    "design-tabs.js",
    "scripts/bootstrap.js",
    "scripts/pydata-sphinx-theme.js",
    "sections.js",
    "tab_stops.js",
    "player.js",
    "quiz.js",
]
SETTINGS = (
    "var toggleHintShow='Click to show',toggleHintHide='Click to hide',toggleOpenOnPrint='true',"
    "togglebuttonSelector='.toggle, .admonition.dropdown';\n"
)
DROPPED = [
    "styles/theme.css",
    "sphinx-thebe.css",
    "sphinx-thebe.js",
    "vendor/fontawesome/*/js/all.min.js",
]
"""What pages link to and do not need: live code needs a server, icons come from the style sheet."""

LINK = re.compile(
    r'\s*<link[^>]*href="(?:\.\./)*_static/([^"?]+)(?:\?[^"]*)?"[^>]*rel="stylesheet"[^>]*>'
    r'|\s*<link rel="stylesheet"[^>]*href="(?:\.\./)*_static/([^"?]+)(?:\?[^"]*)?"[^>]*>'
)
SCRIPT = re.compile(r'\s*<script[^>]*src="(?:\.\./)*_static/([^"?]+)(?:\?[^"]*)?"[^>]*></script>')
INLINE_SETTING = re.compile(
    r"\s*<script>\s*(?:(?:let|var|const) (?:toggle\w+|THEBE_JS_URL)|DOCUMENTATION_OPTIONS"
    r"|kernelName)[^<]*</script>"
)
THEBE = re.compile(r'\s*<script type="text/x-thebe-config">.*?</script>', re.S)
PRELOAD = re.compile(r'\s*<link rel="preload"[^>]*>')
THEME = re.compile(r"<script data-cfasync.*?</script>", re.S)
EARLY_THEME = (
    '<script data-cfasync="false">{let m="auto";try{m=localStorage.getItem("mode")||m}catch{}'
    "const h=document.documentElement.dataset;h.mode=m;"
    'h.theme=m!="auto"?m:matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light"}'
    "</script>"
)
"""Light or dark is known before the first picture; the theme decides only after its script."""

SEARCH_INDEX = '<script src="searchindex.js"></script>'
VIEWPORT = re.compile(r'\s*<meta name="viewport"[^>]*>')


TOGGLE = '<summary><span class="toctree-toggle"'
TAB_STOPS = re.compile(
    r'document\.querySelectorAll\("pre, [^"]*"\)'
    r"\.forEach\(\(e=>\{e\.tabIndex=e\.scrollWidth>[^}]*\}\)\)"
)
"""The theme lays out the whole page to find boxes that scroll; tab_stops.js waits for each."""


def lighten(site: Path, formula_font: Path) -> None:
    """Rewrite every page of a built site; formulas are set in a font with a MATH table."""
    static = site / "_static"
    pages = {path: path.read_text("utf-8") for path in sorted(site.rglob("*.html"))}
    for path, text in pages.items():
        _check_known(path, text, static)
    scripts = SETTINGS + "".join(_read(static, name) + "\n;\n" for name in SCRIPTS)
    scripts = _without_tab_stops(scripts)
    plain = _plain_code(_read(static, "pygments.css"))
    words = set(re.findall(r"[\w-]+", " ".join([scripts, *pages.values()])))
    sheet = "\n".join(_styles(static, name, words) for name in STYLES)
    sheet = sheet.replace(r"Font Awesome\ 5 Free", '"Font Awesome 6 Free"')
    sheet += page_fonts.icons(static, sheet)
    sheet += page_fonts.mathematics(formula_font, pages.values())
    style_name = _write(static, "all", "css", sheet)
    script_name = _write(static, "all", "js", scripts)
    for path, text in pages.items():
        path.write_text(
            _rewritten(plain.sub(r"\1", text), path, site, style_name, script_name), "utf-8"
        )


def _check_known(path: Path, text: str, static: Path) -> None:
    """Raise on a style sheet or script this file does not know, rather than losing it."""
    linked = [found[1] or found[2] for found in LINK.finditer(text)]
    linked += [found[1] for found in SCRIPT.finditer(text)]
    known = {
        file.relative_to(static).as_posix()
        for pattern in [*STYLES, *SCRIPTS, *DROPPED]
        for file in static.glob(pattern)
    }
    for name in linked:
        special = path.name == "search.html" and name in ("searchtools.js", "language_data.js")
        if name not in known and not special and not re.fullmatch(r"all-[0-9a-f]+\.(css|js)", name):
            raise RuntimeError(f"{path.name} links to {name}, unknown to tools/lighter_pages.py")


def _read(static: Path, pattern: str) -> str:
    return "\n".join(path.read_text("utf-8") for path in sorted(static.glob(pattern)))


def _write(static: Path, stem: str, suffix: str, text: str) -> str:
    """Write a bundle under a name that changes with its content: it can be kept for ever."""
    name = f"{stem}-{hashlib.sha256(text.encode()).hexdigest()[:12]}.{suffix}"
    for old in static.glob(f"{stem}-????????????.{suffix}"):
        old.unlink()
    (static / name).write_text(text, encoding="utf-8")
    return name


def _without_tab_stops(scripts: str) -> str:
    """Take out the theme's own search for boxes that scroll."""
    scripts, found = TAB_STOPS.subn("void 0", scripts)
    if found != 1:
        raise RuntimeError(f"the theme sets tab stops in {found} places, expected one")
    return scripts


def _plain_code(sheet: str) -> re.Pattern[str]:
    """Return what marks a piece of code that looks as the code around it, light and dark."""
    base = dict(re.findall(r'data-theme="(\w+)"\] \.highlight \{[^}]*[; ]color: (#\w+)', sheet))
    looks: dict[str, set[tuple[str, str]]] = {}
    for theme, name, rule in re.findall(
        r'data-theme="(\w+)"\] \.highlight \.(\w+) \{([^}]*)\}', sheet
    ):
        looks.setdefault(name, set()).add((theme, rule.strip().rstrip(";")))
    same = {(theme, f"color: {colour}") for theme, colour in base.items()}
    plain = sorted(name for name, look in looks.items() if look == same)
    if not plain:
        raise RuntimeError("no kind of code has the colour of its surroundings in pygments.css")
    return re.compile(rf'<span class="(?:{"|".join(plain)})">([^<]*)</span>')


def _styles(static: Path, pattern: str, words: set[str]) -> str:
    """Return the rules of a style sheet that can apply to some page."""
    parts = []
    for path in sorted(static.glob(pattern)):
        css = path.read_text("utf-8").replace("@charset", "/**/@charset")
        if "fontawesome" in pattern:
            css = re.sub(r"@font-face\{[^}]*\}", "", css)
        folder = posixpath.dirname(path.relative_to(static).as_posix())
        css = re.sub(
            r"url\((['\"]?)(?!data:|#|https?:)([^)'\"]+)\1\)",
            lambda found, folder=folder: (
                f"url({posixpath.normpath(posixpath.join(folder, found[2]))})"
            ),
            css,
        )
        parts.append(_pruned(tinycss2.parse_stylesheet(css, True, True), words))
    return "".join(parts)


def _pruned(rules: list, words: set[str]) -> str:
    """Return the rules as text, without selectors that name a class no page and no script has."""
    kept = []
    for rule in rules:
        if rule.type == "qualified-rule":
            selectors = [
                one for one in _split(tinycss2.serialize(rule.prelude)) if _may_apply(one, words)
            ]
            if selectors:
                kept.append(
                    f"{','.join(selectors)}{{{_squeezed(tinycss2.serialize(rule.content))}}}"
                )
        elif rule.type == "at-rule" and rule.lower_at_keyword in ("media", "supports"):
            inner = _pruned(tinycss2.parse_rule_list(rule.content, True, True), words)
            if inner:
                kept.append(f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}{{{inner}}}")
        elif rule.type == "at-rule" and rule.lower_at_keyword not in ("charset", "import"):
            kept.append(_squeezed(rule.serialize()))
    return "".join(kept)


def _split(selectors: str) -> list[str]:
    """Split a selector list at its outer commas."""
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(selectors):
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and not depth:
            parts.append(selectors[start:place].strip())
            start = place + 1
    return [*parts, selectors[start:].strip()]


def _may_apply(selector: str, words: set[str]) -> bool:
    if "\\" in selector:
        return False  # bootstrap's escaped utility names; the theme uses none
    positive = re.sub(r":(?:not|is|where|has)\([^)]*\)", "", selector)
    positive = re.sub(r"\[[^\]]*\]", "", positive)
    return all(name in words for name in re.findall(r"\.(-?[A-Za-z_][\w-]*)", positive))


def _squeezed(css: str) -> str:
    return re.sub(r"\s+", " ", css).strip()


def _rewritten(text: str, path: Path, site: Path, style: str, script: str) -> str:
    """Return a page with one style sheet, one script after reading, and nothing twice."""
    for pattern in (LINK, INLINE_SETTING, THEBE, PRELOAD, VIEWPORT):
        text = pattern.sub("", text)
    text = THEME.sub(lambda _: EARLY_THEME, text, count=1)
    # The arrow that unfolds a part of the contents has a picture and no name.
    text = text.replace(
        TOGGLE, TOGGLE.replace("<summary", '<summary aria-label="Pages of this part"')
    )
    text = re.sub(r'(<html[^>]*)data-theme="auto"', r'\1data-theme="light"', text, count=1)
    extra = [
        found[0].strip()
        for found in SCRIPT.finditer(text)
        if found[1] in ("searchtools.js", "language_data.js")
    ]
    text = SCRIPT.sub("", text)
    if SEARCH_INDEX in text:
        # The index calls the search tools, so it must come after them.
        text = text.replace(SEARCH_INDEX, "")
        extra.append(SEARCH_INDEX)
    root = "../" * len(path.relative_to(site).parent.parts)
    late = "".join(
        one if "defer" in one else one.replace("<script ", "<script defer ") for one in extra
    )
    head = (
        '\n<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'\n<link rel="stylesheet" href="{root}_static/{style}">'
        f'\n<script defer src="{root}_static/{script}"></script>{late}'
    )
    return text.replace('<meta charset="utf-8" />', f'<meta charset="utf-8" />{head}', 1)

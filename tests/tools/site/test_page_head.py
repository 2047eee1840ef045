"""Pages get one style sheet and one script; a theme that writes pages otherwise is noticed."""

import json
import re

import pytest

from tools.site import page_head
from tools.site.substitution import Substitution, SubstitutionError

STYLE, SCRIPT = "all-0123456789ab.css", "all-ba9876543210.js"
FORMULAS = "formulas-0123456789ab.css"
LONG = "letters and <svg>no letter</svg> words " * 150
UP = {"book/page.html": "../", "search.html": ""}
COMMON = """<!DOCTYPE html>
<html lang="en" data-content_root="{up}" data-theme="auto">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1.0" />
  <script data-cfasync="false">
    document.documentElement.dataset.theme = localStorage.getItem("theme") || "auto";
  </script>
  <link href="{up}_static/styles/theme.css?digest=d" rel="stylesheet" />
  <link rel="preload" as="font" type="font/woff2" href="{up}_static/a.woff2" />
    <link rel="stylesheet" type="text/css" href="{up}_static/pygments.css?v=03" />
  <link rel="preload" as="script" href="{up}_static/scripts/bootstrap.js?digest=d" />
    <script src="{up}_static/doctools.js?v=9a"></script>
    <script>let toggleHintShow = 'Click to show';</script>
    <script>let toggleHintHide = 'Click to hide';</script>
    <script>let toggleOpenOnPrint = 'true';</script>
    <script>var togglebuttonSelector = '.toggle, .admonition.dropdown';</script>
    <script>const THEBE_JS_URL = "https://elsewhere/thebe.js"; const thebe_selector = "x"</script>
    <script>DOCUMENTATION_OPTIONS.pagename = 'book/page';</script>
    {own}
  </head>
  <body><details><summary><span class="toctree-toggle" role="x"></span></summary></details></body>
</html>
"""
OWN = {
    "book/page.html": """<script type="text/x-thebe-config">
    {requestKernel: true}
    </script>
    <script>kernelName = 'python3'</script>""",
    "search.html": """<script src="_static/searchtools.js"></script>
    <script src="_static/language_data.js"></script>
    <script src="searchindex.js"></script>""",
}
WRITTEN = {page: COMMON.format(up=UP[page], own=OWN[page]) for page in OWN}
CASES = [(page, one) for page in OWN for one in page_head.substitutions(page)]


@pytest.mark.parametrize("page", OWN)
def test_a_page_asks_for_one_style_sheet_and_one_script(page):
    light = page_head.rewritten(WRITTEN[page], page, STYLE, SCRIPT)
    assert re.findall(r'rel="stylesheet" href="([^"]*)"', light) == [f"{UP[page]}_static/{STYLE}"]
    asked = json.loads(re.search(r"for\(const src of (\[.*?\])\)", light)[1])
    assert asked[0] == f"{UP[page]}_static/{SCRIPT}"
    assert asked[1:] == (list(page_head.SEARCH) if page == "search.html" else [])
    assert light.count("<script") == 2  # what asks for them, and what knows light from dark
    assert " src=" not in light  # nothing comes before the first picture
    assert light.count("viewport") == 1
    assert "preload" not in light
    assert "thebe" not in light.lower()
    assert 'data-theme="light"' in light
    assert '<summary aria-label="Pages of this part"><span' in light


@pytest.mark.parametrize("page", OWN)
def test_a_light_page_only_learns_the_new_names(page):
    light = page_head.rewritten(WRITTEN[page], page, STYLE, SCRIPT)
    assert page_head.rewritten(light, page, STYLE, SCRIPT) == light
    again = page_head.rewritten(light, page, "all-111111111111.css", "all-222222222222.js")
    assert again == light.replace(STYLE, "all-111111111111.css").replace(
        SCRIPT, "all-222222222222.js"
    )


@pytest.mark.parametrize(
    ("lost", "what"),
    [
        (page_head.SCRIPTS_AFTER_PAINT % f'["../_static/{SCRIPT}"]', "our js file"),
        (page_head.END_OF_HEAD, "the end of our fonts"),
    ],
)
def test_a_light_page_that_lost_what_is_renewed_fails_the_build(lost, what):
    page = "book/page.html"
    light = page_head.rewritten(WRITTEN[page], page, STYLE, SCRIPT)
    assert light.count(lost) == 1
    with pytest.raises(SubstitutionError, match=f"{page} holds {what} in 0 places"):
        page_head.rewritten(light.replace(lost, ""), page, STYLE, SCRIPT)


def test_fonts_are_asked_for_early_and_only_the_newest():
    page = "book/page.html"
    light = page_head.rewritten(WRITTEN[page], page, STYLE, SCRIPT, ["a-1.woff2", "b-1.woff2"])
    assert re.findall(r'as="font"[^>]*href="([^"]*)"', light) == [
        "../_static/fonts/a-1.woff2",
        "../_static/fonts/b-1.woff2",
    ]
    again = page_head.rewritten(light, page, STYLE, SCRIPT, ["a-2.woff2"])
    assert re.findall(r'as="font"[^>]*href="([^"]*)"', again) == ["../_static/fonts/a-2.woff2"]


@pytest.mark.parametrize(
    ("body", "early"),
    [
        ('<h1>A</h1><math class="x" display="block">', True),
        ('<h1>A</h1><img src="a.webp"><p><math>x</math></p>', True),
        (f"<h1>A</h1><p>{LONG}</p><math>x</math>", False),
        ("<h1>A</h1>", False),
    ],
)
def test_a_page_with_early_formulas_reads_their_font_first(body, early):
    page = "book/page.html"
    written = WRITTEN[page].replace("<body>", f'<body><img src="logo.svg">{body}')
    light = page_head.rewritten(written, page, STYLE, SCRIPT, (), FORMULAS)
    assert light.count(page_head.FIRST_FORMULA) == early
    assert page_head.rewritten(light, page, STYLE, SCRIPT, (), FORMULAS) == light
    if early:  # the style sheet that holds the font has been read by then
        assert light.index(FORMULAS) < light.index(page_head.FIRST_FORMULA)


@pytest.mark.parametrize(
    ("body", "links"),
    [
        (f"<h1>A</h1><p>{LONG}</p>", []),
        ("<h1>A</h1><p><math>x</math></p>", [""]),
        (f"<p>{LONG}</p><h1>A</h1><p><math>x</math>{LONG}</p>", [""]),
        (f"<h1>A</h1><script>{LONG}</script><p><math>x</math></p>", [""]),
        (
            f"<h1>A</h1><p>{LONG}</p><math>x</math>",
            [' media="print" onload="this.media=\'all\'"', ""],
        ),
    ],
)
def test_only_formulas_that_may_be_on_the_first_screen_are_waited_for(body, links):
    page = "book/page.html"
    written = WRITTEN[page].replace("<body>", f"<body>{body}")
    light = page_head.rewritten(written, page, STYLE, SCRIPT, (), FORMULAS)
    found = rf'<link rel="stylesheet" href="\.\./_static/{FORMULAS}"([^>]*)>'
    assert re.findall(found, light) == links
    assert light.count("<noscript>") == (len(links) == 2)  # without scripts, too
    again = page_head.rewritten(light, page, STYLE, SCRIPT, (), "formulas-222222222222.css")
    assert again == light.replace(FORMULAS, "formulas-222222222222.css")
    if links:
        lost = light.replace(FORMULAS, "x.css")
        with pytest.raises(SubstitutionError, match="our font of formulas in 0 places"):
            page_head.rewritten(lost, page, STYLE, SCRIPT, (), FORMULAS)


def test_what_addresses_count_from_is_said_before_the_first_of_them():
    page = "search.html"
    written = WRITTEN[page].replace("</head>", '<base href="/book/"></head>')
    light = page_head.rewritten(written, page, STYLE, SCRIPT)
    assert light.count("<base ") == 1
    assert light.index("<base ") < light.index("href=")
    assert light.index("<base ") < light.index("_static")


@pytest.mark.parametrize(("page", "one"), CASES, ids=[f"{page}: {one.what}" for page, one in CASES])
def test_a_page_without_what_is_replaced_fails_the_build(page, one):
    # Of the scripts the search has some for itself; they are looked for before the others.
    pattern = r"<script[^>]*doctools.*?</script>" if one is page_head.SCRIPTS else one.pattern
    without = re.sub(pattern, "", WRITTEN[page], flags=re.S)
    assert without != WRITTEN[page]
    with pytest.raises(SubstitutionError, match=re.escape(f"{page} holds {one.what} in 0 places")):
        page_head.rewritten(without, page, STYLE, SCRIPT)


def test_a_page_without_a_head_fails_the_build():
    page = "book/page.html"
    with pytest.raises(SubstitutionError, match="the beginning of the head in 0 places"):
        page_head.rewritten(WRITTEN[page].replace(page_head.HEAD, ""), page, STYLE, SCRIPT)


@pytest.mark.parametrize(
    "strange",
    [
        "<link type='text/css' rel=\"stylesheet\" href='x.css'>",
        "<script async src='x.js'></script>",
    ],
)
def test_a_style_sheet_or_script_written_in_another_way_fails_the_build(strange):
    page = "book/page.html"
    with pytest.raises(SubstitutionError, match="still asks for"):
        page_head.rewritten(
            WRITTEN[page].replace("</head>", f"{strange}</head>"), page, STYLE, SCRIPT
        )


def test_a_substitution_may_say_how_often_it_is_expected():
    once = Substitution("a letter", "a", "b", times=1)
    assert once.in_text("xax", "here") == "xbx"
    with pytest.raises(SubstitutionError, match="here holds a letter in 2 places, expected 1"):
        once.in_text("aa", "here")


def test_pictures_after_the_first_come_after_fonts():
    page = "<h1>A</h1>" + 3 * '<p>text</p><img class="vaslb-frame" src="a.webp">'
    turned = page_head.pictures_in_turn(page)
    assert re.findall(r"<img( \S+)? class", turned) == ["", *2 * [' fetchpriority="low"']]
    assert turned.replace(' fetchpriority="low"', "") == page
    assert page_head.pictures_in_turn(turned) == turned
    assert page_head.pictures_in_turn("<p>No picture</p>") == "<p>No picture</p>"


def test_pictures_below_the_first_screen_all_come_after_fonts():
    page = f"<h1>A</h1><p>{LONG}</p>" + 2 * '<img class="vaslb-frame" src="a.webp">'
    turned = page_head.pictures_in_turn(page)
    assert turned.count(page_head.LATER) == 2
    assert page_head.pictures_in_turn(turned) == turned

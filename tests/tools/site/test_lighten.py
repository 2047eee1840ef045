"""The bundles of styles and scripts: everything known is in, anything unknown is noticed."""

import pytest

pytest.importorskip("tinycss2")
pytest.importorskip("fontTools")

from tools.site import formula_style, lighten, style_sheet
from tools.site.substitution import SubstitutionError


def test_a_theme_that_looks_for_scrolling_boxes_elsewhere_is_noticed():
    theirs = (
        'f(()=>{document.querySelectorAll("pre, .x > .y").forEach((e=>'
        "{e.tabIndex=e.scrollWidth>e.clientWidth?0:-1}))},g)"
    )
    assert lighten.TAB_STOPS.in_text(theirs, "a script") == "f(()=>{void 0},g)"
    for strange in ("something else", theirs + theirs):
        with pytest.raises(SubstitutionError, match="expected 1"):
            lighten.TAB_STOPS.in_text(strange, "a script")


def test_icons_under_another_name_are_noticed():
    theirs = r"a{font-family:Font Awesome\ 5 Free}"
    assert '"Font Awesome 6 Free"' in lighten.ICONS.in_text(theirs, "a sheet")
    with pytest.raises(SubstitutionError, match="the icons' old name in 0 places"):
        lighten.ICONS.in_text("a{font-family:Icons}", "a sheet")


def test_icon_fonts_written_otherwise_are_noticed(tmp_path):
    sheet = tmp_path / "fontawesome" / "all.min.css"
    sheet.parent.mkdir()
    sheet.write_text("@font-face{src:url(../webfonts/x.ttf)}.a{x:1}")
    assert style_sheet.reduced(sheet, {"a"}) == ".a{x:1}"
    sheet.write_text(".a{x:1}")
    with pytest.raises(SubstitutionError, match="the fonts of icons in 0 places"):
        style_sheet.reduced(sheet, {"a"})


def test_an_address_that_the_bundle_would_break_is_noticed(tmp_path):
    sheet = tmp_path / "one.css"
    sheet.write_text(".a{x:url(data:image/png;base64,a/b)}.b{x:url(file.png)}")
    assert style_sheet.reduced(sheet, {"a", "b"}) == sheet.read_text()
    sheet.write_text(".a{x:url(../images/file.png)}")
    with pytest.raises(RuntimeError, match=r"asks for url\(\.\./images/file\.png\)"):
        style_sheet.reduced(sheet, {"a"})


@pytest.mark.parametrize("one", formula_style.SHEET, ids=lambda one: one.what)
def test_a_style_sheet_of_formulas_written_otherwise_is_noticed(one):
    theirs = "@font-face {\n src: x }\nmath { font-family: STIX2, math }"
    one.in_text(theirs, "Temml")
    with pytest.raises(SubstitutionError, match=r"Temml holds .* in 0 places"):
        one.in_text(one.in_text(theirs, "Temml"), "Temml")


def test_code_whose_marks_are_written_otherwise_is_noticed():
    sheet = (
        'html[data-theme="light"] .highlight { background: #fff; color: #080808 }\n'
        'html[data-theme="light"] .highlight .n { color: #080808 }'
    )
    plain = style_sheet.plain_code(sheet)
    page = '<div class="highlight-ipython3"><span class="n">x</span></div>'
    assert lighten.without_marks(page, "p.html", plain) == page.replace(
        '<span class="n">x</span>', "x"
    )
    with pytest.raises(SubstitutionError, match=r"p\.html holds code without a colour"):
        lighten.without_marks(page.replace("span", "i"), "p.html", plain)
    assert lighten.without_marks("<p>no code</p>", "p.html", plain) == "<p>no code</p>"


@pytest.fixture
def static(tmp_path):
    """A folder with an empty file for each name and pattern."""
    for pattern in [*lighten.STYLES, *lighten.SCRIPTS, *lighten.DROPPED]:
        path = tmp_path / pattern.replace("*", "1")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return tmp_path


def test_a_file_that_no_list_knows_is_noticed(static):
    page = '<link rel="stylesheet" type="text/css" href="../_static/{}" />'
    lighten.check_known({"p.html": page.format("basic.css")}, static)
    lighten.check_known({"p.html": page.format("all-0123456789ab.css")}, static)
    with pytest.raises(RuntimeError, match=r"p\.html links to new\.css"):
        lighten.check_known({"p.html": page.format("new.css")}, static)


@pytest.mark.parametrize("pattern", [*lighten.STYLES, *lighten.SCRIPTS, *lighten.DROPPED])
def test_a_file_that_is_gone_is_noticed(static, pattern):
    (static / pattern.replace("*", "1")).unlink()
    with pytest.raises(RuntimeError, match=r"the pages come without"):
        lighten.check_known({}, static)

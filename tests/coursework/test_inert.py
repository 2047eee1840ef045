"""Pages for marking and feedback show what a student wrote, and run none of it."""

import re
import time
from collections import Counter
from html.parser import HTMLParser

import nbformat
import pytest
from places import Places

from tools.coursework import inert, written_formulas
from tools.site import vendor

SCRIPTS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)><script>alert(1)</script></svg>",
    "<iframe src='javascript:alert(1)'></iframe>",
    "<a href='javascript:alert(1)'>x</a>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:x)",
    "<a href='&#106;avascript:alert(1)'>x</a>",
    "<a href=' data:text/html,x'>x</a>",
    "[x](/logout) [x](../../api/shutdown) [x](//example.org) [x](https:/logout) [x](x.html)",
    "<a href='/formgrader'>x</a> <a href='\\\\example.org'>x</a> <a href='?x'>x</a>",
    "[x](file:///etc/passwd) [x](jupyter:x) [x](blob:x) <a href='http:logout'>x</a>",
    "![x](http://example.org/pixel.png)",
    "<img src='//example.org/pixel.png'>",
    "<img src='http://example.org/pixel.png'>",
    "<img src='data:image/svg+xml;base64,PHN2Zz4='>",
    "<form action='http://example.org'><input name=x><button>Full credit</button></form>",
    "<style>* { display: none }</style><link rel=stylesheet href='http://example.org/x.css'>",
    "<div style='position:fixed' class='full-credit' id='toy-why'>x</div>",
    "<meta http-equiv=refresh content='0; url=http://example.org'>",
    "<base href='http://example.org'>",
    "<object data=x></object><embed src=x><video src=x></video><math><a xlink:href=x></math>",
    '<!--<img title="--><img src=x onerror=alert(1)>">',
    "$\\href{javascript:alert(1)}{x}$ $$\\require{html}\\class{full-credit}{x}$$",
    "</textarea></div></body><script>alert(1)</script>",
    "$\\text{<script>alert(1)</script>}$ $$\\style{position:fixed}{x}$$",
    "$$x\\hspace{-99em}\\rule{99em}{9em}$$",
    "$\\def\\a{\\b\\b}\\def\\b{\\a\\a}\\a$ $" + "\\frac{" * 300 + "$ $" + "{" * 1900 + "$",
    "`<script>alert(1)</script>`\n\n```html\n<script>alert(1)</script>\n```",
]
HARMLESS = "**b** *i* [web](https://example.org) [mail](mailto:a@b.de) `code` `a < b & c` $x < y$"
QUIET = frozenset(written_formulas.ATTRIBUTES.split())
MATHML = dict.fromkeys(written_formulas.ELEMENTS.split(), QUIET)
INACTIVE = {"a": {"href", "title"}, "img": {"alt", "title", "width", "height"}} | MATHML
LINK = re.compile(r"https?://|mailto:|#", re.I)


class Elements(HTMLParser):
    """The elements of a page, each with its attributes."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


def trouble(page):
    """Return the elements of a piece of a page that could do something."""
    return [
        (tag, attributes)
        for tag, attributes in Elements(page).found
        if tag not in inert.TAGS | MATHML.keys()
        or set(attributes) - INACTIVE.get(tag, set())
        or not LINK.match(attributes.get("href", "#"))
    ]


@pytest.mark.parametrize("text", SCRIPTS)
@pytest.mark.parametrize("shown", [inert.markdown2html, inert.clean_html])
def test_nothing_acts(text, shown):
    assert trouble(shown(text)) == []


@pytest.mark.parametrize(
    "part", ["\\begin{a}", "<div>", "<b>", "> ", "[a](", "a|b\n-|-\n", "**a _b"]
)
def test_no_text_takes_for_ever(part):
    before = time.process_time()
    assert trouble(inert.markdown2html(part * 50_000)) == []
    assert time.process_time() - before < 20


def test_what_is_harmless_is_shown():
    page = inert.markdown2html(HARMLESS)
    for part in ("<strong>b</strong>", "<em>i</em>", 'href="https://example.org"'):
        assert part in page
    assert 'href="mailto:a@b.de"' in page
    assert "<code>code</code>" in page
    picture = '<img src="data:image/png;base64,iVBORw0KGgo=" alt="x">'
    assert inert.clean_html(picture) == picture


@pytest.mark.parametrize(
    ("text", "elements"),
    [
        ("$x < y$", ["mi", "mo", "mi"]),
        ("$$\\frac{1}{2}$$", ["mfrac", "mn", "mn"]),
        ("$\\text{a}$ and $\\sqrt x$", ["mtext", "msqrt", "mi"]),
    ],
)
def test_formulas_are_set(text, elements):
    found = [tag for tag, _ in Elements(inert.markdown2html(text)).found]
    assert [tag for tag in found if tag in MATHML and tag not in ("math", "mrow")] == elements
    assert "$" not in inert.markdown2html(text)


@pytest.mark.parametrize("text", ["`$x$`", "it costs $5 and $6", "$\\href{x}{y}$", "$ x $", "$x$5"])
def test_what_is_no_formula_stands_as_it_was_written(text):
    assert "<math" not in inert.markdown2html(text)
    assert "$" in inert.markdown2html(text)


def test_a_formula_cannot_lie_over_the_page():
    page = inert.markdown2html("$a\\hspace{-99em}\\rule{99em}{9em}\\raisebox{9em}{b}$")
    assert not re.search(r"\b(width|height|style|voffset)=|99em", page)


def test_formulas_of_a_large_class_do_not_pile_up(monkeypatch):
    monkeypatch.setattr(written_formulas, "_known", {})
    monkeypatch.setattr(written_formulas, "REMEMBERED", 50)
    monkeypatch.setattr(written_formulas, "_typeset", lambda new: ["<math></math>"] * len(new))
    for student in range(20):
        inert.markdown2html(" ".join(f"$x_{{{student}, {n}}}$" for n in range(10)))
    assert 0 < len(written_formulas._known) <= 60


def test_without_the_typesetter_formulas_stand_as_they_were_written(monkeypatch):
    def missing(group):
        raise vendor.MissingPackagesError(group)

    monkeypatch.setattr(vendor, "modules", missing)
    monkeypatch.setattr(written_formulas, "_known", {})
    assert "$x + y^{17}$" in inert.markdown2html("$x + y^{17}$")


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The page of feedback, and the page for marking by hand, of somebody who tries everything."""
    places = Places(tmp_path_factory.mktemp("inert"))
    output = "from IPython.display import HTML, Markdown, display\n" + "".join(
        f"display(HTML({text!r}), Markdown({text!r}))\n" for text in SCRIPTS
    )
    why = "\n\n".join(SCRIPTS)
    places.hand_in("eve", {"sum": f"total = 10\n{output}", "why": why})
    places.hand_in("ada", {"sum": "total = 10\ntotal", "why": HARMLESS})
    places.grade()
    feedback = {
        student: (places.grades / "feedback" / student / "toy.html").read_text("utf-8")
        for student in ("eve", "ada")
    }
    return places, feedback, {student: _marking_page(places, student) for student in feedback}


def _marking_page(places, student):
    """Render a submission as nbgrader's formgrader does, with the settings of the folder."""
    from nbconvert.exporters import HTMLExporter
    from nbgrader.server_extensions.formgrader import formgrader
    from traitlets.config.loader import PyFileConfigLoader

    config = PyFileConfigLoader("nbgrader_config.py", str(places.grades)).load_config()
    config.merge(formgrader.FormgradeExtension(parent=None).build_extra_config())
    exporter = HTMLExporter(config=config)
    resources = {"base_url": "", "index": 0, "total": 1, "notebook_id": "toy", "student": student}
    resources |= {"submission_id": "1", "assignment_id": "toy", "notebook_path": ""}
    path = places.grades / "autograded" / student / "toy" / "toy.ipynb"
    return exporter.from_notebook_node(nbformat.read(path, 4), resources=resources)[0]


def test_feedback_has_no_script_and_a_policy_that_allows_none(pages):
    for page in pages[1].values():
        assert "<script" not in page
        head = page[: page.index("</head>")]
        assert "default-src 'none'" in head
        assert "base-uri 'none'" in head
        assert "no-referrer" in head
        assert head.index("Content-Security-Policy") < head.index("<style")


@pytest.mark.parametrize("kind", [1, 2], ids=["feedback", "marking"])
def test_what_a_student_wrote_is_inert(pages, kind):
    eve, ada = pages[kind]["eve"], pages[kind]["ada"]
    found, expected = (Elements(page).found for page in (eve, ada))
    count = Counter(tag for tag, _ in found)
    usual = Counter(tag for tag, _ in expected)
    for tag in set(count) - inert.TAGS - MATHML.keys():
        assert count[tag] == usual[tag], tag  # the page's own
    assert _handlers(found) == _handlers(expected)
    for tag, attributes in found:
        assert not re.match(r"\s*(javascript|data|vbscript):", attributes.get("href") or "", re.I)
        if tag == "img":
            assert not attributes.get("src"), attributes
    for name in ("full-credit", "toy-why"):
        assert _named(found, name) == _named(expected, name)
    assert "<strong>b</strong>" in ada


def _handlers(found):
    return [name for _, attributes in found for name in attributes if name.startswith("on")]


def _named(found, name):
    return sum(name in (one.get("class") or "") or name == one.get("id") for _, one in found)


@pytest.mark.parametrize("kind", [1, 2], ids=["feedback", "marking"])
def test_a_formula_with_a_sign_of_html_is_set_in_both_pages(pages, kind):
    page = pages[kind]["ada"]
    assert "<mi>x</mi><mo>&lt;</mo><mi>y</mi>" in page
    assert "<code>a &lt; b &amp; c</code>" in page
    assert "&amp;lt;" not in page


def test_no_page_loads_formulas_from_elsewhere(pages):
    for kind in (1, 2):
        for page in pages[kind].values():
            for tag, attributes in Elements(page).found:
                source = (attributes.get("src") or "") + (tag == "link") * attributes.get(
                    "href", ""
                )
                assert not re.match("(https?:)?//", source), attributes


def test_long_code_is_cut():
    """To colour 480,000 signs takes ten minutes, if they are chosen well."""
    cell = nbformat.v4.new_code_cell("a." * 240_000)
    shown, _ = inert.SanitizeOutputs().preprocess_cell(cell, {}, 0)
    assert len(shown.source) < 21_000
    assert shown.source.endswith("(cut here)")

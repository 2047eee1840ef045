"""Under the title one line, under a figure its code: on small books built here."""

import json
import re

import pytest

pytest.importorskip("myst_nb")

EXTENSIONS = "'myst_nb', 'tools.extensions.code_below', 'tools.extensions.chapter_head'"
BOXES = """\
# Title

```{admonition} Quick facts
- **Idea**: a short one.
- **Reading time**: 25 minutes, or longer.
```

```{admonition} Goals
After this page you know it.
```

The first sentence.

```{admonition} Not folded
It comes after a sentence.
```
"""


def code(source, *tags, figure=None, shows=None):
    """Return a code cell, with a picture or text as its output."""
    metadata = {"tags": list(tags)}
    if figure:
        metadata["mystnb"] = {"figure": {"name": figure, "caption": "What it shows."}}
    outputs = []
    if figure or shows:
        data = {"text/html": shows or "<img alt='x' src='data:,'>"}
        outputs = [{"output_type": "display_data", "data": data, "metadata": {}}]
    return {
        "cell_type": "code",
        "id": re.sub(r"\W", "-", source),
        "metadata": metadata,
        "source": source,
        "outputs": outputs,
        "execution_count": 1,
    }


@pytest.fixture
def built(tmp_path):
    """Build a book of one notebook and return the page."""

    def build(*cells):
        source = tmp_path / "source"
        source.mkdir()
        every = [{"cell_type": "markdown", "id": "t", "metadata": {}, "source": BOXES}, *cells]
        language = {"language_info": {"name": "python", "pygments_lexer": "python"}}
        notebook = {"cells": every, "metadata": language, "nbformat": 4, "nbformat_minor": 5}
        (source / "start.ipynb").write_text(json.dumps(notebook))
        (source / "conf.py").write_text(
            f"extensions = [{EXTENSIONS}]\nroot_doc = 'start'\nnb_execution_mode = 'off'\n"
            "numfig = True\n"
        )
        from sphinx.cmd.build import build_main

        assert build_main(["-q", "-W", str(source), str(tmp_path / "site")]) == 0
        return (tmp_path / "site" / "start.html").read_text("utf-8")

    return build


def folds(page):
    """Return the lines of folded code with the sources under them, in their order."""
    found = re.findall(r'<details class="vaslb-code">(.*?)</details>', page, re.S)
    titles = [re.search("<summary>(.*?)</summary>", one)[1] for one in found]
    sources = [re.findall(r"source_\w+", re.sub("<[^>]*>", "", one)) for one in found]
    return list(zip(titles, sources, strict=True))


def test_boxes_under_the_title_are_folded_into_one_line(built):
    page = built()
    line = re.search(r'</h1>\s*<div class="vaslb-head">(.*?)</details></div>', page, re.S)[1]
    assert '<span class="vaslb-time">25 minutes</span>' in line
    assert "<summary>Quick facts and goals</summary>" in line
    assert "a short one" in line
    assert "Reading time" not in page
    assert page.index("</details></div>") < page.index("The first sentence.")
    assert page.index("The first sentence.") < page.index("Not folded")
    assert "<!-- end" not in page


def test_a_chapter_opens_with_the_picture_of_a_later_figure():
    from sphinx.errors import ExtensionError

    from tools.extensions.chapter_head import with_opening

    figure = (
        '<figure class="x" id="fig-b"><img class="y" src="b.svg" alt="B">'
        '<figcaption><span class="caption-number">Fig. 5.2 </span></figcaption></figure>'
    )
    text = f'<p>Opening.</p><section id="one">{figure}</section>'
    page = with_opening(text, "fig-b")
    front = '<img class="y" src="b.svg" alt="B"><span>Figure 5.2</span>, explained below</a>'
    assert page.index(front) < page.index("<section")
    assert '<a class="vaslb-front" href="#fig-b">' in page
    assert page.endswith(text.removeprefix("<p>Opening.</p>"))  # the figure itself stays
    with pytest.raises(ExtensionError, match="no figure fig-c"):
        with_opening(text, "fig-c")
    with pytest.raises(ExtensionError, match="no section of the chapter follows"):
        with_opening(figure, "fig-b")


def test_code_stands_below_the_figure_and_is_called_after_it(built):
    page = built(
        code("import source_a", "hide-input"),
        {"cell_type": "markdown", "id": "m", "metadata": {}, "source": "## More"},
        code("source_b = 1", "hide-input"),
        code("source_c", "hide-input", figure="fig-one"),
        code("source_d", figure="fig-two"),
        code("source_e", "hide-input", shows="<table><tr><td>1</td></tr></table>"),
        code("source_f = 1", "hide-input"),
        code("source_g = 1", "hide-input"),
    )
    assert folds(page) == [
        ("What this page imports", ["source_a"]),
        ("Code of Figure 1", ["source_b", "source_c"]),
        ("Code of this table", ["source_e"]),
        ("Code of this step", ["source_f", "source_g"]),
    ]
    assert page.index("What it shows.") < page.index("Code of Figure 1")
    assert "code cell source" not in page  # no bar of myst-nb is left
    assert "source_d" in page  # what is not hidden stays where it is
    assert page.index("source_d") < page.rindex("What it shows.")

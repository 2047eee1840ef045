"""Sections say how long they will be; how well is measured in the built book (tests/site)."""

from tools.site.section_lengths import length, with_lengths

PAGE = (
    '<article><section id="page"><h1>Page</h1>'
    '<section id="one"><h2>One</h2><p>text</p>'
    '<section id="inner"><h3>Inner</h3></section></section>'
    '<section id="two" class="a"><h2>Two</h2></section></section></article>'
)


def test_only_sections_of_the_second_level_say_how_long_they_are():
    written = with_lengths(PAGE)
    assert written.count("--long") == 2
    assert '<section id="one" style="--long:' in written
    assert '<section id="two" class="a" style="--long:' in written
    assert with_lengths(written) == written


def test_more_text_and_pictures_make_a_section_longer_and_folded_ones_do_not():
    short = length("<p>word</p>")
    assert length("<p>" + "word " * 200 + "</p>") > short + 50
    assert length("<p>word</p><picture></picture>") > short + 30
    folded = f"<details><summary>More</summary>{'<p>word</p>' * 20}</details>"
    assert length(f"<p>word</p>{folded}") < short + 10


def test_a_page_without_sections_stays_as_it_is():
    assert with_lengths("<article><p>text</p></article>") == "<article><p>text</p></article>"

"""Two widths of paper: panels that stack, words that are broken, nothing that is cut."""

import pytest

from tests.figures.lines import drawing
from vaslb_edu.figures import fitting, legend, style
from vaslb_edu.figures import paper as papers


def on_narrow(draw):
    with papers.on(papers.NARROW), style.context():
        return draw()


def test_a_figure_is_as_wide_as_its_paper():
    assert style.figure()[0].get_size_inches()[0] == papers.WIDE.width
    fig, _ = on_narrow(style.figure)
    assert fig.get_size_inches()[0] == papers.NARROW.width
    assert not papers.narrow()


@pytest.mark.parametrize("steady", [False, True])
def test_panels_side_by_side_are_stacked_on_narrow_paper(steady):
    def draw():
        return style.figure(1, 2, steady=steady, width_ratios=[2, 1])

    wide, (left, right) = draw()
    assert left.get_position().x1 < right.get_position().x0
    narrow, (first, second) = on_narrow(draw)
    narrow.draw_without_rendering()
    assert first.get_position().y0 > second.get_position().y1
    assert first.get_position().width > 0.5
    assert narrow.get_size_inches()[1] > wide.get_size_inches()[1]


def test_axes_come_back_in_the_shape_that_was_asked_for():
    for draw, shape in (
        (lambda: style.figure(2, 3)[1], (2, 3)),
        (lambda: style.figure(1, 3)[1], (3,)),
        (lambda: style.figure(3, 1, height_ratios=[1, 2, 1])[1], (3,)),
        (lambda: style.figure(1, 3, squeeze=False)[1], (1, 3)),
    ):
        assert draw().shape == shape
        assert on_narrow(draw).shape == shape


def test_letters_are_smaller_on_narrow_paper_but_not_small():
    title = on_narrow(drawing).axes[0].title
    assert 9 <= title.get_fontsize() < drawing().axes[0].title.get_fontsize()


def test_a_long_title_is_broken_where_the_paper_ends():
    def draw():
        fig, axes = style.figure(steady=True)
        axes.set_title("A title that is much longer than a phone is wide")
        fitting.break_titles(fig)
        fitting.check_inside(fig)
        return axes.get_title(loc="left")

    with style.context():
        assert "\n" not in draw()
    assert on_narrow(draw).count("\n") == 1


def test_a_title_is_not_broken_inside_an_equation():
    def draw():
        fig, axes = style.figure(steady=True)
        axes.set_title("Weighted OFUL, the paper: stop at n = 3,116 and so on")
        fitting.break_titles(fig)
        return axes.get_title(loc="left")

    with style.context():
        first, second = on_narrow(draw).splitlines()
    assert "n = 3,116" in first or "n = 3,116" in second


def test_what_leaves_the_paper_is_named():
    def draw():
        fig, axes = style.figure(steady=True)
        axes.text(0.9, 0.5, "far beyond the right edge")
        return fig

    with pytest.raises(ValueError, match=r"leaves narrow paper.*\{'right': \d"):
        on_narrow(lambda: fitting.check_inside(draw()))


@pytest.mark.parametrize("paper", papers.PAPERS, ids=lambda paper: paper.name)
@pytest.mark.parametrize("steady", [False, True])
def test_a_legend_below_has_room_of_its_own(paper, steady):
    with papers.on(paper), style.context():
        fig, axes = style.figure(steady=steady)
        axes.set_xlabel("round t")
        for name in ("first", "second", "third", "fourth"):
            axes.plot([0, 1], label=name)
        before = fig.get_size_inches()[1]
        tall = axes.get_position().height * before
        legend.below(fig, columns=2)
        fitting.check_inside(fig)
        fig.draw_without_rendering()
        words = axes.xaxis.label.get_window_extent()
        assert fig.legends[0].get_window_extent().y1 <= words.y0 + 1
        assert fig.get_size_inches()[1] > before
        if steady:
            assert axes.get_position().height * fig.get_size_inches()[1] == pytest.approx(tall)


def test_margins_are_inches():
    fig, axes = style.figure(steady=True, height=4)
    style.margins(fig, left=2.05, top=1)
    assert axes.get_position().x0 == pytest.approx(0.25)
    assert axes.get_position().y1 == pytest.approx(0.75)


def test_the_letters_are_those_of_the_page():
    from matplotlib import font_manager

    with style.context():
        path = font_manager.findfont(font_manager.FontProperties())
        bold = font_manager.findfont(font_manager.FontProperties(weight="bold"))
    assert [path, bold] == [str(style.FONTS / f"Inter-{name}.ttf") for name in ("Regular", "Bold")]
    assert (style.FONTS / "OFL.txt").read_text("utf-8").count("SIL OPEN FONT LICENSE") >= 1

"""The look of the book: line styles, sizes, and labels inside the figure."""

import pytest

from tests.figures.lines import drawing
from vaslb_edu.figures import frames, style


def test_every_role_has_a_line_style():
    assert set(style.LINES) == set(style.PALETTE)
    assert style.line("oful") == {"color": style.color("oful"), "linestyle": style.LINES["oful"]}
    learners = ["vaslb", "oful", "weighted", "divide", "voful2"]
    assert len({str(style.LINES[role]) for role in learners}) == len(learners)


def test_unknown_role_is_named():
    with pytest.raises(ValueError, match=r"role must be one of .*got 'ufo'"):
        style.color("ufo")


def test_steady_figures_keep_their_axes_in_place():
    first, second = drawing(steady=True), drawing(steady=True)
    second.axes[0].set(ylim=(0, 10**6), ylabel="two\nlines")
    frames.to_png(first)
    frames.to_png(second)
    assert first.axes[0].get_position().bounds == second.axes[0].get_position().bounds


@pytest.mark.parametrize("steady", [False, True])
def test_labels_are_inside_the_figure(steady):
    with style.context():
        fig = drawing(steady)
        frames.to_png(fig)
        box = fig.get_tightbbox()
    width, height = fig.get_size_inches()
    assert box.x0 >= 0
    assert box.y0 >= 0
    assert box.x1 <= width
    assert box.y1 <= height


def test_context_leaves_no_trace():
    import matplotlib

    before = matplotlib.rcParams["axes.grid"]
    with style.context():
        assert matplotlib.rcParams["axes.grid"] is True
    assert matplotlib.rcParams["axes.grid"] == before


def test_use_sets_the_style_for_the_session():
    import matplotlib

    with matplotlib.rc_context():
        style.use()
        assert matplotlib.rcParams["figure.facecolor"] == style.BACKGROUND


@pytest.mark.parametrize("bad", [{"rows": 0}, {"width": 0}, {"height": -1}])
def test_bad_sizes_are_refused(bad):
    with pytest.raises(ValueError, match=next(iter(bad))):
        style.figure(**bad)

"""Numbers along axes are written as in the text, and nothing stands at the end of an axis."""

import pytest

from vaslb_edu.figures import style


def written(axis):
    axis.figure.draw_without_rendering()
    return [label.get_text() for label in axis.get_ticklabels()]


@pytest.mark.parametrize(
    ("ends", "numbers"),
    [
        ((0, 10_000), ["0", "5,000", "10,000"]),
        ((-2000, 2000), ["\N{MINUS SIGN}2,000", "0", "2,000"]),
        ((0, 0.5), ["0.00", "0.25", "0.50"]),
        ((0, 2e-5), ["0.00000", "0.00002"]),
        ((0, 3e7), ["0", "30,000,000"]),
        ((1e6, 1e6 + 2), ["1,000,000", "1,000,001", "1,000,002"]),
    ],
)
def test_numbers_are_written_in_full(ends, numbers):
    _, axes = style.figure()
    axes.set(xlim=ends, xticks=[ends[0], (ends[0] + ends[1]) / 2, ends[1]])
    assert [text for text in written(axes.xaxis) if text in numbers] == numbers
    assert axes.xaxis.get_offset_text().get_text() == ""


def test_names_of_bars_and_powers_of_logarithmic_axes_are_left_alone():
    _, (bars, powers) = style.figure(1, 2)
    bars.bar(["first", "second"], [1, 2])
    powers.set(yscale="log", ylim=(1, 1e6))
    assert written(bars.xaxis) == ["first", "second"]
    assert "," not in "".join(written(powers.yaxis))

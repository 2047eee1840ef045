"""Which roles a figure uses is read from its colours."""

from vaslb_edu.figures import loudness, style
from vaslb_edu.figures.roles import roles_of


def test_roles_are_read_from_lines_areas_and_bars():
    fig, axes = style.figure()
    axes.plot([0, 1], **style.line("printed"), label="as printed")
    axes.plot([0, 2], **style.line("printed"))
    axes.fill_between([0, 1], 1, color=style.color("bound"), alpha=0.3)
    axes.bar([0, 1], [1, 2], color=style.color("oful"), label="OFUL")
    assert roles_of(fig) == {"bound": [], "oful": ["OFUL"], "printed": ["as printed"]}


def test_noise_has_no_role():
    fig, axes = style.figure()
    axes.plot([0, 1], color=loudness.color(0.3), label="σ = 0.3")
    loudness.strip(axes, [1, 2, 3], [0.0, 0.5, 0.5])
    assert roles_of(fig) == {}

"""Pictures that come out the same twice."""

import pytest

from tests.figures.lines import drawing
from vaslb_edu.figures import frames, style


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_pictures_are_the_same_twice(kind):
    with style.context():
        assert frames.render(drawing(), kind).data == frames.render(drawing(), kind).data


def test_svg_has_no_date_and_keeps_its_scale():
    with style.context():
        svg = frames.to_svg(drawing()).decode()
    assert "<dc:date>" not in svg
    assert 'width="460.8pt"' in svg

"""Pictures that come out the same twice."""

import io

import numpy as np
import pytest
from PIL import Image

from tests.figures.lines import drawing
from vaslb_edu.figures import frames, style
from vaslb_edu.figures import paper as papers


@pytest.mark.parametrize("kind", list(frames.MIME))
def test_pictures_are_the_same_twice(kind):
    with style.context():
        assert frames.render(drawing(), kind).data == frames.render(drawing(), kind).data


def test_svg_has_no_date_and_keeps_its_scale():
    with style.context():
        svg = frames.to_svg(drawing()).decode()
    assert "<dc:date>" not in svg
    assert 'width="590.4pt"' in svg


def test_a_frame_has_no_ground_and_is_as_dense_as_its_paper():
    for paper in papers.PAPERS:
        with papers.on(paper), style.context():
            picture = Image.open(io.BytesIO(frames.render(drawing(), "webp").data))
        assert picture.width == int(paper.width * 96 * paper.density)
        alpha = np.asarray(picture.convert("RGBA"))[..., 3]
        assert alpha[0, 0] == 0
        assert alpha.max() == 255


def test_a_still_for_notebooks_keeps_the_paper():
    with style.context():
        still = Image.open(io.BytesIO(frames.to_png(drawing())))
    assert still.convert("RGBA").getpixel((0, 0))[3] == 255

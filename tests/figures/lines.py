"""Small figures to move and to look at, and what a page says about them."""

import json
import re

from vaslb_edu.figures import style


def draw(sigma, version="printed", signs=True):
    fig, axes = style.figure(width=3, height=2, steady=True)
    axes.plot([0, 1], [0, sigma if signs else 2 * sigma])
    axes.set(ylim=(0, 3), title=version)
    return style.note_alt(fig, f"A line up to {sigma:g}.")


def page_of(figure):
    return figure._repr_mimebundle_()["text/html"]


def payload_of(figure):
    found = re.search(r'<script type="application/json">(.*?)</script>', page_of(figure), re.S)
    return json.loads(found[1].replace("<\\/", "</"))


def fails_at_one(sigma):
    if sigma == 1:
        raise ArithmeticError("σ < 1 is needed")
    return draw(sigma)


def drawing(steady=False):
    fig, axes = style.figure(steady=steady)
    axes.plot([0, 1, 2], [0, 1, 4], **style.line("vaslb"), label="VASLB")
    axes.set(xlabel="round t", ylabel="regret", title="A title")
    axes.legend(loc="upper left")
    return fig

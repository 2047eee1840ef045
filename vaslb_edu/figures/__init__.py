"""How the book draws: its style, figures that can be moved, questions, numbers for the prose.

Nothing here knows what a bandit is. A drawing function comes in; a figure that moves with and
without a kernel comes out.
"""

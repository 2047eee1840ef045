"""Table 1, measured: the systems, the grid they are raced on, the sweep, the fit and its results.

Explained in the chapter *Table 1, measured*. `python -m vaslb_edu.table1` runs the sweep.
"""

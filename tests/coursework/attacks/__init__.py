"""Attacks on the grader, each with the marks that it deserves.

A case is what a student writes into the cells of the toy set, and the marks of its three checks.
`forging` and `protocol` want marks that were not earned, `reaching` wants to get out of the jail,
`exhausting` and `unseen` want to use up the machine, or to stop the grading of others, and `later`
wants to be blamed on another cell. `files` are notebooks that were tampered with.
"""

ALL, NONE = (2, 3, 1), (0, 0, 0)
RIGHT = "\ndef double(x):\n    return 2 * x\n"

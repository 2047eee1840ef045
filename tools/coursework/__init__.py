"""Release the problem sets and grade what comes back.

`release` makes the student versions; `grade` marks a folder of submissions. The grader finds what
was handed in (`submissions`) and starts a judge for each student (`child`, `judge`), which reads
the files (`handed_in`), puts the checks back (`restore`) and runs the cells in a jail (`jail`,
`syscalls`, `student_side`), over a pipe (`student`, `raised`, `pipe`) and within limits (`meter`,
`own_limits`). What comes out (`outputs`) is entered one by one (`grading`) into nbgrader's
gradebook and feedback (`record`, `inert`, `written_formulas`) and into the tables (`marks`), under
names that stay (`ledger`). Where there is no jail, all of this runs in a container that has one
(`container`).
"""

import sys

# A grammar of web addresses, which jsonschema can do without, takes longer to load than all else.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]

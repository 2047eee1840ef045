"""Release the problem sets and grade what comes back.

`release` makes the student versions; `grade` marks a folder of submissions. A submission goes
through `submissions` (found), `restore` (its checks put back), `execute` (run in a child process,
in the kernel of `guarded_kernel`), `record` (nbgrader's gradebook and feedback) and `marks` (CSV).
"""

import sys

# A grammar of web addresses, which jsonschema can do without, takes longer to load than all else.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]

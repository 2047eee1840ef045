"""The side of grading that runs in the jail, together with the student's code.

`answer` is its program; `plain_data` is shared with the judge outside. In the jail the files of
this folder are all there is of the grader, and nothing that happens here decides about marks: this
side runs cells, and answers what it is asked with plain data.
"""

"""Settings of nbgrader for this course; `make coursework` and `make grade` read them."""

c = get_config()  # noqa: F821  (nbgrader defines it)

c.CourseDirectory.course_id = "vaslb_edu"
c.ClearSolutions.code_stub = {"python": "# YOUR CODE HERE\nraise NotImplementedError()"}
c.ClearSolutions.text_stub = "YOUR ANSWER HERE"

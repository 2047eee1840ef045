"""What builds, prints and serves the book, keeps its notebooks tidy, and grades submissions.

Four rooms: `extensions` (what Sphinx loads while it builds), `site` (build, serve, print and
measure the pages), `notebooks` (run and edit chapters) and `coursework` (release and grade problem
sets). `project` holds what they share, `environment` every environment variable that steers them.
Each program is run from the project's folder: ``python -m tools.site.build``.
"""

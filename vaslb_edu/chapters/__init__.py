"""The drawings of the book, one module a chapter: chapters import these, nothing else does."""

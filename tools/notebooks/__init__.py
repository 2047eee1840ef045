"""Chapters as notebooks: run them, keep them tidy, edit them as text."""

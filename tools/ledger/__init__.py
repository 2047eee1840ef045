"""The ledger of the book: every statement with its function, its test and its measured value.

`rows` reads `book/ledger.yml`, `statements` finds what the book states, `digest` says which code a
value belongs to. `measurements` measures, and a `finding` says whether the value agrees with its
statement. `refresh` keeps `book/ledger_measured.json` (`make ledger`). The page and the badges are
drawn by `tools/extensions/ledger.py`.
"""

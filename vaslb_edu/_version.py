"""The version of the library, in this one place."""

VERSION = "0.1.0"

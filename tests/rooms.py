"""The rooms of the library, what each of them may import, and a reader that finds who does not.

An import counts wherever it stands: at the top, inside a function, under TYPE_CHECKING, or as a
string given to `import_module`.
"""

import ast
from dataclasses import dataclass
from pathlib import Path

PACKAGE = "vaslb_edu"
BASE = "names validation"
EQUATIONS = "concentration bounds"
LIBRARY = f"{BASE} {EQUATIONS} figures world protocols algorithms voful2 rivals sharp recording"

ROOMS = {
    # room: (its modules and folders, the rooms it may import besides itself)
    "names": ("_typing _version _running ridge", ""),
    "validation": ("_validate _validate_arrays", "names"),
    "concentration": ("concentration", BASE),
    "bounds": ("bounds", f"{BASE} concentration"),
    "figures": ("figures", BASE),
    "world": ("schedules noise parameter actions action_sets account game lower_bound_games", BASE),
    "protocols": ("report algorithm learner explorer", f"{BASE} world"),
    "algorithms": (
        "ellipsoid oful weighted_oful divide_and_conquer random_projection paper_explorer vaslb "
        "failure_budget patience events "
        "anytime_test",
        f"{BASE} {EQUATIONS} world protocols",
    ),
    "voful2": ("voful2", f"{BASE} {EQUATIONS} world protocols"),
    "rivals": ("rivals", f"{BASE} {EQUATIONS} world protocols algorithms"),
    "sharp": ("sharp sharp_vaslb", f"{BASE} {EQUATIONS} world protocols algorithms"),
    "recording": (
        "digests records provenance run replay interpolation",
        f"{BASE} {EQUATIONS} world protocols",
    ),
    "table1": ("table1", LIBRARY),
    "entrance": ("__init__", LIBRARY),
    "checks": ("checks", f"{LIBRARY} entrance"),
    "chapters": ("chapters", f"{LIBRARY} table1 entrance"),
    "program": ("demonstration __main__", f"{LIBRARY} entrance"),
}

ROOM_OF = {module: room for room, (modules, _) in ROOMS.items() for module in modules.split()}


@dataclass(frozen=True)
class Import:
    """One import of the library by one of its files; both ends are modules or folders of it."""

    path: Path
    line: int
    importer: str
    imported: str

    def complaint(self):
        """Say what is wrong with this import, or return nothing."""
        mine, theirs = ROOM_OF.get(self.importer), ROOM_OF.get(self.imported)
        if None in (mine, theirs) or mine == theirs or theirs in ROOMS[mine][1].split():
            return None
        return f"{self.path}:{self.line}: {mine} may not import {self.imported} ({theirs})"


def part(path, package):
    """The module of the library that a file is, or the folder of it that the file is in."""
    return path.relative_to(package).parts[0].removesuffix(".py")


def parts(package):
    """The modules and folders of the library."""
    return {part(path, package) for path in package.rglob("*.py")}


def stale(package):
    """One sentence for each name of the table that no module or folder has."""
    missing = sorted(ROOM_OF.keys() - parts(package))
    return [f"{name} has a room and does not exist: take it out of ROOMS" for name in missing]


def names(node, folder):
    """The full names that a piece of code imports; `folder` is the name of the file's folder."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        parents = folder.split(".")
        start = ".".join(parents[: len(parents) + 1 - node.level]) if node.level else ""
        module = ".".join(filter(None, [start, node.module]))
        return [f"{module}.{alias.name}" for alias in node.names]
    if isinstance(node, ast.Call) and "import" in ast.unparse(node.func):
        values = (text.value for text in node.args if isinstance(text, ast.Constant))
        return [value for value in values if isinstance(value, str)]
    return []


def imports(package):
    """Every import of the library by one of its own files."""
    held = parts(package)
    for path in sorted(package.rglob("*.py")):
        folder = ".".join([PACKAGE, *path.relative_to(package).parent.parts])
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            for name in names(node, folder):
                first, _, rest = name.partition(".")
                if first == PACKAGE:
                    # A name that is no file is defined at the entrance.
                    found = rest.partition(".")[0]
                    imported = found if found in held else "__init__"
                    yield Import(path, node.lineno, part(path, package), imported)


def complaints(package):
    """One sentence for each import that the table forbids and each file without a room."""
    homeless = sorted(parts(package) - ROOM_OF.keys())
    return [
        *(f"{name} belongs to no room: add it to ROOMS in tests/rooms.py" for name in homeless),
        *filter(None, (found.complaint() for found in imports(package))),
    ]

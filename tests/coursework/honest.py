"""A class of honest submissions to the toy set, with the marks that they deserve."""

from attacks import ALL, NONE

HELPED = """
def _square(x):
    return x * x
def norm(v):
    return np.sqrt(sum(map(_square, v)))
"""
PLOTTED = """
%matplotlib inline
import matplotlib.pyplot as plt
plt.plot([1, 2, 3, 4])
plt.title("numbers")
total = 10
total
"""
LOOPED = """
def norm(v):
    total = 0
    for x in v:
        total += x ** 2
    return total ** 0.5
"""
COMMANDED = "!pip install numpy\n%time total = 1 + 2 + 3 + 4\n!echo done\nprint(total)"
SCRIPTED = "%%bash\necho of no use"
CHECKED = """
def double(x):
    return x * 2
from vaslb_edu.checks import answers as check
check.compare("double", double, [[1.0]], lambda x: 2 * x, {})
"""
THREADED = """
from concurrent.futures import ThreadPoolExecutor
def norm(v):
    with ThreadPoolExecutor(2) as pool:
        return float(sum(pool.map(lambda x: x * x, v)) ** 0.5)
"""
# What is still at work when these cells end comes to an end by itself.
HURRIED = """
import subprocess
from concurrent.futures import ThreadPoolExecutor
pool = ThreadPoolExecutor(2)
futures = [pool.submit(pow, 2, k) for k in range(9)]
pool.shutdown(wait=False)
waiting = subprocess.Popen(["sleep", "0.3"])
total = 10
"""
SIMULATED = """
from vaslb_edu import OFUL, simulate_many
runs = simulate_many(OFUL(), [0.6, 0.8], 0.1, 30, seeds=range(3))
total = 7 + len(runs)
"""
CLASS = """
class Doubler:
    def __call__(self, x):
        return x + x
double = Doubler()
"""
FILED = """
import json, pathlib
pathlib.Path("numbers.json").write_text(json.dumps([1, 2, 3, 4]))
total = sum(json.loads(pathlib.Path("numbers.json").read_text()))
"""
DRAWN = "rng = np.random.default_rng()\nnoise = rng.normal(size=3)\ntotal = np.int64(10)"
WARNED = "import warnings\nwarnings.warn('careful')\ntotal = 10.0"
LATE_ERROR = "def double(x):\n    return 2 * x\n\ndouble('a', 'b')"

CASES = {
    "ada": ({}, ALL),
    "emmy": ({"norm": HELPED}, ALL),
    "sofia": ({"sum": PLOTTED}, ALL),
    "grace": ({"norm": LOOPED}, ALL),
    "mary": ({"sum": COMMANDED}, ALL),
    "hedy": ({"double": CHECKED}, ALL),
    "katherine": ({"norm": THREADED}, ALL),
    "dorothy": ({"double": CLASS}, ALL),
    "ingrid": ({"sum": FILED}, ALL),
    "maryam": ({"sum": DRAWN}, ALL),
    "karen": ({"sum": WARNED}, ALL),
    "annie": ({"sum": HURRIED}, ALL),
    "carol": ({"double": SCRIPTED}, (0, 3, 1)),
    "radia": ({"sum": SIMULATED}, ALL),
    "olga": ({"double": LATE_ERROR}, ALL),
    "alan": ({"norm": "def norm(v):\n    return v @ v"}, (2, 0, 1)),
    "kurt": ({"double": "def double(x):\n    return x * x"}, (0, 3, 1)),
    "john": ({"sum": "total = 9"}, (2, 3, 0)),
    "edsger": ({"double": "1 / 0"}, (0, 3, 1)),
    "donald": ({"norm": "def norm(v) return 0"}, (2, 0, 1)),
    "barbara": ({"double": "def double(x):\n    2 * x"}, (0, 3, 1)),
    "tony": ({"norm": "norm = 5", "sum": "total = [10]"}, (2, 0, 0)),
    "niklaus": ({"double": "double = 1", "norm": "norm = 0", "sum": "total = 9"}, NONE),
}

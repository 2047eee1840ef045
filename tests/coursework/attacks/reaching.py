"""Attacks that want out: to files, variables, processes and the network of the lecturer.

Each tries all its ways and then gives the right answer, unless a way was open: full marks, nothing
changed outside. Only the one that leaves something running is stopped.
"""

from attacks import ALL, RIGHT

TRY = """
import os
found = []
def attempt(way, *arguments):
    try:
        found.append((way, way(*arguments)))
    except (OSError, RuntimeError, ImportError, ValueError):
        pass
"""
CLOSED = "\nassert not found, found" + RIGHT
READS = """
import pathlib
*places, home = PLACES
for place in places:
    attempt(os.listdir, place)
    for path in ("", "/gradebook.db", "/toy/toy.ipynb", "/right.ipynb", "/treasure.txt"):
        attempt(lambda: open(place + path, "rb").read(1))
        attempt(lambda: os.open(place + path, os.O_RDONLY))
    os.symlink(place, f"way{len(place)}{hash(place)}")
for way in os.listdir("."):
    if way.startswith("way"):
        attempt(os.listdir, way)
for name in ("/etc/passwd", "/etc/shadow", "/var", "/boot", "/run", "/mnt", home + "/.bashrc"):
    attempt(lambda: os.listdir(name) if os.path.isdir(name) else open(name).read(1))
for name in (".ssh", ".config", ".cache", ".gitconfig", ".netrc", ".jupyter", ".bash_history"):
    attempt(os.stat, home + "/" + name)
"""
ENVIRONMENT = """
import subprocess
assert "secret" not in repr(dict(os.environ)), os.environ
said = subprocess.run("env; cat /proc/*/environ", shell=True, capture_output=True, text=True)
assert "secret" not in said.stdout
attempt(os.listdir, "/proc")
attempt(os.listdir, "/sys")
"""
WRITES = """
import shutil, sqlite3, subprocess, ctypes
libc = ctypes.CDLL(None)
for place in PLACES:
    target = place + "/stolen.txt"
    attempt(lambda: open(target, "w"))
    attempt(lambda: os.open(target, os.O_WRONLY | os.O_CREAT))
    attempt(os.mkdir, place + "/stolen")
    open("mine.txt", "w").close()
    attempt(os.rename, "mine.txt", target)
    attempt(os.link, "mine.txt", target)
    attempt(os.remove, place + "/treasure.txt")
    attempt(shutil.rmtree, place)
    subprocess.run(["touch", target], capture_output=True)
    os.system("touch " + target + " 2>/dev/null; echo pwned > " + target + " 2>/dev/null")
    libc.creat(target.encode(), 0o777)
    libc.unlink((place + "/treasure.txt").encode())
    try:
        sqlite3.connect(place + "/gradebook.db").execute("create table stolen (x)")
        found.append(place)
    except sqlite3.Error:
        pass
"""
POISONS = """
import numpy, vaslb_edu, sys, importlib.util
for module in (numpy, vaslb_edu, os):
    folder = os.path.dirname(module.__file__)
    attempt(lambda: open(module.__file__, "a"))
    attempt(lambda: open(folder + "/stolen.py", "w"))
    attempt(os.makedirs, folder + "/__pycache__/stolen")
attempt(lambda: open(sys.executable, "ab"))
for place in ("/", "/dev/", "/tmp/", "/etc/", "/usr/"):
    attempt(lambda: open(place + "stolen", "w"))
"""
NETWORK = """
import socket, subprocess
for family, address in (
    (socket.AF_INET, ("127.0.0.1", PORT)),
    (socket.AF_INET, ("192.0.2.1", 80)),
    (socket.AF_UNIX, "\\0stolen"),
):
    attempt(lambda: socket.socket(family).connect(address))
attempt(socket.getaddrinfo, "example.org", 80)
attempt(socket.socket, 40)  # to the machine around a virtual one
subprocess.run(f"exec 3<>/dev/tcp/127.0.0.1/{PORT}", shell=True, executable="/bin/bash",
               capture_output=True)
"""
USER = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
assert os.getuid() != 0 and os.geteuid() != 0
attempt(os.setuid, 0)
attempt(os.setresuid, 0, 0, 0)
attempt(os.setgroups, [0])
attempt(os.chroot, "/own")
attempt(os.mknod, "disk", 0o60666, os.makedev(8, 0))
attempt(os.chown, "/own", 0, 0)
for call in (
    lambda: libc.mount(b"tmpfs", b"/own", b"tmpfs", 0, None),
    lambda: libc.umount2(b"/usr", 2),
    lambda: libc.unshare(0x10000000),
    lambda: libc.unshare(0x10020000),
    lambda: libc.setns(3, 0),
    lambda: libc.ptrace(16, 1, 0, 0),
    lambda: libc.syscall(304, b"/", 0),
    lambda: libc.sethostname(b"x", 1),
    lambda: min(0, libc.shmget(0, 2**20, 0o1777)),
    lambda: min(0, libc.memfd_create(b"x", 0)),
):
    if call() == 0:
        found.append(call)
"""
SIGNALS = """
import signal
for number in (signal.SIGSTOP, signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
    for process in (os.getppid(), 1):
        attempt(os.kill, process, number)
        try:
            os.killpg(process, number)
        except OSError:
            pass
# The first process of the jail takes no signal from inside: nothing came of it.
found = [one for one in found if one[0] is not os.kill]
attempt(os.kill, 2**22 - 1, 9)
"""
DAEMON = """
import subprocess
for start in ("setsid", "nohup setsid", "setsid -f"):
    subprocess.Popen(f"{start} sleep 98765 & disown", shell=True, executable="/bin/bash",
                     start_new_session=True)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execvp("sleep", ["sleep", "98765"])
    os._exit(0)
"""
DESCRIPTORS = """
import stat
for descriptor in range(256):
    try:
        kind = os.fstat(descriptor).st_mode
    except OSError:
        continue
    if not (stat.S_ISFIFO(kind) or stat.S_ISCHR(kind)):
        found.append((descriptor, oct(kind)))
    attempt(os.listdir, descriptor)
    attempt(os.open, "..", os.O_RDONLY, 0o777, dir_fd=descriptor) if stat.S_ISDIR(kind) else None
"""
LIBRARY = """
import vaslb_edu
above = os.path.dirname(os.path.dirname(vaslb_edu.__file__))
for name in ("book", "tests", ".git", "Makefile", "tools/coursework/judge.py", "tools/nb.py"):
    attempt(os.stat, os.path.join(above, name))
for folder, inside, names in os.walk(above):
    inside[:] = [name for name in inside if name != ".venv"]
    found += [name for name in names if name.endswith((".ipynb", ".db"))]
    found += [name for name in names if name in ("grades.csv", "summary.csv", "students.json")]
    found += [name for name in names if "answers" in name or "judge" in name]
"""
CASES = {
    "reads": ({"double": TRY + READS + CLOSED}, ALL),
    "looks at the environment": ({"double": TRY + ENVIRONMENT + CLOSED}, ALL),
    "writes": ({"double": TRY + WRITES + CLOSED}, ALL),
    "poisons modules": ({"double": TRY + POISONS + CLOSED}, ALL),
    "connects": ({"double": TRY + NETWORK + CLOSED}, ALL),
    "wants to be root": ({"double": TRY + USER + CLOSED}, ALL),
    "sends signals": ({"double": TRY + SIGNALS + CLOSED}, ALL),
    "leaves daemons": ({"double": TRY + DAEMON + CLOSED}, (0, 3, 1)),
    "searches descriptors": ({"double": TRY + DESCRIPTORS + CLOSED}, ALL),
    "searches the course": ({"double": TRY + LIBRARY + CLOSED}, ALL),
}

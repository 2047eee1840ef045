"""The limits of a student's process, set by itself before any code of the student runs."""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import struct

MOST_PROCESSES, MOST_FILES, LARGEST_FILE = 64, 256, 64 * 2**20
PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2


def set_limits(memory: int, seconds: int) -> None:
    """Limit address space (bytes), processor time, processes, open files and written bytes."""
    wanted = {
        "RLIMIT_AS": memory,
        "RLIMIT_CPU": seconds,
        "RLIMIT_NPROC": MOST_PROCESSES,
        "RLIMIT_NOFILE": MOST_FILES,
        "RLIMIT_FSIZE": LARGEST_FILE,
        "RLIMIT_CORE": 0,
        "RLIMIT_MSGQUEUE": 0,
        "RLIMIT_MEMLOCK": 0,
        "RLIMIT_RTPRIO": 0,
    }
    for name, value in wanted.items():
        kind = getattr(resource, name, None)  # macOS has fewer
        if kind is not None:
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(kind, (value, value))


def become(user: int) -> None:
    """Give up the rights of root for good: from now on this process belongs to another user."""
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def refuse(filtered: bytes) -> None:
    """Add a filter of system calls, of this process and all that it starts, for good."""
    instructions = ctypes.create_string_buffer(filtered, len(filtered))
    content = struct.pack("@HP", len(filtered) // 8, ctypes.addressof(instructions))
    kernel = ctypes.CDLL(None, use_errno=True)
    if kernel.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, content, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "the filter of system calls cannot be set")

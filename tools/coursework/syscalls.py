"""Which calls of the Linux kernel a student's process may not make.

Namespaces hide files and processes, limits bound memory and time. This filter closes what would
lead around both: new namespaces, mounts, memory that belongs to no address space, other processes'
memory, kinds of sockets that no namespace holds, and doors to large parts of the kernel. It also
closes what would act later, in the middle of another cell: timers, signals when a file is ready,
and, once its limits are set, limits of processor time and filters of the program's own.
"""

from __future__ import annotations

import platform
import struct

# name: number on x86_64, on aarch64
REFUSED = {
    "unshare": (272, 97),
    "setns": (308, 268),
    "chroot": (161, 51),
    "pivot_root": (155, 41),
    "mount": (165, 40),
    "umount2": (166, 39),
    "open_tree": (428, 428),
    "fsopen": (430, 430),
    "move_mount": (429, 429),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "quotactl": (179, 60),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "userfaultfd": (323, 282),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "ptrace": (101, 117),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "open_by_handle_at": (304, 265),
    "name_to_handle_at": (303, 264),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "personality": (135, 92),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "acct": (163, 89),
    "open_tree_attr": (467, 467),
    "quotactl_fd": (443, 443),
    "fanotify_init": (300, 262),
    "kexec_file_load": (320, 294),
    "alarm": (37, None),
    "setitimer": (38, 103),
    "timer_create": (222, 107),
}
# After the program has set its limits: no others, and no filter more.
REFUSED_LATER = {"setrlimit": (160, 164), "seccomp": (317, 277)}
# Calls of which some kinds are refused, by their second argument: (numbers, kinds).
# F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETLEASE, F_NOTIFY; FIOSETOWN, SIOCSPGRP: a signal, later.
REFUSED_KINDS = {
    "fcntl": ((72, 25), (8, 10, 15, 1024, 1026)),
    "ioctl": ((16, 29), (0x8901, 0x8902)),
}
PRLIMIT, PRCTL = (302, 261), (157, 167)
PR_SET_SECCOMP = 22
CLONE3, CLONE, SOCKET, PAIR = (435, 435), (56, 220), (41, 198), (53, 199)
NEW_SPACES = 0x7E020000  # flags of clone: namespaces of any kind
FAMILIES = (1, 2, 10, 16)  # sockets: local, IPv4, IPv6, netlink
MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
FOREIGN = 0x40000000  # numbers from here on are those of x32, on x86_64

LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, KILL, ERROR = 0x7FFF0000, 0x80000000, 0x00050000
NUMBER, MACHINE, FIRST_ARGUMENT, SECOND_ARGUMENT = (
    0,
    4,
    16,
    24,
)  # places in what the kernel shows the
THIRD_ARGUMENT = (32, 36)  # filter; both halves of a pointer
EPERM, ENOSYS = 1, 38

Line = tuple[int, int, str, str]  # operation, operand, label if true, label if false
ENDS: list[Line | str] = [
    "refuse",
    (RETURN, ERROR | EPERM, "", ""),
    "unknown",
    (RETURN, ERROR | ENOSYS, "", ""),
    "kill",
    (RETURN, KILL, "", ""),
    "allow",
    (RETURN, ALLOW, "", ""),
]


def program(machine: str = "") -> bytes:
    """Return the filter in the kernel's language, b"" for a machine whose numbers are unknown."""
    machine = machine or platform.machine()
    if machine not in MACHINES:
        return b""
    column, _ = MACHINES[machine]
    refused = [numbers[column] for numbers in REFUSED.values()]
    lines: list[Line | str] = [
        *_begun(machine),
        *((EQUAL, number, "refuse", "") for number in refused if number is not None),
        (EQUAL, CLONE3[column], "unknown", ""),  # its flags cannot be seen; clone takes its place
        (EQUAL, CLONE[column], "clone", ""),
        (EQUAL, PAIR[column], "pair", ""),
        *((EQUAL, numbers[column], name, "") for name, (numbers, _) in REFUSED_KINDS.items()),
        (EQUAL, SOCKET[column], "socket", "allow"),
        "clone",
        (LOAD, FIRST_ARGUMENT, "", ""),
        (ANY_BIT, NEW_SPACES, "refuse", "allow"),
        "pair",
        (LOAD, FIRST_ARGUMENT, "", ""),
        (EQUAL, FAMILIES[0], "allow", "refuse"),
    ]
    for name, (_, kinds) in REFUSED_KINDS.items():
        lines += [name, (LOAD, SECOND_ARGUMENT, "", "")]
        lines += [(EQUAL, kind, "refuse", "") for kind in kinds]
        lines += [(EQUAL, 0, "allow", "allow")]
    lines += ["socket", (LOAD, FIRST_ARGUMENT, "", "")]
    lines += [(EQUAL, family, "allow", "") for family in FAMILIES]
    return _assembled([*lines, *ENDS])


def afterwards(machine: str = "") -> bytes:
    """Return what the program adds to the filter when it has set its limits."""
    machine = machine or platform.machine()
    if machine not in MACHINES:
        return b""
    column, _ = MACHINES[machine]
    lines: list[Line | str] = [
        *_begun(machine),
        *((EQUAL, numbers[column], "refuse", "") for numbers in REFUSED_LATER.values()),
        (EQUAL, PRLIMIT[column], "limit", ""),
        (EQUAL, PRCTL[column], "", "allow"),
        (LOAD, FIRST_ARGUMENT, "", ""),
        (EQUAL, PR_SET_SECCOMP, "refuse", "allow"),
        "limit",  # to ask for one is no harm
        (LOAD, THIRD_ARGUMENT[0], "", ""),
        (EQUAL, 0, "", "refuse"),
        (LOAD, THIRD_ARGUMENT[1], "", ""),
        (EQUAL, 0, "allow", "refuse"),
    ]
    return _assembled([*lines, *ENDS])


def _begun(machine: str) -> list[Line]:
    """Return the lines that load the number of a call, on the right machine."""
    return [
        (LOAD, MACHINE, "", ""),
        (EQUAL, MACHINES[machine][1], "", "kill"),
        (LOAD, NUMBER, "", ""),
        (AT_LEAST, FOREIGN, "refuse", ""),
    ]


def _assembled(lines: list[Line | str]) -> bytes:
    """Return the lines as the kernel reads them, with labels as distances."""
    labels: dict[str, int] = {}
    code: list[Line] = []
    for line in lines:
        if isinstance(line, str):
            labels[line] = len(code)
        else:
            code.append(line)
    return b"".join(
        struct.pack("=HBBI", operation, *(_distance(labels, to, place) for to in where), operand)
        for place, (operation, operand, *where) in enumerate(code)
    )


def _distance(labels: dict[str, int], label: str, place: int) -> int:
    return labels[label] - place - 1 if label else 0

"""Answers to items 5 and 6 of `sharp_version`, wrong and right."""

import math

import numpy as np
from numpy.linalg import inv, norm


def ends(middle=lambda a, c, x: x @ inv(a) @ c, half=lambda a, b, x: b * (x @ inv(a) @ x) ** 0.5):
    def answer(matrix, moment, beta, action):
        m, h = middle(matrix, moment, action), half(matrix, beta, action)
        return m - h, m + h

    return answer


right_ends = ends()


WRONG_ENDS = {
    "p is no estimate yet": ends(middle=lambda a, c, x: x @ c),
    "You multiplied by A": ends(middle=lambda a, c, x: x @ a @ c),
    "inverts every entry alone": ends(
        lambda a, c, x: x @ a**-1.0 @ c, lambda a, b, x: b * np.sqrt(x @ a**-1.0 @ x)
    ),
    "the length of the centre": ends(middle=lambda a, c, x: norm(inv(a) @ c)),
    "The middle is missing": ends(middle=lambda a, c, x: 0.0),
    "The root is missing": ends(half=lambda a, b, x: b * (x @ inv(a) @ x)),
    "You measured x with A": ends(half=lambda a, b, x: b * np.sqrt(x @ a @ x)),
    "plain length of A⁻¹x": ends(half=lambda a, b, x: b * norm(inv(a) @ x)),
    "the ellipsoid is no ball": ends(half=lambda a, b, x: b * norm(x)),
    "the longest half axis": ends(half=lambda a, b, x: b / np.sqrt(min(np.linalg.eigvalsh(a)))),
    "β is missing": ends(half=lambda a, b, x: np.sqrt(x @ inv(a) @ x)),
    "β is squared": ends(half=lambda a, b, x: b**2 * np.sqrt(x @ inv(a) @ x)),
    "the root of β": ends(half=lambda a, b, x: np.sqrt(b * x @ inv(a) @ x)),
    "twice too long": ends(half=lambda a, b, x: 2 * b * np.sqrt(x @ inv(a) @ x)),
    "half as long": ends(half=lambda a, b, x: b / 2 * np.sqrt(x @ inv(a) @ x)),
    "in the wrong order": lambda *case: right_ends(*case)[::-1],
    "the middle and the half width": lambda a, c, b, x: (
        x @ inv(a) @ c,
        b * math.sqrt(x @ inv(a) @ x),
    ),
    "You cut lo at 0": lambda *case: (max(0, right_ends(*case)[0]), right_ends(*case)[1]),
    "You cut hi at 1": lambda *case: (right_ends(*case)[0], min(1, right_ends(*case)[1])),
    "You cut the ends at ±1": lambda *case: np.clip(right_ends(*case), -1, 1),
    "is one number; the pair": lambda *case: right_ends(*case)[0],
}
ODD_ENDS = [
    ends(half=lambda a, b, x: b * np.sqrt(x @ inv(a) @ x) + 0.1),
    ends(middle=lambda a, c, x: x @ inv(a) @ inv(a) @ c),
    lambda *case: (right_ends(*case)[0], sum(right_ends(*case)) / 2),
]


def by_eigenvectors(matrix, moment, beta, action):
    values, axes = np.linalg.eigh(matrix)
    c, x = moment @ axes, action @ axes
    reach = beta * math.sqrt(sum(x**2 / values))
    return np.array([sum(c * x / values) - reach, sum(c * x / values) + reach])


def by_the_farthest_points(matrix, moment, beta, action):
    center, step = np.linalg.solve(matrix, moment), np.linalg.solve(matrix, action)
    step *= beta / math.sqrt(action @ step)
    return [float(action @ (center - step)), float(action @ (center + step))]


RIGHT_ENDS = [right_ends, by_eigenvectors, by_the_farthest_points]


def grown(matrix, moment, places, dim, ridge):
    a, c = [[0.0] * dim for _ in range(dim)], [0.0] * dim
    for i in range(dim):
        a[i][i] = ridge
    for i, p in enumerate(places):
        c[p] = moment[i]
        for j, q in enumerate(places):
            a[p][q] = matrix[i][j]
    return np.array(a), np.array(c)


def then(change):
    """Return a solution in which `change` spoils the right pair; `new` are the new places."""

    def answer(matrix, moment, places, dim, ridge):
        a, c = grown(matrix, moment, places, dim, ridge)
        new = [i for i in range(dim) if i not in places]
        made = change(a, c, new, places, ridge)
        return (a, c) if made is None else made

    return answer


def on_new_diagonal(value):
    def change(a, c, new, places, ridge):
        a[new, new] = value(ridge)

    return then(change)


def in_new_moment(value):
    def change(a, c, new, places, ridge):
        c[new] = value(ridge, c[places])

    return then(change)


def ridge_twice(a, c, new, places, ridge):
    a[places, places] += ridge


def block_lost(a, c, new, places, ridge):
    return np.diag(np.diag(a)), c


def ridge_in_all_new(matrix, moment, places, dim, ridge):
    a, c = np.full((dim, dim), ridge), np.zeros(dim)
    a[np.ix_(places, places)], c[places] = matrix, moment
    return a, c


def moment_in_front(matrix, moment, places, dim, ridge):
    a, _ = grown(matrix, moment, places, dim, ridge)
    return a, np.concatenate([moment, np.zeros(dim - len(moment))])


WRONG_EMBEDDINGS = {
    "The old block sits in front": lambda a, c, places, dim, ridge: grown(
        a, c, range(len(c)), dim, ridge
    ),
    "The old block sits at the end": lambda a, c, places, dim, ridge: grown(
        a, c, range(dim - len(c), dim), dim, ridge
    ),
    "You sorted the places": lambda a, c, places, dim, ridge: grown(
        a, c, sorted(places), dim, ridge
    ),
    "old entries of p sit in front": moment_in_front,
    "The new diagonal is 0": on_new_diagonal(lambda ridge: 0),
    "The new diagonal is 1;": on_new_diagonal(lambda ridge: 1),
    "the root of the ridge": on_new_diagonal(math.sqrt),
    "has 1/ridge": on_new_diagonal(lambda ridge: 1 / ridge),
    "the ridge a second time": then(ridge_twice),
    "Only the diagonal of the old block": then(block_lost),
    "stands off the diagonal": ridge_in_all_new,
    "You began anew": lambda a, c, places, dim, ridge: (ridge * np.eye(dim), np.zeros(dim)),
    "The old moment is lost": then(lambda a, c, *rest: (a, 0 * c)),
    "p are the ridge": in_new_moment(lambda ridge, old: ridge),
    "p are 1": in_new_moment(lambda ridge, old: 1),
    "the mean of the old": in_new_moment(lambda ridge, old: np.mean(old)),
    "not of the new ones": lambda a, c, places, dim, ridge: grown(
        a, c, places, len(c) + dim, ridge
    ),
    "Nothing has grown": lambda a, c, *rest: (a, c),
    "should be a pair": lambda *case: grown(*case)[0],
}
ODD_EMBEDDINGS = [
    lambda *case: grown(*case)[::-1],
    then(lambda a, c, *rest: (2 * a, c)),
    then(lambda a, c, *rest: (a, -c)),
]


def by_selection(matrix, moment, places, dim, ridge):
    pick = np.eye(dim)[list(places)]  # a row for each old coordinate
    rest = np.eye(dim) - pick.T @ pick
    return pick.T @ matrix @ pick + ridge * rest, moment @ pick


RIGHT_EMBEDDINGS = [
    grown,
    by_selection,
    lambda *case: [part.tolist() for part in grown(*case)],
]

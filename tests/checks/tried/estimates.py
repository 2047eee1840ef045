"""Estimates after a commit phase that were tried by hand, for two sets."""

import numpy as np


def ib(v):
    return v / max(1.0, np.linalg.norm(v))


WRONG = {
    "trimmed mean": lambda x, r: ib(np.mean(np.sort(r)[1:-1]) * x.mean(0)),
    "sum r": lambda x, r: ib(r.sum() * x.mean(0)),
    "sum x": lambda x, r: ib(r.mean() * x.sum(0)),
    "first reward": lambda x, r: ib(r[0] * x.mean(0)),
    "first play": lambda x, r: ib(r.mean() * x[0]),
    "std": lambda x, r: ib(r.std() * x.mean(0)),
    "shrink when >=": lambda x, r: (
        lambda v: v / np.linalg.norm(v) if np.linalg.norm(v) > 0.9 else v
    )(r.mean() * x.mean(0)),
    "r.mean/norm": lambda x, r: ib(r.mean() * x.mean(0) / np.linalg.norm(x.mean(0)) ** 2),
    "zero if long": lambda x, r: (lambda v: v if np.linalg.norm(v) <= 1 else 0 * v)(
        r.mean() * x.mean(0)
    ),
    "mean of products no shrink": lambda x, r: (r[:, None] * x).mean(0),
    "weighted avg": lambda x, r: (r[:, None] * x).sum(0) / r.sum(),
    "keep length mean": lambda x, r: ib(np.linalg.norm(x.mean(0)) * r.mean() * x.mean(0)),
    "max(r,1)": lambda x, r: min(r.mean(), 1) * x.mean(0),
    "div by n-1": lambda x, r: ib(r.sum() / (len(r) - 1) * x.mean(0)),
    "-": lambda x, r: -ib(r.mean() * x.mean(0)),
    "sign only": lambda x, r: np.sign(r.mean()) * x.mean(0),
    "best play": lambda x, r: ib(r.mean() * x[np.argmax(r)]),
    "half": lambda x, r: ib(r[len(r) // 2 :].mean() * x[len(r) // 2 :].mean(0)),
    "median play": lambda x, r: ib(r.mean() * np.median(x, axis=0)),
    "outer": lambda x, r: np.outer(r, x.mean(0)),
    "ridge": lambda x, r: np.linalg.solve(x.T @ x + np.eye(x.shape[1]), x.T @ r),
    "norm1": lambda x, r: (lambda v: v / max(1, np.abs(v).sum()))(r.mean() * x.mean(0)),
}
RIGHT = {
    "np": lambda x, r: ib(np.mean(r) * np.mean(x, axis=0)).tolist(),
    "if": lambda x, r: (lambda v: v if np.linalg.norm(v) <= 1 else v / np.linalg.norm(v))(
        sum(r) / len(r) * sum(x) / len(x)
    ),
    "min": lambda x, r: (lambda v: v * min(1, 1 / np.sqrt(v @ v)))(r.mean() * x.mean(0)),
}

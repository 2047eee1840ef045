"""The longest vector of an ellipsoid against optimisers that know nothing of our formula."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from vaslb_edu import Ellipsoid
from vaslb_edu.ellipsoid import eigen, longest_step


def random_ellipsoid(rng, d, log_cond, center_size, radius):
    axes = np.linalg.qr(rng.normal(size=(d, d)))[0]
    lam = np.sort(10.0 ** rng.uniform(0, log_cond, size=d))
    lam[0] = 1.0
    if d > 1:
        lam[-1] = 10.0**log_cond
    matrix = axes @ np.diag(lam) @ axes.T
    return Ellipsoid(center_size * rng.normal(size=d), (matrix + matrix.T) / 2, radius)


def longest_by_scipy(ellipsoid, rng, starts=6):
    """Maximise ||c + L z|| over the unit ball in z by projected SLSQP from several starts.

    The problem is brought to size 1 first: the optimiser's tolerances are absolute.
    """
    lam, axes = np.linalg.eigh(ellipsoid.matrix)
    size = np.linalg.norm(ellipsoid.center) + ellipsoid.radius / np.sqrt(lam[0])
    center, shape = ellipsoid.center / size, ellipsoid.radius / size * axes / np.sqrt(lam)
    best = 0.0
    for i in range(starts):
        z = rng.normal(size=len(lam))
        if i == 0:
            z = shape.T @ center + 1e-3 * z
        result = minimize(
            lambda z: -0.5 * np.sum((center + shape @ z) ** 2),
            z / np.linalg.norm(z),
            jac=lambda z: -shape.T @ (center + shape @ z),
            constraints={"type": "ineq", "fun": lambda z: 1 - z @ z, "jac": lambda z: -2 * z},
            method="SLSQP",
            options={"maxiter": 500, "ftol": 1e-15},
        )
        z = result.x / max(1.0, np.linalg.norm(result.x))
        best = max(best, float(np.linalg.norm(center + shape @ z)))
    return best * size


@pytest.mark.slow
@given(
    seed=st.integers(0, 10**6),
    d=st.integers(1, 50),
    log_cond=st.floats(0, 3),
    center_size=st.sampled_from([0.0, 1e-8, 0.1, 1.0, 50.0]),
    radius=st.sampled_from([1e-6, 0.3, 1.0, 40.0]),
)
@settings(max_examples=60)
def test_agrees_with_an_independent_optimiser(seed, d, log_cond, center_size, radius):
    rng = np.random.default_rng(seed)
    ellipsoid = random_ellipsoid(rng, d, log_cond, center_size, radius)
    longest = ellipsoid.longest()
    assert ellipsoid.distance(longest) <= radius * (1 + 1e-6)
    # In high dimension the optimum is not asked for, and two starts will do.
    reference = longest_by_scipy(ellipsoid, rng, starts=6 if d <= 8 else 2)
    # SciPy may stop in a worse local optimum, never in a better point
    assert np.linalg.norm(longest) >= reference * (1 - 1e-9)
    if d <= 8:
        assert np.linalg.norm(longest) <= reference * (1 + 1e-5)


@given(
    seed=st.integers(0, 10**6),
    log_cond=st.floats(0, 12),
    size=st.sampled_from([0, 1e-9, 0.1, 1, 9]),
)
def test_agrees_with_brute_force_in_the_plane(seed, log_cond, size):
    rng = np.random.default_rng(seed)
    ellipsoid = random_ellipsoid(rng, 2, log_cond, size, 1.3)
    lam, axes = np.linalg.eigh(ellipsoid.matrix)
    angle = np.linspace(0, 2 * np.pi, 400_001)
    circle = np.stack([np.cos(angle), np.sin(angle)])
    boundary = ellipsoid.center[:, None] + axes @ (1.3 / np.sqrt(lam)[:, None] * circle)
    brute = np.linalg.norm(boundary, axis=0).max()
    assert np.linalg.norm(ellipsoid.longest()) == pytest.approx(brute, rel=1e-8)


@given(
    seed=st.integers(0, 10**6),
    d=st.integers(2, 50),
    log_cond=st.floats(0, 12),
    size=st.sampled_from([0.0, 1e-12, 1e-3, 1.0, 100.0]),
)
def test_optimality_conditions_up_to_condition_number_1e12(seed, d, log_cond, size):
    """A certificate that needs no optimiser.

    c + u is longest if u is on the boundary and c + u = mu A u with mu lambda_min >= 1 (strong
    duality of the trust-region problem). In the eigenbasis, where nothing is lost to rounding.
    """
    rng = np.random.default_rng(seed)
    lam = np.sort(10.0 ** rng.uniform(0, log_cond, size=d))
    center, radius = size * rng.normal(size=d), 2.0
    step = longest_step(lam, center, radius)
    np.testing.assert_allclose(np.sum(lam * step**2), radius**2, rtol=1e-12)
    strongest = int(np.argmax(np.abs(lam * step)))
    mu = (center + step)[strongest] / (lam * step)[strongest]
    assert mu * lam[0] >= 1 - 1e-12
    error = np.abs(center + step - mu * lam * step)
    assert np.all(error <= 1e-10 * (np.abs(center) + np.abs(step) + np.linalg.norm(step)))


def rotated(lam, center, rng):
    axes = np.linalg.qr(rng.normal(size=(len(lam), len(lam))))[0]
    matrix = axes @ np.diag(lam) @ axes.T
    return (matrix + matrix.T) / 2, axes @ center


def test_centre_zero_gives_the_longest_axis():
    ellipsoid = Ellipsoid(np.zeros(3), np.diag([4.0, 0.25, 9.0]), 2.0)
    np.testing.assert_allclose(np.abs(ellipsoid.longest()), [0, 4, 0], atol=1e-12)


def test_radius_zero_gives_the_centre():
    center = np.array([0.3, -0.2, 0.0])
    np.testing.assert_array_equal(Ellipsoid(center, np.diag([1.0, 2, 3]), 0.0).longest(), center)


@pytest.mark.parametrize(("center", "radius", "expected"), [(2.0, 3.0, 3.5), (-2.0, 3.0, -3.5)])
def test_one_dimension_by_hand(center, radius, expected):
    assert Ellipsoid([center], [[4.0]], radius).longest() == pytest.approx([expected])
    assert abs(Ellipsoid([0.0], [[4.0]], radius).longest()[0]) == pytest.approx(1.5)


def test_repeated_eigenvalues_by_hand():
    """A ball: the longest point is the centre pushed outwards."""
    center = np.array([3.0, 4.0])
    np.testing.assert_allclose(
        Ellipsoid(center, 4 * np.eye(2), 6.0).longest(), center * (1 + 3 / 5)
    )


def test_repeated_smallest_eigenvalue_with_a_pull_in_one_direction_only(rng):
    matrix, center = rotated([1.0, 1.0, 5.0], np.array([0.0, 0.2, 0.7]), rng)
    longest = Ellipsoid(center, matrix, 1.0).longest()
    brute = longest_by_scipy(Ellipsoid(center, matrix, 1.0), rng, starts=20)
    assert np.linalg.norm(longest) == pytest.approx(brute, rel=1e-7)


@pytest.mark.parametrize("noise", [0.0, 1e-300, 1e-30, 1e-16, 1e-9])
def test_the_hard_case_and_its_neighbourhood(noise):
    """No pull along the longest axis: by hand, with lambda = (1, 4) and centre (0, b), b = 3/8.

    u_2 = b / 3 and the rest of the radius goes along axis 1: u_1^2 = 1 - 4 u_2^2.
    """
    longest = Ellipsoid([noise, 0.375], np.diag([1.0, 4.0]), 1.0).longest()
    np.testing.assert_allclose(
        np.abs(longest), [np.sqrt(1 - 4 * 0.125**2), 0.375 + 0.125], rtol=1e-7
    )


def test_the_easy_side_of_the_hard_case():
    """Centre so far out on axis 2 that the longest point stays on it: c + r / sqrt(lambda)."""
    longest = Ellipsoid([0.0, 30.0], np.diag([1.0, 4.0]), 1.0).longest()
    np.testing.assert_allclose(longest, [0.0, 30.5], atol=1e-12)


@pytest.mark.parametrize(
    ("center", "matrix", "radius"),
    [
        ([1.0, np.nan], np.eye(2), 1.0),
        ([], np.zeros((0, 0)), 1.0),
        ([1.0, 2.0], np.eye(3), 1.0),
        ([1.0, 2.0], [[1.0, 5.0], [0.0, 1.0]], 1.0),
        ([1.0, 2.0], np.eye(2), -1.0),
        ([1.0, 2.0], np.eye(2), np.inf),
        ([1.0, 2.0], [[np.nan, 0], [0, 1]], 1.0),
        ([1.0, 2.0], "matrix", 1.0),
        ([1.0, 2.0], [[10**400, 0], [0, 1]], 1.0),
    ],
)
def test_bad_ellipsoids_are_refused(center, matrix, radius):
    with pytest.raises((ValueError, TypeError), match="must"):
        Ellipsoid(center, matrix, radius)


def test_an_indefinite_matrix_is_refused():
    with pytest.raises(ValueError, match="positive definite"):
        Ellipsoid([0.0, 0.0], np.diag([1.0, -1.0]), 1.0).longest()


def test_an_ellipsoid_is_checked_when_it_is_built():
    with pytest.raises(ValueError, match="positive definite, got smallest eigenvalue -1"):
        Ellipsoid([0.0, 0.0], np.diag([1.0, -1.0]), 1.0)
    with pytest.raises(ValueError, match="positive definite"):
        Ellipsoid([0.0], [[0.0]], 1.0)
    with pytest.raises(TypeError, match="real numbers"):
        Ellipsoid([0.0], [[1j]], 1.0)


def test_an_ellipsoid_keeps_what_it_was_given():
    center, matrix = np.zeros(2), np.eye(2)
    ellipsoid = Ellipsoid(center, matrix, 1.0)
    center[0], matrix[0, 0] = 9.0, -9.0
    assert ellipsoid.center.tolist() == [0.0, 0.0]
    assert ellipsoid.matrix.tolist() == [[1.0, 0.0], [0.0, 1.0]]


def test_coordinates_tied_to_no_other_are_axes_whatever_rounding_says():
    """Where nothing is known all directions are equal; then the first coordinate is taken."""
    rng = np.random.default_rng(3)
    for _ in range(50):
        dim = int(rng.integers(2, 12))
        known = rng.choice(dim, int(rng.integers(0, dim)), replace=False)
        matrix = np.eye(dim)
        factor = rng.normal(size=(len(known), len(known)))
        matrix[np.ix_(known, known)] += factor @ factor.T
        eigenvalues, axes = eigen(matrix)
        assert (np.diff(eigenvalues) >= 0).all()
        np.testing.assert_allclose(axes @ np.diag(eigenvalues) @ axes.T, matrix, atol=1e-9)
        if len(known) > 1:
            first = min(set(range(dim)) - set(known.tolist()))
            np.testing.assert_array_equal(axes[:, 0], np.eye(dim)[first])

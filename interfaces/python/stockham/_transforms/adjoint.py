"""The adjoint of a transform, from which gradients follow.

Arrays are vectors of real numbers here, a complex number being two of them, with the inner product Re(sum(conj(x) y)). The adjoint
A* of a transform A satisfies <A x, y> = <x, A* y>.
"""

from __future__ import annotations

from typing import NamedTuple

from .request import Request
from .types import inverse_kind

#: An axis, an index on it (-1: the last one) and a factor for all points with that index.
Plane = tuple[int, int, float]

# Where a row of the matrix of a cosine or sine transform has another weight than the others, its transpose has a column with
# another weight. For each kind and each axis: index and factor of the input of the transform by the inverse kind, and of its output.
_REAL: dict[str, tuple[list[tuple[int, float]], list[tuple[int, float]]]] = {
    "dct1": ([(0, 2.0), (-1, 2.0)], [(0, 0.5), (-1, 0.5)]),
    "dct2": ([(0, 2.0)], []),
    "dct3": ([], [(0, 0.5)]),
    "dst2": ([(-1, 2.0)], []),
    "dst3": ([], [(-1, 0.5)]),
}


class Adjoint(NamedTuple):
    """Multiplies planes of the input, executes a request, multiplies planes of the output, and takes the real part if the
    transform has real input and a full spectrum."""

    request: Request
    before: tuple[Plane, ...] = ()
    after: tuple[Plane, ...] = ()
    real_part: bool = False


def adjoint_of(request: Request) -> Adjoint:
    """The adjoint of a transform: c2c in the other direction, and transposes of cosine and sine transforms, with the same scale.

    A half spectrum holds one of two conjugate points, so c2r counts the points between the first one and n/2 twice, and r2c's
    adjoint counts them once.
    """
    back = request._replace(kind=inverse_kind(request.kind), input_shape=request.output_shape,
                            output_shape=request.input_shape)
    if request.kind == "c2c":
        return Adjoint(back._replace(inverse=not request.inverse))
    if request.full_spectrum:
        return Adjoint(back._replace(kind="c2c", inverse=True, full_spectrum=False), real_part=True)
    last, n = request.axes[-1], request.lengths[-1]
    single = [0, -1] if n % 2 == 0 else [0]
    if request.kind == "r2c":
        return Adjoint(back._replace(inverse=True, scale=request.scale / 2), before=tuple((last, k, 2.0) for k in single))
    if request.kind == "c2r":
        return Adjoint(back._replace(inverse=False, scale=request.scale * 2), after=tuple((last, k, 0.5) for k in single))
    before, after = _REAL.get(request.kind, ([], []))
    return Adjoint(back, tuple((axis, *each) for axis in request.axes for each in before),
                   tuple((axis, *each) for axis in request.axes for each in after))

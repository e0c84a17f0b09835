"""The parameter sections of docstrings, which many functions share."""

from __future__ import annotations

import inspect
from typing import Callable, TypeVar

Function = TypeVar("Function", bound=Callable[..., object])

_PARAMETERS = {
    "x": """x : array_like, pyopencl.array.Array, pyopencl.SVM, or array of another library
    The input. The result belongs to the same library and is on the same device. A pyopencl array is transformed on its own queue, and the result is a pyopencl array. It may be in shared
    virtual memory, and then so is the result. A `pyopencl.SVM` of a numpy array is transformed on the queue that its memory
    was allocated for, else on that of `stockham.using_queue`; the result is also a pyopencl array.""",
    "n": """n : int, optional
    Length of the transformed axis of the {side}. Longer data are truncated, shorter data are padded with zeros.""",
    "axis": """axis : int, optional
    The axis along which to transform; the last one by default.""",
    "s": """s : sequence of ints, optional
    Lengths of the transformed axes of the {side}; -1 keeps the length of an axis.""",
    "axes": """axes : sequence of ints, optional
    The axes along which to transform.""",
    "type": """type : {{1, 2, 3, 4}}, optional
    Type of the transform.""",
    "norm": """norm : {{"backward", "ortho", "forward"}}, optional
    Normalisation: the inverse is divided by the number of points ("backward"), both directions by its square root
    ("ortho"), or the forward transform by the number of points ("forward").""",
    "overwrite_x": """overwrite_x : bool, optional
    Whether `x` may be overwritten.""",
    "workers": """workers : int, optional
    Checked as in scipy.fft, and ignored.""",
    "plan": """plan : stockham.Plan, optional
    A plan for this transform, used instead of a cached one; small arrays are transformed without it.""",
    "out": """out : ndarray, pyopencl.array.Array or pyopencl.SVM, optional
    The array for the result, of its shape and type, where the input is. It may be the input, and is returned.""",
    "orthogonalize": """orthogonalize : bool, optional
    Whether to make the transform's matrix orthogonal. By default, if ``norm="ortho"``.""",
}


def documented(side: str = "input") -> Callable[[Function], Function]:
    """A decorator that inserts the section of parameters after the first paragraph of a docstring."""

    def add(function: Function) -> Function:
        first, _, rest = inspect.cleandoc(function.__doc__ or "").partition("\n\n")
        known = [_PARAMETERS[name].format(side=side) for name in inspect.signature(function).parameters]
        function.__doc__ = "\n".join([first, "", "Parameters", "----------", *known, "", rest])
        return function

    return add

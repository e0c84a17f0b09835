"""Docstrings: the parameters that many functions share, said once."""

from __future__ import annotations

import inspect
from typing import Callable, TypeVar

Function = TypeVar("Function", bound=Callable[..., object])

_PARAMETERS = {
    "x": """x : array_like or pyopencl.array.Array
    The input. A pyopencl array is transformed on its own queue, and the result is one.""",
    "n": """n : int, optional
    Length of the transformed axis of the {side}. What is longer is cut off, what is shorter filled up with zeros.""",
    "axis": """axis : int, optional
    The axis along which to transform; the last one by default.""",
    "s": """s : sequence of ints, optional
    Lengths of the transformed axes of the {side}; -1 keeps an axis as it is.""",
    "axes": """axes : sequence of ints, optional
    The axes along which to transform.""",
    "type": """type : {{1, 2, 3, 4}}, optional
    Type of the transform.""",
    "norm": """norm : {{"backward", "ortho", "forward"}}, optional
    What is normalised: the inverse, both by the square root, or the forward transform.""",
    "overwrite_x": """overwrite_x : bool, optional
    Whether the contents of `x` may be destroyed.""",
    "workers": """workers : int, optional
    Checked as scipy.fft does, and ignored.""",
    "plan": """plan : stockham.Plan, optional
    A plan of this very transform to be used in place of one of the cache.""",
    "orthogonalize": """orthogonalize : bool, optional
    Whether the transform's matrix is made orthogonal; by default with ``norm="ortho"``.""",
}


def documented(side: str = "input") -> Callable[[Function], Function]:
    """Puts the section of parameters behind a docstring's first paragraph."""

    def add(function: Function) -> Function:
        first, _, rest = inspect.cleandoc(function.__doc__ or "").partition("\n\n")
        known = [_PARAMETERS[name].format(side=side) for name in inspect.signature(function).parameters]
        function.__doc__ = "\n".join([first, "", "Parameters", "----------", *known, "", rest])
        return function

    return add

"""A transform as an operation that torch records."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from .._arrays.libraries import library_of
from .._arrays.recorded import Recording, batched, on_host
from .._transforms.request import Request


class _Transform(torch.autograd.Function):  # type: ignore[misc]
    """A transform. Its derivative is itself, and the gradient that of its adjoint."""

    @staticmethod
    def forward(x: Any, request: Request) -> Any:
        own: Any = library_of(type(x))
        return own.returned(on_host(request, own.to_host(x.detach())), x)

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        _, ctx.request = inputs

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        return TENSORS.transposed(gradient, ctx.request), None

    @staticmethod
    def jvp(ctx: Any, tangent: Any, _: None) -> Any:
        return _Transform.apply(tangent, ctx.request)

    @staticmethod
    def vmap(info: Any, in_dims: Any, x: Any, request: Request) -> Any:
        return _Transform.apply(x.movedim(in_dims[0], 0), batched(request, info.batch_size)), 0


class _Tensors(Recording):
    """torch's tensors."""

    def given(self, x: Any) -> Any:
        return torch.as_tensor(x)

    def dtype_of(self, value: Any) -> np.dtype:
        return np.dtype(str(value.dtype).rpartition(".")[2])

    def cast(self, value: Any, dtype: np.dtype) -> Any:
        return value.to(getattr(torch, dtype.name))

    def constant(self, numbers: np.ndarray, like: Any) -> Any:
        return torch.asarray(numbers, device=like.device)

    def joined(self, real: Any, imaginary: Any) -> Any:
        return torch.complex(real, imaginary)

    def conjugate(self, value: Any) -> Any:
        return torch.conj_physical(value)  # numpy cannot read a lazy conjugate

    def transformed(self, value: Any, request: Request) -> Any:
        return _Transform.apply(value, request)


TENSORS = _Tensors(torch)

"""A transform as a primitive of jax, which is compiled to a callback."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend.core import Primitive
from jax.interpreters import ad, batching, mlir

from .._arrays.recorded import Recording, batched, on_host
from .._transforms.request import Request


def _computed(x: Any, *, request: Request) -> Any:
    """The transform outside of jit. A callback would be compiled anew for each call."""
    return jnp.asarray(on_host(request, np.asarray(x)), device=x.device)


def _lowered(context: Any, x: Any, *, request: Request) -> Any:
    """A call of the transform with memory of XLA.

    `jax.pure_callback` first makes an array of jax from that memory. A thread of jax copies it, so transforms that occupy all
    threads would wait for ever.
    """
    results, _, _ = mlir.emit_python_callback(context, lambda x: (on_host(request, x),), None, [x], context.avals_in,
                                              context.avals_out, has_side_effect=False)
    return results


def _transposed(gradient: Any, x: Any, *, request: Request) -> Any:
    """jax pairs a gradient g with a change d as Re(sum(g d)), without a conjugate."""
    return (jnp.conj(ARRAYS.transposed(jnp.conj(gradient), request)),)


def _batched(arguments: Any, axes: Any, *, request: Request) -> Any:
    x = jnp.moveaxis(arguments[0], axes[0], 0)
    return _transform.bind(x, request=batched(request, x.shape[0])), 0


_transform = Primitive("stockham_transform")
_transform.def_impl(_computed)
_transform.def_abstract_eval(lambda x, *, request: jax.core.ShapedArray(request.output_shape, request.output_dtype))
ad.deflinear2(_transform, _transposed)
batching.primitive_batchers[_transform] = _batched
mlir.register_lowering(_transform, _lowered)


class _Arrays(Recording):
    """jax's arrays, and the tracers that stand for them."""

    def given(self, x: Any) -> Any:
        return jnp.asarray(x)

    def dtype_of(self, value: Any) -> np.dtype:
        found: np.dtype = np.dtype(value.dtype)
        return found

    def cast(self, value: Any, dtype: np.dtype) -> Any:
        return value.astype(jax.dtypes.canonicalize_dtype(dtype))

    def constant(self, numbers: np.ndarray, like: Any) -> Any:
        return jnp.asarray(numbers)

    def joined(self, real: Any, imaginary: Any) -> Any:
        return jax.lax.complex(real, imaginary)

    def transformed(self, value: Any, request: Request) -> Any:
        return _transform.bind(value, request=request)


ARRAYS = _Arrays(jnp)

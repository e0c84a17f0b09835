"""stockham.torch and stockham.jax: values as stockham.fft's, and gradients as finite differences."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import stockham
from stockham._transforms.adjoint import adjoint_of

RNG = np.random.default_rng(60)
REAL = RNG.uniform(-1, 1, (3, 4))
COMPLEX = REAL + 1j * RNG.uniform(-1, 1, (3, 4))

# A function with its input and arguments: every kind of transform, odd and even lengths, padding, truncation, all norms.
CASES = {
    "fft": ("fft", COMPLEX, {}), "fft of real data": ("fft", REAL, {"norm": "ortho"}), "ifft": ("ifft", COMPLEX, {"n": 6, "axis": 0}),
    "fftn": ("fftn", COMPLEX, {"s": (5, 3), "norm": "forward"}), "ifft2 of real data": ("ifft2", REAL, {}),
    "fft2 of real data": ("fft2", REAL, {}),
    "rfft": ("rfft", REAL, {}), "odd rfft": ("rfft", REAL, {"axis": 0}), "rfft of one point": ("rfft", REAL, {"n": 1}),
    "rfftn": ("rfftn", REAL, {"s": (3, 6), "norm": "ortho"}), "odd rfftn": ("rfft2", REAL, {"axes": (1, 0)}),
    "irfft": ("irfft", COMPLEX, {}), "odd irfft": ("irfft", COMPLEX, {"n": 7}), "irfft of real data": ("irfft", REAL, {"n": 3}),
    "irfft of one point": ("irfft", COMPLEX, {"n": 1}), "irfft of two points": ("irfft", COMPLEX, {"n": 2}),
    "irfftn": ("irfftn", COMPLEX, {"norm": "forward"}), "odd irfft2": ("irfft2", COMPLEX, {"s": (4, 5)}),
    "hfft": ("hfft", COMPLEX, {}), "hfftn": ("hfftn", COMPLEX, {"norm": "ortho"}), "ihfft": ("ihfft", REAL, {}),
    "ihfft2": ("ihfft2", REAL, {}), "dctn": ("dctn", REAL, {}), "idstn": ("idstn", REAL, {"type": 3, "s": (4, 3)}),
    "dct of complex data": ("dct", COMPLEX, {"type": 1}),
    **{f"{name} {kind} {norm}": (name, REAL, {"type": kind, "norm": norm})
       for name, kind, norm in (("dct", 1, None), ("dct", 2, "ortho"), ("dct", 3, None), ("dct", 3, "ortho"), ("dct", 4, None),
                                ("idct", 1, "ortho"), ("idct", 2, None), ("dst", 1, None), ("dst", 2, None), ("dst", 2, "ortho"),
                                ("dst", 3, None), ("idst", 2, "ortho"), ("idst", 4, None))},
}

# Those whose second gradients are checked: each kind of adjoint.
TWICE = ["rfftn", "odd irfft2", "fft of real data", "dct 1 None", "dct of complex data"]


def expected(case):
    name, x, arguments = CASES[case]
    return getattr(stockham.fft, name)(x, **arguments)


class Torch:
    def __init__(self, case):
        self.torch = pytest.importorskip("torch")
        import stockham.torch

        name, x, self.arguments = CASES[case]
        self.function, self.x = getattr(stockham.torch, name), self.torch.asarray(x).requires_grad_()

    def __call__(self, x):
        return self.function(x, **self.arguments)


class Jax:
    def __init__(self, case):
        self.jax = pytest.importorskip("jax")
        self.jax.config.update("jax_enable_x64", True)
        import stockham.jax

        name, x, self.arguments = CASES[case]
        self.function, self.x = getattr(stockham.jax, name), self.jax.numpy.asarray(x)

    def __call__(self, x):
        return self.function(x, **self.arguments)


@pytest.mark.parametrize("case", CASES)
def test_torch(case):
    call = Torch(case)
    got, wanted = call(call.x), expected(case)
    assert got.requires_grad and np.allclose(got.detach().numpy(), wanted) and got.detach().numpy().dtype == wanted.dtype
    gradcheck = call.torch.autograd.gradcheck
    assert gradcheck(call, (call.x,), check_forward_ad=True)


@pytest.mark.parametrize("case", TWICE)
def test_second_gradients_of_torch(case):
    call = Torch(case)
    assert call.torch.autograd.gradgradcheck(call, (call.x,))


@pytest.mark.parametrize("case", ["fft", "rfftn", "odd irfft2", "dct 2 ortho"])
def test_vmap_of_torch(case):
    call = Torch(case)
    torch, x = call.torch, call.x.detach()
    mapped = torch.func.vmap(call, 1, 2)(torch.stack([x, 2 * x, -x], 1))
    assert np.allclose(mapped, np.stack([k * expected(case) for k in (1, 2, -1)], 2))
    loss = lambda x: call(x).abs().square().sum()  # noqa: E731
    assert torch.allclose(torch.func.vmap(torch.func.grad(loss))(x[None])[0], torch.func.grad(loss)(x))


@pytest.mark.parametrize("case", CASES)
def test_jax(case):
    call = Jax(case)
    from jax.test_util import check_grads

    got, wanted = call(call.x), expected(case)
    assert np.allclose(got, wanted) and got.dtype == wanted.dtype
    check_grads(call, (call.x,), order=2 if case in TWICE else 1, modes=["fwd", "rev"])  # 5 seconds for the second order


@pytest.mark.parametrize("case", ["fft", "rfftn", "odd irfft2", "dct 2 ortho"])
def test_jit_and_vmap(case):
    call = Jax(case)
    jax, jnp = call.jax, call.jax.numpy
    assert np.allclose(jax.jit(call)(call.x), expected(case))
    stack = jnp.stack([call.x, 2 * call.x, -call.x], 1)
    mapped = jax.jit(jax.vmap(call, 1, 2))(stack)
    assert np.allclose(mapped, np.stack([k * expected(case) for k in (1, 2, -1)], 2))
    loss = lambda x: (abs(call(x))**2).sum()  # noqa: E731
    assert np.allclose(jax.jit(jax.grad(loss))(call.x), jax.grad(loss)(call.x))


def test_large_arrays_under_jit_on_one_cpu():
    """A callback that waits for a thread of jax would not end: jax has a thread for each CPU."""
    pytest.importorskip("jax")
    program = """if True:
        import os
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        import jax, stockham.jax
        twice = jax.jit(lambda x: stockham.jax.fft(stockham.jax.fft(x) + 1))
        for k in range(3):
            assert complex(twice(jax.numpy.ones((8192, 4)) + k)[9, 0]) == 8 + 4 * k
    """
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120)


def test_types():
    call = Torch("fft")
    torch = call.torch
    assert call(torch.ones(4, dtype=torch.float16)).dtype == torch.complex64
    assert call([1, 2, 3]).dtype == torch.complex128
    jax = Jax("fft")
    assert jax(jax.jax.numpy.ones(4, "float32")).dtype == "complex64"
    for value in (torch.ones(4, dtype=torch.bfloat16), jax.jax.numpy.ones(4, "bfloat16")):
        with pytest.raises(TypeError):
            (call if isinstance(value, torch.Tensor) else jax)(value)
    with pytest.raises(NotImplementedError, match="plan"):
        call.function(call.x, plan=stockham.Plan("c2c f64 4"))
    with pytest.raises(TypeError, match="real"):
        Torch("rfft")(torch.ones(4, dtype=torch.complex64))


def test_adjoints_are_adjoint():
    """<A x, y> = <x, A* y> without either library."""
    from stockham._arrays.host import HOST
    from stockham._transforms.between import request_between
    from stockham._transforms.layout import layout_of

    for kind in ("r2c", "c2c", *(f"{family}{k}" for family in ("dct", "dst") for k in (1, 2, 3, 4))):
        for shape in ((3, 4), (4, 5), (1, 2)):
            x = RNG.uniform(-1, 1, shape) + (1j * RNG.uniform(-1, 1, shape) if kind == "c2c" else 0)
            if kind == "dct1" and 1 in shape:
                continue
            request, _ = request_between(layout_of(x), None, None, kind, False, "ortho")
            image = HOST.execute(request, x)
            y = RNG.uniform(-1, 1, image.shape) + (1j * RNG.uniform(-1, 1, image.shape) if image.dtype.kind == "c" else 0)
            adjoint = adjoint_of(request)
            back = y.copy()
            for plane in adjoint.before:
                HOST.scale_plane(back, *plane)
            back = HOST.execute(adjoint.request, back)
            for plane in adjoint.after:
                HOST.scale_plane(back, *plane)
            assert np.isclose(np.vdot(image, y).real, np.vdot(x, back).real), request

"""Plans for arrays of any memory layout (strides, orders of axes and bytes, views), as input, as output, and in place."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.fft

import stockham
from reference import check

SHAPE = (4, 6)


def whole(shape, dtype):
    """Memory filled with a number that no transform writes."""
    return np.full(shape, 77, dtype)


def misaligned(shape, dtype):
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    memory = np.zeros(size + 1, np.uint8)
    return memory, memory[1:].view(dtype).reshape(shape)


def sliced(shape, dtype, where, room):
    memory = whole([n * factor + more for n, (factor, more) in zip(shape, room)], dtype)
    return memory, memory[where]


def plain(x):
    return x, x


# Functions that return memory, and an array of the given shape and type in it.
LAYOUTS = {
    "C": lambda s, t: plain(whole(s, t)),
    "Fortran": lambda s, t: plain(np.asfortranarray(whole(s, t))),
    "transposed": lambda s, t: (lambda m: (m, m.T))(whole(s[::-1], t)),
    "big-endian": lambda s, t: plain(whole(s, np.dtype(t).newbyteorder(">"))),
    "Fortran and big-endian": lambda s, t: plain(np.asfortranarray(whole(s, np.dtype(t).newbyteorder(">")))),
    "every second": lambda s, t: sliced(s, t, np.s_[::2, ::2], [(2, 0), (2, 0)]),
    "inside": lambda s, t: sliced(s, t, np.s_[2:-1, 3:-2], [(1, 3), (1, 5)]),
    "backwards": lambda s, t: sliced(s, t, np.s_[::-1], [(1, 0), (1, 0)]),
    "backwards with gaps": lambda s, t: sliced(s, t, np.s_[::2, ::-3], [(2, 0), (3, 0)]),
    "misaligned": misaligned,
}


def numbers(shape, dtype, seed=3):
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1, 1, shape)
    return (x + 1j * rng.uniform(-1, 1, shape) if np.dtype(dtype).kind == "c" else x).astype(dtype)


def filled(layout, shape, dtype):
    memory, x = LAYOUTS[layout](shape, dtype)
    x[...] = numbers(shape, dtype)
    return memory, x


# Types of input and output, shape of the output, keywords of the plan, scipy's result.
KINDS = {
    "c2c": ("D", "D", SHAPE, {}, scipy.fft.fftn),
    "r2c": ("d", "D", (4, 4), {}, scipy.fft.rfftn),
    "c2r": ("F", "f", (7, 6), {"axes": (0,), "norm": "ortho"}, lambda x: scipy.fft.irfft(x, 7, axis=0, norm="ortho")),
    "dct2": ("f", "f", SHAPE, {"kind": "dct2", "axes": (1,)}, scipy.fft.dct),
}
PAIRS = [("c2c", x, out) for x in LAYOUTS for out in LAYOUTS]
PAIRS += [(kind, layout, layout) for kind in ("r2c", "c2r", "dct2") for layout in LAYOUTS]


def outside(memory, out):
    """The bytes of the memory that do not belong to the array's elements."""
    place = out.__array_interface__["data"][0] - memory.__array_interface__["data"][0]
    mask = np.zeros(memory.nbytes, bool)
    for index in np.ndindex(out.shape):
        begin = place + sum(i * s for i, s in zip(index, out.strides))
        mask[begin:begin + out.itemsize] = True
    return np.frombuffer(memory.tobytes(order="A"), np.uint8)[~mask]


@pytest.mark.parametrize(("kind", "x_layout", "out_layout"), PAIRS)
def test_out_of_place(kind, x_layout, out_layout):
    from_type, to_type, shape, told, right = KINDS[kind]
    _, x = filled(x_layout, SHAPE, from_type)
    memory, out = LAYOUTS[out_layout](shape, to_type)
    before, beside = x.copy(), outside(memory, out)
    plan = stockham.Plan(x, out, **told)
    assert plan(x, out) is out
    expected = right(before.astype(np.clongdouble if before.dtype.kind == "c" else np.longdouble))
    check(out.astype(to_type), expected, 48)
    assert np.array_equal(x, before) and np.array_equal(outside(memory, out), beside)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kind", [kind for kind in KINDS if KINDS[kind][0] == KINDS[kind][1]])
def test_in_place(kind, layout):
    dtype, _, _, told, right = KINDS[kind]
    memory, x = filled(layout, SHAPE, dtype)
    beside = outside(memory, x)
    expected = right(x.astype(np.clongdouble if x.dtype.kind == "c" else np.longdouble))
    plan = stockham.Plan(x, x, **told)
    assert plan(x) is x and " in" in plan.problem
    check(x.astype(dtype), expected, 48)
    assert np.array_equal(outside(memory, x), beside)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_new_output(layout):
    """Without `out`, the result is a new array in C order. The input may have another layout than the plan's array."""
    plan = stockham.Plan(filled("Fortran", SHAPE, "D")[1])
    _, x = filled(layout, SHAPE, "D")
    got = plan(x)
    assert got.flags.c_contiguous and got.dtype == np.complex128
    check(got, scipy.fft.fftn(x.astype(np.clongdouble)), 24)


def test_three_axes_in_any_order():
    x = numbers((3, 4, 5), "D").transpose((2, 0, 1))
    check(stockham.Plan(x, axes=(1,))(x), scipy.fft.fft(x.astype(np.clongdouble), axis=1), 3)


def test_inputs_whose_elements_share_memory():
    line = numbers(9, "D")
    for x in (np.broadcast_to(line[:6], SHAPE), np.broadcast_to(line[:4, None], SHAPE),
              np.lib.stride_tricks.sliding_window_view(line, 6)):
        check(stockham.Plan(x)(x), scipy.fft.fftn(x.astype(np.clongdouble)), 24)


def test_outputs_whose_elements_share_memory_are_refused():
    x = numbers(SHAPE, "D")
    memory = np.zeros(24, complex)
    strided = np.lib.stride_tricks.as_strided
    plan = stockham.Plan(x)
    for strides in ((0, 16), (16, 16), (16, 0), (-16, 32), (8, 32)):
        out = strided(memory[6:], SHAPE, strides)
        for call in (lambda: stockham.Plan(x, out), lambda: plan(x, out), lambda: stockham.Plan(out, out)):
            with pytest.raises(stockham.ArgumentError, match="output.*share memory") as caught:
                call()
            assert caught.value.field == "output"
    assert not memory.any()
    # Strides of 2 and 3 elements interleave, and yet all elements are distinct.
    pairs = strided(memory, (2, 2), (32, 48))
    check(stockham.Plan(x[:2, :2], pairs)(x[:2, :2], pairs), scipy.fft.fftn(x[:2, :2].astype(np.clongdouble)), 4)


def test_views_of_one_memory():
    """The whole input is read before the output is written, so they may overlap in any way."""
    memory = numbers((6, 6), "D")
    for x, out in ((memory[:4], memory[2:]), (memory, memory.T), (memory[::-1, :4].T, memory[:4])):
        expected = scipy.fft.fftn(x.astype(np.clongdouble))
        stockham.Plan(x, out)(x, out)
        check(out, expected, 36)
    room = np.zeros((4, 8))
    inside, spectrum = room[:, :6], room.view(complex)
    inside[...] = numbers(SHAPE, "d")
    expected = scipy.fft.rfftn(inside.astype(np.longdouble))
    stockham.Plan(inside, spectrum)(inside, spectrum)
    check(spectrum, expected, 24)


def test_read_only():
    x = numbers(SHAPE, "D")
    x.flags.writeable = False
    check(stockham.Plan(x)(x), scipy.fft.fftn(x.astype(np.clongdouble)), 24)
    with pytest.raises(ValueError, match="read-only"):
        stockham.Plan(x, x)(x)


@pytest.mark.parametrize(("make", "error", "match"), [
    (lambda: stockham.Plan(np.array(1.0)), stockham.ArgumentError, "axes"),
    (lambda: stockham.Plan(np.ones(4), axes=()), stockham.ArgumentError, "axes"),
    (lambda: stockham.Plan(np.ones(4), kind="c2x"), stockham.ArgumentError, "kind: 'c2x'"),
    (lambda: stockham.Plan(np.ones(4, np.float16)), TypeError, "float16"),
    (lambda: stockham.Plan(np.ones(4, np.longdouble)), TypeError, "longdouble|float128"),
    (lambda: stockham.Plan([1, 2]), TypeError, "int64"),
    (lambda: stockham.Plan(np.ones(4), np.ones(4)), stockham.ArgumentError, "output"),
    (lambda: stockham.Plan("c2c f32 8")(np.ones(8, "F"), [0, 0, 0, 0]), TypeError, "output: list"),
    (lambda: stockham.Plan(np.ones(4))([1, 2, 3, 4]), stockham.ArgumentError, "input: .*int64"),
    (lambda: stockham.Plan("c2c f32 8", norm="ortho"), stockham.ArgumentError, "norm"),
    (lambda: stockham.Plan("c2c f32 8", np.ones(8, "F")), stockham.ArgumentError, "output"),
    (lambda: stockham.Plan("c2c f32 8", context=1), stockham.ArgumentError, "device"),
    (lambda: stockham.Plan("c2c f32 8", device=1), stockham.ArgumentError, "context"),
    (lambda: stockham.Plan("c2c f32 8", inverse=True), stockham.ArgumentError, "inverse"),
])
def test_refused_by_name(make, error, match):
    with pytest.raises(error, match=match):
        make()


class TestProblemStrings:
    """Plans made from problem strings, which describe the memory of the arrays."""

    @pytest.mark.parametrize("shape", [9, 7, (2, 8), 0])
    def test_sizes(self, shape):
        plan = stockham.Plan("c2c f32 8")
        with pytest.raises(stockham.ArgumentError, match="input.*64 bytes"):
            plan(np.ones(shape, "F"))
        with pytest.raises(stockham.ArgumentError, match="output.*64 bytes"):
            plan(np.ones(8, "F"), np.ones(shape, "F"))

    def test_order(self):
        plan = stockham.Plan("c2c f64 4x6")
        with pytest.raises(stockham.ArgumentError, match="C-contiguous"):
            plan(filled("Fortran", SHAPE, "D")[1])
        with pytest.raises(TypeError, match=">c16"):
            plan(filled("big-endian", SHAPE, "D")[1])

    def test_gaps_of_an_output_stay(self):
        x = numbers((3, 4), "D")
        out = np.full((3, 8), 9 + 0j)
        plan = stockham.Plan("c2c f64 4 b3 os=2 od=8")
        plan(x, out)
        check(out[:, ::2].copy(), scipy.fft.fft(x.astype(np.clongdouble)), 4)
        assert (out[:, 1::2] == 9).all()
        assert not plan(x).reshape(-1)[1::2].any()

    def test_real_data_in_place(self):
        x = numbers((4, 6), "d")
        room = np.zeros((4, 8))
        room[:, :6] = x
        got = stockham.Plan("r2c f64 4x6 in")(room)
        assert np.may_share_memory(got, room)
        check(got, scipy.fft.rfftn(x.astype(np.longdouble)), 24)
        back = stockham.Plan("c2r f64 4x6 in scale=0.041666666666666664")(got)
        assert np.may_share_memory(back, room) and np.allclose(back[:, :6], x)

    def test_planar_data(self):
        with pytest.raises(stockham.ArgumentError, match="input: .*planar"):
            stockham.Plan("c2c f32 8 if=planar of=planar")(np.ones(8, "f"), np.ones(8, "f"))


class TestDeviceArrays:
    """pyopencl arrays: transformed without a copy, or rejected with an error that names the argument."""

    @pytest.fixture
    def array(self, queue):
        cl_array = pytest.importorskip("pyopencl.array")
        return lambda x: cl_array.to_device(queue, x)

    def test_orders(self, array):
        x = numbers(SHAPE, "D")
        expected = scipy.fft.fftn(x.astype(np.clongdouble))
        for order in "CF":
            d = array(np.array(x, order=order))
            check(stockham.Plan(d)(d).get(), expected, 24)
        turned = array(x.T.copy()).T
        check(stockham.Plan(turned)(turned).get(), expected, 24)

    def test_refused(self, array, queue):
        cl_array = pytest.importorskip("pyopencl.array")
        x = array(numbers(8, "F"))
        with pytest.raises((stockham.UnsupportedError, stockham.ArgumentError), match="strides"):
            stockham.Plan(x[::-1])
        swapped = cl_array.Array(queue, (8,), np.dtype(">c8"))
        with pytest.raises(TypeError, match=">c8"):
            stockham.Plan(swapped)
        odd = cl_array.Array(queue, (4,), np.dtype("c8"), data=x.base_data, strides=(12,))
        with pytest.raises(stockham.ArgumentError, match="strides"):
            stockham.Plan(odd)
        with pytest.raises(stockham.ArgumentError, match="output"):
            stockham.Plan(x, np.ones(8, "F"))
        with pytest.raises(stockham.ArgumentError, match="numpy"):
            stockham.Plan(np.ones(8, "F"))(x)
        with pytest.raises(ValueError, match="queue"):
            stockham.Plan(x.with_queue(None))

    def test_offsets_of_enqueued_arrays(self, array, queue):
        x = array(numbers(16, "F"))
        plan = stockham.Plan("c2c f32 8", queue=queue)
        out = array(numbers(8, "F"))
        for arguments in ((x[8:], out), (out, x[8:]), (out, x, x[8:])):
            with pytest.raises(stockham.ArgumentError, match="begins 64 bytes"):
                plan.enqueue(queue, *arguments)
        plan.enqueue(queue, x, out).wait()


@pytest.mark.parametrize("name", ["fft2", "ifft2", "rfft2", "irfft2", "hfft2", "dctn", "fft", "rfft", "irfft", "ihfft"])
@pytest.mark.parametrize("order", [(1, 0, 2), (2, 1, 0), (2, 0, 1)])
def test_large_arrays_in_another_order_are_not_copied(name, order, monkeypatch):
    """A plan with strides reads them, also if that plan overwrites its input."""
    monkeypatch.setattr(np, "ascontiguousarray", None)
    shape = (24, 20, 72)
    for dtype in "dD" if name not in ("rfft", "rfft2", "ihfft") else "d":
        x = np.empty([shape[a] for a in order], dtype).transpose(np.argsort(order))
        x[...] = numbers(shape, dtype)
        if dtype == "D" and name == "dctn":
            continue
        given, expected = x.copy(order="K"), getattr(scipy.fft, name)(x)
        assert given.strides == x.strides
        for overwrite in (False, True):
            got = getattr(stockham.fft, name)(given, overwrite_x=overwrite)
            assert got.flags.c_contiguous and np.allclose(got, expected, rtol=1e-10, atol=1e-9)
            assert overwrite or np.array_equal(given, x)


def test_complex_cosines_in_another_order():
    x = np.asfortranarray(numbers((160, 144), "D"))
    assert np.allclose(stockham.fft.dct(x), scipy.fft.dct(x), atol=1e-9)
    assert np.allclose(stockham.fft.dct(x, norm="ortho"), scipy.fft.dct(x, norm="ortho"), atol=1e-9)

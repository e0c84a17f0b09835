"""Arrays of other libraries: results belong to the library and the device of the argument, and contents are those of numpy's."""

from __future__ import annotations

import operator
import sys
import types

import numpy as np
import pytest
import scipy.fft
import scipy.signal

import stockham

RNG = np.random.default_rng(59)
PICTURE = RNG.uniform(-1, 1, (12, 16))


class ArrayOfACard:
    """An array of the standard in the memory of another device, which DLPack copies to the host; as cupy's and dpctl's are."""

    device = "card 1"

    def __init__(self, values):
        self.values = values

    def __array_namespace__(self, api_version=None):
        return types.SimpleNamespace(asarray=lambda x, device: (ArrayOfACard(x), operator.eq(device, "card 1"))[0])

    def __dlpack_device__(self):
        return 2, 0

    def __dlpack__(self, *, dl_device=None, **more):
        if dl_device is None or tuple(dl_device) != (1, 0):
            raise BufferError("the array is on a card")
        return self.values.__dlpack__(dl_device=dl_device, **more)


class Units(np.ndarray):
    """A subclass of numpy's arrays with rules of its own, as astropy's Quantity is."""

    def __array_function__(self, *_):
        return NotImplemented


def strict(values):
    return pytest.importorskip("array_api_strict").asarray(values)


def strict_elsewhere(values):
    library = pytest.importorskip("array_api_strict")
    return library.asarray(values, device=library.Device("device1"))


def jax_array(values):
    pytest.importorskip("jax").config.update("jax_enable_x64", True)
    import jax.numpy

    return jax.numpy.asarray(values)


def torch_tensor(values):
    return pytest.importorskip("torch").asarray(np.array(values))


def dpnp_array(values):
    library = pytest.importorskip("dpnp")
    try:
        return library.asarray(np.array(values))
    except Exception as error:
        if type(error).__name__ != "USMAllocationError":  # of OpenCL devices without unified shared memory
            raise
        pytest.skip(str(error))


def quantity(values):
    return np.asarray(values) * pytest.importorskip("astropy.units").m


MAKERS = {"array_api_strict": strict, "array_api_strict on device1": strict_elsewhere, "jax": jax_array, "torch": torch_tensor,
          "dpnp": dpnp_array, "a card": ArrayOfACard}
LINEAR = {**MAKERS, "astropy": quantity, "a subclass": lambda values: np.asarray(values).view(Units)}


def contents(x):
    """The numbers of an array of any library of this file."""
    if isinstance(x, ArrayOfACard):
        return x.values
    return np.asarray(x) if isinstance(x, np.ndarray) else np.from_dlpack(x, device="cpu")


def check_kind(got, like, expected):
    """`got` is an array of the kind of `like` with the expected numbers."""
    assert type(got) is type(like)
    assert getattr(got, "device", None) == getattr(like, "device", None)
    assert getattr(got, "unit", None) == getattr(like, "unit", None)
    values = contents(got)
    assert values.dtype == expected.dtype and values.shape == expected.shape and np.allclose(values, expected)


@pytest.mark.parametrize("library", LINEAR)
@pytest.mark.parametrize("name", ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "fft2", "rfftn", "irfftn", "dct", "idstn",
                                  "fftshift", "ifftshift"])
def test_transforms(library, name):
    x = LINEAR[library](PICTURE)
    before = contents(x).copy()
    check_kind(getattr(stockham.fft, name)(x), x, getattr(scipy.fft, name)(PICTURE))
    assert np.array_equal(contents(x), before)


@pytest.mark.parametrize("library", LINEAR)
@pytest.mark.parametrize("dtype", ["f", "F", "i4", "?"])
def test_types(library, dtype):
    values = (PICTURE * 9).astype(dtype)
    x = LINEAR[library](values)
    expected = scipy.fft.fft(values)
    got = stockham.fft.fft(x=x)
    values = contents(got)
    assert type(got) is type(x) and values.dtype == expected.dtype
    assert np.allclose(values, expected, rtol=1e-3 if dtype in "fF" else 1e-9, atol=1e-4)


@pytest.mark.parametrize("library", LINEAR)
def test_arguments_and_empty_arrays(library):
    x = LINEAR[library](PICTURE)
    check_kind(stockham.fft.fft(x, 20, 0, "ortho"), x, scipy.fft.fft(PICTURE, 20, 0, "ortho"))
    assert stockham.fft.fftn(x, axes=()) is x
    empty = LINEAR[library](np.zeros((0, 4)))
    check_kind(stockham.fft.rfft(empty), empty, np.zeros((0, 3), "D"))
    with pytest.raises(ValueError, match="norm"):
        stockham.fft.fft(x, norm="no")


@pytest.mark.parametrize("library", MAKERS)
def test_signal(library):
    make = MAKERS[library]
    a, b = PICTURE, RNG.uniform(-1, 1, (3, 4))
    x, y = make(a), make(b)
    for name in ("fftconvolve", "correlate"):
        function, expected = getattr(stockham.signal, name), getattr(scipy.signal, name)(a, b, "same")
        check_kind(function(x, y, "same"), x, expected)
        check_kind(function(x, b, mode="same"), x, expected)
        check_kind(function(a, y, mode="same"), x, expected)
    check_kind(stockham.signal.fftconvolve(make(np.array(2.0)), make(np.array(3.0))), x, np.array(6.0))


@pytest.mark.parametrize("library", MAKERS)
def test_imaging(library):
    make, imaging = MAKERS[library], stockham.imaging
    x, kernel = make(PICTURE), np.arange(9.0).reshape(3, 3)
    check_kind(imaging.convolve(x, kernel), x, imaging.convolve(PICTURE, kernel))
    check_kind(imaging.filter(PICTURE, mask=x, boundary="wrap"), x, imaging.filter(PICTURE, mask=PICTURE, boundary="wrap"))
    check_kind(imaging.match_template(x, kernel), x, imaging.match_template(PICTURE, kernel))
    check_kind(imaging.czt(x, 5, axis=0), x, imaging.czt(PICTURE, 5, axis=0))
    check_kind(imaging.power_density(x).map, x, imaging.power_density(PICTURE).map)
    check_kind(imaging.deconvolve(x, kernel, full_output=True, iterations=2)[0], x,
               imaging.deconvolve(PICTURE, kernel, iterations=2))
    found, aligned = imaging.drift(make(np.stack([PICTURE, PICTURE])), edges="fill")
    assert isinstance(found[0], imaging.Registration) and type(aligned) is type(x)
    assert imaging.focus(x) == imaging.focus(PICTURE)
    transform = imaging.ShortTimeFFT(np.hanning(8), 4)
    check_kind(transform.stft(x), x, transform.stft(PICTURE))
    check_kind(transform.istft(transform.stft(x), 16), x, PICTURE)


def test_units_of_products_are_not_guessed():
    x = PICTURE.view(Units)
    for call in (lambda: stockham.signal.fftconvolve(x, PICTURE), lambda: stockham.imaging.spectrum(x)):
        with pytest.raises(TypeError, match="units"):
            call()


def test_two_libraries_in_one_call():
    with pytest.raises(TypeError, match="different libraries: array_api_strict.*ArrayOfACard"):
        stockham.signal.fftconvolve(strict(PICTURE), ArrayOfACard(PICTURE))


def test_what_stays_an_ndarray():
    for x in ([1.0, 2.0], (1, 2), np.float32(3), np.ma.ones(3), np.matrix([[1.0, 2.0]]), range(3)):
        assert type(stockham.fft.fftn(x, axes=None if np.ndim(x) else ())) is np.ndarray


def test_overwriting_keeps_the_input_of_other_libraries():
    x = jax_array(PICTURE.astype(complex))
    stockham.fft.fft(x, overwrite_x=True)
    assert np.array_equal(np.asarray(x), PICTURE)


def test_half_precision_and_types_that_numpy_lacks():
    jax = pytest.importorskip("jax")
    got = stockham.fft.rfft(jax.numpy.ones(4, "float16"))
    assert got.dtype == "complex64" and got[0] == 4
    for dtype in ("bfloat16", "float8_e4m3fn"):
        with pytest.raises(TypeError, match="cannot read"):
            stockham.fft.fft(jax.numpy.ones(4, dtype))
    with pytest.raises(TypeError, match="cannot read"):
        jax.jit(stockham.fft.fft)(jax.numpy.ones(4))


def test_lazy_conjugates_and_gradients_of_torch():
    torch = pytest.importorskip("torch")
    x = torch.asarray(PICTURE + 1j * PICTURE)
    assert np.allclose(stockham.fft.fft(x.conj()).numpy(), np.fft.fft(PICTURE - 1j * PICTURE))
    with pytest.raises(TypeError, match="gradient"):
        stockham.fft.fft(x.requires_grad_())


def test_dask_stays_lazy():
    da = pytest.importorskip("dask.array")
    computed = []

    def block(x):
        computed.append(x.size)
        return x

    x = da.from_array(PICTURE, chunks=(6, 16)).map_blocks(block, dtype="d", meta=np.empty((0, 0)))
    lazy = [stockham.fft.fft(x), stockham.fft.irfftn(x=x), stockham.fft.fftshift(x, 0), stockham.signal.fftconvolve(x, PICTURE[:3])]
    expected = [scipy.fft.fft(PICTURE), scipy.fft.irfftn(PICTURE), scipy.fft.fftshift(PICTURE, 0),
                scipy.signal.fftconvolve(PICTURE, PICTURE[:3])]
    assert not computed and all(isinstance(each, da.Array) for each in lazy)
    for got, wanted in zip(lazy, expected):
        assert np.allclose(got.compute(), wanted)
    for call in (stockham.fft.dct, stockham.imaging.focus):
        with pytest.raises(TypeError, match="compute"):
            call(x)


@pytest.mark.parametrize("name", ["fftfreq", "rfftfreq"])
def test_frequencies(name):
    function, expected = getattr(stockham.fft, name), getattr(np.fft, name)(5, 0.1)
    assert np.array_equal(function(5, 0.1), expected)
    single = function(5, d=0.1, dtype=np.float32, device="cpu")
    assert single.dtype == np.float32 and np.allclose(single, expected)
    library = pytest.importorskip("array_api_strict")
    got = function(5, 0.1, xp=library, dtype=library.float32, device=library.Device("device1"))
    assert got.device == library.Device("device1") and got.dtype == library.float32
    with pytest.raises(stockham.ArgumentError, match="device"):
        function(5, device="gpu")
    with pytest.raises(stockham.ArgumentError, match="dtype"):
        function(5, dtype=np.int32)


def test_functions_of_the_standard():
    """Its fft extension, with its keywords."""
    x = strict(PICTURE)
    for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"):
        getattr(stockham.fft, name)(x, n=8, axis=-1, norm="backward")
    for name in ("fftn", "ifftn", "rfftn", "irfftn"):
        getattr(stockham.fft, name)(x, s=[8, 8], axes=[0, 1], norm="ortho")


def test_nothing_is_imported():
    """The libraries are those that the caller has imported."""
    assert "array_api_compat" not in sys.modules

"""Registration and cross-correlation of arrays whose shift is known."""

import numpy as np
import pytest

import stockham
from stockham import imaging


def scene(shape, seed=0):
    """Noise whose power falls with the frequency, as in photographs."""
    v, u = np.fft.fftfreq(shape[0])[:, None], np.fft.rfftfreq(shape[1])[None]
    spectrum = np.fft.rfft2(np.random.default_rng(seed).normal(size=shape)) / (0.02 + np.hypot(u, v))
    picture = np.fft.irfft2(spectrum * (np.hypot(u, v) < 0.35), s=shape)
    return picture / picture.std()


def moved(picture, dy, dx):
    v, u = np.fft.fftfreq(picture.shape[0])[:, None], np.fft.rfftfreq(picture.shape[1])[None]
    return np.fft.irfft2(np.fft.rfft2(picture) * np.exp(-2j * np.pi * (v * dy + u * dx)), s=picture.shape)


@pytest.mark.parametrize("dtype", ["f", "d"])
def test_shift_of_a_part(dtype):
    whole = scene((140, 150))
    fixed, moving = (moved(whole, *by)[20:116, 25:125].astype(dtype) for by in ((0, 0), (3.3, -4.75)))
    found = imaging.register(fixed, moving)
    assert abs(found.dy - 3.3) < 0.02 and abs(found.dx + 4.75) < 0.02
    assert found.peak > 0.3 and not found.inverted and found.angle == 0 and found.scale == 1
    plain = imaging.register(fixed, -moving, normalization=None)
    assert abs(plain.dy - 3.3) < 0.02 and plain.inverted


def test_stack_on_host_and_device():
    cl_array = pytest.importorskip("pyopencl.array")
    import pyopencl as cl
    whole = scene((140, 150), 1)
    shifts = [(0, 0), (1.5, -0.5), (2.25, 3)]
    stack = np.stack([moved(whole, *by)[20:116, 25:125] for by in shifts]).astype("f")
    found, aligned = imaging.drift(stack, "neighbour", edges="crop")
    for each, (dy, dx) in zip(found, shifts):
        assert abs(each.dy - dy) < 0.03 and abs(each.dx - dx) < 0.03
    assert aligned.shape[1] <= 94 and aligned.shape[2] <= 97
    assert np.std(aligned[2] - aligned[0]) < 0.05
    context = cl.create_some_context(interactive=False)
    on_device = cl_array.to_device(cl.CommandQueue(context), stack)
    there, filled = imaging.drift(on_device, "neighbour", edges="fill", fill=7)
    assert np.allclose([each[:2] for each in there], [each[:2] for each in found], atol=1e-4)
    assert isinstance(filled, cl_array.Array) and filled.get()[2, -1, 0] == 7
    assert np.allclose(imaging.align(stack, found, "fill", 7), filled.get(), atol=1e-2)


def test_rotation_scale_and_masks():
    picture = scene((96, 96), 2)
    turned = np.rot90(picture)
    found = imaging.register(picture, turned, rotation_scale=True)
    assert abs(found.angle - 90) < 0.1 and abs(found.scale - 1) < 0.002 and np.hypot(found.dy, found.dx) < 0.1
    mask = np.ones(picture.shape, bool)
    mask[10:40, 20:70] = False
    hidden, other = picture.copy(), moved(picture, 4, -6)
    hidden[~mask] = other[~mask] = np.nan
    found = imaging.register(hidden, other, fixed_mask=mask, moving_mask=mask)
    assert np.hypot(found.dy - 4, found.dx + 6) < 0.05


def test_surface():
    a = np.random.default_rng(0).random((9, 6, 4))
    surface = imaging.correlation_surface(a, np.roll(a, (2, -1, 1), (0, 1, 2)))
    assert np.unravel_index(surface.argmax(), surface.shape) == (4 + 2, 3 - 1, 2 + 1)
    assert surface.max() == pytest.approx(1)
    plain = imaging.correlation_surface(a, a, None)
    assert plain[4, 3, 2] == pytest.approx(np.sum(a * a))


def test_progress_may_stop():
    picture = scene((48, 48), 3)
    with pytest.raises(RuntimeError, match="stop"):
        imaging.register(picture, picture, progress=lambda *_: (_ for _ in ()).throw(RuntimeError("stop")))


@pytest.mark.parametrize("call, message", [
    (lambda p: imaging.register(p, p[:-1]), "fixed: has 32 x 32 points, but the moving pictures have 31 x 32"),
    (lambda p: imaging.register(p, np.zeros_like(p)), "moving: cannot register, all points of picture 0 are equal"),
    (lambda p: imaging.register(p, np.full_like(p, np.nan)), "moving: 1024 points of picture 0 are not finite"),
    (lambda p: imaging.register(p, p, band=(0.3, 0.2)), "high: must be above low"),
    (lambda p: imaging.register(p, p, fixed_mask=np.zeros_like(p)), "fixed_mask: only 0 points of the mask are not 0"),
    (lambda p: imaging.register(p, p, moving_mask=np.ones((3, 3))), "moving_mask: has 3 x 3 points"),
    (lambda p: imaging.register(p, p, normalization="guess"), "normalization"),
    (lambda p: imaging.drift(p[None], "last"), "reference"),
    (lambda p: imaging.drift(p[None], edges="guess"), "edges"),
    (lambda p: imaging.align(p, []), "registrations: must be one for each picture"),
    (lambda p: imaging.phase_cross_correlation(p, p, upsample_factor=0), "upsampling: must be from 1 to 1000"),
])
def test_bad_input(call, message):
    with pytest.raises(stockham.ArgumentError, match=message):
        call(scene((32, 32), 4))


def test_a_low_peak_is_refused():
    with pytest.raises(ValueError, match="no shift explains the difference"):
        imaging.register(scene((48, 48), 5), np.random.default_rng(6).random((48, 48)), min_peak=0.5)

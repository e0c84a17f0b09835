"""pyvkfft's and gpyfft's interfaces, as their users call them."""

from __future__ import annotations

import numpy as np
import pytest

from reference import check, exact

cl_array = pytest.importorskip("pyopencl.array")


def numbers(shape, dtype="F"):
    rng = np.random.default_rng(11)
    x = rng.uniform(-1, 1, shape)
    return (x + 1j * rng.uniform(-1, 1, shape) if dtype in "FD" else x).astype(dtype)


class TestPyvkfft:
    def test_fftn(self, queue):
        from stockham.compat.pyvkfft import fftn, ifftn

        x = numbers((3, 8, 16))
        d = cl_array.to_device(queue, x)
        out = cl_array.empty_like(d)
        assert fftn(d, out, ndim=2) is out
        check(out.get(), exact("fft2", x), 128)
        check(ifftn(out, ndim=2).get(), x.astype("G"), 4 * 128)
        check(ifftn(d, norm=0, axes=(0,)).get(), exact("ifft", x, axis=0, norm="forward"), 3)
        check(fftn(d, norm="ortho").get(), exact("fftn", x, norm="ortho"), x.size)
        assert fftn(d, d, axes=[-2]) is d
        check(d.get(), exact("fft", x, axis=-2), 8)

    def test_return_scale(self, queue):
        from stockham.compat.pyvkfft import fftn, ifftn

        x = numbers((8, 16))
        d = cl_array.to_device(queue, x)
        for norm in (0, 1, "ortho"):
            for function in (fftn, ifftn):
                y, scale = function(d, norm=norm, return_scale=True)
                assert np.isclose(np.linalg.norm(y.get() * scale), np.linalg.norm(x), rtol=1e-5)

    def test_rfftn(self, queue):
        from stockham.compat.pyvkfft import irfftn, rfftn

        x = numbers((4, 6, 16), "f")
        d = cl_array.to_device(queue, x)
        spectrum = rfftn(d, ndim=2)
        check(spectrum.get(), exact("rfft2", x), 96)
        check(irfftn(spectrum, ndim=2).get(), x.astype("g"), 4 * 96)

    def test_rfftn_in_place(self, queue):
        from stockham.compat.pyvkfft import irfftn, rfftn

        x = numbers((6, 16), "f")
        d = cl_array.to_device(queue, np.pad(x, ((0, 0), (0, 2))))
        spectrum = rfftn(d, d)
        assert spectrum.base_data is d.base_data and spectrum.shape == (6, 9)
        check(spectrum.get(), exact("rfft2", x), 96)
        back = irfftn(spectrum, spectrum)
        check(back.get()[:, :16], x.astype("g"), 4 * 96)

    @pytest.mark.parametrize("kind", [1, 2, 3, 4])
    def test_dctn(self, queue, kind):
        from stockham.compat.pyvkfft import dctn, dstn, idctn, idstn

        x = numbers((6, 8), "f")
        d = cl_array.to_device(queue, x)
        for there, back, name in ((dctn, idctn, "dctn"), (dstn, idstn, "dstn")):
            option = {"dct_type" if name == "dctn" else "dst_type": kind}
            y = there(d, **option)
            check(y.get(), exact(name, x, kind), 400)
            check(back(y, **option).get(), x.astype("g"), 1000)

    def test_app(self, queue):
        from stockham.compat.pyvkfft import VkFFTApp

        x = numbers((8, 16))
        d = cl_array.to_device(queue, x)
        app = VkFFTApp(d.shape, d.dtype, queue, ndim=1)
        app.fft(d)
        check(d.get(), exact("fft", x), 16)
        app.ifft(d)
        check(d.get(), x.astype("G"), 64)
        apart = VkFFTApp(d.shape, d.dtype, queue, ndim=2, inplace=False)
        with pytest.raises(RuntimeError):
            apart.fft(d)
        with pytest.raises(RuntimeError):
            app.fft(d, cl_array.empty_like(d))
        with pytest.raises(ValueError):
            VkFFTApp(d.shape, d.dtype, queue, norm=2)
        assert "8, 16" in str(app)

    def test_fortran_order(self, queue):
        from stockham.compat.pyvkfft import rfftn

        x = np.asfortranarray(numbers((16, 6), "f"))
        got = rfftn(cl_array.to_device(queue, x))
        check(got.get(), exact("rfft2", x, axes=(1, 0)), 96)


class TestGpyfft:
    def test_in_place_and_back(self, queue):
        from stockham.compat.gpyfft import FFT

        x = numbers((4, 6, 8))
        d = cl_array.to_device(queue, x)
        transform = FFT(queue.context, queue, d, axes=(2, 1))
        (event,) = transform.enqueue()
        event.wait()
        check(d.get(), exact("fft2", x), 48)
        transform.enqueue(forward=False)[0].wait()
        check(d.get(), x.astype("G"), 4 * 48)

    def test_out_of_place(self, queue):
        from stockham.compat.gpyfft import FFT

        x = numbers((5, 8))
        d, out = cl_array.to_device(queue, x), cl_array.zeros(queue, (5, 8), np.complex64)
        FFT(queue.context, queue, d, out, axes=[0]).enqueue()[0].wait()
        check(out.get(), exact("fft", x, axis=0), 5)
        assert np.array_equal(d.get(), x)

    def test_real(self, queue):
        from stockham.compat.gpyfft import FFT

        x = numbers((4, 8), "f")
        d, half = cl_array.to_device(queue, x), cl_array.zeros(queue, (4, 5), np.complex64)
        FFT(queue.context, queue, d, half).enqueue()[0].wait()
        check(half.get(), exact("rfft2", x), 32)
        back = cl_array.zeros(queue, (4, 8), np.float32)
        FFT(queue.context, queue, half, back, real=True).enqueue(forward=False)[0].wait()
        check(back.get(), x.astype("g"), 128)

    def test_refused(self, queue):
        from stockham.compat.gpyfft import FFT

        d = cl_array.zeros(queue, (4, 8), np.float32)
        with pytest.raises(ValueError):
            FFT(queue.context, queue, d)
        with pytest.raises(NotImplementedError):
            FFT(queue.context, queue, d, d, callbacks={"pre": b""})
        c = cl_array.zeros(queue, (4, 8), np.complex64)
        with pytest.raises(ValueError):
            FFT(queue.context, queue, c).enqueue_arrays(data=c.T)

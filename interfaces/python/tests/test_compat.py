"""The interfaces of pyvkfft and gpyfft, called as their users call them."""

from __future__ import annotations

import importlib

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
        """As in pyvkfft, all four functions return the app's get_fft_scale(); get_ifft_scale() is the scale of the inverse."""
        from stockham.compat.pyvkfft import VkFFTApp, fftn, ifftn, irfftn, rfftn

        x = numbers((8, 16))
        y, scale = fftn(cl_array.to_device(queue, x), return_scale=True)
        assert scale == np.float32(1 / np.sqrt(128)) and scale.dtype == np.float32
        assert np.isclose(np.linalg.norm(y.get() * scale), np.linalg.norm(x), rtol=1e-5)
        back, again = ifftn(y, return_scale=True)
        assert again == scale and again.dtype == np.float32
        app = VkFFTApp(x.shape, x.dtype, queue)
        assert np.isclose(np.linalg.norm(back.get() * app.get_ifft_scale()), np.linalg.norm(y.get()), rtol=1e-5)
        half, real_scale = rfftn(cl_array.to_device(queue, x.real.copy()), return_scale=True)
        assert real_scale == scale and irfftn(half, return_scale=True)[1] == scale

    @pytest.mark.parametrize("norm, fft, ifft", [(0, 1 / 8, 1 / 8), (1, 1 / 8, 8), ("backward", 1 / 8, 8), ("ortho", 1, 1)])
    def test_scale_of_an_app(self, queue, norm, fft, ifft):
        from stockham.compat.pyvkfft import VkFFTApp

        for what in ({"dtype": np.complex64}, {"dtype": np.float64, "r2c": True, "shape": (4, 18)},
                     {"dtype": np.float32, "dct": 2, "shape": (4, 4)}):
            app = VkFFTApp(**{"shape": (4, 16), "queue": queue, "norm": norm, **what})
            assert (app.get_fft_scale(), app.get_ifft_scale()) == (fft, ifft)
            assert app.get_fft_scale().dtype == np.dtype(what["dtype"]).type(0).real.dtype

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

    @pytest.mark.parametrize("order", ["C", "F"])
    @pytest.mark.parametrize("n", [16, 15])
    def test_real_in_place(self, queue, n, order):
        """Rows of n points, padded by one number if n is odd and by two if it is even, along the contiguous axis."""
        from stockham.compat.pyvkfft import VkFFTApp, irfftn, rfftn

        odd, axis = n % 2 == 1, 1 if order == "C" else 0
        x = numbers((6, n) if order == "C" else (n, 6), "f")
        padding = [(0, 0), (0, 0)]
        padding[axis] = (0, 2 - n % 2)
        d = cl_array.to_device(queue, np.asarray(np.pad(x, padding), order=order))
        expected = exact("rfft2", x, axes=(1 - axis, axis))
        inside = tuple(slice(0, m) for m in x.shape)

        spectrum = rfftn(d, d, r2c_odd=odd)
        assert spectrum.base_data is d.base_data and spectrum.dtype == np.complex64
        check(spectrum.get(), expected, 96)
        back = irfftn(spectrum, spectrum, r2c_odd=odd)
        assert back.base_data is d.base_data and back.shape == d.shape and back.dtype == np.float32
        check(back.get()[inside], x.astype("g"), 4 * 96)

        app = VkFFTApp(d.shape, d.dtype, queue, r2c=True, strides=d.strides, r2c_odd=odd)
        check(app.fft(d).get(), expected, 96)
        check(app.ifft(d).get()[inside], x.astype("g"), 8 * 96)

    @pytest.mark.parametrize("order", ["C", "F"])
    def test_odd_lengths_out_of_place(self, queue, order):
        from stockham.compat.pyvkfft import irfftn, rfftn

        x = np.asarray(numbers((5, 7), "f"), order=order)
        d = cl_array.to_device(queue, x)
        half = rfftn(d)
        back = irfftn(half, r2c_odd=True)
        assert back.strides == d.strides
        check(back.get(), x.astype("g"), 4 * 35)
        assert irfftn(half, cl_array.empty_like(d)).shape == x.shape

    @pytest.mark.parametrize("shape, ndim, axes, order", [
        ((3, 1), None, (-2, -1), "C"), ((3, 1), None, (1, 0), "F"), ((1, 3, 2, 2), 2, None, "F"),
        ((3, 2, 2, 1), 2, None, "C"), ((3, 1, 2, 2), None, (2, 1, 0), "F")])
    def test_axes_of_one_point(self, queue, shape, ndim, axes, order):
        """Axes of one point can have any stride. The other axes determine the order; if only one is longer, the last axis named
        is the fastest."""
        from stockham.compat.pyvkfft import VkFFTApp

        x = np.asarray(numbers(shape, "f"), order=order)
        axis = 0 if order == "F" else len(shape) - 1
        along = list(range(len(shape)))[-ndim:] if order == "C" and axes is None else list(axes or range(ndim))
        along = [a % len(shape) for a in along if a % len(shape) != axis] + [axis]
        expected = exact("rfftn", x, axes=along)
        app = VkFFTApp(x.shape, x.dtype, queue, ndim=ndim, axes=axes, strides=x.strides, r2c=True, inplace=False)
        out = cl_array.zeros(queue, expected.shape, np.complex64, order=order)
        check(app.fft(cl_array.to_device(queue, x), out).get(), expected, 16)

    def test_many_axes(self, queue):
        from stockham.compat.pyvkfft import fftn, irfftn, rfftn

        x = numbers((2, 3, 2, 2, 3, 2, 2))
        d = cl_array.to_device(queue, x)
        check(fftn(d).get(), exact("fftn", x), x.size)
        assert np.array_equal(d.get(), x)
        r = x.real.copy()
        half = rfftn(cl_array.to_device(queue, r))
        before = half.get()
        check(before, exact("rfftn", r), r.size)
        check(irfftn(half).get(), r.astype("g"), 4 * r.size)
        assert np.array_equal(half.get(), before)
        padded = cl_array.to_device(queue, np.pad(r, [(0, 0)] * 6 + [(0, 2)]))
        spectrum = rfftn(padded, padded)
        check(irfftn(spectrum, spectrum).get()[..., :2], r.astype("g"), 4 * r.size)

    def test_two_views_of_one_buffer(self, queue):
        """Views are in place only if they begin at the same offset; otherwise the library rejects the overlapping buffers."""
        from stockham.compat.pyvkfft import fftn

        x = numbers((2, 64))
        d = cl_array.to_device(queue, x)
        with pytest.raises(ValueError, match="overlap"):
            fftn(d[0], d[1])
        assert np.array_equal(d.get(), x)
        with pytest.raises(ValueError, match="layout"):
            square = cl_array.zeros(queue, (4, 4), np.complex64)
            fftn(square, square.T)

    @pytest.mark.parametrize("kind", [1, 2, 3, 4])
    def test_dctn(self, queue, kind):
        from stockham.compat.pyvkfft import dctn, dstn, idctn, idstn

        x = numbers((6, 8), "f")
        d = cl_array.to_device(queue, x)
        for forward, inverse, name in ((dctn, idctn, "dctn"), (dstn, idstn, "dstn")):
            option = {"dct_type" if name == "dctn" else "dst_type": kind}
            y = forward(d, **option)
            check(y.get(), exact(name, x, kind), 400)
            check(inverse(y, **option).get(), x.astype("g"), 1000)

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
        assert "(8,16)" in str(app)

    @pytest.mark.parametrize("what", [{}, {"inplace": False}, {"r2c": True}, {"r2c": True, "inplace": False}, {"dct": 2}])
    def test_app_refuses_other_arrays(self, queue, what):
        from stockham.compat.pyvkfft import VkFFTApp

        inplace, r2c = what.get("inplace", True), what.get("r2c", False)
        dtype = np.dtype("f" if r2c or what.get("dct") else "F")
        shape = (4, 10 if r2c and inplace else 8)
        signal, spectrum = (shape, dtype), (shape, dtype)
        if r2c:
            spectrum = (4, 5), np.dtype("F")
        app = VkFFTApp(shape, dtype, queue, **what)

        def dest(side):
            return None if inplace else cl_array.zeros(queue, *side)

        doubled = {"f": "d", "F": "D"}
        for function, source, result in ((app.fft, signal, spectrum), (app.ifft, spectrum, signal)):
            for other, of_type in (((8, 4), source[1]), ((2, 4, 8), source[1]), ((4, 9), source[1]),
                                   (source[0], np.dtype(doubled[source[1].char]))):
                with pytest.raises(ValueError, match="src"):
                    function(cl_array.zeros(queue, other, of_type), dest(result))
            if not inplace:
                for other, of_type in (((4, 3), result[1]), (result[0], np.dtype(doubled[result[1].char]))):
                    with pytest.raises(ValueError, match="dest"):
                        function(cl_array.zeros(queue, *source), cl_array.zeros(queue, other, of_type))
        with pytest.raises(TypeError, match="pyopencl"):
            app.fft(np.zeros(shape, dtype))

    def test_functions_refuse_other_arrays(self, queue):
        from stockham.compat.pyvkfft import fftn, rfftn

        d = cl_array.zeros(queue, (4, 8), np.complex64)
        for function, arrays, message in (
                (fftn, (cl_array.zeros(queue, (), np.complex64),), "no axis"), (fftn, (d, d[:2]), "dest"),
                (fftn, (cl_array.zeros(queue, 8, np.float32),), "c2c"), (rfftn, (d,), "r2c"),
                (rfftn, (cl_array.zeros(queue, (4, 8), np.float32), d), "dest")):
            with pytest.raises(ValueError, match=message):
                function(*arrays)
        for arrays in ((np.zeros(8, np.complex64),), (d, np.zeros((4, 8), np.complex64))):
            with pytest.raises(TypeError, match="pyopencl"):
                fftn(*arrays)

    @pytest.mark.parametrize("more, message", [
        ({"inplce": True}, "inplace"), ({"r2codd": True}, "r2c_odd"), ({"useLut": 1}, "useLUT"), ({"stream": None}, "stream")])
    def test_misspelt_keywords(self, queue, more, message):
        from stockham.compat.pyvkfft import VkFFTApp, fftn

        with pytest.raises(TypeError, match=message):
            VkFFTApp((8,), np.complex64, queue, **more)
        with pytest.raises(TypeError):
            fftn(cl_array.zeros(queue, 8, np.complex64), **more)

    @pytest.mark.parametrize("more", [
        {"norm": 2}, {"dct": 5}, {"dct": 2, "dst": 2}, {"dct": 2, "r2c": True}, {"dtype": np.complex64, "r2c": True},
        {"dtype": np.float16, "r2c": True}, {"dtype": np.float32}, {"ndim": 3}, {"ndim": 0}, {"axes": (0, 0)},
        {"axes": (2,)}, {"ndim": 1, "axes": (0, 1)}, {"dtype": np.float32, "r2c": True, "shape": (8, 7)},
        {"dtype": np.float32, "r2c": True, "axes": (0,)}, {"shape": (8, 1), "ndim": 1}, {"strides": (8,)}])
    def test_app_refuses_contradictory_arguments(self, queue, more):
        """The error is both a RuntimeError, as in pyvkfft, and a ValueError, as in this package."""
        from stockham.compat.pyvkfft import VkFFTApp

        for kind in (RuntimeError, ValueError):
            with pytest.raises(kind):
                VkFFTApp(**{"shape": (8, 8), "dtype": np.complex64, "queue": queue, **more})

    def test_vkfft_parameters_are_taken(self, queue):
        from stockham.compat.pyvkfft import VkFFTApp

        app = VkFFTApp((8,), np.complex64, queue, useLUT=1, warpSize=32, groupedBatch=[4, 4], aimThreads=64,
                       tune_config={"backend": "pyopencl"})
        d = cl_array.to_device(queue, numbers(8))
        check(app.fft(d).get(), exact("fft", numbers(8)), 8)

    def test_app_describes_its_plan(self, queue, capsys):
        from stockham.compat.pyvkfft import VkFFTApp

        app = VkFFTApp((3, 8, 18), np.float32, queue, ndim=2, r2c=True, verbose=True)
        assert app.get_shape_str() == "(3,8,16+2)"
        assert app.get_algo_str() == "-rr"
        uploads = app.get_nb_upload()
        assert uploads[0] == 0 and min(uploads[1:]) >= 1 and app.get_nb_upload(1) == uploads[1]
        assert len(app.get_tmp_buffer_str()) >= 6 and app.get_tmp_buffer_nbytes() >= 0
        said = capsys.readouterr().out
        assert "(3,8,16+2)" in said and "R2C/s/i" in said and "[-rr]" in said
        odd = VkFFTApp((16, 4), np.float64, queue, r2c=True, r2c_odd=True, strides=(8, 128))
        assert odd.get_shape_str() == "(15+1,4)" and "R2C/d/i" in str(odd)
        prime = VkFFTApp((5, 1031), np.complex64, queue, axes=(1,), inplace=False)
        assert prime.get_algo_str() == "-B" and prime.is_bluestein_transform() == [False, True]
        assert prime.is_radix_transform(1) is False and prime.get_tmp_buffer_nbytes() >= 0
        sine = VkFFTApp((8,), np.float32, queue, dst=True)
        assert "DST2/s/i" in str(sine) and sine.get_algo_str() == "r"

    def test_names(self):
        import stockham
        from stockham.compat import pyvkfft
        from stockham.compat.pyvkfft import fft, opencl

        assert not pyvkfft.has_pycuda and not pyvkfft.has_cupy and pyvkfft.has_opencl
        assert pyvkfft.vkfft_version() == opencl.vkfft_version() == fft.vkfft_version() == stockham.__version__
        assert pyvkfft.VkFFTApp is opencl.VkFFTApp and pyvkfft.fftn is fft.fftn
        assert {"fftn", "ifftn", "rfftn", "irfftn", "dctn", "idctn", "dstn", "idstn", "vkfft_version",
                "clear_vkfftapp_cache", "has_pycuda", "has_opencl", "has_cupy"} <= set(fft.__all__)
        for module in (pyvkfft, fft, opencl):
            assert all(hasattr(module, name) for name in module.__all__)

    def test_cache_is_cleared(self, monkeypatch):
        from stockham import cache
        from stockham.compat.pyvkfft import clear_vkfftapp_cache

        cleared = []
        monkeypatch.setattr(cache, "clear", lambda: cleared.append(True))
        clear_vkfftapp_cache()
        assert cleared

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

    def test_axes_by_default(self, queue):
        """As in gpyfft, the last axis is halved, or the first one in Fortran order. Axes of one point do not affect the order."""
        from stockham.compat.gpyfft import FFT

        for shape, order, axis in (((3, 1), "C", 1), ((8, 6), "F", 0)):
            x = np.asarray(numbers(shape, "f"), order=order)
            expected = exact("rfftn", x, axes=(1 - axis, axis))
            out = cl_array.zeros(queue, expected.shape, np.complex64, order=order)
            FFT(queue.context, queue, cl_array.to_device(queue, x), out).enqueue()[0].wait()
            check(out.get(), expected, 48)

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
        with pytest.raises(ValueError):
            FFT(queue.context, queue, c, cl_array.zeros(queue, (4, 9), np.complex64))
        with pytest.raises(ValueError):
            FFT(queue.context, queue, c, cl_array.zeros(queue, (4, 8), np.complex128))
        with pytest.raises(ValueError):
            FFT(queue.context, queue, c).enqueue_arrays(result=c)

    def test_names(self):
        import stockham
        from stockham.compat import gpyfft

        for name, names in (("gpyfft", ("FFT", "GpyFFT", "GpyFFT_Error", "Plan")), ("gpyfft.fft", ("FFT",)),
                            ("gpyfft.gpyfftlib", ("GpyFFT", "GpyFFT_Error", "Plan", "CLFFT_SINGLE", "CLFFT_REAL"))):
            module = importlib.import_module(f"stockham.compat.{name}")
            assert all(hasattr(module, each) for each in names)
        assert ".".join(map(str, gpyfft.GpyFFT(debug=False).get_version())) == stockham.__version__


class TestGpyfftPlan:
    """GpyFFT().create_plan(): clFFT's settings, fastest axis first."""

    def plan(self, queue, shape, **settings):
        from stockham.compat.gpyfft import GpyFFT

        plan = GpyFFT().create_plan(queue.context, shape)
        for name, value in settings.items():
            setattr(plan, name, value)
        return plan

    def test_defaults(self, queue):
        from stockham.compat.gpyfft import gpyfftlib as lib

        plan = self.plan(queue, (8, 4, 2))
        assert plan.shape == (8, 4, 2) and plan.strides_in == plan.strides_out == (1, 8, 32)
        assert plan.distances == (64, 64) and plan.batch_size == 1 and plan.inplace and not plan.transpose_result
        assert plan.precision == lib.CLFFT_SINGLE
        assert plan.layouts == (lib.CLFFT_COMPLEX_INTERLEAVED, lib.CLFFT_COMPLEX_INTERLEAVED)
        assert plan.scale_forward == 1 and plan.scale_backward == 1 / 64

    def test_round_trip(self, queue):
        x = numbers((3, 4, 8))
        d = cl_array.to_device(queue, x)
        plan = self.plan(queue, (8, 4), batch_size=3)
        plan.bake(queue)
        assert plan.temp_array_size >= 0
        (event,) = plan.enqueue_transform((queue,), (d.data,))
        plan.enqueue_transform(queue, d.data, wait_for_events=[event])[0].wait()
        check(d.get(), exact("fft2", exact("fft2", x)), 2 * 32)
        for _ in range(2):
            plan.enqueue_transform(queue, d.data, direction_forward=False)
        queue.finish()
        check(d.get(), x.astype("G"), 4 * 32)

    def test_strides_and_real_data(self, queue):
        from stockham.compat.gpyfft import gpyfftlib as lib

        x = numbers((4, 10), "d")
        d, half = cl_array.to_device(queue, x), cl_array.zeros(queue, (4, 6), np.complex128)
        layouts = (lib.CLFFT_REAL, lib.CLFFT_HERMITIAN_INTERLEAVED)
        plan = self.plan(queue, (10, 4), precision=lib.CLFFT_DOUBLE, layouts=layouts, strides_out=(1, 6), inplace=False)
        plan.enqueue_transform(queue, d.data, half.data)[0].wait()
        check(half.get(), exact("rfft2", x), 40)
        back = cl_array.zeros_like(d)
        inverse = self.plan(queue, (10, 4), precision=lib.CLFFT_DOUBLE, layouts=layouts[::-1], strides_in=(1, 6),
                            inplace=False)
        inverse.enqueue_transform(queue, half.data, back.data, direction_forward=False)[0].wait()
        check(back.get(), x.astype("g"), 4 * 40)

    def test_planar(self, queue):
        from stockham.compat.gpyfft import gpyfftlib as lib

        x = numbers(16)
        parts = [cl_array.to_device(queue, part.copy()) for part in (x.real, x.imag)]
        out = cl_array.zeros(queue, 16, np.complex64)
        plan = self.plan(queue, (16,), layouts=(lib.CLFFT_COMPLEX_PLANAR, lib.CLFFT_COMPLEX_INTERLEAVED), inplace=False)
        plan.enqueue_transform(queue, [part.data for part in parts], out.data)[0].wait()
        check(out.get(), exact("fft", x), 16)

    def test_callbacks(self, queue):
        x, factors = numbers((2, 4)), numbers((2, 4), "f")
        d, weights, out = (cl_array.to_device(queue, each) for each in (x, factors, np.zeros_like(x)))
        text = """float2 weighted(__global void* in, uint at, __global void* weights) {
            return ((__global float2*)in)[at] * ((__global float*)weights)[at];
        }"""
        plan = self.plan(queue, (4, 2), inplace=False)
        plan.set_callback(b"weighted", text.encode(), "pre", user_data=weights.data)
        plan.enqueue_transform(queue, d.data, out.data)[0].wait()
        check(out.get(), exact("fft2", x * factors), 8)
        text = """void weighted(__global void* out, uint at, __global void* weights, float2 value) {
            ((__global float2*)out)[at] = value * ((__global float*)weights)[at];
        }"""
        plan = self.plan(queue, (4, 2), inplace=False)
        plan.set_callback("weighted", text, "post", user_data=[weights.data])
        plan.enqueue_transform(queue, d.data, out.data)[0].wait()
        check(out.get(), exact("fft2", x) * factors, 8)

    def test_refused(self, queue):
        from stockham.compat.gpyfft import GpyFFT_Error
        from stockham.compat.gpyfft import gpyfftlib as lib

        with pytest.raises(TypeError):
            lib.GpyFFT().create_plan(None, (8,))
        for shape in ((), (2, 2, 2, 2), [8], (0,)):
            with pytest.raises(ValueError):
                self.plan(queue, shape)
        plan = self.plan(queue, (8, 4))
        for name, value in (("strides_in", (1,)), ("distances", (1,)), ("batch_size", 0), ("precision", 7),
                            ("layouts", (lib.CLFFT_REAL, lib.CLFFT_REAL)), ("scale_forward", float("nan"))):
            with pytest.raises(ValueError):
                setattr(plan, name, value)
        for name, value in (("transpose_result", True), ("precision", lib.CLFFT_SINGLE_FAST)):
            with pytest.raises(NotImplementedError):
                setattr(plan, name, value)
        small = cl_array.zeros(queue, 31, np.complex64)
        with pytest.raises(GpyFFT_Error):
            plan.enqueue_transform(queue, small.data)
        room = cl_array.zeros(queue, 32, np.complex64)
        with pytest.raises(ValueError, match="out_buffers"):
            plan.enqueue_transform(queue, room.data, small.data)
        plan.inplace = False
        with pytest.raises(ValueError, match="out_buffers"):
            plan.enqueue_transform(queue, room.data)
        with pytest.raises(NotImplementedError):
            plan.enqueue_transform((queue, queue), room.data, room.data)
        with pytest.raises(AttributeError):
            plan.scale_foward = 2.0

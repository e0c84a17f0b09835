"""pyopencl arrays: the same results as for numpy arrays, on the device, with events as pyopencl's users expect."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.fft
from hypothesis import given, strategies as st

import stockham
from reference import check, exact

cl = pytest.importorskip("pyopencl")
cl_array = pytest.importorskip("pyopencl.array")

rng = np.random.default_rng(3)


def numbers(shape, dtype):
    x = rng.uniform(-1, 1, shape)
    return (x + 1j * rng.uniform(-1, 1, shape) if np.dtype(dtype).kind == "c" else 10 * x).astype(dtype)


CASES = [
    ("fft", (4, 20), "F", {}), ("fft", (4, 20), "f", {}), ("ifft", (4, 20), "d", {}), ("ifft", (4, 20), "D", {"axis": 0}),
    ("rfft", (4, 20), "f", {"n": 16}), ("rfft", (4, 20), "d", {"n": 32}), ("irfft", (4, 11), "F", {}),
    ("irfft", (4, 11), "D", {"n": 19, "norm": "ortho"}), ("hfft", (4, 11), "F", {}), ("ihfft", (4, 20), "d", {}),
    ("fft2", (3, 4, 20), "D", {"overwrite_x": True}), ("rfftn", (3, 4, 20), "d", {"axes": (2, 0)}),
    ("irfftn", (3, 4, 11), "D", {"s": (6, 8), "axes": (0, 2)}), ("hfftn", (3, 4, 11), "D", {}),
    ("fftn", (4, 8), "i", {}), ("fft", (4, 8), "e", {}), ("fftn", (2, 1, 2, 3, 2, 2, 2), "D", {}),
    ("dct", (3, 8), "d", {}), ("dctn", (3, 8), "D", {"norm": "ortho"}), ("dct", (3, 8), "f", {"type": 1, "axis": 0}),
    ("dct", (3, 8), "d", {"type": 1, "norm": "ortho"}), ("dst", (3, 8), "d", {"type": 3, "norm": "ortho"}),
    ("idst", (3, 8), "d", {"type": 2, "norm": "ortho", "axis": 0}),
]


@pytest.mark.parametrize(("name", "shape", "dtype", "arguments"), CASES)
def test_functions(queue, name, shape, dtype, arguments):
    x = numbers(shape, dtype)
    got = getattr(stockham.fft, name)(cl_array.to_device(queue, x), **arguments)
    assert isinstance(got, cl_array.Array)
    assert got.dtype == getattr(scipy.fft, name)(x.copy(), **arguments).dtype
    check(got.get(), exact(name, x, **arguments), 4 * x.size)


@given(st.data())
def test_views(queue, data):
    """Slices with any step, and transposed arrays, which have other strides and offsets."""
    x = numbers((8, 12), "D")
    steps = [data.draw(st.sampled_from([1, 2, -1])) for _ in range(2)]
    starts = [data.draw(st.integers(0, 3)) if step > 0 else None for step in steps]
    index = tuple(slice(start, None, step) for start, step in zip(starts, steps))
    on_host, on_device = x[index], cl_array.to_device(queue, x)[index]
    if data.draw(st.booleans()):
        on_host, on_device = on_host.T, on_device.T
    axis = data.draw(st.integers(-2, 1))
    check(stockham.fft.fft(on_device, axis=axis).get(), exact("fft", on_host, axis=axis), 12)


def test_shifts(queue):
    x = numbers((5, 6), "F")
    for name in ("fftshift", "ifftshift"):
        for axes in (None, 0, (1,)):
            got = getattr(stockham.fft, name)(cl_array.to_device(queue, x), axes)
            assert np.array_equal(got.get(), getattr(np.fft, name)(x, axes))


def test_events_of_both_arrays_are_waited_for(queue):
    """A transform waits for another queue's fill of the input, and its result carries an event."""
    other = cl.CommandQueue(queue.context)
    x = cl_array.zeros(other, (256, 256), np.complex64)
    gate = cl.UserEvent(queue.context)
    x.add_event(cl.enqueue_fill_buffer(other, x.base_data, np.complex64(1), 0, x.nbytes, wait_for=[gate]))
    other.flush()
    y = stockham.fft.fft2(x.with_queue(queue))
    assert y.events and y.events[-1].command_execution_status != cl.command_execution_status.COMPLETE
    gate.set_status(cl.command_execution_status.COMPLETE)
    assert y.get()[0, 0] == 256 * 256


def test_events_do_not_pile_up(queue):
    x = cl_array.to_device(queue, numbers((4, 8), "F"))
    plan = stockham.Plan(x, x)
    for _ in range(50):
        plan(x)
    assert len(x.events) == 1
    out = stockham.fft.fft2(x)
    for _ in range(50):
        stockham.Plan(x, out)(x, out)
    assert len(out.events) == 1


def test_no_call_waits_on_the_host(run_apart):
    """Enqueues many transforms into one array behind an event that is completed later. A call that waits would hang."""
    said, status = run_apart("""
import numpy as np, pyopencl as cl, pyopencl.array, stockham
device = cl.Device.from_int_ptr(stockham.get_device().int_ptr)
queue = cl.CommandQueue(cl.Context([device]))
x = cl.array.zeros(queue, 64, np.complex64)
out = cl.array.empty_like(x)
plan = stockham.Plan(x, out)
gate = cl.UserEvent(queue.context)
x.add_event(cl.enqueue_fill_buffer(queue, x.base_data, np.complex64(1), 0, x.nbytes, wait_for=[gate]))
for _ in range(30):
    plan(x, out)
    stockham.fft.fft(x, overwrite_x=False)
waits = out.events[-1].command_execution_status != cl.command_execution_status.COMPLETE
gate.set_status(cl.command_execution_status.COMPLETE)
print(waits, out.get()[0])
""", timeout=60)
    # Packages that pyopencl imports may print warnings first.
    assert status == 0 and said.endswith("True (64+0j)\n"), said


def test_out_of_order_queue(queue):
    chaotic = cl.CommandQueue(queue.context, properties=cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE)
    x = numbers((300, 64), "F")
    d = cl_array.to_device(chaotic, x)
    chaotic.finish()
    for _ in range(5):
        d = stockham.fft.ifft2(stockham.fft.fft2(d))
    d.finish()
    assert np.allclose(d.get(), x, atol=1e-5)


def test_memory_pool(queue):
    pool = cl.tools.MemoryPool(cl.tools.ImmediateAllocator(queue))
    x = numbers((16, 16), "F")
    y = stockham.fft.fft2(cl_array.to_device(queue, x, allocator=pool))
    assert y.allocator is pool
    check(y.get(), exact("fft2", x), 256)


def test_plan_of_arrays(queue):
    x = numbers((6, 4, 8), "D")
    d = cl_array.to_device(queue, x)
    out = cl_array.empty(queue, (8, 4, 6), np.complex128).T
    plan = stockham.Plan(d, out, axes=(0, 2), norm="ortho")
    assert plan(d, out) is out
    check(out.get(), exact("fftn", x, axes=(0, 2), norm="ortho"), 48)
    inside = d[:, 1:3]
    part = stockham.Plan(inside, inside, axes=(2,))
    part(inside)
    expected = x.copy()
    expected[:, 1:3] = scipy.fft.fft(x[:, 1:3], axis=2)
    assert np.allclose(d.get(), expected)
    with pytest.raises(ValueError):
        part(d[:, 2:4])  # begins at another offset


def test_enqueue_on_buffers_and_handles(queue):
    x = numbers(64, "F")
    buffers = [cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, x.nbytes) for _ in range(2)]
    written = cl.enqueue_copy(queue, buffers[0], x, is_blocking=False)
    plan = stockham.Plan("c2c f32 64", queue=queue)
    got = np.empty_like(x)
    event = plan.enqueue(queue, buffers[0], buffers[1], wait_for=[written])
    assert isinstance(event, cl.Event)
    cl.enqueue_copy(queue, got, buffers[1], wait_for=[event])
    check(got, exact("fft", x), 64)
    got[:] = 0
    event = plan.enqueue(queue.int_ptr, buffers[0].int_ptr, buffers[1].int_ptr)
    assert isinstance(event, stockham.Event)
    event.wait()
    cl.enqueue_copy(queue, got, buffers[1])
    check(got, exact("fft", x), 64)


def test_workspace_of_the_caller(queue):
    plan = stockham.Plan("c2c f32 1000003", queue=queue)
    assert plan.workspace_size > 0 and plan.launches > 1
    x = numbers(1000003, "F")
    d = cl_array.to_device(queue, x)
    out = cl_array.empty_like(d)
    workspace = cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, plan.workspace_size)
    plan.enqueue(queue, d, out, workspace).wait()
    check(out.get(), exact("fft", x), 2 * x.size)
    small = cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, 64)
    with pytest.raises(stockham.ArgumentError):
        plan.enqueue(queue, d, out, small)


def test_callbacks(queue):
    x = numbers((4, 16), "F")
    d = cl_array.to_device(queue, x)
    twice = "float2 on_load(global const void* input, ulong place, global const void* user) {" \
            " return ((global const float2*)input)[place] * *(global const float*)user; }"
    plan = stockham.Plan("c2c f32 16 b4", queue=queue, on_load=twice)
    out = cl_array.empty_like(d)
    factor = cl_array.to_device(queue, np.array([3], np.float32))
    plan.enqueue(queue, d, out, load_data=factor).wait()
    check(out.get(), exact("fft", 3 * x), 16)


class TestRefused:
    def test_no_queue(self, queue):
        with pytest.raises(ValueError, match="queue"):
            stockham.fft.fft(cl_array.to_device(queue, numbers(8, "F")).with_queue(None))

    def test_types(self, queue):
        for dtype in ("S4", "U2"):
            with pytest.raises((TypeError, ValueError)):
                stockham.fft.fft(cl_array.Array(queue, (4,), np.dtype(dtype)))

    def test_queue_of_another_context(self, queue):
        other = cl.CommandQueue(cl.Context([queue.device]))
        d = cl_array.to_device(queue, numbers(16, "F"))
        plan = stockham.Plan("c2c f32 16", queue=queue)
        with pytest.raises(ValueError, match="context"):
            plan.enqueue(other, d, cl_array.empty_like(d))
        with pytest.raises(ValueError, match="context"):
            plan.enqueue(queue, d, cl_array.empty(other, 16, np.complex64))
        gate = cl.UserEvent(other.context)
        try:
            with pytest.raises(ValueError, match="context"):
                plan.enqueue(queue, d, cl_array.empty_like(d), wait_for=[gate])
        finally:
            gate.set_status(cl.command_execution_status.COMPLETE)

    def test_device_of_another_platform(self, queue):
        others = [d for p in cl.get_platforms() for d in p.get_devices() if d != queue.device]
        if not others:
            pytest.skip("one device only")
        with pytest.raises(ValueError, match="device"):
            stockham.Plan("c2c f32 16", context=queue.context.int_ptr, device=others[0].int_ptr)

    def test_overlapping_and_read_only_buffers(self, queue):
        memory = cl_array.to_device(queue, numbers(96, "F"))
        plan = stockham.Plan(memory[:64], memory[32:])
        with pytest.raises(ValueError, match="overlap"):
            plan(memory[:64], memory[32:])
        constant = cl.Buffer(queue.context, cl.mem_flags.READ_ONLY, 8 * 64)
        whole = stockham.Plan("c2c f32 64", queue=queue)
        with pytest.raises(ValueError, match="READ_ONLY"):
            whole.enqueue(queue, memory, constant)
        with pytest.raises(ValueError, match="bytes"):
            whole.enqueue(queue, memory, cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, 8))

    def test_no_handles(self, queue):
        plan = stockham.Plan("c2c f32 64", queue=queue)
        for wrong in ("buffer", 1.5, np.zeros(64, "F")):
            with pytest.raises(TypeError):
                plan.enqueue(queue, wrong, wrong)
        with pytest.raises(ValueError, match="null"):
            plan.enqueue(queue, None, None)
        with pytest.raises(ValueError, match="null"):
            plan.enqueue(0, cl_array.zeros(queue, 64, "F"), cl_array.zeros(queue, 64, "F"))

    def test_numpy_arrays_and_plans_of_a_queue(self, queue):
        with pytest.raises(ValueError, match="numpy"):
            stockham.Plan("c2c f32 8", queue=queue)(np.zeros(8, "F"))


def test_shared_virtual_memory(queue):
    """Plans take addresses, also within an allocation."""
    if not queue.device.svm_capabilities:
        pytest.skip("the device has no shared virtual memory")
    x, out = (cl.csvm_empty(queue.context, 80, np.complex64) for _ in range(2))
    values = numbers(80, "F")
    with cl.SVM(x).map_rw(queue) as host:
        host[:] = values
    plan = stockham.Plan("c2c f32 64", queue=queue)
    plan.enqueue(queue, cl.SVM(x[8:72]), cl.SVM(out[16:])).wait()
    with cl.SVM(out).map_ro(queue) as host:
        check(host[16:].copy(), exact("fft", values[8:72]), 64)
    with pytest.raises(ValueError, match="overlap"):
        plan.enqueue(queue, cl.SVM(x[:64]), cl.SVM(x[16:]))


def test_a_plan_refuses_arrays_elsewhere(queue):
    """Whatever it was made from, and also as the argument `plan` of a function."""
    x = np.ones((4, 8), np.complex64)
    there = cl_array.to_device(queue, x)
    of_host = [stockham.Plan(x), stockham.Plan("c2c f32 4x8")]
    of_device = [stockham.Plan(there), stockham.Plan("c2c f32 4x8", queue=queue), stockham.Plan(x, queue=queue)]
    for plans, wrong, right in ((of_host, there, x), (of_device, x, there)):
        for plan in plans:
            for call in (plan, lambda a: stockham.fft.fft2(a, plan=plan)):  # noqa: B023
                with pytest.raises(stockham.ArgumentError, match="the plan was made"):
                    call(wrong)
                assert call(right).shape == x.shape


def test_buffers_within_buffers(queue):
    """The origin of a sub-buffer is part of its handle, not an offset of the array in it."""
    flags = cl.mem_flags.READ_WRITE
    whole = cl.Buffer(queue.context, flags, 1 << 14)
    source, target = whole.get_sub_region(4096, 64), whole.get_sub_region(8192, 64)
    x = np.arange(8, dtype=np.complex64)
    cl.enqueue_copy(queue, source, x)
    stockham.Plan("c2c f32 8", queue=queue).enqueue(queue, source, target).wait()
    y = np.empty_like(x)
    cl.enqueue_copy(queue, y, target)
    assert np.allclose(y, np.fft.fft(x))
    inside = cl_array.Array(queue, (4,), np.complex64, data=source, offset=8)
    with pytest.raises(stockham.ArgumentError, match="begins 8 bytes into its buffer"):
        stockham.Plan("c2c f32 4", queue=queue).enqueue(queue, inside, target)
    with pytest.raises(stockham.ArgumentError, match="no OpenCL object has the handle -1"):
        stockham.Plan("c2c f32 8", queue=queue).enqueue(queue, -1, target)


@pytest.mark.parametrize("dtype", ["e", "G", "g", "b", "?", "u8", "F", "D", "M8[s]", "i4,u1", "V3"])
def test_shifts_of_any_type(queue, dtype):
    """Also of types that the device does not know, such as float16 without cl_khr_fp16."""
    bits = np.random.default_rng(0).integers(0, 2, 9 * np.dtype(dtype).itemsize, np.uint8)
    x = bits.view(dtype)
    for name in ("fftshift", "ifftshift"):
        got = getattr(stockham.fft, name)(cl_array.to_device(queue, x)).get()
        assert got.dtype == x.dtype and got.tobytes() == getattr(np.fft, name)(x).tobytes()
    square = np.arange(12, dtype="f").reshape(3, 4)
    for axes in ((0, 0), (1, 0, 1), -1):
        got = stockham.fft.fftshift(cl_array.to_device(queue, square), axes).get()
        assert np.array_equal(got, np.fft.fftshift(square, axes))

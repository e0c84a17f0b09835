"""Arrays in shared virtual memory: the same bits as in buffers, the same checks, and memory that lasts as long as its use."""

from __future__ import annotations

import gc
import os
import time
import weakref

import numpy as np
import pytest
import scipy.signal

import stockham
from conftest import EXAMPLES
from reference import check, exact

cl = pytest.importorskip("pyopencl")
cl_array = pytest.importorskip("pyopencl.array")

FUNCTIONS = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "fftn", "ifftn", "rfftn", "irfftn", "dct", "idst", "dctn", "dst")


@pytest.fixture(autouse=True)
def device_has_it(queue):
    if not queue.device.svm_capabilities:
        pytest.skip("the device has no shared virtual memory")


@pytest.fixture
def seed():
    chosen = os.environ.get("STOCKHAM_TEST_SEED")
    value = 5 if chosen is None else int(chosen)
    print(f"STOCKHAM_TEST_SEED={value}")  # pytest prints it if the test fails
    return value


def numbers(rng, shape, dtype):
    x = rng.uniform(-1, 1, shape)
    return (x + 1j * rng.uniform(-1, 1, shape) if np.dtype(dtype).kind == "c" else 10 * x).astype(dtype)


def svm_object(queue, x, bound=False, empty=cl.csvm_empty):
    """A `pyopencl.SVM` of a numpy array with the values of `x`; its memory is allocated for the queue if `bound`."""
    held = empty(queue.context, x.shape, x.dtype, queue=queue if bound else None)
    if x.size:
        with cl.SVM(held).map_rw(queue) as host:
            host[...] = x
    return cl.SVM(held)


def fine_grained(queue, x):
    if not queue.device.svm_capabilities & cl.device_svm_capabilities.FINE_GRAIN_BUFFER:
        pytest.skip("the device has no fine-grained shared virtual memory")
    return svm_object(queue, x, True, cl.fsvm_empty)


def in_allocation(queue, x):
    """An array with an offset in an allocation."""
    offset = 5 * x.itemsize
    whole = cl.SVMAllocation(queue.context, offset + x.nbytes, 64, cl.svm_mem_flags.READ_WRITE, queue=queue)
    packed = np.ascontiguousarray(x)
    cl.enqueue_copy(queue, cl_array.Array(queue, offset + x.nbytes, np.uint8, data=whole).data,
                    np.concatenate([np.zeros(offset, np.uint8), packed.reshape(-1).view(np.uint8)]))
    return cl_array.Array(queue, x.shape, x.dtype, data=whole, offset=offset)


def pool_of(queue):
    return cl.tools.SVMPool(cl.tools.SVMAllocator(queue.context, queue=queue))


KINDS = {
    "SVM": lambda queue, x: svm_object(queue, x, bound=True),
    "SVM without queue": svm_object,
    "fine-grained SVM": fine_grained,
    "SVMAllocation": in_allocation,
    "SVMPool": lambda queue, x: cl_array.to_device(queue, x, allocator=pool_of(queue)),
    "SVMAllocator": lambda queue, x: cl_array.to_device(
        queue, x, allocator=cl.tools.SVMAllocator(queue.context, queue=queue)),
}


def bits(y):
    assert isinstance(y, cl_array.Array)
    return y.get().tobytes()


def random_problem(rng):
    """A function, an array, and arguments that both accept."""
    name = str(rng.choice(FUNCTIONS))
    shape = tuple(int(n) for n in rng.integers(1, 24, rng.integers(1, 4)))
    real = name in ("rfft", "rfftn", "ihfft")
    x = numbers(rng, shape, rng.choice(list("fdi" if real else "fdFD")))
    arguments = {"norm": str(rng.choice(["backward", "ortho", "forward"]))}
    if name.endswith("n"):
        arguments["axes"] = tuple(int(a) for a in rng.permutation(len(shape))[:rng.integers(1, len(shape) + 1)])
    else:
        arguments["axis"] = int(rng.integers(len(shape)))
    if not name.endswith("n") and rng.random() < 0.3:
        arguments["n"] = int(rng.integers(2, 30))
    elif name in ("irfft", "hfft"):
        arguments["n"] = 2 * shape[arguments["axis"]]
    elif name == "irfftn":
        arguments["s"] = tuple(2 * shape[a] if a == arguments["axes"][-1] else shape[a] for a in arguments["axes"])
    return name, x, arguments


def test_same_bits_as_in_buffers(queue, seed):
    rng = np.random.default_rng(seed)
    makers = list(KINDS.values())
    for k in range(EXAMPLES):
        name, x, arguments = random_problem(rng)
        function = getattr(stockham.fft, name)
        problem = f"STOCKHAM_TEST_SEED={seed}, problem {k}: {name}, {x.dtype} {x.shape}, {arguments}"
        expected = function(cl_array.to_device(queue, x), **arguments)
        with stockham.using_queue(queue):
            given = makers[k % len(makers)](queue, x)
            got = function(given, **arguments)
        assert isinstance(got.base_data, cl.SVMPointer), problem
        assert (got.shape, got.dtype) == (expected.shape, expected.dtype), problem
        assert bits(got) == bits(expected), problem


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind(queue, kind):
    """Two functions in a row, a shift, and the input unchanged."""
    rng = np.random.default_rng(1)
    x = numbers(rng, (6, 10), "F")
    with stockham.using_queue(queue):
        given = KINDS[kind](queue, x)
        y = stockham.fft.fft2(given)
        z = stockham.fft.ifftshift(stockham.fft.fftshift(stockham.fft.ifft2(y)))
        again = stockham.fft.fft2(given)
    check(y.get(), exact("fft2", x), 60)
    assert np.allclose(z.get(), x, atol=1e-6) and isinstance(z.base_data, cl.SVMPointer)
    assert bits(again) == bits(y)
    assert y.queue == queue and y.events


def test_example_of_the_documentation(queue):
    picture = numbers(np.random.default_rng(1), (64, 64), "F")
    # [queue]
    x = cl.csvm_empty(queue.context, (64, 64), np.complex64)
    with cl.SVM(x).map_rw(queue) as host:
        host[...] = picture
    with stockham.using_queue(queue):
        spectrum = stockham.fft.fft2(cl.SVM(x))
    # [queue]
    check(spectrum.get(), exact("fft2", picture), 4096)


def test_results_use_the_allocator_of_the_array(queue):
    pool = pool_of(queue)
    x = cl_array.to_device(queue, np.ones((4, 8), np.complex64), allocator=pool)
    y = stockham.fft.fft2(x)
    assert y.allocator is pool and isinstance(y.base_data, cl.tools.PooledSVM)


def test_orthogonal_transforms_overwrite_nothing(queue):
    x = numbers(np.random.default_rng(1), (3, 9), "d")
    given = svm_object(queue, x, bound=True)
    for kind in (1, 2, 3):
        y = stockham.fft.dct(given, type=kind, norm="ortho")
        assert isinstance(y.base_data, cl.SVMPointer)
        check(y.get(), exact("dct", x, type=kind, norm="ortho"), 40)
    with given.map_ro(queue) as host:
        assert np.array_equal(host, x)


def test_out_of_order_queue(queue):
    chaotic = cl.CommandQueue(queue.context, properties=cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE)
    x = numbers(np.random.default_rng(1), (20, 64), "F")
    given = svm_object(queue, x)
    queue.finish()
    with stockham.using_queue(chaotic):
        y = stockham.fft.fft2(given)
        for _ in range(5):
            y = stockham.fft.fft2(stockham.fft.ifft2(y))
    y.finish()
    queue.finish()
    assert np.allclose(y.get(queue), np.fft.fft2(x), atol=1e-2)


def test_apps_of_pyvkfft(queue):
    from stockham.compat.pyvkfft.opencl import VkFFTApp

    x = numbers(np.random.default_rng(1), (4, 8), "F")
    given = cl_array.to_device(queue, x, allocator=pool_of(queue))
    out = cl_array.empty_like(given)
    VkFFTApp(x.shape, x.dtype, queue, inplace=False).fft(given, out)
    VkFFTApp(x.shape, x.dtype, queue).fft(given)
    check(out.get(), exact("fftn", x), 32)
    assert bits(given) == bits(out)


class TestPlans:
    def test_made_of_a_string(self, queue):
        x = numbers(np.random.default_rng(1), (4, 16), "F")
        plan = stockham.Plan("c2c f32 16 b4", queue=queue)
        given, out = svm_object(queue, x), svm_object(queue, np.zeros_like(x))
        for y in (plan(given), plan(given, out)):
            assert isinstance(y.base_data, cl.SVMPointer)
            check(y.get(), exact("fft", x), 16)
        with out.map_ro(queue) as host:
            check(host.copy(), exact("fft", x), 16)
        assert bits(plan(cl_array.to_device(queue, x), out)) == bits(plan(given))  # from a buffer

    def test_made_of_an_array(self, queue):
        x = numbers(np.random.default_rng(1), (6, 4, 8), "D")
        given = svm_object(queue, x, bound=True)
        plan = stockham.Plan(given, axes=(0, 2), norm="ortho")
        check(plan(given).get(), exact("fftn", x, axes=(0, 2), norm="ortho"), 48)
        in_place = stockham.Plan(given, given, axes=(1,))
        in_place(given)
        with given.map_ro(queue) as host:
            check(host.copy(), exact("fft", x, axis=1), 4)
        inside = in_allocation(queue, x)
        out = cl_array.empty(queue, x.shape, x.dtype, allocator=pool_of(queue))
        assert stockham.Plan(inside, out)(inside, out) is out
        check(out.get(), exact("fftn", x), 192)
        check(stockham.fft.fftn(given, plan=stockham.Plan("c2c f64 6x4x8", queue=queue)).get(),
              exact("fftn", exact("fft", x, axis=1)), 192)

    def test_enqueue(self, queue):
        """Allocations of every kind, with a workspace in shared virtual memory, on a queue and on a handle."""
        n = 1000003
        x = numbers(np.random.default_rng(1), n, "F")
        plan = stockham.Plan(f"c2c f32 {n}", queue=queue)
        flags = cl.svm_mem_flags.READ_WRITE
        given = cl.SVMAllocation(queue.context, x.nbytes, 0, flags)
        cl.enqueue_copy(queue, given, x)
        out, room = pool_of(queue)(x.nbytes), cl.SVMAllocation(queue.context, plan.workspace_size, 0, flags, queue=queue)
        got = np.empty_like(x)
        for on in (queue, queue.int_ptr):
            plan.enqueue(on, given, out, room).wait()
            cl.enqueue_copy(queue, got, out)
            check(got, exact("fft", x), 2 * n)
            cl.enqueue_copy(queue, out, np.zeros_like(x))


@pytest.mark.parametrize("mode", ["full", "same", "valid"])
@pytest.mark.parametrize("name", ["fftconvolve", "correlate"])
@pytest.mark.parametrize("types", ["ff", "Fd", "DD", "ii"])
def test_convolutions(queue, name, mode, types):
    """In buffers and shared virtual memory, compared with scipy on numpy arrays."""
    rng = np.random.default_rng(4)
    a, b = (numbers(rng, shape, dtype) for shape, dtype in zip(((9, 12), (5, 4)), types))
    if mode == "valid":
        a, b = b, a
    common = np.result_type(a, b)
    expected = getattr(scipy.signal, name)(a.astype(common), b.astype(common), mode)
    function = getattr(stockham.signal, name)
    in_buffers = function(cl_array.to_device(queue, a), cl_array.to_device(queue, b), mode)
    assert in_buffers.dtype == getattr(stockham.signal, name)(a, b, mode).dtype
    tolerance = 1e-3 if in_buffers.dtype.char in "fF" else 1e-9
    assert np.allclose(in_buffers.get(), expected, rtol=tolerance, atol=tolerance)
    with stockham.using_queue(queue):
        got = function(svm_object(queue, a), in_allocation(queue, b), mode)
    assert isinstance(got.base_data, cl.SVMPointer)
    assert bits(got) == bits(in_buffers)


def test_convolutions_that_broadcast(queue):
    rng = np.random.default_rng(4)
    for a_shape, b_shape in (((5, 6), (1, 4)), ((1, 6), (5, 1)), ((), ()), ((0,), (3,))):
        a, b = numbers(rng, a_shape, "D"), numbers(rng, b_shape, "D")
        expected = scipy.signal.fftconvolve(a, b)
        got = stockham.signal.fftconvolve(cl_array.to_device(queue, a), cl_array.to_device(queue, b))
        assert got.shape == np.shape(expected) and np.allclose(got.get(), expected)


class TestRefused:
    def plan(self, queue):
        return stockham.Plan("c2c f32 64", queue=queue)

    def test_no_queue(self, queue):
        with pytest.raises(stockham.ArgumentError, match="using_queue"):
            stockham.fft.fft(svm_object(queue, np.zeros(8, "F")))

    def test_no_shape(self, queue):
        bare = cl.SVMAllocation(queue.context, 64, 0, cl.svm_mem_flags.READ_WRITE, queue=queue)
        with pytest.raises(TypeError, match="no shape"):
            stockham.fft.fft(bare)
        with pytest.raises(TypeError, match="no shape"):
            stockham.Plan(bare)

    def test_too_small(self, queue):
        small, right = svm_object(queue, np.zeros(60, "F")), svm_object(queue, np.zeros(64, "F"))
        plan = self.plan(queue)
        for arguments, field in (((small, right), "input"), ((right, small), "output")):
            with pytest.raises(stockham.ArgumentError, match="480 bytes; 512 are needed") as refused:
                plan.enqueue(queue, *arguments)
            assert refused.value.field == field
        for x in (cl_array.Array(queue, 64, np.complex64, data=small), cl_array.Array(queue, 64, np.int8, data=small,
                                                                                      offset=470)):
            with pytest.raises(stockham.ArgumentError, match="480 bytes"):
                stockham.fft.fft(x)
        beyond = cl_array.Array(queue, 64, np.complex64, data=small)
        with pytest.raises(stockham.ArgumentError, match="480 bytes"):
            plan(right, beyond)
        in_place = stockham.Plan("r2c f32 64 in", queue=queue)
        with pytest.raises(stockham.ArgumentError, match="264 are needed"):
            in_place.enqueue(queue, svm_object(queue, np.zeros(64, "f")))
        large = stockham.Plan("c2c f32 1000003", queue=queue)
        with pytest.raises(stockham.ArgumentError, match="are needed") as refused:
            large.enqueue(queue, *(cl.SVMAllocation(queue.context, n, 0, cl.svm_mem_flags.READ_WRITE)
                                   for n in (8000024, 8000024, 512)))
        assert refused.value.field == "workspace"

    def test_overlap_and_alignment(self, queue):
        x = cl.csvm_empty(queue.context, 96, np.complex64)
        plan = self.plan(queue)
        with pytest.raises(stockham.ArgumentError, match="overlap"):
            plan.enqueue(queue, cl.SVM(x[:64]), cl.SVM(x[32:]))
        bytes_of_it = x.view(np.uint8)
        with pytest.raises(stockham.ArgumentError, match="multiple of 8"):
            plan.enqueue(queue, cl.SVM(bytes_of_it[4:516]), svm_object(queue, np.zeros(64, "F")))

    def test_released(self, queue):
        released = cl.SVMAllocation(queue.context, 512, 0, cl.svm_mem_flags.READ_WRITE, queue=queue)
        x = cl_array.Array(queue, 64, np.complex64, data=released)
        released.release()
        with pytest.raises(stockham.ArgumentError, match="released"):
            self.plan(queue).enqueue(queue, svm_object(queue, np.zeros(64, "F")), released)
        with pytest.raises(stockham.ArgumentError, match="released"):
            stockham.fft.fft(x)

    def test_another_context(self, queue):
        other = cl.CommandQueue(cl.Context([queue.device]))
        mine, foreign = (svm_object(each, np.zeros(64, "F"), bound=True) for each in (queue, other))
        plan = self.plan(queue)
        for arguments in ((foreign, mine), (mine, foreign)):
            with pytest.raises(stockham.ArgumentError, match="context"):
                plan.enqueue(queue, *arguments)
        unbound = svm_object(other, np.zeros(64, "F"))
        with pytest.raises(stockham.ArgumentError, match="context"):
            plan.enqueue(queue, mine, cl_array.Array(other, 64, np.complex64, data=unbound))
        with pytest.raises(stockham.ArgumentError, match="context"):
            plan(foreign)
        with pytest.raises(stockham.ArgumentError, match="context"):
            stockham.fft.fft(cl_array.Array(queue, 64, np.complex64, data=foreign.mem.base))
        with pytest.raises(stockham.ArgumentError, match="context"):
            stockham.signal.fftconvolve(mine, foreign)

    def test_ordinary_host_memory(self, queue):
        if queue.device.svm_capabilities & cl.device_svm_capabilities.FINE_GRAIN_SYSTEM:
            pytest.skip("the device can use all memory of the host")
        ordinary = cl.SVM(np.zeros(64, "F"))
        with pytest.raises(stockham.ArgumentError, match="ordinary host memory"):
            self.plan(queue).enqueue(queue, ordinary, svm_object(queue, np.zeros(64, "F")))
        with stockham.using_queue(queue), pytest.raises(stockham.ArgumentError, match="ordinary host memory"):
            stockham.fft.fft(ordinary)

    def test_beside_a_numpy_array(self, queue):
        given = svm_object(queue, np.zeros(64, "F"), bound=True)
        with pytest.raises(stockham.ArgumentError, match="numpy"):
            self.plan(queue)(given, np.zeros(64, "F"))
        with pytest.raises(stockham.ArgumentError, match="numpy|without a queue"):
            stockham.Plan("c2c f32 64")(given)
        with pytest.raises(stockham.ArgumentError, match="host memory"):
            stockham.signal.fftconvolve(given, np.zeros(64, "F"))

    def test_device_without_it(self, queue, monkeypatch):
        """A device of OpenCL 1.2: pyopencl raises an error for the query."""

        class OldDevice:
            name = "old device"

            @property
            def svm_capabilities(self):
                raise cl.LogicError("clGetDeviceInfo failed: INVALID_VALUE")

        class QueueOfOldDevice:
            device = OldDevice()

        from stockham._arrays import memory

        known = memory.check_device
        monkeypatch.setattr(memory, "check_device", lambda device: known(QueueOfOldDevice.device))
        given = svm_object(queue, np.zeros(64, "F"), bound=True)
        for call in (lambda: stockham.fft.fft(given), lambda: self.plan(queue).enqueue(queue, given, given),
                     lambda: self.plan(queue)(given, svm_object(queue, np.zeros(64, "F")))):
            with pytest.raises(stockham.UnsupportedError, match="'old device' has no shared virtual memory") as refused:
                call()
            assert refused.value.rule == "shared memory"


@pytest.fixture
def gate(queue):
    """An event that tests complete. Later it is completed in any case, because drivers wait for it at the exit."""
    event = cl.UserEvent(queue.context)
    yield event
    if event.command_execution_status != cl.command_execution_status.COMPLETE:
        event.set_status(cl.command_execution_status.COMPLETE)


def released(owners):
    """Waits until all weak references are dead."""
    deadline = time.monotonic() + 30
    while any(each() is not None for each in owners) and time.monotonic() < deadline:
        time.sleep(0.001)
    return all(each() is None for each in owners)


class TestLifetime:
    def behind(self, gate, queue, held):
        """An array of `held` that may be read only when the gate opens."""
        return cl_array.Array(queue, held.shape, held.dtype, data=cl.SVM(held), events=[gate])

    @pytest.mark.parametrize("convert", [False, True])
    def test_memory_without_a_queue_is_kept_until_its_use(self, queue, gate, convert):
        """Also the memory of a conversion that only the library knows. Afterwards the memory is released."""
        x = numbers(np.random.default_rng(1), (64, 64), "i" if convert else "F")
        held = svm_object(queue, x).mem
        owner = weakref.ref(held.base)
        given = self.behind(gate, queue, held)
        y = stockham.fft.fft2(given)
        del given, held
        gc.collect()
        assert owner() is not None
        gate.set_status(cl.command_execution_status.COMPLETE)
        check(y.get(), exact("fft2", x), 4096)
        assert released([owner])

    def test_enqueue_keeps_it_too(self, queue, gate):
        plan = stockham.Plan("c2c f32 64", queue=queue)
        held, out = (svm_object(queue, np.ones(64, "F")).mem for _ in range(2))
        owners = [weakref.ref(each.base) for each in (held, out)]
        event = plan.enqueue(queue, cl.SVM(held), cl.SVM(out), wait_for=[gate])
        del held, out
        gc.collect()
        assert None not in [each() for each in owners]
        gate.set_status(cl.command_execution_status.COMPLETE)
        event.wait()
        assert released(owners)

    @pytest.mark.parametrize("bound", [False, True])
    def test_dropped_results(self, queue, gate, bound):
        """Intermediate arrays are dropped before their computation has begun."""
        x = numbers(np.random.default_rng(1), (64, 64), "F")
        given = self.behind(gate, queue, svm_object(queue, x, bound).mem)
        given.allocator = cl.tools.SVMAllocator(queue.context, queue=queue if bound else None)
        y = given
        for _ in range(4):
            y = stockham.fft.ifft2(stockham.fft.fft2(y))
        del given
        gate.set_status(cl.command_execution_status.COMPLETE)
        assert np.allclose(y.get(), x, atol=1e-5)

    def test_exit_with_work_pending(self, run_apart):
        said, status = run_apart("""
import numpy as np, pyopencl as cl, stockham
device = cl.Device.from_int_ptr(stockham.get_device().int_ptr)
queue = cl.CommandQueue(cl.Context([device]))
held = cl.csvm_empty(queue.context, (512, 512), np.complex64)
with stockham.using_queue(queue):
    for _ in range(20):
        y = stockham.fft.fft2(cl.SVM(held))
print("done", flush=True)
""")
        assert status == 0 and said.endswith("done\n"), said

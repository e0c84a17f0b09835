// Transforms host arrays on a device. A run reuses a pooled buffer of at least the size needed and at most about twice.
#include "host_device.hpp"

#include <nanobind/stl/string.h>

namespace {

constexpr std::size_t most_kept = std::size_t{256} << 20;

void check(cl_int code, const char* call) {
    if (code != CL_SUCCESS) throw stockham::opencl_error(call, code);
}

stockham::owned_queue make_queue(cl_context context, cl_device_id device) {
    cl_int code = CL_SUCCESS;
    stockham::owned_queue made(clCreateCommandQueue(context, device, 0, &code));
    check(code, "clCreateCommandQueue");
    return made;
}

}  // namespace

// A buffer taken from the pool for one run.
class host_device::lease {
  public:
    lease(host_device& owner, std::size_t bytes) : owner_(owner) {
        if (bytes) held_ = owner.take(bytes);
    }
    ~lease() {
        if (held_.memory) owner_.keep(std::move(held_));
    }
    lease(const lease&) = delete;
    lease& operator=(const lease&) = delete;
    cl_mem get() const noexcept { return held_.memory.get(); }

  private:
    host_device& owner_;
    buffer held_;
};

host_device::host_device(cl_device_id device)
    : device_(device), context_(stockham::open_context(device)), queue_(make_queue(context_.get(), device)),
      session_(context_.get()) {}

host_device::~host_device() {
    if (queue_) clFinish(queue_.get());
}

host_device::buffer host_device::create(std::size_t bytes) {
    cl_int code = CL_SUCCESS;
    buffer made{stockham::owned_buffer(clCreateBuffer(context_.get(), CL_MEM_READ_WRITE, bytes, nullptr, &code)),
                bytes};
    check(code, "clCreateBuffer");
    return made;
}

host_device::buffer host_device::take(std::size_t bytes) {
    {
        const std::lock_guard<std::mutex> locked(lock_);
        auto best = free_.end();
        for (auto each = free_.begin(); each != free_.end(); ++each)
            if (each->bytes >= bytes && each->bytes / 2 <= bytes && (best == free_.end() || each->bytes < best->bytes))
                best = each;
        if (best != free_.end()) {
            buffer found = std::move(*best);
            free_.erase(best);
            return found;
        }
    }
    try {
        return create(bytes);
    } catch (const stockham::opencl_error&) {  // pooled buffers may occupy the memory
        trim();
        return create(bytes);
    }
}

void host_device::keep(buffer used) {
    const std::lock_guard<std::mutex> locked(lock_);
    free_.push_back(std::move(used));
    std::size_t total = 0;
    for (const buffer& each : free_) total += each.bytes;
    while (total > most_kept) {
        total -= free_.front().bytes;
        free_.erase(free_.begin());
    }
}

void host_device::trim() {
    const std::lock_guard<std::mutex> locked(lock_);
    free_.clear();
}

std::size_t host_device::kept_bytes() const {
    const std::lock_guard<std::mutex> locked(lock_);
    std::size_t total = 0;
    for (const buffer& each : free_) total += each.bytes;
    return total;
}

void host_device::run(const stockham::plan& plan, const void* input, std::size_t input_bytes, void* output,
                      std::size_t output_bytes, bool keep_gaps) {
    const bool in_place = plan.problem().placement == stockham::placement::in_place;
    const lease in(*this, in_place ? std::max(input_bytes, output_bytes) : input_bytes);
    const lease out(*this, in_place ? 0 : output_bytes);
    const lease workspace(*this, plan.workspace_size());
    cl_command_queue queue = queue_.get();
    try {
        check(clEnqueueWriteBuffer(queue, in.get(), CL_FALSE, 0, input_bytes, input, 0, nullptr, nullptr),
              "clEnqueueWriteBuffer");
        if (keep_gaps && !in_place)
            check(clEnqueueWriteBuffer(queue, out.get(), CL_FALSE, 0, output_bytes, output, 0, nullptr, nullptr),
                  "clEnqueueWriteBuffer");
        plan.execute(queue, in.get(), out.get(), workspace.get());
        check(clEnqueueReadBuffer(queue, in_place ? in.get() : out.get(), CL_TRUE, 0, output_bytes, output, 0, nullptr,
                                  nullptr),
              "clEnqueueReadBuffer");
    } catch (...) {
        clFinish(queue);  // no transfer may access the host arrays after this function has thrown
        throw;
    }
}

pinned_memory::pinned_memory(const host_device& owner, std::size_t bytes)
    : queue_(make_queue(owner.context(), owner.device())) {
    cl_int code = CL_SUCCESS;
    buffer_ = stockham::owned_buffer(
        clCreateBuffer(owner.context(), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes, nullptr, &code));
    check(code, "clCreateBuffer");
    data_ = clEnqueueMapBuffer(queue_.get(), buffer_.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0, nullptr,
                               nullptr, &code);
    check(code, "clEnqueueMapBuffer");
}

pinned_memory::~pinned_memory() {
    if (clEnqueueUnmapMemObject(queue_.get(), buffer_.get(), data_, 0, nullptr, nullptr) == CL_SUCCESS)
        clFinish(queue_.get());
}

namespace {

struct python_host_device {
    std::unique_ptr<host_device> device;

    explicit python_host_device(cl_integer id) {
        check_process();
        interpreter_unlocked unlocked;
        device = std::make_unique<host_device>(as<cl_device_id>(id));
    }
    ~python_host_device() {
        if (is_forked_child()) static_cast<void>(device.release());
    }
};

struct python_pinned_memory {
    std::unique_ptr<pinned_memory> memory;

    python_pinned_memory(const python_host_device& owner, std::size_t bytes) {
        check_process();
        interpreter_unlocked unlocked;
        memory = std::make_unique<pinned_memory>(*owner.device, bytes);
    }
    ~python_pinned_memory() {
        if (is_forked_child()) static_cast<void>(memory.release());
    }
};

// Takes the arrays' addresses. The caller keeps the arrays alive and passes their true sizes.
void run_arrays(python_host_device& self, const python_plan& plan, cl_integer input, std::size_t input_bytes,
                cl_integer output, std::size_t output_bytes, bool keep_gaps) {
    check_process();
    interpreter_unlocked unlocked;
    self.device->run(*plan.plan, as<const void*>(input), input_bytes, as<void*>(output), output_bytes, keep_gaps);
}

}  // namespace

void add_host_device(nb::module_& m) {
    nb::class_<python_host_device>(m, "HostDevice")
        .def(nb::init<cl_integer>(), nb::arg("device"))
        .def_prop_ro("context", [](const python_host_device& self) { return as_integer(self.device->context()); })
        .def_prop_ro("queue", [](const python_host_device& self) { return as_integer(self.device->queue()); })
        .def_prop_ro("device", [](const python_host_device& self) { return as_integer(self.device->device()); })
        .def_prop_ro("kept_bytes", [](const python_host_device& self) { return self.device->kept_bytes(); })
        .def("run", &run_arrays, nb::arg("plan"), nb::arg("input"), nb::arg("input_bytes"), nb::arg("output"),
             nb::arg("output_bytes"), nb::arg("keep_gaps") = false)
        .def("trim", [](python_host_device& self) { self.device->trim(); });
    nb::class_<python_pinned_memory>(m, "PinnedMemory")
        .def(nb::init<const python_host_device&, std::size_t>(), nb::arg("device"), nb::arg("bytes"))
        .def_prop_ro("address", [](const python_pinned_memory& self) { return as_integer(self.memory->data()); });
}

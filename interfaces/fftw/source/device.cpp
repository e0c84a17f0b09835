// Moves arrays to the device and back. Devices with the host's memory read and write the arrays where they lie; others
// get them through blocks of pinned memory, which are filled and moved in turn.
#include "device.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "copying.hpp"

namespace fftw_device {

namespace {

/// Of a block: far above the latency of the link. With four such blocks, copies and transfers reach 52 GB/s up and 54
/// down, 0.94 and 0.98 of the link (16 cores, H100); with two, 41 and 33 to 50.
constexpr std::size_t ring_bytes = std::size_t{1} << 24;

/// Addresses with this alignment can be the memory of a buffer on every device with the host's memory, as in jobs.
constexpr std::uintptr_t shared_alignment = 128;

void check(cl_int code, const char* call) {
    if (code != CL_SUCCESS) throw device_failure(std::string(call) + " failed (" + std::to_string(code) + ')', code);
}

void wait_for(const stockham::event& done) {
    const cl_event event = done.get();
    check(clWaitForEvents(1, &event), "clWaitForEvents");
}

bool is_aligned(const void* address) {
    return reinterpret_cast<std::uintptr_t>(address) % shared_alignment == 0;
}

/// The buffer's memory, mapped for as long as the object lives.
class mapped {
  public:
    mapped(cl_command_queue queue, cl_mem buffer, cl_map_flags flags, std::size_t bytes)
        : queue_(queue), buffer_(buffer) {
        cl_int code = CL_SUCCESS;
        data_ = clEnqueueMapBuffer(queue, buffer, CL_TRUE, flags, 0, bytes, 0, nullptr, nullptr, &code);
        check(code, "clEnqueueMapBuffer");
    }
    ~mapped() {
        if (data_) clEnqueueUnmapMemObject(queue_, buffer_, data_, 0, nullptr, nullptr);
    }
    mapped(const mapped&) = delete;
    mapped& operator=(const mapped&) = delete;
    void* data() const { return data_; }
    void unmap() {
        check(clEnqueueUnmapMemObject(queue_, buffer_, std::exchange(data_, nullptr), 0, nullptr, nullptr),
              "clEnqueueUnmapMemObject");
    }

  private:
    cl_command_queue queue_;
    cl_mem buffer_;
    void* data_ = nullptr;
};

/// Copies elements from the program's input, as the device has them, to `to`.
void read_elements(const device_transform& t, const arrays& a, std::size_t first, std::size_t count, void* to) {
    load(t.input(), t.how().input_as_is, a, first, count, to);
}
void write_elements(const device_transform& t, const void* from, std::size_t first, std::size_t count,
                    const arrays& a) {
    store(t.output(), t.how().output_as_is, from, first, count, a);
}

std::size_t input_elements(const device_transform& t) {
    return t.input().count_as(t.how().input_as_is);
}
std::size_t output_elements(const device_transform& t) {
    return t.output().count_as(t.how().output_as_is);
}

}  // namespace

device_transform::device_transform(const shape& s, std::unique_ptr<compiled_transform> compiled)
    : shape_(s), input_(s.what, true), output_(s.what, false), compiled_(std::move(compiled)) {}

device::device(const device_facts& facts) : facts_(facts) {
    context_ = make_context(facts_.id);
    cl_int code = CL_SUCCESS;
    queue_ = stockham::owned_queue(clCreateCommandQueue(context_.get(), facts_.id, 0, &code));
    check(code, "clCreateCommandQueue");
}

device& device::open() {
    struct outcome {
        std::unique_ptr<device> opened;
        std::exception_ptr failure;
    };
    // Never destroyed: the program may execute plans until it ends, after the destructors of this library.
    static auto* const once = [] {
        auto* made = new outcome;
        try {
            made->opened.reset(new device(find_device()));
        } catch (...) {
            made->failure = std::current_exception();
        }
        return made;
    }();
    if (once->failure) std::rethrow_exception(once->failure);
    return *once->opened;
}

std::string device::shortage(const buffer_bytes& b) const {
    const std::size_t needed = b.input + b.output + b.workspace;
    const std::size_t largest = std::max({b.input, b.output, b.workspace});
    if ((facts_.memory && needed > facts_.memory / 10 * 9) ||
        (facts_.max_allocation && largest > facts_.max_allocation))
        return "the device's memory is too small: " + std::to_string(needed) + " bytes are needed";
    return {};
}

bool device::holds(const shape& s) const {
    return shortage(predicted_bytes(facts_.id, s)).empty();
}

std::unique_ptr<device_transform> device::compile(const shape& s) {
    if (const auto why = shortage(predicted_bytes(facts_.id, s)); !why.empty()) throw too_large(why);
    auto made = std::make_unique<compiled_transform>(context_.get(), facts_.id, s);
    const buffer_bytes needed{made->input_bytes(), made->output_bytes(), made->workspace_bytes()};
    if (const auto why = shortage(needed); !why.empty()) throw too_large(why);
    return std::make_unique<device_transform>(s, std::move(made));
}

cl_mem device::held(stockham::owned_buffer& buffer, std::size_t bytes, cl_mem_flags flags) {
    if (!bytes) return nullptr;
    std::size_t present = 0;
    if (buffer)
        check(clGetMemObjectInfo(buffer.get(), CL_MEM_SIZE, sizeof present, &present, nullptr), "clGetMemObjectInfo");
    if (present < bytes) {
        buffer = {};
        cl_int code = CL_SUCCESS;
        buffer =
            stockham::owned_buffer(clCreateBuffer(context_.get(), CL_MEM_READ_WRITE | flags, bytes, nullptr, &code));
        check(code, "clCreateBuffer");
    }
    return buffer.get();
}

void device::release_memory() {
    input_ = {};
    output_ = {};
    workspace_ = {};
    staging_.reset();
    staging_bytes_ = 0;
}

void device::finish() {
    check(clFinish(queue_.get()), "clFinish");
}

void device::run(const device_transform& t, const arrays& a, bool in_place) {
    const std::lock_guard lock(mutex_);
    try {
        run_locked(t, a, in_place);
    } catch (const device_failure& e) {
        clFinish(queue_.get());  // nothing may read or write the program's arrays from here on
        if (!e.out_of_memory()) throw;
        release_memory();  // what other shapes left may have been in the way
        run_locked(t, a, in_place);
    } catch (...) {
        clFinish(queue_.get());  // the next run uses the same pinned memory
        throw;
    }
}

void device::alone(const std::function<void()>& body) {
    const std::lock_guard lock(mutex_);
    release_memory();
    body();
}

void device::run_locked(const device_transform& t, const arrays& a, bool in_place) {
    if (facts_.shares_memory)
        run_in_shared_memory(t, a, in_place);
    else
        run_over_link(t, a, in_place);
}

void device::run_in_shared_memory(const device_transform& t, const arrays& a, bool in_place) {
    const auto over = [&](void* array, std::size_t bytes) {
        cl_int code = CL_SUCCESS;
        stockham::owned_buffer made(
            clCreateBuffer(context_.get(), CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, array, &code));
        check(code, "clCreateBuffer");
        return made;
    };
    const std::size_t in_bytes = t.compiled().input_bytes(), out_bytes = t.compiled().output_bytes();
    stockham::owned_buffer in_array, out_array;
    cl_mem in = nullptr, out = nullptr;
    if (t.how().input_as_is && is_aligned(a.in)) {
        in_array = over(a.in, in_bytes);
        in = in_array.get();
    } else {
        in = held(input_, in_bytes, CL_MEM_ALLOC_HOST_PTR);
        const mapped block(queue_.get(), in, CL_MAP_WRITE, in_bytes);
        read_elements(t, a, 0, input_elements(t), block.data());
    }
    const bool direct = t.how().output_as_is && is_aligned(a.out) && !in_place;
    if (direct) {
        out_array = over(a.out, out_bytes);
        out = out_array.get();
    } else {
        out = held(output_, out_bytes, CL_MEM_ALLOC_HOST_PTR);
    }
    t.compiled().enqueue(queue_.get(), in, out, held(workspace_, t.compiled().workspace_bytes(), 0));
    finish();
    {
        const mapped block(queue_.get(), out, CL_MAP_READ, out_bytes);  // makes the results visible to the host
        if (!direct) write_elements(t, block.data(), 0, output_elements(t), a);
    }
    clFinish(queue_.get());  // unmapped, before the buffers over the program's arrays go
}

void* device::ring_block(std::size_t number) {
    if (!ring_data_[number]) {
        const cl_mem block = held(ring_[number], ring_bytes, CL_MEM_ALLOC_HOST_PTR);
        cl_int code = CL_SUCCESS;
        // Mapped as long as the process lives: the memory of such a buffer is pinned.
        ring_data_[number] = clEnqueueMapBuffer(queue_.get(), block, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, ring_bytes,
                                                0, nullptr, nullptr, &code);
        check(code, "clEnqueueMapBuffer");
    }
    return ring_data_[number];
}

void* device::staging(std::size_t bytes) {
    if (staging_bytes_ < bytes) {
        staging_bytes_ = 0;
        staging_.reset();
        staging_.reset(new char[bytes]);  // not filled with zeros
        staging_bytes_ = bytes;
    }
    return staging_.get();
}

void device::upload(const device_transform& t, const arrays& a, cl_mem to) {
    const std::size_t element = t.input().element_bytes(), total = input_elements(t);
    const std::size_t step = ring_bytes / element;
    stockham::event moved[ring_blocks];
    for (std::size_t first = 0, turn = 0; first < total; first += step, turn = (turn + 1) % ring_blocks) {
        if (moved[turn]) wait_for(moved[turn]);
        const std::size_t count = std::min(step, total - first);
        void* block = ring_block(turn);
        read_elements(t, a, first, count, block);
        cl_event event = nullptr;
        check(clEnqueueWriteBuffer(queue_.get(), to, CL_FALSE, first * element, count * element, block, 0, nullptr,
                                   &event),
              "clEnqueueWriteBuffer");
        moved[turn] = stockham::event(event);
        check(clFlush(queue_.get()), "clFlush");
    }
}

void device::download(const device_transform& t, cl_mem from, const arrays& a, void* all_at_once) {
    const std::size_t element = t.output().element_bytes(), total = output_elements(t);
    const std::size_t step = ring_bytes / element;
    const auto start = [&](std::size_t first, std::size_t turn) {
        cl_event event = nullptr;
        check(clEnqueueReadBuffer(queue_.get(), from, CL_FALSE, first * element,
                                  std::min(step, total - first) * element, ring_block(turn), 0, nullptr, &event),
              "clEnqueueReadBuffer");
        stockham::event started(event);
        check(clFlush(queue_.get()), "clFlush");
        return started;
    };
    stockham::event arriving[ring_blocks];
    std::size_t next = 0;
    const auto fill = [&](std::size_t turn) {
        if (next >= total) return;
        arriving[turn] = start(next, turn);
        next += step;
    };
    for (std::size_t turn = 0; turn < ring_blocks; ++turn) fill(turn);
    for (std::size_t first = 0, turn = 0; first < total; first += step, turn = (turn + 1) % ring_blocks) {
        wait_for(arriving[turn]);
        const std::size_t count = std::min(step, total - first);
        if (all_at_once)
            copy_bytes(static_cast<char*>(all_at_once) + first * element, ring_block(turn), count * element);
        else
            write_elements(t, ring_block(turn), first, count, a);
        fill(turn);
    }
}

void device::run_over_link(const device_transform& t, const arrays& a, bool in_place) {
    const std::size_t out_bytes = output_elements(t) * t.output().element_bytes();
    // One block holds the whole result: it arrives before anything is stored.
    const bool in_parts_of_result = in_place && out_bytes > ring_bytes;
    void* whole = in_parts_of_result ? staging(out_bytes) : nullptr;
    const cl_mem in = held(input_, t.compiled().input_bytes(), 0);
    const cl_mem out = held(output_, t.compiled().output_bytes(), 0);
    const cl_mem workspace = held(workspace_, t.compiled().workspace_bytes(), 0);
    upload(t, a, in);
    t.compiled().enqueue(queue_.get(), in, out, workspace);
    download(t, out, a, whole);
    if (whole) write_elements(t, whole, 0, output_elements(t), a);
}

}  // namespace fftw_device

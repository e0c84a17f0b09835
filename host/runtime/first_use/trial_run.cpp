// Writes a known input to the device, runs the plan, and compares the output, window by window to save host memory.
#include "runtime/first_use/trial_run.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <stockham/error.hpp>

#include "problem/known_transform.hpp"
#include "runtime/first_use/first_use.hpp"

namespace stockham::internal {

namespace {

/// Buffers above this total size are not tried: small transforms are faster.
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;
/// The buffers may take 1 / part_of_memory of the device's memory.
constexpr std::uint64_t part_of_memory = 8;
constexpr std::size_t window_bytes = std::size_t{4} << 20;
/// NaN: reveals outputs that were not written, and reads outside the input.
constexpr cl_uint poison = 0xffffffff;

bool has_room(const buffer_needs& needs, const device_description& d) {
    const auto bytes = std::uint64_t{needs.input_bytes} + needs.output_bytes + needs.workspace_bytes;
    return bytes <= most_bytes && bytes <= d.global_memory / part_of_memory;
}

class trial {
  public:
    trial(cl_context context, cl_device_id device, const buffer_needs& needs) {
        queue_ = make_queue(context, device);
        input_ = poisoned(context, needs.input_bytes);
        if (needs.placement == placement::out_of_place) output_ = poisoned(context, needs.output_bytes);
        if (needs.workspace_bytes) workspace_ = poisoned(context, needs.workspace_bytes);
    }

    void write(const known_side& input) {
        std::vector<std::byte> host;
        for (const auto& w : input.windows(window_bytes)) {
            host.resize(std::max(host.size(), w.bytes), std::byte{0xff});
            input.write(w, host.data());
            check_cl(clEnqueueWriteBuffer(queue_.get(), input_.get(), CL_TRUE, w.first, w.bytes, host.data(), 0,
                                          nullptr, nullptr),
                     "clEnqueueWriteBuffer");
        }
    }

    void run(const executable& kernels) {
        kernels.enqueue(queue_.get(), execution_buffers(input_.get(), output(), workspace_.get()), 0, nullptr,
                        executable::events::none);
        check_cl(clFinish(queue_.get()), "clFinish");
    }

    /// The relative L2 error of the output; NaN if any output is NaN.
    double distance(const known_side& wanted) {
        std::vector<std::byte> host;
        known_side::sums all;
        for (const auto& w : wanted.windows(window_bytes)) {
            host.resize(std::max(host.size(), w.bytes));
            check_cl(clEnqueueReadBuffer(queue_.get(), output(), CL_TRUE, w.first, w.bytes, host.data(), 0, nullptr,
                                         nullptr),
                     "clEnqueueReadBuffer");
            wanted.compare(w, host.data(), all);
        }
        return std::sqrt(all.difference / all.norm);
    }

  private:
    cl_mem output() const { return output_.get() ? output_.get() : input_.get(); }

    memory_object poisoned(cl_context context, std::size_t bytes) {
        cl_int code = CL_SUCCESS;
        const auto whole = (bytes + sizeof poison - 1) / sizeof poison * sizeof poison;
        memory_object memory(clCreateBuffer(context, CL_MEM_READ_WRITE, whole, nullptr, &code));
        check_cl(code, "clCreateBuffer");
        check_cl(clEnqueueFillBuffer(queue_.get(), memory.get(), &poison, sizeof poison, 0, whole, 0, nullptr, nullptr),
                 "clEnqueueFillBuffer");
        return memory;
    }

    queue_object queue_;
    memory_object input_, output_, workspace_;
};

}  // namespace

std::optional<std::string> fault_of_trial_run(context_state& context, cl_device_id device, const executable& kernels,
                                              const problem& p, const buffer_needs& needs) {
    if (!has_room(needs, context.description(device))) return std::nullopt;
    const auto known = known_transform_of(p);
    if (!known) return std::nullopt;
    try {
        trial bed(context.context(), device, needs);
        bed.write(known->input);
        bed.run(kernels);
        const auto error = bed.distance(known->output);
        return error <= max_error(p.precision) ? std::string() : error_text(error);
    } catch (const opencl_error& e) {
        if (is_lack_of_memory(e.code())) return std::nullopt;
        return e.what();
    }
}

}  // namespace stockham::internal

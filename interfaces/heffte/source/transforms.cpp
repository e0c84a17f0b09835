// The transforms of executors, made when they first run: jobs in host memory, plans on a device.
#include <algorithm>
#include <array>
#include <complex>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>

#include <stockham/error.hpp>
#include <stockham/heffte/boxes.hpp>
#include <stockham/plan.hpp>

#include "host_boxes.hpp"

namespace stockham {
inline namespace v0_2 {
namespace boxes {

namespace {

using runner = std::function<void(const void* input, void* output)>;

/// Enqueues a plan; in place if the addresses are equal. Plans take multiples of a complex number, but heFFTe may pass
/// any real number: those are copied to a buffer and back.
void run_on_device(const device_queue& queue, const plan& ready, const void* input, void* output) {
    const transform& what = ready.problem();
    const std::size_t number = real_size(what.precision), in_bytes = input_bytes(what), out_bytes = output_bytes(what);
    const auto may_begin_at = [&](const void* address) {
        return reinterpret_cast<std::uintptr_t>(address) % (2 * number) == 0;
    };
    const auto copy = [&](std::size_t bytes, const device_memory& from, const device_memory& to) {
        queue.copy_box(number, {{bytes / number, 1, 1}, {1, 0, 0}, {1, 0, 0}}, from, to);
    };
    device_memory from = device_memory::at(input), to = device_memory::at(output);
    device_buffer copy_of_input, copy_of_output;
    if (!may_begin_at(input)) {
        copy_of_input = queue.buffer(in_bytes);
        from = copy_of_input.get();
        copy(in_bytes, device_memory::at(input), from);
    }
    if (input == output) {
        to = from;
    } else if (!may_begin_at(output)) {
        copy_of_output = queue.buffer(out_bytes);
        to = copy_of_output.get();
    }
    const device_buffer workspace = queue.buffer(ready.workspace_size());
    ready.execute(queue.get(), from, to, workspace.get());
    if (to.buffer()) copy(out_bytes, to, device_memory::at(output));
}

template <class real>
void complex_from(const void* reals, std::size_t n, void* complex) {
    std::copy_n(static_cast<const real*>(reals), n, static_cast<std::complex<real>*>(complex));
}
template <class real>
void real_parts_of(const void* complex, std::size_t n, void* reals) {
    const auto* from = static_cast<const std::complex<real>*>(complex);
    std::transform(from, from + n, static_cast<real*>(reals), [](const std::complex<real>& z) { return z.real(); });
}

}  // namespace

struct transforms::state {
    struct lazy {
        std::once_flag once;
        runner run;
    };

    runner make(const problem& what, precision numbers) const {
        if (!queue)
            return [found = boxes_internal::host_transforms::of_process().get(what, numbers)](
                       const void* input, void* output) { found->run(input, output); };
        // Executors of equal boxes share the session's plan.
        return [queue = *queue, ready = queue->plan(boxes_internal::transform_of(what, numbers))](
                   const void* input, void* output) { run_on_device(queue, *ready, input, output); };
    }

    std::optional<device_queue> queue;  // none: host memory
    std::array<problem, 2> problems;    // forward, backward
    std::array<lazy, 4> made{};
};

transforms::transforms(void* stream, const problem& forward, const problem& backward)
    : state_(new state{{}, {forward, backward}}) {
    if (stream) throw argument_error("stream", "heFFTe's stream for data in host memory is null");
}
transforms::transforms(const device_queue& queue, const problem& forward, const problem& backward)
    : state_(new state{queue, {forward, backward}}) {}
transforms::~transforms() = default;

void transforms::run(bool backward, precision numbers, const void* input, void* output) const {
    const problem& what = state_->problems[backward ? 1 : 0];
    if (std::find(what.input.begin(), what.input.end(), std::size_t{0}) != what.input.end()) return;
    state::lazy& one = state_->made[(backward ? 2 : 0) + (numbers == precision::f64 ? 1 : 0)];
    std::call_once(one.once, [&] { one.run = state_->make(what, numbers); });
    one.run(input, output);
}

void transforms::to_complex(precision numbers, const void* real, std::size_t n, void* complex) const {
    if (state_->queue) return state_->queue->to_complex(real_size(numbers), real, n, complex);
    (numbers == precision::f32 ? complex_from<float> : complex_from<double>)(real, n, complex);
}

void transforms::to_real(precision numbers, const void* complex, std::size_t n, void* real) const {
    if (state_->queue) return state_->queue->to_real(real_size(numbers), complex, n, real);
    (numbers == precision::f32 ? real_parts_of<float> : real_parts_of<double>)(complex, n, real);
}

}  // namespace boxes
}  // namespace v0_2
}  // namespace stockham

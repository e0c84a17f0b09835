// The transforms of executors, made when they first run.
#include <algorithm>
#include <array>
#include <complex>
#include <mutex>
#include <utility>

#include <stockham/array.hpp>
#include <stockham/error.hpp>
#include <stockham/heffte/boxes.hpp>

#include "box_transform.hpp"
#include "host_boxes.hpp"

namespace stockham {

transform boxes_internal::transform_of(const boxes::problem& what, precision numbers) {
    transform made = transform_along(what.axes, {{what.input.begin(), what.input.end()}},
                                     {{what.output.begin(), what.output.end()}}, what.kind, numbers);
    made.direction = what.direction;
    made.scale = what.scale;
    if (is_real_input(what.kind) == is_real_output(what.kind)) made.placement = placement::in_place;
    return made;
}

inline namespace v0_2 {
namespace boxes {

namespace {

using namespace boxes_internal;

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

place::place(void* stream) {
    if (stream) throw argument_error("stream", "heFFTe's stream for data in host memory is null");
}

place::place(const device_queue& queue) : queue_(queue) {}

void place::to_complex(precision numbers, const void* real, std::size_t n, void* complex) const {
    if (queue_) return queue_->to_complex(real_size(numbers), real, n, complex);
    (numbers == precision::f32 ? complex_from<float> : complex_from<double>)(real, n, complex);
}

void place::to_real(precision numbers, const void* complex, std::size_t n, void* real) const {
    if (queue_) return queue_->to_real(real_size(numbers), complex, n, real);
    (numbers == precision::f32 ? real_parts_of<float> : real_parts_of<double>)(complex, n, real);
}

struct transforms::state {
    struct lazy {
        std::once_flag once;
        std::shared_ptr<const box_transform> found;
    };

    std::shared_ptr<const box_transform> find(bool backward, precision numbers) const {
        const problem& what = problems[backward ? 1 : 0];
        if (where.queue()) return on_device(*where.queue(), transform_of(what, numbers));
        return host_transforms::of_process().get(what, numbers);
    }

    place where;
    std::array<problem, 2> problems;  // forward, backward
    std::array<lazy, 4> made{};
};

transforms::transforms(place where, const problem& forward, const problem& backward)
    : state_(new state{std::move(where), {forward, backward}, {}}) {}
transforms::~transforms() = default;

void transforms::run(bool backward, precision numbers, const void* input, void* output) const {
    const shape& box = state_->problems[0].input;
    if (!box[0] || !box[1] || !box[2]) return;
    state::lazy& one = state_->made[(backward ? 2 : 0) + (numbers == precision::f64 ? 1 : 0)];
    std::call_once(one.once, [&] { one.found = state_->find(backward, numbers); });
    one.found->run(input, output);
}

}  // namespace boxes
}  // namespace v0_2
}  // namespace stockham

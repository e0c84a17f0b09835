// Divides boxes into units and runs them as jobs.
#include "host_boxes.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <iterator>
#include <numeric>

#include <stockham/array.hpp>

#include "rank.hpp"

namespace stockham::boxes_internal {

namespace {

/// The slowest axis of several points that is not transformed; -1 if there is none.
int split_axis(const boxes::problem& what) {
    for (int axis = 0; axis < 3; ++axis)
        if (what.input[static_cast<std::size_t>(axis)] > 1 &&
            std::find(what.axes.begin(), what.axes.end(), axis) == what.axes.end())
            return axis;
    return -1;
}

/// Planes of a unit: a divisor of their number, so that all units are alike and have about 8 MiB.
std::size_t planes_of_unit(std::size_t planes, std::size_t bytes_of_plane) {
    std::size_t best = 1;
    for (std::size_t n = 1; n <= planes; ++n)
        if (planes % n == 0 && n * bytes_of_plane <= (std::size_t{8} << 20U)) best = n;
    return best;
}

std::size_t product(const std::size_t* begin, const std::size_t* end) {
    return std::accumulate(begin, end, std::size_t{1}, std::multiplies<>());
}

}  // namespace

transform transform_of(const boxes::problem& what, precision numbers) {
    transform made = transform_along(what.axes, {{what.input.begin(), what.input.end()}},
                                     {{what.output.begin(), what.output.end()}}, what.kind, numbers);
    made.direction = what.direction;
    made.scale = what.scale;
    if (is_real_input(what.kind) == is_real_output(what.kind)) made.placement = placement::in_place;
    return made;
}

host_transform::side host_transform::side_of(const boxes::shape& box, int split, std::size_t planes,
                                             std::size_t element) {
    const std::size_t* const all = box.data();
    side s;
    if (split < 0) {
        s.block = s.part = product(all, all + 3) * element;
        return s;
    }
    s.outer = product(all, all + split);
    s.block = product(all + split, all + 3) * element;
    s.part = s.block / all[split] * planes;
    return s;
}

host_transform::host_transform(const boxes::problem& what, precision numbers) {
    const int split = split_axis(what);
    const std::size_t real = real_size(numbers);
    const std::size_t input_element = is_real_input(what.kind) ? real : 2 * real;
    const std::size_t output_element = is_real_output(what.kind) ? real : 2 * real;
    std::size_t planes = 1, units = 1;
    boxes::problem unit = what;
    if (split >= 0) {
        const auto at = static_cast<std::size_t>(split);
        const std::size_t all = what.input[at];
        planes = planes_of_unit(all, product(what.input.begin(), what.input.end()) / all * input_element);
        units = all / planes;
        unit.input[at] = unit.output[at] = planes;
    }
    input_ = side_of(what.input, split, planes, input_element);
    output_ = side_of(what.output, split, planes, output_element);
    job_options options;
    options.devices = devices();
    options.copy_threads = bytes() <= small ? 1 : copy_threads();
    job_ = std::make_unique<job>(transform_of(unit, numbers), units, options);
}

std::size_t host_transform::bytes() const {
    return std::max(input_.bytes(), output_.bytes());
}

void host_transform::run(const void* input, void* output) const {
    const std::size_t in_pitch = job_->input_pitch(), out_pitch = job_->output_pitch();
    if (input_.is_packed(in_pitch) && output_.is_packed(out_pitch)) {
        job_->run(input, output);
        return;
    }
    const auto* from = static_cast<const char*>(input);
    auto* to = static_cast<char*>(output);
    job_->run(
        [&](std::size_t first, std::size_t units, void* target) {
            for (std::size_t k = 0; k < units; ++k)
                input_.for_each_part(first + k, [&](std::size_t place, std::size_t at, std::size_t n) {
                    std::memcpy(static_cast<char*>(target) + k * in_pitch + at, from + place, n);
                });
        },
        [&](std::size_t first, std::size_t units, const void* source) {
            for (std::size_t k = 0; k < units; ++k)
                output_.for_each_part(first + k, [&](std::size_t place, std::size_t at, std::size_t n) {
                    std::memcpy(to + place, static_cast<const char*>(source) + k * out_pitch + at, n);
                });
        });
}

host_transforms& host_transforms::of_process() {
    static auto* const one = new host_transforms;
    return *one;
}

std::shared_ptr<const host_transform> host_transforms::get(const boxes::problem& what, precision numbers) {
    const std::string name = to_string(transform_of(what, numbers));
    const std::lock_guard lock(mutex_);
    std::shared_ptr<const host_transform> found = known_[name].lock();
    if (!found) {
        for (auto each = known_.begin(); each != known_.end();)
            each = each->second.expired() ? known_.erase(each) : std::next(each);
        found = std::make_shared<host_transform>(what, numbers);
        known_[name] = found;
    }
    keep(found);
    return found;
}

void host_transforms::keep(const std::shared_ptr<const host_transform>& asked_for) {
    if (asked_for->bytes() > host_transform::small) return;
    kept_.remove(asked_for);
    kept_.push_front(asked_for);
    if (kept_.size() > most_kept) kept_.pop_back();
}

}  // namespace stockham::boxes_internal

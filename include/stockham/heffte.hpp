// A backend for heFFTe 2.4 (https://github.com/icl-utk-edu/heffte): heFFTe moves the data between the ranks of an MPI
// program, and each rank transforms its part on OpenCL devices. Include it after or instead of <heffte.h>, link both
// libraries, and use heffte::backend::stockham in place of heffte::backend::fftw (docs/clusters.md).
#pragma once

#include <heffte.h>

#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <stockham/heffte/devices.hpp>
#include <stockham/heffte/executors.hpp>
#include <stockham/stockham.hpp>

namespace heffte {
namespace backend {

/// The tag of the backend. Data are in host memory; a piece of them is uploaded and downloaded while others are
/// transformed.
struct stockham {};
/// Cosine and sine transforms of type 2; backward, of type 3. There are none of type 1, because heFFTe scales those by
/// the names of its own backends.
struct stockham_cos {};
struct stockham_sin {};

template <>
struct is_enabled<stockham> : std::true_type {};
template <>
struct is_enabled<stockham_cos> : std::true_type {};
template <>
struct is_enabled<stockham_sin> : std::true_type {};
template <>
struct uses_fft_types<stockham_cos> : std::false_type {};
template <>
struct uses_fft_types<stockham_sin> : std::false_type {};

template <>
inline std::string name<stockham>() {
    return "stockham";
}
template <>
inline std::string name<stockham_cos>() {
    return "stockham-cos-type-II";
}
template <>
inline std::string name<stockham_sin>() {
    return "stockham-sin-type-II";
}

}  // namespace backend

/// The parts of the backend that heFFTe does not call.
namespace stockham_detail {

/// The transforms of a box along some of its dimensions. The box is divided along a dimension that is not transformed
/// into equal pieces, the units of a job.
class box_transform {
  public:
    using shape = box_shape;

    /// The arguments are the parts of a box_problem.
    box_transform(::stockham::kind what, ::stockham::precision numbers, bool inverse, double scale, const shape& input,
                  const shape& output, const std::vector<int>& axes)
        : input_(input), output_(output), split_(split_axis(input, axes)) {
        const std::size_t size = ::stockham::real_size(numbers);
        input_element_ = ::stockham::is_real_input(what) ? size : 2 * size;
        output_element_ = ::stockham::is_real_output(what) ? size : 2 * size;
        per_unit_ = split_ < 0 ? 1 : planes_of_unit();
        shape unit_input = input, unit_output = output;
        if (split_ >= 0) unit_input[split_] = unit_output[split_] = per_unit_;
        const ::stockham::transform unit = transform_of({what, numbers, inverse, scale, unit_input, unit_output, axes});
        ::stockham::job_options options;
        options.devices = devices();
        options.copy_threads = bytes() <= small ? 1 : copy_threads();
        job_ = std::make_unique<::stockham::job>(unit, units(), options);
        one_after_the_other_ = is_packed(input, input_element_, job_->input_pitch()) &&
                               is_packed(output, output_element_, job_->output_pitch());
    }

    /// Bytes of a box whose transform is kept for the next executor.
    static constexpr std::size_t small = std::size_t{1} << 20;

    /// Bytes of the larger side of the box.
    std::size_t bytes() const {
        return std::max(input_[0] * input_[1] * input_[2] * input_element_,
                        output_[0] * output_[1] * output_[2] * output_element_);
    }

    /// Transforms `input` into `output`: the same array in place, another one otherwise. Thread-safe: runs of one
    /// object wait for each other. Throws as stockham::job::run().
    void run(const void* input, void* output) const {
        if (one_after_the_other_) {
            job_->run(input, output);
            return;
        }
        const auto* from = static_cast<const char*>(input);
        auto* to = static_cast<char*>(output);
        const std::size_t in_pitch = job_->input_pitch(), out_pitch = job_->output_pitch();
        job_->run(
            [&](std::size_t first, std::size_t units, void* target) {
                for (std::size_t k = 0; k < units; ++k)
                    copy_unit(input_, input_element_, first + k, [&](std::size_t place, std::size_t at, std::size_t n) {
                        std::memcpy(static_cast<char*>(target) + k * in_pitch + at, from + place, n);
                    });
            },
            [&](std::size_t first, std::size_t units, const void* source) {
                for (std::size_t k = 0; k < units; ++k)
                    copy_unit(output_, output_element_, first + k,
                              [&](std::size_t place, std::size_t at, std::size_t n) {
                                  std::memcpy(to + place, static_cast<const char*>(source) + k * out_pitch + at, n);
                              });
            });
    }

  private:
    /// The slowest axis of several points that is not transformed; -1 if there is none.
    static int split_axis(const shape& box, const std::vector<int>& axes) {
        for (int axis = 0; axis < 3; ++axis)
            if (box[axis] > 1 && std::find(axes.begin(), axes.end(), axis) == axes.end()) return axis;
        return -1;
    }

    /// Planes of a unit: a divisor of their number, so that all units are alike and have about 8 MiB.
    std::size_t planes_of_unit() const {
        const std::size_t planes = input_[split_];
        const std::size_t plane = input_[0] * input_[1] * input_[2] / planes * input_element_;
        std::size_t best = 1;
        for (std::size_t n = 1; n <= planes; ++n)
            if (planes % n == 0 && n * plane <= (std::size_t{8} << 20)) best = n;
        return best;
    }

    std::size_t units() const { return split_ < 0 ? 1 : input_[split_] / per_unit_; }

    /// True if the units of a side are one after the other in the box, at the pitch of the job. Devices that share the
    /// memory of the host then transform the box itself.
    bool is_packed(const shape& box, std::size_t element, std::size_t pitch) const {
        std::size_t outer = 1;
        for (int axis = 0; axis < split_; ++axis) outer *= box[axis];
        return outer == 1 && units() * pitch == box[0] * box[1] * box[2] * element;
    }

    /// Threads of this rank that copy to and from pinned memory.
    static unsigned copy_threads() {
        const std::size_t share = std::thread::hardware_concurrency() / ranks_of_host();
        return static_cast<unsigned>(std::min<std::size_t>(std::max<std::size_t>(share, 1), 8));
    }

    /// Calls `copy(place in the box, place in the unit, bytes)` for the contiguous parts of a unit.
    template <typename copy_function>
    void copy_unit(const shape& box, std::size_t element, std::size_t unit, const copy_function& copy) const {
        const std::size_t total = box[0] * box[1] * box[2] * element;
        if (split_ < 0) {
            copy(0, 0, total);
            return;
        }
        std::size_t outer = 1, inner = element;
        for (int axis = 0; axis < split_; ++axis) outer *= box[axis];
        for (int axis = split_ + 1; axis < 3; ++axis) inner *= box[axis];
        const std::size_t part = per_unit_ * inner;
        for (std::size_t k = 0; k < outer; ++k) copy(k * box[split_] * inner + unit * part, k * part, part);
    }

    shape input_, output_;
    int split_;
    std::size_t input_element_ = 0, output_element_ = 0, per_unit_ = 1;
    bool one_after_the_other_ = false;
    std::unique_ptr<::stockham::job> job_;
};

/// The transforms of this process: executors of equal problems share one, since a program often makes executors of the
/// same boxes again, and each transform takes a context, kernels and buffers. Thread-safe.
///
/// A transform lives as long as an executor uses it. Thereafter it is kept for the next executor while it is one of the
/// 32 small ones (boxes of at most 1 MiB) that were asked for last. The kept ones are not released at the end of
/// the process: the OpenCL library may be gone by then.
class transform_cache {
  public:
    static transform_cache& of_process() {
        static transform_cache* const one = new transform_cache;
        return *one;
    }

    /// Throws as the constructor of stockham::job.
    std::shared_ptr<box_transform> get(const box_problem& problem) {
        const std::lock_guard<std::mutex> lock(mutex_);
        std::shared_ptr<box_transform> found = known_[problem].lock();
        if (!found) {
            for (auto each = known_.begin(); each != known_.end();)
                each = each->second.expired() ? known_.erase(each) : std::next(each);
            found = std::apply([](const auto&... part) { return std::make_shared<box_transform>(part...); }, problem);
            known_[problem] = found;
        }
        keep(found);
        return found;
    }

  private:
    static constexpr std::size_t most_kept = 32;

    void keep(const std::shared_ptr<box_transform>& asked_for) {
        if (asked_for->bytes() > box_transform::small) return;
        kept_.remove(asked_for);
        kept_.push_front(asked_for);
        if (kept_.size() > most_kept) kept_.pop_back();
    }

    std::mutex mutex_;
    std::map<box_problem, std::weak_ptr<box_transform>> known_;
    std::list<std::shared_ptr<box_transform>> kept_;  // last asked for first
};

/// Where an executor's data are: host memory. Executors are made of heFFTe's stream, which is null here.
class in_host_memory {
  public:
    using transform = box_transform;

    in_host_memory(void*) {}

    std::shared_ptr<transform> get(const box_problem& problem) const {
        return transform_cache::of_process().get(problem);
    }
    template <typename real>
    void copy(const real* input, std::size_t n, std::complex<real>* output) const {
        std::copy_n(input, n, output);
    }
    template <typename real>
    void copy(const std::complex<real>* input, std::size_t n, real* output) const {
        std::transform(input, input + n, output, [](const std::complex<real>& z) { return z.real(); });
    }
};

}  // namespace stockham_detail

template <>
struct one_dim_backend<backend::stockham> {
    using executor = stockham_detail::executor_c2c<stockham_detail::in_host_memory>;
    using executor_r2c = stockham_detail::executor_r2c<stockham_detail::in_host_memory>;
};
template <>
struct one_dim_backend<backend::stockham_cos> {
    using executor = stockham_detail::executor_cos<stockham_detail::in_host_memory>;
    using executor_r2c = void;
};
template <>
struct one_dim_backend<backend::stockham_sin> {
    using executor = stockham_detail::executor_sin<stockham_detail::in_host_memory>;
    using executor_r2c = void;
};

/// heFFTe reorders the data, so that most transforms are along contiguous lines, whose pieces are contiguous, too.
template <>
struct default_plan_options<backend::stockham> {
    static const bool use_reorder = true;
};
template <>
struct default_plan_options<backend::stockham_cos> : default_plan_options<backend::stockham> {};
template <>
struct default_plan_options<backend::stockham_sin> : default_plan_options<backend::stockham> {};

}  // namespace heffte

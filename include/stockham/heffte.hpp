// A backend for heFFTe 2.4 (https://github.com/icl-utk-edu/heffte): heFFTe moves the data between the ranks of an MPI
// program, and each rank transforms its part on OpenCL devices. Include it after or instead of <heffte.h>, link both
// libraries, and use heffte::backend::stockham in place of heffte::backend::fftw (docs/clusters.md).
#pragma once

#include <heffte.h>

#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <cstdlib>
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

/// A number that a launcher of MPI programs sets for each rank; `otherwise` if there is none.
inline std::size_t launcher_number(std::initializer_list<const char*> names, std::size_t otherwise) {
    for (const char* each : names)
        if (const char* text = std::getenv(each)) return static_cast<std::size_t>(std::strtoul(text, nullptr, 10));
    return otherwise;
}

inline std::size_t ranks_of_host() {
    return std::max<std::size_t>(1, launcher_number({"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS",
                                                     "MV2_COMM_WORLD_LOCAL_SIZE", "SLURM_NTASKS_PER_NODE"},
                                                    1));
}

/// The devices of this rank: that of STOCKHAM_DEVICE if it is set; else the GPUs of the host, or its other devices if
/// it has none, divided among the ranks of the host. The launchers of Open MPI, MPICH, MVAPICH and Slurm number these.
inline std::vector<cl_device_id> choose_devices() {
    const char* word = std::getenv("STOCKHAM_DEVICE");
    std::vector<cl_device_id> all;
    if (!word || !*word) {
        for (const bool gpus : {true, false}) {
            for (cl_device_id each : ::stockham::devices()) {
                const ::stockham::device_description about = ::stockham::describe(each);
                if (about.available && about.has_compiler && (about.kind == ::stockham::device_kind::gpu) == gpus)
                    all.push_back(each);
            }
            if (!all.empty()) break;
        }
    }
    if (all.empty()) return {::stockham::choose_device()};  // or its error
    const std::size_t rank = launcher_number(
        {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "MV2_COMM_WORLD_LOCAL_RANK", "SLURM_LOCALID"}, 0);
    std::vector<cl_device_id> own;
    for (std::size_t k = rank % all.size(); k < all.size(); k += ranks_of_host()) own.push_back(all[k]);
    return own;
}

/// The devices of this process, chosen at the first call. Thread-safe.
inline const std::vector<cl_device_id>& devices() {
    static const std::vector<cl_device_id> chosen = choose_devices();
    return chosen;
}

/// The points of a box along its dimensions, slowest first.
using box_shape = std::array<std::size_t, 3>;

/// A transform of a box: its kind, precision, direction (true: inverse) and scale, the points of both sides, and the
/// axes to transform. The sides are the same, except that a Hermitian side is halved along the last of the axes.
using box_problem =
    std::tuple<::stockham::kind, ::stockham::precision, bool, double, box_shape, box_shape, std::vector<int>>;

/// In place if both sides have elements of the same size.
inline ::stockham::transform transform_of(const box_problem& problem) {
    const auto& [what, numbers, inverse, scale, input, output, axes] = problem;
    ::stockham::transform made = ::stockham::transform_along(axes, {{input.begin(), input.end()}},
                                                             {{output.begin(), output.end()}}, what, numbers);
    if (inverse) made.direction = ::stockham::direction::inverse;
    made.scale = scale;
    if (::stockham::is_real_input(what) == ::stockham::is_real_output(what))
        made.placement = ::stockham::placement::in_place;
    return made;
}

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

/// A transform that is asked for when it is first used, because heFFTe makes executors for precisions and directions
/// that it does not use. Thread-safe.
template <typename place, typename scalar>
class lazy_transform {
  public:
    template <typename... arguments>
    void run(const place& where, const void* input, void* output, ::stockham::kind what, bool inverse,
             const arguments&... more) {
        constexpr auto numbers =
            std::is_same<scalar, float>::value ? ::stockham::precision::f32 : ::stockham::precision::f64;
        std::call_once(once_, [&] { found_ = where.get({what, numbers, inverse, more...}); });
        found_->run(input, output);
    }

  private:
    std::once_flag once_;
    std::shared_ptr<typename place::transform> found_;
};

/// The points of a box along its dimensions, slowest first.
template <typename index>
box_shape shape_of(const box3d<index>& box) {
    return {static_cast<std::size_t>(std::max<index>(box.osize(2), 0)),
            static_cast<std::size_t>(std::max<index>(box.osize(1), 0)),
            static_cast<std::size_t>(std::max<index>(box.osize(0), 0))};
}

/// The axis of shape_of() for a dimension of a box.
template <typename index>
int axis_of(const box3d<index>& box, int dimension) {
    for (int place = 0; place < 3; ++place)
        if (box.order[place] == dimension) return 2 - place;
    return 0;
}

/// Complex transforms of a box along one, two or three dimensions, of data in a place. Thread-safe as far as arrays
/// differ; transforms of executors of equal boxes wait for each other.
template <typename place>
class executor_c2c : public executor_base {
  public:
    using executor_base::backward;
    using executor_base::forward;

    template <typename index>
    executor_c2c(place where, const box3d<index> box, int dimension)
        : executor_c2c(std::move(where), box, std::vector<int>{axis_of(box, dimension)}) {}
    template <typename index>
    executor_c2c(place where, const box3d<index> box, int first, int second)
        : executor_c2c(std::move(where), box, std::vector<int>{axis_of(box, first), axis_of(box, second)}) {}
    template <typename index>
    executor_c2c(place where, const box3d<index> box)
        : executor_c2c(std::move(where), box, std::vector<int>{0, 1, 2}) {}

    void forward(std::complex<float> data[], std::complex<float>*) const override { run(f32_[0], data, false); }
    void backward(std::complex<float> data[], std::complex<float>*) const override { run(f32_[1], data, true); }
    void forward(std::complex<double> data[], std::complex<double>*) const override { run(f64_[0], data, false); }
    void backward(std::complex<double> data[], std::complex<double>*) const override { run(f64_[1], data, true); }

    void forward(const float input[], std::complex<float> output[], std::complex<float>*) const override {
        where_.copy(input, size_, output);
        run(f32_[0], output, false);
    }
    void backward(std::complex<float> input[], float output[], std::complex<float>*) const override {
        run(f32_[1], input, true);
        where_.copy(input, size_, output);
    }
    void forward(const double input[], std::complex<double> output[], std::complex<double>*) const override {
        where_.copy(input, size_, output);
        run(f64_[0], output, false);
    }
    void backward(std::complex<double> input[], double output[], std::complex<double>*) const override {
        run(f64_[1], input, true);
        where_.copy(input, size_, output);
    }

    int box_size() const override { return static_cast<int>(size_); }
    size_t workspace_size() const override { return 0; }

  private:
    template <typename index>
    executor_c2c(place where, const box3d<index>& box, std::vector<int> axes)
        : where_(std::move(where)), shape_(shape_of(box)), axes_(std::move(axes)),
          size_(static_cast<std::size_t>(std::max<long long>(box.count(), 0))) {}

    template <typename scalar>
    void run(lazy_transform<place, scalar>& made, std::complex<scalar>* data, bool inverse) const {
        if (size_) made.run(where_, data, data, ::stockham::kind::c2c, inverse, 1.0, shape_, shape_, axes_);
    }

    place where_;
    box_shape shape_;
    std::vector<int> axes_;
    std::size_t size_;
    mutable std::array<lazy_transform<place, float>, 2> f32_;
    mutable std::array<lazy_transform<place, double>, 2> f64_;
};

/// Transforms between a box of real numbers and its half spectrum along one dimension, of data in a place.
template <typename place>
class executor_r2c : public executor_base {
  public:
    using executor_base::backward;
    using executor_base::forward;

    template <typename index>
    executor_r2c(place where, const box3d<index> box, int dimension)
        : where_(std::move(where)), real_(shape_of(box)), half_(real_), axes_{axis_of(box, dimension)} {
        std::size_t& halved = half_[static_cast<std::size_t>(axes_[0])];
        if (halved) halved = halved / 2 + 1;
    }

    void forward(const float input[], std::complex<float> output[], std::complex<float>*) const override {
        to_half(f32_[0], input, output);
    }
    void backward(std::complex<float> input[], float output[], std::complex<float>*) const override {
        to_real(f32_[1], input, output);
    }
    void forward(const double input[], std::complex<double> output[], std::complex<double>*) const override {
        to_half(f64_[0], input, output);
    }
    void backward(std::complex<double> input[], double output[], std::complex<double>*) const override {
        to_real(f64_[1], input, output);
    }

    int box_size() const override { return static_cast<int>(real_[0] * real_[1] * real_[2]); }
    int complex_size() const override { return static_cast<int>(half_[0] * half_[1] * half_[2]); }
    size_t workspace_size() const override { return 0; }

  private:
    template <typename scalar>
    void to_half(lazy_transform<place, scalar>& made, const void* input, void* output) const {
        if (box_size()) made.run(where_, input, output, ::stockham::kind::r2c, false, 1.0, real_, half_, axes_);
    }
    template <typename scalar>
    void to_real(lazy_transform<place, scalar>& made, const void* input, void* output) const {
        if (box_size()) made.run(where_, input, output, ::stockham::kind::c2r, true, 1.0, half_, real_, axes_);
    }

    place where_;
    box_shape real_, half_;
    std::vector<int> axes_;
    mutable std::array<lazy_transform<place, float>, 2> f32_;
    mutable std::array<lazy_transform<place, double>, 2> f64_;
};

/// Cosine or sine transforms of a box along one, two or three dimensions, of data in a place. Backward, each dimension
/// has the factor 2 that heFFTe expects of backends that it does not know.
template <typename place, ::stockham::kind forward_kind, ::stockham::kind backward_kind>
class executor_r2r : public executor_base {
  public:
    using executor_base::backward;
    using executor_base::forward;

    template <typename index>
    executor_r2r(place where, const box3d<index> box, int dimension)
        : executor_r2r(std::move(where), box, std::vector<int>{axis_of(box, dimension)}) {}
    template <typename index>
    executor_r2r(place where, const box3d<index> box, int first, int second)
        : executor_r2r(std::move(where), box, std::vector<int>{axis_of(box, first), axis_of(box, second)}) {}
    template <typename index>
    executor_r2r(place where, const box3d<index> box)
        : executor_r2r(std::move(where), box, std::vector<int>{0, 1, 2}) {}

    void forward(float data[], float*) const override { run(f32_[0], data, forward_kind, 1); }
    void backward(float data[], float*) const override { run(f32_[1], data, backward_kind, factor()); }
    void forward(double data[], double*) const override { run(f64_[0], data, forward_kind, 1); }
    void backward(double data[], double*) const override { run(f64_[1], data, backward_kind, factor()); }

    int box_size() const override { return static_cast<int>(shape_[0] * shape_[1] * shape_[2]); }
    size_t workspace_size() const override { return 0; }

  private:
    template <typename index>
    executor_r2r(place where, const box3d<index>& box, std::vector<int> axes)
        : where_(std::move(where)), shape_(shape_of(box)), axes_(std::move(axes)) {}

    double factor() const { return static_cast<double>(1 << axes_.size()); }

    template <typename scalar>
    void run(lazy_transform<place, scalar>& made, scalar* data, ::stockham::kind what, double scale) const {
        if (box_size()) made.run(where_, data, data, what, false, scale, shape_, shape_, axes_);
    }

    place where_;
    box_shape shape_;
    std::vector<int> axes_;
    mutable std::array<lazy_transform<place, float>, 2> f32_;
    mutable std::array<lazy_transform<place, double>, 2> f64_;
};

template <typename place>
using executor_cos = executor_r2r<place, ::stockham::kind::dct2, ::stockham::kind::dct3>;
template <typename place>
using executor_sin = executor_r2r<place, ::stockham::kind::dst2, ::stockham::kind::dst3>;

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

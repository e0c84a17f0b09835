// heFFTe's executors for its backends here, which differ in where the data are.
#pragma once

#include <heffte.h>

#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <memory>
#include <mutex>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <stockham/stockham.hpp>

namespace heffte {
namespace stockham_detail {

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
}  // namespace heffte

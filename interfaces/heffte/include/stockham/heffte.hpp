// A backend for heFFTe 2.4 (https://github.com/icl-utk-edu/heffte): heFFTe moves the data between the ranks of an MPI
// program, and each rank transforms its part on OpenCL devices. Include it after or instead of <heffte.h>, link heFFTe
// and stockham::heffte, and use heffte::backend::stockham in place of heffte::backend::fftw (docs/clusters.md).
#pragma once

#include <heffte.h>

#include <algorithm>
#include <complex>
#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include <stockham/heffte/boxes.hpp>

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

/// The parts of the backend that heFFTe does not name.
namespace stockham_detail {

namespace boxes = ::stockham::boxes;

/// The points of a box along its dimensions, slowest first.
template <typename index>
boxes::shape shape_of(const box3d<index>& box) {
    const auto points = [&](int place) { return static_cast<std::size_t>(std::max<index>(box.osize(place), 0)); };
    return {points(2), points(1), points(0)};
}
inline std::size_t count_of(const boxes::shape& box) {
    return box[0] * box[1] * box[2];
}

/// The axes of shape_of() for dimensions of a box; for none, all axes.
template <typename index>
std::vector<int> axes_of(const box3d<index>& box, const std::vector<int>& dimensions) {
    if (dimensions.empty()) return {0, 1, 2};
    std::vector<int> axes;
    for (const int each : dimensions)
        axes.push_back(2 - static_cast<int>(std::find(box.order.begin(), box.order.end(), each) - box.order.begin()));
    return axes;
}

template <typename real>
constexpr ::stockham::precision precision_of() {
    return std::is_same<real, float>::value ? ::stockham::precision::f32 : ::stockham::precision::f64;
}

/// Transforms of a box. heFFTe's stream says where its data are: a null pointer, in host memory; a device_queue, on the
/// device. Thread-safe as boxes::transforms.
class box_executor : public executor_base {
  public:
    int box_size() const override { return static_cast<int>(size_); }
    size_t workspace_size() const override { return 0; }

  protected:
    template <typename stream>
    box_executor(const stream& where, const boxes::shape& box, const boxes::problem& forward,
                 const boxes::problem& backward)
        : size_(count_of(box)), transforms_(where, forward, backward) {}

    template <typename real>
    void run(bool backward, const void* input, void* output) const {
        transforms_.run(backward, precision_of<real>(), input, output);
    }

    std::size_t size_;
    boxes::transforms transforms_;
};

/// Complex transforms of a box along one, two or three dimensions.
class executor_c2c : public box_executor {
  public:
    using executor_base::backward;
    using executor_base::forward;

    template <typename stream, typename index, typename... dimensions>
    executor_c2c(const stream& where, const box3d<index> box, dimensions... which)
        : executor_c2c(where, shape_of(box), axes_of(box, {which...})) {}

    void forward(std::complex<float> data[], std::complex<float>*) const override { run<float>(false, data, data); }
    void backward(std::complex<float> data[], std::complex<float>*) const override { run<float>(true, data, data); }
    void forward(std::complex<double> data[], std::complex<double>*) const override { run<double>(false, data, data); }
    void backward(std::complex<double> data[], std::complex<double>*) const override { run<double>(true, data, data); }
    void forward(const float input[], std::complex<float> output[], std::complex<float>*) const override {
        from_real(input, output);
    }
    void backward(std::complex<float> input[], float output[], std::complex<float>*) const override {
        to_real(input, output);
    }
    void forward(const double input[], std::complex<double> output[], std::complex<double>*) const override {
        from_real(input, output);
    }
    void backward(std::complex<double> input[], double output[], std::complex<double>*) const override {
        to_real(input, output);
    }

  private:
    template <typename stream>
    executor_c2c(const stream& where, const boxes::shape& box, const std::vector<int>& axes)
        : box_executor(where, box, {::stockham::kind::c2c, ::stockham::direction::forward, 1, box, box, axes},
                       {::stockham::kind::c2c, ::stockham::direction::inverse, 1, box, box, axes}) {}

    template <typename real>
    void from_real(const real* input, std::complex<real>* output) const {
        transforms_.to_complex(precision_of<real>(), input, size_, output);
        run<real>(false, output, output);
    }
    template <typename real>
    void to_real(std::complex<real>* input, real* output) const {
        run<real>(true, input, input);
        transforms_.to_real(precision_of<real>(), input, size_, output);
    }
};

/// Transforms between a box of real numbers and its half spectrum along one dimension.
class executor_r2c : public box_executor {
  public:
    using executor_base::backward;
    using executor_base::forward;

    template <typename stream, typename index>
    executor_r2c(const stream& where, const box3d<index> box, int dimension)
        : executor_r2c(where, shape_of(box), axes_of(box, {dimension})) {}

    void forward(const float input[], std::complex<float> output[], std::complex<float>*) const override {
        run<float>(false, input, output);
    }
    void backward(std::complex<float> input[], float output[], std::complex<float>*) const override {
        run<float>(true, input, output);
    }
    void forward(const double input[], std::complex<double> output[], std::complex<double>*) const override {
        run<double>(false, input, output);
    }
    void backward(std::complex<double> input[], double output[], std::complex<double>*) const override {
        run<double>(true, input, output);
    }
    int complex_size() const override { return static_cast<int>(complex_size_); }

  private:
    template <typename stream>
    executor_r2c(const stream& where, const boxes::shape& box, const std::vector<int>& axes)
        : executor_r2c(where, box, halved(box, axes[0]), axes) {}
    template <typename stream>
    executor_r2c(const stream& where, const boxes::shape& box, const boxes::shape& half, const std::vector<int>& axes)
        : box_executor(where, box, {::stockham::kind::r2c, ::stockham::direction::forward, 1, box, half, axes},
                       {::stockham::kind::c2r, ::stockham::direction::inverse, 1, half, box, axes}),
          complex_size_(count_of(half)) {}

    static boxes::shape halved(boxes::shape box, int axis) {
        std::size_t& points = box[static_cast<std::size_t>(axis)];
        if (points) points = points / 2 + 1;
        return box;
    }

    std::size_t complex_size_;
};

/// Cosine or sine transforms of a box along one, two or three dimensions. Backward, each dimension has the factor 2
/// that heFFTe expects of backends that it does not know.
template <::stockham::kind forward_kind, ::stockham::kind backward_kind>
class executor_r2r : public box_executor {
  public:
    using executor_base::backward;
    using executor_base::forward;

    template <typename stream, typename index, typename... dimensions>
    executor_r2r(const stream& where, const box3d<index> box, dimensions... which)
        : executor_r2r(where, shape_of(box), axes_of(box, {which...})) {}

    void forward(float data[], float*) const override { run<float>(false, data, data); }
    void backward(float data[], float*) const override { run<float>(true, data, data); }
    void forward(double data[], double*) const override { run<double>(false, data, data); }
    void backward(double data[], double*) const override { run<double>(true, data, data); }

  private:
    template <typename stream>
    executor_r2r(const stream& where, const boxes::shape& box, const std::vector<int>& axes)
        : box_executor(
              std::move(where), box, {forward_kind, ::stockham::direction::forward, 1, box, box, axes},
              {backward_kind, ::stockham::direction::forward, static_cast<double>(1 << axes.size()), box, box, axes}) {}
};

struct complex_executors {
    using executor = executor_c2c;
    using executor_r2c = stockham_detail::executor_r2c;
};
struct cosine_executors {
    using executor = executor_r2r<::stockham::kind::dct2, ::stockham::kind::dct3>;
    using executor_r2c = void;
};
struct sine_executors {
    using executor = executor_r2r<::stockham::kind::dst2, ::stockham::kind::dst3>;
    using executor_r2c = void;
};
/// heFFTe reorders the data, so that most transforms are along contiguous lines, whose pieces are contiguous, too.
struct plan_options_of_backend {
    static const bool use_reorder = true;
};

}  // namespace stockham_detail

template <>
struct one_dim_backend<backend::stockham> : stockham_detail::complex_executors {};
template <>
struct one_dim_backend<backend::stockham_cos> : stockham_detail::cosine_executors {};
template <>
struct one_dim_backend<backend::stockham_sin> : stockham_detail::sine_executors {};

template <>
struct default_plan_options<backend::stockham> : stockham_detail::plan_options_of_backend {};
template <>
struct default_plan_options<backend::stockham_cos> : stockham_detail::plan_options_of_backend {};
template <>
struct default_plan_options<backend::stockham_sin> : stockham_detail::plan_options_of_backend {};

}  // namespace heffte

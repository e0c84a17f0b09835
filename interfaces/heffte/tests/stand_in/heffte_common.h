// A stand-in for heFFTe's header of this name: the declarations that a backend needs, as heFFTe 2.4 documents them. With its
// neighbours it lets stockham/heffte.hpp and heffte_device.hpp compile and run without heFFTe and MPI;
// scripts/heffte.sh runs heFFTe's own tests.
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include <heffte_config.h>

namespace heffte {

namespace tag {
struct cpu {};
struct gpu {};
}  // namespace tag

namespace backend {
template <typename>
struct is_enabled : std::false_type {};
template <typename>
struct uses_fft_types : std::true_type {};
template <typename>
std::string name() {
    return "unknown";
}
template <typename>
struct data_manipulator {};
template <typename>
struct device_instance {};
template <typename>
struct default_backend {};
template <typename, void* = nullptr>
struct buffer_traits {
    using location = tag::cpu;
    template <typename scalar>
    using container = std::vector<scalar>;
};
}  // namespace backend

template <typename index = int>
struct box3d {
    box3d(std::array<index, 3> first, std::array<index, 3> last, std::array<int, 3> fastest_first = {0, 1, 2})
        : low(first), high(last), size{last[0] - first[0] + 1, last[1] - first[1] + 1, last[2] - first[2] + 1},
          order(fastest_first) {}
    bool empty() const { return size[0] <= 0 || size[1] <= 0 || size[2] <= 0; }
    long long count() const { return empty() ? 0 : static_cast<long long>(size[0]) * size[1] * size[2]; }
    index osize(int place) const { return size[static_cast<std::size_t>(order[static_cast<std::size_t>(place)])]; }

    std::array<index, 3> low, high, size;
    std::array<int, 3> order;
};

class executor_base {
  public:
    virtual ~executor_base() = default;
    virtual void forward(float[], float*) const {}
    virtual void forward(double[], double*) const {}
    virtual void backward(float[], float*) const {}
    virtual void backward(double[], double*) const {}
    virtual void forward(std::complex<float>[], std::complex<float>*) const {}
    virtual void forward(std::complex<double>[], std::complex<double>*) const {}
    virtual void backward(std::complex<float>[], std::complex<float>*) const {}
    virtual void backward(std::complex<double>[], std::complex<double>*) const {}
    virtual void forward(const float[], std::complex<float>[], std::complex<float>*) const {}
    virtual void forward(const double[], std::complex<double>[], std::complex<double>*) const {}
    virtual void backward(std::complex<float>[], float[], std::complex<float>*) const {}
    virtual void backward(std::complex<double>[], double[], std::complex<double>*) const {}
    virtual int box_size() const { return 0; }
    virtual std::size_t workspace_size() const { return 0; }
    virtual int complex_size() const { return box_size(); }
};

template <typename>
struct one_dim_backend {};
template <typename>
struct default_plan_options {};

}  // namespace heffte

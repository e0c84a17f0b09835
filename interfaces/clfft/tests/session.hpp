// A device, buffers and plans for tests that link libclFFT.so.2.
#pragma once

#include <boost/test/unit_test.hpp>

#include <complex>
#include <vector>

#include "clFFT.h"
#include "trial.hpp"

using complex = std::complex<float>;

/// The device of all tests, after clfftSetup.
inline const opencl_device& device() {
    static const opencl_device one = [] {
        clfftSetupData data;
        clfftInitSetupData(&data);
        BOOST_REQUIRE_EQUAL(clfftSetup(&data), CLFFT_SUCCESS);
        return open_device();
    }();
    return one;
}

/// Creates a buffer with these values.
template <class Value>
cl_mem buffer_of(const std::vector<Value>& values, const opencl_device& o = device()) {
    return clCreateBuffer(o.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, values.size() * sizeof(Value),
                          const_cast<Value*>(values.data()), nullptr);
}

template <class Value>
std::vector<Value> values_of(cl_mem buffer, std::size_t n, const opencl_device& o = device()) {
    std::vector<Value> values(n);
    BOOST_REQUIRE_EQUAL(
        clEnqueueReadBuffer(o.queue, buffer, CL_TRUE, 0, n * sizeof(Value), values.data(), 0, nullptr, nullptr),
        CL_SUCCESS);
    return values;
}

inline clfftPlanHandle plan_of(std::vector<std::size_t> lengths, const opencl_device& o = device()) {
    clfftPlanHandle h = 0;
    BOOST_REQUIRE_EQUAL(clfftCreateDefaultPlan(&h, o.context, static_cast<clfftDim>(lengths.size()), lengths.data()),
                        CLFFT_SUCCESS);
    return h;
}

inline clfftStatus bake(clfftPlanHandle h, const opencl_device& o = device()) {
    auto queue = o.queue;
    return clfftBakePlan(h, 1, &queue, nullptr, nullptr);
}

/// Executes a plan and waits for it.
inline clfftStatus run(clfftPlanHandle h, clfftDirection direction, std::vector<cl_mem> in,
                       std::vector<cl_mem> out = {}, cl_mem temporary = nullptr, const opencl_device& o = device()) {
    auto queue = o.queue;
    const auto status = clfftEnqueueTransform(h, direction, 1, &queue, 0, nullptr, nullptr, in.data(),
                                              out.empty() ? nullptr : out.data(), temporary);
    clFinish(o.queue);
    return status;
}

/// Small integers, the same on each call.
inline std::vector<complex> ramp(std::size_t n) {
    std::vector<complex> values(n);
    for (std::size_t k = 0; k < n; ++k)
        values[k] = {static_cast<float>(k * 7 % 11) - 5, static_cast<float>(k * 5 % 13) - 6};
    return values;
}

/// The 1-D discrete Fourier transform by its definition; sign -1 is forward.
inline std::vector<complex> sums(const std::vector<complex>& x, int sign) {
    std::vector<complex> all;
    const auto n = static_cast<double>(x.size());
    for (std::size_t k = 0; k < x.size(); ++k) {
        std::complex<double> sum = 0;
        for (std::size_t i = 0; i < x.size(); ++i)
            sum += std::complex<double>(x[i]) *
                   std::polar(1.0, sign * 2 * 3.14159265358979323846 * static_cast<double>(k * i) / n);
        all.emplace_back(sum);
    }
    return all;
}

template <class Value>
double difference(const std::vector<Value>& a, const std::vector<Value>& b) {
    double far = 0, size = 0;
    BOOST_REQUIRE_EQUAL(a.size(), b.size());
    for (std::size_t k = 0; k < a.size(); ++k) {
        far += std::norm(a[k] - b[k]);
        size += std::norm(b[k]);
    }
    return std::sqrt(far / size);
}

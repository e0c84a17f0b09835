// Several threads create, bake, run and destroy plans at once, or share one plan.
#include "session.hpp"

#include <atomic>
#include <thread>

namespace {

constexpr int threads = 4;

/// A new queue on the common device.
opencl_device own_queue() {
    auto o = device();
    o.queue = clCreateCommandQueue(o.context, o.device, 0, nullptr);
    return o;
}

/// Checks one transform without Boost.Test's macros, which are not thread-safe.
bool is_right(clfftPlanHandle h, const std::vector<complex>& x, const std::vector<complex>& wanted,
              const opencl_device& o) {
    cl_mem data = buffer_of(x, o);
    auto queue = o.queue;
    std::vector<complex> got(x.size());
    const bool ran = clfftEnqueueTransform(h, CLFFT_FORWARD, 1, &queue, 0, nullptr, nullptr, &data, nullptr, nullptr) ==
                         CLFFT_SUCCESS &&
                     clEnqueueReadBuffer(o.queue, data, CL_TRUE, 0, got.size() * sizeof(complex), got.data(), 0,
                                         nullptr, nullptr) == CL_SUCCESS;
    clReleaseMemObject(data);
    double far = 0, size = 0;
    for (std::size_t k = 0; k < got.size(); ++k) {
        far += std::norm(got[k] - wanted[k]);
        size += std::norm(wanted[k]);
    }
    return ran && far < 1e-12 * size;
}

template <class Body>
int wrong_in_threads(const Body& body) {
    device();
    std::atomic<int> wrong{0};
    std::vector<std::thread> all;
    for (int t = 0; t < threads; ++t)
        all.emplace_back([&, t] {
            const auto o = own_queue();
            for (int k = 0; k < 5; ++k)
                if (!body(o, t, k)) ++wrong;
            clReleaseCommandQueue(o.queue);
        });
    for (auto& each : all) each.join();
    return wrong;
}

}  // namespace

BOOST_AUTO_TEST_CASE(plans_of_their_own) {
    const int wrong = wrong_in_threads([](const opencl_device& o, int t, int k) {
        const std::size_t n = 8U + static_cast<std::size_t>(t + k) % 3;
        clfftPlanHandle h = 0;
        auto queue = o.queue;
        const auto x = ramp(n);
        const bool right = clfftCreateDefaultPlan(&h, o.context, CLFFT_1D, &n) == CLFFT_SUCCESS &&
                           clfftBakePlan(h, 1, &queue, nullptr, nullptr) == CLFFT_SUCCESS &&
                           is_right(h, x, sums(x, -1), o);
        return clfftDestroyPlan(&h) == CLFFT_SUCCESS && right;
    });
    BOOST_TEST(wrong == 0);
}

/// A transform of 4099 points needs temporary memory, which each queue has of its own.
BOOST_AUTO_TEST_CASE(one_plan_of_all) {
    auto h = plan_of({4099});
    const auto x = ramp(4099);
    const auto wanted = sums(x, -1);
    BOOST_TEST(wrong_in_threads([&](const opencl_device& o, int, int) { return is_right(h, x, wanted, o); }) == 0);
    clfftDestroyPlan(&h);
}

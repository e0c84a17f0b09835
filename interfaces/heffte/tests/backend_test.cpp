// The executors of stockham/heffte.hpp, with the stand-in for heFFTe: every dimension and order of a box
// against the definition of the transform.
#include <stockham/heffte.hpp>

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <complex>
#include <memory>
#include <thread>
#include <vector>

#include <stockham/error.hpp>

#include "boxes_by_definition.hpp"
#include "host_boxes.hpp"
#include "rank.hpp"

namespace {

using namespace heffte_boxes;
using tag = heffte::backend::stockham;
using complex_executor = heffte::one_dim_backend<tag>::executor;
using half_executor = heffte::one_dim_backend<tag>::executor_r2c;

template <typename scalar>
void check_complex(const box3d<>& box, const complex_executor& executor, const std::vector<int>& dimensions) {
    const auto count = static_cast<std::size_t>(box.count());
    BOOST_TEST(executor.box_size() == box.count());
    BOOST_TEST(executor.workspace_size() == 0u);
    const auto x = random_complex<scalar>(count);
    std::vector<std::complex<double>> wanted(x.begin(), x.end());
    for (int each : dimensions) wanted = along(box, each, wanted, root);
    auto y = x;
    executor.forward(y.data(), nullptr);
    BOOST_TEST(difference({y.begin(), y.end()}, wanted) < tolerance<scalar>());
    executor.backward(y.data(), nullptr);
    double points = 1;
    for (int each : dimensions) points *= box.size[static_cast<std::size_t>(each)];
    for (auto& each : y) each /= static_cast<scalar>(points);
    BOOST_TEST(difference(y, x) < tolerance<scalar>());
}

template <typename scalar>
void check_half(const box3d<>& box, int dimension) {
    const half_executor executor(nullptr, box, dimension);
    std::array<int, 3> last = box.high;
    last[static_cast<std::size_t>(dimension)] = box.size[static_cast<std::size_t>(dimension)] / 2;
    const box3d<> half({0, 0, 0}, last, box.order);
    BOOST_TEST(executor.box_size() == box.count());
    BOOST_TEST(executor.complex_size() == half.count());
    const auto x = random_reals<scalar>(static_cast<std::size_t>(box.count()));
    const auto whole = along(box, dimension, std::vector<std::complex<double>>(x.begin(), x.end()), root);
    std::vector<std::complex<scalar>> y(static_cast<std::size_t>(half.count()));
    executor.forward(x.data(), y.data(), nullptr);

    const auto n = static_cast<std::size_t>(box.size[static_cast<std::size_t>(dimension)]);
    const std::size_t stride = stride_of(box, dimension);
    std::vector<std::complex<double>> wanted;
    for (std::size_t place = 0; place < whole.size(); ++place)
        if (place / stride % n <= n / 2) wanted.push_back(whole[place]);
    BOOST_TEST(difference({y.begin(), y.end()}, wanted) < tolerance<scalar>());

    auto back = x;
    executor.backward(y.data(), back.data(), nullptr);
    for (scalar& each : back) each /= static_cast<scalar>(n);
    BOOST_TEST(difference(back, x) < tolerance<scalar>());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(heffte_backend_test)

BOOST_AUTO_TEST_CASE(every_dimension) {
    const box3d<> box({0, 0, 0}, {4, 3, 5});
    for (int each = 0; each < 3; ++each) BOOST_TEST_CONTEXT("dimension " << each) {
            check_complex<double>(box, complex_executor(nullptr, box, each), {each});
        }
    check_half<double>(box, 1);
}

BOOST_AUTO_TEST_CASE(another_order) {
    const box3d<> box({0, 0, 0}, {4, 3, 5}, {2, 0, 1});
    check_complex<double>(box, complex_executor(nullptr, box, 2, 1), {1, 2});
    check_complex<double>(box, complex_executor(nullptr, box), {0, 1, 2});
    check_half<double>(box, 0);
}

BOOST_AUTO_TEST_CASE(single_precision) {
    const box3d<> box({0, 0, 0}, {4, 3, 5});
    check_complex<float>(box, complex_executor(nullptr, box, 1), {1});
    check_half<float>(box, 0);
}

BOOST_AUTO_TEST_CASE(real_data_of_complex_executors) {
    const box3d<> box({0, 0, 0}, {3, 1, 1});
    const complex_executor executor(nullptr, box, 0);
    const auto x = random_reals<double>(16);
    std::vector<std::complex<double>> y(16);
    executor.forward(x.data(), y.data(), nullptr);
    BOOST_TEST(difference(y, along(box, 0, std::vector<std::complex<double>>(x.begin(), x.end()), root)) < 1e-15);
    std::vector<double> back(16);
    executor.backward(y.data(), back.data(), nullptr);
    for (double& each : back) each /= 4;
    BOOST_TEST(difference(back, x) < 1e-15);
}

BOOST_AUTO_TEST_CASE(cosines_and_sines) {
    const box3d<> box({0, 0, 0}, {4, 3, 1});
    const auto x = random_reals<double>(40);
    auto y = x;
    const heffte::one_dim_backend<heffte::backend::stockham_cos>::executor cosine(nullptr, box, 1);
    cosine.forward(y.data(), nullptr);
    const auto cosines = [](double j, double k, double n) { return 2 * std::cos(pi * k * (2 * j + 1) / (2 * n)); };
    BOOST_TEST(difference(y, along(box, 1, x, cosines)) < 1e-15);
    cosine.backward(y.data(), nullptr);
    for (double& each : y) each /= 4 * 4;  // heFFTe divides by four times the length
    BOOST_TEST(difference(y, x) < 1e-15);

    const heffte::one_dim_backend<heffte::backend::stockham_sin>::executor sine(nullptr, box, 0);
    sine.forward(y.data(), nullptr);
    const auto sines = [](double j, double k, double n) { return 2 * std::sin(pi * (k + 1) * (2 * j + 1) / (2 * n)); };
    BOOST_TEST(difference(y, along(box, 0, x, sines)) < 1e-15);
    sine.backward(y.data(), nullptr);
    for (double& each : y) each /= 4 * 5;
    BOOST_TEST(difference(y, x) < 1e-15);
}

BOOST_AUTO_TEST_CASE(several_pieces) {
    // Units of 8 MiB: three planes, divided along the slowest dimension, and along the middle one.
    const box3d<> box({0, 0, 0}, {63, 8191, 2});
    std::vector<std::complex<double>> x(static_cast<std::size_t>(box.count()));
    for (std::size_t k = 0; k < x.size(); ++k) x[k] = {static_cast<double>(k % 11), static_cast<double>(k / 64 % 7)};
    for (const int dimension : {0, 2}) {
        auto y = x;
        complex_executor(nullptr, box, dimension).forward(y.data(), nullptr);
        BOOST_TEST(difference(y, along(box, dimension, x, root)) < 1e-15);
    }
}

BOOST_AUTO_TEST_CASE(executors_of_equal_boxes_share_a_transform) {
    using namespace stockham::boxes_internal;
    host_transforms cache;
    const auto get = [&](std::size_t planes, stockham::direction direction = stockham::direction::forward) {
        return cache.get({stockham::kind::c2c, direction, 1, {planes, 6, 4}, {planes, 6, 4}, {2}},
                         stockham::precision::f32);
    };
    const std::weak_ptr<const host_transform> first = get(1);
    BOOST_TEST(get(1) == first.lock());
    BOOST_TEST(get(2) != first.lock());
    BOOST_TEST(get(1, stockham::direction::inverse) != first.lock());
    // Thirty more push out what is not in use and was asked for first.
    const std::shared_ptr<const host_transform> used = get(2);
    for (std::size_t planes = 3; planes < 32; ++planes) get(planes);
    BOOST_TEST(!first.expired());
    get(32);
    BOOST_TEST(first.expired());
    BOOST_TEST(get(2) == used);
    // Large ones are released with their last user.
    const std::weak_ptr<const host_transform> large = get(100000);
    BOOST_TEST(large.expired());
}

BOOST_AUTO_TEST_CASE(threads_share_a_transform) {
    const box3d<> box({0, 0, 0}, {4, 3, 5});
    const auto x = random_complex<double>(120);
    const auto wanted = along(box, 1, x, root);
    std::vector<std::vector<std::complex<double>>> y(4, x);
    std::vector<std::thread> threads;
    for (auto& each : y) threads.emplace_back([&] { complex_executor(nullptr, box, 1).forward(each.data(), nullptr); });
    for (std::thread& each : threads) each.join();
    for (const auto& each : y) BOOST_TEST(difference(each, wanted) < 1e-15);
}

BOOST_AUTO_TEST_CASE(empty_boxes) {
    const box3d<> none({0, 0, 0}, {-1, -1, -1});
    const complex_executor executor(nullptr, none, 0);
    executor.forward(static_cast<std::complex<float>*>(nullptr), nullptr);
    BOOST_TEST(executor.box_size() == 0);
    const half_executor half(nullptr, none, 0);
    half.forward(static_cast<const float*>(nullptr), nullptr, nullptr);
    BOOST_TEST(half.complex_size() == 0);
}

BOOST_AUTO_TEST_CASE(a_stream_in_host_memory_is_null) {
    int stream = 0;
    BOOST_CHECK_EXCEPTION(complex_executor(&stream, box3d<>({0, 0, 0}, {4, 3, 5}), 0), stockham::argument_error,
                          [](const auto& error) { return error.field() == "stream"; });
}

BOOST_AUTO_TEST_CASE(a_device_that_does_not_exist_is_named) {
    // The devices are chosen once in a process, so the choice is called by itself.
    ::setenv("STOCKHAM_DEVICE", "no such device", 1);
    BOOST_CHECK_EXCEPTION(stockham::boxes_internal::choose_devices(), stockham::argument_error, [](const auto& error) {
        return std::string(error.what()).find("no such device") != std::string::npos;
    });
    ::unsetenv("STOCKHAM_DEVICE");
    ::setenv("OMPI_COMM_WORLD_LOCAL_RANK", "3", 1);
    ::setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "4", 1);
    BOOST_TEST(!stockham::boxes_internal::choose_devices().empty());
    ::unsetenv("OMPI_COMM_WORLD_LOCAL_RANK");
    ::unsetenv("OMPI_COMM_WORLD_LOCAL_SIZE");
}

BOOST_AUTO_TEST_SUITE_END()

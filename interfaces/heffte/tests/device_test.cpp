// The backend of stockham/heffte_device.hpp, with the stand-in for heFFTe: what heFFTe calls, on arrays
// in shared virtual memory.
#include <stockham/heffte_device.hpp>
#include <stockham/owned.hpp>
#include <stockham/process.hpp>
#include <stockham/program_cache.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <complex>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "boxes_by_definition.hpp"
#include "support/opencl_calls.hpp"

namespace {

using namespace heffte_boxes;
using heffte::stockham_queue;
using heffte::tag::gpu;
using tag = heffte::backend::stockham_device;
using complex_executor = heffte::one_dim_backend<tag>::executor;
using half_executor = heffte::one_dim_backend<tag>::executor_r2c;
using memory = heffte::backend::data_manipulator<gpu>;
template <typename scalar>
using device_vector = heffte::backend::buffer_traits<tag>::container<scalar>;
using plan = heffte::pack_plan_3d<int>;

/// A copy on the device; `skipped` elements precede it.
template <typename scalar>
device_vector<scalar> load(const std::vector<scalar>& x, std::size_t skipped = 0) {
    device_vector<scalar> made(stockham_queue(), x.size() + skipped);
    memory::copy_host_to_device(stockham_queue(), x.data(), x.size(), made.data() + skipped);
    return made;
}

template <typename scalar>
std::vector<scalar> unload(const device_vector<scalar>& from, std::size_t skipped = 0) {
    std::vector<scalar> x(from.size() - skipped);
    memory::copy_device_to_host(stockham_queue(), from.data() + skipped, x.size(), x.data());
    return x;
}

template <typename scalar>
void check_complex(const box3d<>& box, const complex_executor& executor, const std::vector<int>& dimensions) {
    const auto x = random_complex<scalar>(static_cast<std::size_t>(box.count()));
    std::vector<std::complex<double>> wanted(x.begin(), x.end());
    double points = 1;
    for (int each : dimensions) {
        wanted = along(box, each, wanted, root);
        points *= box.size[static_cast<std::size_t>(each)];
    }
    auto data = load(x);
    executor.forward(data.data(), nullptr);
    const auto y = unload(data);
    BOOST_TEST(difference({y.begin(), y.end()}, wanted) < tolerance<scalar>());
    executor.backward(data.data(), nullptr);
    heffte::scale<tag>(data.data(), box.count(), 1 / points);
    BOOST_TEST(difference(unload(data), x) < tolerance<scalar>());
}

/// With `skipped` = 1 the real array begins between two complex numbers, which plans refuse.
void check_half(const box3d<>& box, int dimension, std::size_t skipped) {
    const half_executor executor(stockham_queue(), box, dimension);
    const auto x = random_reals<double>(static_cast<std::size_t>(box.count()));
    const auto whole = along(box, dimension, std::vector<std::complex<double>>(x.begin(), x.end()), root);
    const auto n = static_cast<std::size_t>(box.size[static_cast<std::size_t>(dimension)]);
    std::vector<std::complex<double>> wanted;
    for (std::size_t place = 0; place < whole.size(); ++place)
        if (place / stride_of(box, dimension) % n <= n / 2) wanted.push_back(whole[place]);

    auto real = load(x, skipped);
    device_vector<std::complex<double>> half(stockham_queue(), static_cast<std::size_t>(executor.complex_size()));
    executor.forward(real.data() + skipped, half.data(), nullptr);
    BOOST_TEST(difference(unload(half), wanted) < 1e-15);
    executor.backward(half.data(), real.data() + skipped, nullptr);
    heffte::scale<tag>(real.data() + skipped, box.count(), 1.0 / static_cast<double>(n));
    BOOST_TEST(difference(unload(real, skipped), x) < 1e-15);
}

/// A part of 3 x 18 x 5 points of a box of 4 x 20 x 6, fastest dimension first, and its place.
constexpr int part[3] = {3, 18, 5}, box_of_part[3] = {4, 20, 6}, place_of_part = 1 + 4 + 80;

template <typename scalar>
std::vector<scalar> numbered(std::size_t n) {
    std::vector<scalar> x(n);
    for (std::size_t k = 0; k < n; ++k) x[k] = scalar(static_cast<float>(k + 1));
    return x;
}

/// Unpacks a message whose dimension d is the part's dimension map[d] into a box of -1.
template <typename scalar, typename packer>
void check_unpack(std::array<int, 3> map) {
    const int lines = part[map[0]], planes = part[map[0]] * part[map[1]];
    const plan what{{part[0], part[1], part[2]}, box_of_part[0], box_of_part[0] * box_of_part[1], lines, planes, map};
    const auto message = numbered<scalar>(270);
    std::vector<scalar> wanted(480, scalar(-1));
    std::array<int, 3> stride{};
    for (std::size_t d = 0; d < 3; ++d) stride[static_cast<std::size_t>(map[d])] = d == 0 ? 1 : d == 1 ? lines : planes;
    for (int i = 0; i < part[0]; ++i)
        for (int j = 0; j < part[1]; ++j)
            for (int k = 0; k < part[2]; ++k)
                wanted[static_cast<std::size_t>(place_of_part + i + 4 * j + 80 * k)] =
                    message[static_cast<std::size_t>(i * stride[0] + j * stride[1] + k * stride[2])];
    const auto sent = load(message);
    auto box = load(std::vector<scalar>(480, scalar(-1)));
    packer().unpack(stockham_queue(), what, sent.data(), box.data() + place_of_part);
    BOOST_TEST((unload(box) == wanted));
}

template <typename scalar>
void check_pack() {
    const plan what{{part[0], part[1], part[2]}, box_of_part[0], box_of_part[0] * box_of_part[1], 0, 0, {}};
    const auto x = numbered<scalar>(480);
    const auto box = load(x);
    auto message = load(std::vector<scalar>(271, scalar(-1)));
    heffte::direct_packer<gpu>().pack(stockham_queue(), what, box.data() + place_of_part, message.data());
    std::vector<scalar> wanted;
    for (int k = 0; k < part[2]; ++k)
        for (int j = 0; j < part[1]; ++j)
            for (int i = 0; i < part[0]; ++i)
                wanted.push_back(x[static_cast<std::size_t>(place_of_part + i + 4 * j + 80 * k)]);
    wanted.push_back(scalar(-1));
    BOOST_TEST((unload(message) == wanted));
}

cl_device_id device_of(cl_command_queue queue) {
    cl_device_id device = nullptr;
    clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, nullptr);
    return device;
}

stockham::owned_queue another_queue(cl_command_queue_properties properties) {
    const cl_command_queue first = stockham_queue().get();
    cl_context context = nullptr;
    clGetCommandQueueInfo(first, CL_QUEUE_CONTEXT, sizeof context, &context, nullptr);
    return stockham::owned_queue(clCreateCommandQueue(context, device_of(first), properties, nullptr));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(heffte_device_test)

BOOST_AUTO_TEST_CASE(complex_transforms) {
    const box3d<> box({0, 0, 0}, {4, 3, 5});
    check_complex<double>(box, complex_executor(stockham_queue(), box, 1), {1});
    check_complex<float>(box, complex_executor(stockham_queue(), box, 2), {2});
    const box3d<> turned({0, 0, 0}, {4, 3, 5}, {2, 0, 1});
    check_complex<double>(turned, complex_executor(stockham_queue(), turned, 2, 1), {1, 2});
    check_complex<double>(turned, complex_executor(stockham_queue(), turned), {0, 1, 2});
}

BOOST_AUTO_TEST_CASE(half_spectra_of_real_arrays_anywhere) {
    const box3d<> box({0, 0, 0}, {4, 3, 5});
    for (std::size_t skipped : {0, 1}) {
        check_half(box, 0, skipped);
        check_half(box, 1, skipped);
    }
}

BOOST_AUTO_TEST_CASE(real_data_of_complex_executors) {
    const box3d<> box({0, 0, 0}, {3, 1, 1});
    const complex_executor executor(stockham_queue(), box, 0);
    const auto x = random_reals<double>(16);
    auto real = load(x);
    auto spectrum = load(std::vector<std::complex<double>>(16, {7, 7}));
    executor.forward(real.data(), spectrum.data(), nullptr);
    BOOST_TEST(difference(unload(spectrum),
                          along(box, 0, std::vector<std::complex<double>>(x.begin(), x.end()), root)) < 1e-15);
    executor.backward(spectrum.data(), real.data(), nullptr);
    heffte::scale<tag>(real.data(), 16, 0.25);
    BOOST_TEST(difference(unload(real), x) < 1e-15);
}

BOOST_AUTO_TEST_CASE(cosines_and_sines) {
    const box3d<> box({0, 0, 0}, {4, 3, 0});
    const auto x = random_reals<double>(20);
    auto data = load(x);
    const heffte::one_dim_backend<heffte::backend::stockham_device_cos>::executor cosine(stockham_queue(), box, 1);
    cosine.forward(data.data(), nullptr);
    const auto cosines = [](double j, double k, double n) { return 2 * std::cos(pi * k * (2 * j + 1) / (2 * n)); };
    BOOST_TEST(difference(unload(data), along(box, 1, x, cosines)) < 1e-15);
    cosine.backward(data.data(), nullptr);
    heffte::scale<tag>(data.data(), 20, 1.0 / (4 * 4));  // heFFTe divides by four times the length
    BOOST_TEST(difference(unload(data), x) < 1e-15);
    const heffte::one_dim_backend<heffte::backend::stockham_device_sin>::executor sine(stockham_queue(), box, 0);
    auto shifted = load(x, 1);  // an address that plans refuse, in place
    sine.forward(shifted.data() + 1, nullptr);
    const auto sines = [](double j, double k, double n) { return 2 * std::sin(pi * (k + 1) * (2 * j + 1) / (2 * n)); };
    BOOST_TEST(difference(unload(shifted, 1), along(box, 0, x, sines)) < 1e-15);
}

BOOST_AUTO_TEST_CASE(messages) {
    check_pack<float>();
    check_pack<std::complex<double>>();
    check_unpack<double, heffte::direct_packer<gpu>>({0, 1, 2});
    for (const std::array<int, 3> map :
         std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}})
        BOOST_TEST_CONTEXT("map " << map[0] << map[1] << map[2]) {
            check_unpack<std::complex<float>, heffte::transpose_packer<gpu>>(map);
        }
    check_unpack<float, heffte::transpose_packer<gpu>>({2, 1, 0});
    check_unpack<std::complex<double>, heffte::transpose_packer<gpu>>({1, 2, 0});
}

BOOST_AUTO_TEST_CASE(vectors) {
    const auto x = random_complex<float>(301);
    auto first = load(x);
    const device_vector<std::complex<float>> second(first);
    heffte::scale<tag>(first.data(), 300, -2.0);
    auto wanted = x;
    for (std::size_t k = 0; k < 300; ++k) wanted[k] *= -2.0f;
    BOOST_TEST((unload(first) == wanted));
    BOOST_TEST((unload(second) == x));
    BOOST_TEST(!device_vector<float>(stockham_queue(), 0).data());
    BOOST_CHECK_EXCEPTION(device_vector<double>(stockham_queue(), std::size_t{1} << 50), stockham::opencl_error,
                          [](const auto& error) { return error.call() == "clSVMAlloc"; });
    BOOST_TEST(heffte::gpu::device_count() == 1);
    BOOST_CHECK_THROW(heffte::gpu::device_set(1), stockham::argument_error);
}

BOOST_AUTO_TEST_CASE(messages_of_any_size_cross_the_link) {
    const auto other = another_queue(0);
    const auto before = opencl_calls::owned_references();
    {
        const stockham_queue queue(other.get());
        for (const std::size_t bytes : {std::size_t{0}, std::size_t{1}, (std::size_t{3} << 20) + 12345}) {
            std::vector<unsigned char> x(bytes), y(bytes + 2, 7);
            for (std::size_t k = 0; k < bytes; ++k) x[k] = static_cast<unsigned char>(k * 31 + k / 251);
            device_vector<unsigned char> there(queue, bytes);
            memory::copy_host_to_device(queue, x.data(), bytes, there.data());
            const auto sent = std::exchange(x, std::vector<unsigned char>(bytes, 9));
            memory::copy_device_to_host(queue, there.data(), bytes, y.data() + 1);
            BOOST_TEST(std::equal(sent.begin(), sent.end(), y.begin() + 1));
            BOOST_TEST((y.front() == 7 && y.back() == 7));
        }
        std::vector<unsigned char> x(std::size_t{3} << 20, 1);
        const device_vector<unsigned char> there(queue, x.size());
        const opencl_calls::failing_call lost("clEnqueueSVMMemcpy", CL_OUT_OF_RESOURCES);
        BOOST_CHECK_THROW(memory::copy_device_to_host(queue, there.data(), x.size(), x.data()), stockham::opencl_error);
    }
    BOOST_TEST(opencl_calls::owned_references() == before);
}

BOOST_AUTO_TEST_CASE(a_queue_of_the_caller) {
    const auto other = another_queue(0);
    const auto before = opencl_calls::owned_references();
    {
        const box3d<> box({0, 0, 0}, {4, 3, 5});
        const auto x = random_complex<double>(120);
        auto data = load(x);
        const stockham_queue one(other.get()), two(other.get());
        complex_executor(one, box, 1).forward(data.data(), nullptr);
        one.finish();
        BOOST_TEST(difference(unload(data), along(box, 1, x, root)) < 1e-15);
        BOOST_TEST(&one.own_state() != &stockham_queue().own_state());
        BOOST_TEST(&one.own_state() == &two.own_state());
        BOOST_TEST(&stockham_queue(nullptr).own_state() == &stockham_queue().own_state());
    }
    BOOST_TEST(opencl_calls::owned_references() == before);
    const auto out_of_order = another_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    BOOST_CHECK_EXCEPTION(stockham_queue(out_of_order.get()), stockham::argument_error,
                          [](const auto& error) { return error.field() == "queue"; });
}

BOOST_AUTO_TEST_CASE(kernels_come_from_the_program_cache) {
    // A context of its own has no programs yet.
    const stockham::owned_context context(stockham::open_context(device_of(stockham_queue().get())));
    const auto before = stockham::current_program_cache();
    char folder[] = "heffte_cache_XXXXXX";
    BOOST_REQUIRE(mkdtemp(folder));
    stockham::use_program_cache({std::filesystem::absolute(folder).string()});
    for (int start = 0; start < 2; ++start) {
        const stockham::owned_queue made(
            clCreateCommandQueue(context.get(), device_of(stockham_queue().get()), 0, nullptr));
        const stockham_queue queue(made.get());
        device_vector<float> x(queue, 8);
        heffte::data_scaling::apply(queue, 8, x.data(), 2.0);
        queue.finish();
    }
    BOOST_TEST(stockham::measure_program_cache().entries == 1U);
    stockham::use_program_cache(before);
    std::filesystem::remove_all(folder);
}

BOOST_AUTO_TEST_CASE(a_device_without_shared_memory_is_named) {
    // The last question to the device is that for shared memory, which devices of OpenCL 1.2 do not know.
    const auto other = another_queue(0);
    const auto before = opencl_calls::owned_references();
    std::string refusal;
    for (long answered = 0; refusal.empty(); ++answered) {
        const opencl_calls::failing_call no_answer("clGetDeviceInfo", CL_INVALID_VALUE, answered);
        try {
            const stockham_queue made(other.get());
            BOOST_FAIL("made without an answer");
        } catch (const stockham::opencl_error& error) {
            BOOST_TEST(error.call() == "clGetDeviceInfo");
        } catch (const stockham::unsupported_error& error) {
            BOOST_TEST(error.rule() == "shared memory");
            refusal = error.what();
        }
    }
    BOOST_TEST(refusal.find("no shared virtual memory") != std::string::npos);
    BOOST_TEST(opencl_calls::owned_references() == before);
}

BOOST_AUTO_TEST_CASE(threads_share_a_queue) {
    const box3d<> box({0, 0, 0}, {4, 3, 5});
    std::vector<std::thread> threads;
    const auto x = random_complex<double>(120);
    const auto wanted = along(box, 1, x, root);
    std::vector<double> errors(4, 1);
    for (double& each : errors)
        threads.emplace_back([&] {
            auto data = load(x);
            complex_executor(stockham_queue(), box, 1).forward(data.data(), nullptr);
            const auto y = unload(data);
            each = 0;
            for (std::size_t k = 0; k < y.size(); ++k) each = std::max(each, std::abs(y[k] - wanted[k]));
        });
    for (std::thread& each : threads) each.join();
    for (double each : errors) BOOST_TEST(each < 1e-14);
}

BOOST_AUTO_TEST_SUITE_END()

// Fused convolutions.
#include <boost/test/unit_test.hpp>

#include <limits>
#include <numeric>

#include <stockham/convolution.hpp>
#include <stockham/error.hpp>

#include "support/convolved.hpp"
#include "support/on_device.hpp"
#include "support/refusal.hpp"

BOOST_AUTO_TEST_SUITE(convolution_test)

using reference::number;
using stockham::convolution;
using stockham::convolution_description;
using stockham::parse_transform;
using stockham::precision;

namespace {

void check_convolution(const char* text, bool correlate, bool each) {
    convolution_description d;
    d.signal = parse_transform(text);
    if (!can_run(d.signal)) return;
    d.correlate = correlate;
    d.spectrum_each = each;
    const bool real = d.signal.kind == stockham::kind::r2c;
    const auto kind = real ? element_kind::real : element_kind::interleaved;
    const auto p = d.signal.precision;
    const auto points = points_of(d.signal);
    d.signal.scale = 1.0 / 1024;
    const auto& device = test_device::get();
    for (const auto& description : in_turn(everyone(), std::string(text).size()))
        BOOST_TEST_CONTEXT(text << (correlate ? " correlated" : "") << (each ? " each" : "") << " for "
                                << description.name) {
            stockham::plan_options options;
            options.expert.plan_for = &description;
            const convolution ready(device.context, device.device, d, options);
            const auto signals = random_signal(points * d.signal.batch, real, p, 1);
            const auto kernels = random_signal(points * (each ? d.signal.batch : 1), real, p, 2);
            const auto bytes = [&](const std::vector<number>& x) {
                return number_bytes(to_memory(x, kind).numbers, p);
            };
            // Points outside `nonzero` are not read, and points outside `wanted` are not written.
            const auto nan = std::numeric_limits<long double>::quiet_NaN();
            const auto given = bytes(kept_part(signals, d.signal, d.signal.nonzero, {nan, nan}));
            const number untouched(7, real ? 0 : 7);
            const auto before = bytes(std::vector<number>(signals.size(), untouched));
            const device_buffer in(given.size(), given.data());
            const device_buffer kernel(bytes(kernels).size(), bytes(kernels).data());
            const device_buffer out(before.size(), before.data()), spectrum(kernels.size() * element_size(p));
            const stockham::plan transform(device.context, device.device, ready.spectrum_transform());
            finish(transform.enqueue(device.queue, kernel.get(), spectrum.get()));
            stockham::buffers b;
            b.input = in.get();
            b.output = out.get();
            b.spectrum = spectrum.get();
            finish(ready.enqueue(device.queue, b));
            const auto got = to_elements({bytes_numbers(out.read(), p), {}}, kind);
            // Three transforms and a product, each with its own error.
            const auto wanted = convolved(d, kept_part(signals, d.signal, d.signal.nonzero, 0), kernels);
            const auto error =
                reference::relative_error(got, wanted, kept_places(got.size(), d.signal.lengths, d.signal.wanted));
            BOOST_TEST(error <= 4 * reference::gate(complex_of(d.signal, stockham::direction::forward, 1)) *
                                    (p == precision::f32 ? 0x1p29 : 1),
                       ready.to_string() << "error " << error);
            BOOST_TEST((in.read() == given));
            for (std::size_t k = 0; k < got.size(); ++k)
                if (!is_kept(k, d.signal.lengths, d.signal.wanted)) BOOST_TEST(got[k] == untouched);
        }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(small)

BOOST_AUTO_TEST_CASE(convolutions_in_one_and_two_dimensions) {
    for (const char* text : {"c2c f32 32 b2", "r2c f32 8x12"}) check_convolution(text, false, false);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(convolutions)

BOOST_AUTO_TEST_CASE(of_every_shape) {
    for (const char* text :
         {"c2c f32 64 b3", "c2c f64 60", "c2c f32 20000", "c2c f32 32x48 b2", "c2c f32 512x32", "c2c f64 12x10x8",
          "r2c f32 64 b3", "r2c f64 45", "r2c f32 32x48 b2", "r2c f32 33x35", "r2c f32 32768"})
        check_convolution(text, false, false);
}

BOOST_AUTO_TEST_CASE(correlations_and_spectra_of_their_own) {
    for (const char* text : {"c2c f32 64 b3", "r2c f32 24x20 b3"}) {
        check_convolution(text, true, false);
        check_convolution(text, false, true);
    }
}

/// Lengths with prime factors above 13, complex and real signals, correlation, one spectrum per signal.
BOOST_AUTO_TEST_CASE(lengths_of_any_factors) {
    for (const char* text : {"c2c f32 17 b2", "r2c f32 34x19"}) check_convolution(text, false, false);
    for (const char* text : {"c2c f64 97", "r2c f32 23 b3"}) check_convolution(text, true, true);
}

BOOST_AUTO_TEST_CASE(signals_and_results_in_part) {
    for (const char* text : {"c2c f32 64 b3 nonzero=40 wanted=50", "r2c f32 24x32 nonzero=13x17 wanted=24x20",
                             "r2c f32 34x19 b2 nonzero=20x10 wanted=30x19"})
        check_convolution(text, false, false);
}

/// A workspace of the caller, which may be a sub-buffer. Workspaces that are too small or overlap are refused.
BOOST_AUTO_TEST_CASE(the_workspace_of_lengths_of_any_factors) {
    const auto& device = test_device::get();
    const convolution ready(device.context, device.device, {parse_transform("c2c f32 19x23 in")});
    const std::size_t bytes = 19 * 23 * element_size(precision::f32);
    const std::vector<float> ones(2 * 19 * 23, 1), zeros(2 * 19 * 23, 0);
    const device_buffer data(bytes, ones.data()), spectrum(bytes, zeros.data());
    const device_buffer room(ready.workspace_size() + 4096), small(ready.workspace_size() - 1);
    const cl_buffer_region region{4096, ready.workspace_size()};
    cl_int code = CL_SUCCESS;
    const stockham::owned_buffer part(clCreateSubBuffer(room.get(), 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
    BOOST_REQUIRE(code == CL_SUCCESS);
    stockham::buffers b;
    b.input = data.get();
    b.workspace = small.get();
    expect_argument_error("spectrum", [&] {
        ready.enqueue(device.queue, stockham::buffers{data.get(), nullptr, room.get()});
    });
    b.spectrum = spectrum.get();
    expect_argument_error("workspace", [&] { ready.enqueue(device.queue, b); });
    b.spectrum = data.get();
    b.workspace = room.get();
    expect_argument_error("spectrum", [&] { ready.enqueue(device.queue, b); });
    b.spectrum = spectrum.get();
    b.output = spectrum.get();
    expect_argument_error("output", [&] { ready.enqueue(device.queue, b); });
    b.output = nullptr;
    b.workspace = part.get();
    finish(ready.enqueue(device.queue, b));
    for (const auto& z : from_bytes(data.read(), precision::f32)) BOOST_TEST(z == number(0));
    BOOST_TEST(ready.launches() >= 2U);
    stockham::plan_options options;
    options.expert.plan_string = "19 x 23 : 0.0 ; 1.0";
    expect_unsupported_error("plan string", [&] {
        convolution(device.context, device.device, {parse_transform("c2c f32 19x23")}, options);
    });
}

/// The results of each kernel equal those of a convolution with only that kernel.
BOOST_AUTO_TEST_CASE(several_kernels_with_each_signal) {
    const auto& device = test_device::get();
    for (const auto& [text, each] : {std::pair{"c2c f32 16 b2", false},
                                     {"c2c f32 16 b2", true},
                                     {"r2c f32 6x8 b3", true},
                                     {"c2c f32 6x16 b2", false},
                                     {"c2c f32 19 b2", false},
                                     {"r2c f32 17 b2", true}})
        for (std::size_t distance : {std::size_t{0}, std::size_t{200}})
            BOOST_TEST_CONTEXT(text << (each ? ", each" : "") << ", " << distance << " apart") {
                convolution_description d;
                d.signal = parse_transform(text);
                d.spectrum_each = each;
                d.kernels = 3;
                d.kernel_distance = distance;
                const bool real = d.signal.kind == stockham::kind::r2c;
                const auto kind = real ? element_kind::real : element_kind::interleaved;
                const auto points = points_of(d.signal), all = points * d.signal.batch;
                const auto behind = distance ? distance : all, set = each ? all : points;
                const auto signals = random_signal(all, real, precision::f32, 1);
                const auto kernels = random_signal(3 * set, real, precision::f32, 2);
                const auto bytes = [&](const std::vector<number>& x) {
                    return number_bytes(to_memory(x, kind).numbers, precision::f32);
                };
                const convolution ready(device.context, device.device, d);
                const device_buffer in(bytes(signals).size(), bytes(signals).data());
                const device_buffer kernel(bytes(kernels).size(), bytes(kernels).data());
                const device_buffer spectrum(kernels.size() * element_size(precision::f32));
                const device_buffer out(bytes(std::vector<number>(2 * behind + all)).size());
                const stockham::plan transform(device.context, device.device, ready.spectrum_transform());
                finish(transform.enqueue(device.queue, kernel.get(), spectrum.get()));
                stockham::buffers b;
                b.input = in.get();
                b.output = out.get();
                b.spectrum = spectrum.get();
                finish(ready.enqueue(device.queue, b));
                const auto got = to_elements({bytes_numbers(out.read(), precision::f32), {}}, kind);
                std::vector<std::size_t> where(all);
                std::iota(where.begin(), where.end(), 0);
                for (std::ptrdiff_t k = 0; k < 3; ++k) {
                    const auto one = kernels.begin() + k * static_cast<std::ptrdiff_t>(set);
                    const auto wanted = convolved(d, signals, {one, one + static_cast<std::ptrdiff_t>(set)});
                    const auto result = got.begin() + k * static_cast<std::ptrdiff_t>(behind);
                    BOOST_TEST(reference::relative_error({result, result + static_cast<std::ptrdiff_t>(all)}, wanted,
                                                         where) <= 1e-6);
                }
            }
}

BOOST_AUTO_TEST_CASE(refusals) {
    const auto& device = test_device::get();
    convolution_description kernels;
    kernels.signal = parse_transform("c2c f32 16 in");
    kernels.kernels = 2;
    expect_argument_error("kernels", [&] { convolution(device.context, device.device, kernels); });
    kernels.kernels = 0;
    expect_argument_error("kernels", [&] { convolution(device.context, device.device, kernels); });
    kernels.signal = parse_transform("c2c f32 16 b2");
    kernels.kernels = 2;
    kernels.kernel_distance = 31;
    expect_argument_error("loops", [&] { convolution(device.context, device.device, kernels); });
    const auto make = [&](const char* text) {
        return convolution(device.context, device.device, convolution_description{parse_transform(text)});
    };
    expect_argument_error("kind", [&] { make("dct2 f32 64"); });
    expect_argument_error("direction", [&] { make("c2c f32 64 inv"); });
    const auto ready = make("c2c f32 64");
    const device_buffer in(512), out(512);
    stockham::buffers b;
    b.input = in.get();
    b.output = out.get();
    expect_argument_error("spectrum", [&] { ready.enqueue(device.queue, b); });
    b.spectrum = out.get();
    expect_argument_error("spectrum", [&] { ready.enqueue(device.queue, b); });
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE_END()

// Convolutions, in fewer passes than their steps.
#define BOOST_TEST_MODULE convolution
#include <boost/test/unit_test.hpp>

#include <numeric>

#include <stockham/convolution.hpp>
#include <stockham/error.hpp>

#include "support/convolved.hpp"
#include "support/on_device.hpp"
#include "support/refusal.hpp"

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
    for (const auto& description : everyone())
        BOOST_TEST_CONTEXT(text << (correlate ? " correlated" : "") << (each ? " each" : "") << " for "
                                << description.name) {
            stockham::plan_options options;
            options.plan_for = &description;
            const convolution ready(device.context, device.device, d, options);
            const auto signals = random_signal(points * d.signal.batch, real, p, 1);
            const auto kernels = random_signal(points * (each ? d.signal.batch : 1), real, p, 2);
            const auto bytes = [&](const std::vector<number>& x) {
                return number_bytes(to_memory(x, kind).numbers, p);
            };
            const device_buffer in(bytes(signals).size(), bytes(signals).data());
            const device_buffer kernel(bytes(kernels).size(), bytes(kernels).data());
            const device_buffer out(bytes(signals).size()), spectrum(kernels.size() * element_size(p));
            const stockham::plan transform(device.context, device.device, ready.spectrum_transform());
            finish(transform.enqueue(device.queue, kernel.get(), spectrum.get()));
            stockham::buffers b;
            b.input = in.get();
            b.output = out.get();
            b.spectrum = spectrum.get();
            finish(ready.enqueue(device.queue, b));
            const auto got = to_elements({bytes_numbers(out.read(), p), {}}, kind);
            std::vector<std::size_t> where(got.size());
            std::iota(where.begin(), where.end(), 0);
            // Three transforms and a product, each with an error of its own.
            const auto error = reference::relative_error(got, convolved(d, signals, kernels), where);
            BOOST_TEST(error <= 4 * reference::gate(complex_of(d.signal, stockham::direction::forward, 1)) *
                                    (p == precision::f32 ? 0x1p29 : 1),
                       ready.to_string() << "error " << error);
            BOOST_TEST((in.read() == bytes(signals)));
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
         {"c2c f32 64 b3", "c2c f64 60", "c2c f32 100000", "c2c f32 32x48 b2", "c2c f32 512x32", "c2c f64 12x10x8",
          "r2c f32 64 b3", "r2c f64 45", "r2c f32 32x48 b2", "r2c f32 33x35", "r2c f32 65536"})
        check_convolution(text, false, false);
}

BOOST_AUTO_TEST_CASE(correlations_and_spectra_of_their_own) {
    for (const char* text : {"c2c f32 64 b3", "r2c f32 24x20 b3"}) {
        check_convolution(text, true, false);
        check_convolution(text, false, true);
    }
}

BOOST_AUTO_TEST_CASE(refusals) {
    const auto& device = test_device::get();
    const auto make = [&](const char* text) {
        return convolution(device.context, device.device, convolution_description{parse_transform(text)});
    };
    expect_argument_error("kind", [&] { make("dct2 f32 64"); });
    expect_argument_error("direction", [&] { make("c2c f32 64 inv"); });
    expect_unsupported_error("lengths", [&] { make("c2c f32 17"); });
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

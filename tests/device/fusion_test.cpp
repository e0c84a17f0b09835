// Callbacks, and convolutions in fewer passes than their steps.
#define BOOST_TEST_MODULE fusion
#include <boost/test/unit_test.hpp>

#include <numeric>

#include <stockham/convolution.hpp>
#include <stockham/error.hpp>

#include "support/on_device.hpp"
#include "support/refusal.hpp"

using reference::number;
using stockham::convolution;
using stockham::convolution_description;
using stockham::parse_transform;
using stockham::precision;

namespace {

std::size_t points_of(const stockham::transform& t) {
    return std::accumulate(t.lengths.begin(), t.lengths.end(), std::size_t{1}, std::multiplies<>());
}

stockham::transform complex_of(const stockham::transform& t, stockham::direction way, std::size_t batch) {
    stockham::transform c;
    c.lengths = t.lengths;
    c.batch = batch;
    c.direction = way;
    c.precision = precision::f64;
    return c;
}

/// In long double, by transforms of the definition.
std::vector<number> convolved(const convolution_description& d, const std::vector<number>& signals,
                              const std::vector<number>& kernels) {
    const auto points = points_of(d.signal);
    const auto forward = [&](const std::vector<number>& x) {
        return reference::transform(complex_of(d.signal, stockham::direction::forward, x.size() / points), x, x);
    };
    auto spectrum = forward(signals);
    const auto factor = forward(kernels);
    for (std::size_t k = 0; k < spectrum.size(); ++k) {
        const auto w = factor[d.spectrum_each ? k : k % points];
        spectrum[k] *= d.correlate ? std::conj(w) : w;
    }
    auto result =
        reference::transform(complex_of(d.signal, stockham::direction::inverse, d.signal.batch), spectrum, spectrum);
    for (auto& z : result) z *= static_cast<long double>(d.signal.scale);
    return result;
}

std::vector<number> random_data(std::size_t count, bool real, precision p, unsigned seed) {
    std::mt19937 generator(seed);
    auto data = reference::uniform(count, p, generator);
    if (real)
        for (auto& z : data) z = z.real();
    return data;
}

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
            const auto signals = random_data(points * d.signal.batch, real, p, 1);
            const auto kernels = random_data(points * (each ? d.signal.batch : 1), real, p, 2);
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

constexpr const char* halving_load =
    "element on_load(global const void* input, ulong place, global const void* user) {\n"
    "    const uchar level = ((global const uchar*)input)[place];\n"
    "    return (element)(level * ((global const float*)user)[0], 0);\n"
    "}\n";
constexpr const char* doubling_store =
    "void on_store(global void* output, ulong place, element value, global void* user) {\n"
    "    ((global float*)output)[place] = value.x * value.x + value.y * value.y;\n"
    "    (void)user;\n"
    "}\n";

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

BOOST_AUTO_TEST_SUITE(callbacks)

BOOST_AUTO_TEST_CASE(bytes_in_and_power_out) {
    constexpr std::size_t height = 12, width = 20, bins = width / 2 + 1;
    const auto& device = test_device::get();
    stockham::plan_options options;
    options.on_load = halving_load;
    options.on_store = doubling_store;
    const auto t = parse_transform("r2c f32 12x20");
    const stockham::plan plan(device.context, device.device, t, options);
    std::vector<unsigned char> levels(height * width);
    std::vector<number> input;
    for (std::size_t k = 0; k < levels.size(); ++k) {
        levels[k] = static_cast<unsigned char>((k * k + 7 * k) % 251);
        input.emplace_back(levels[k] * 0.5L);
    }
    const float half = 0.5F;
    const device_buffer in(levels.size(), levels.data()), user(sizeof half, &half), out(height * bins * sizeof(float));
    stockham::buffers b;
    b.input = in.get();
    b.output = out.get();
    b.load_data = user.get();
    finish(plan.enqueue(device.queue, b));
    const auto spectrum = reference::transform(t, input, std::vector<number>(height * bins));
    std::vector<number> wanted;
    std::vector<std::size_t> where(spectrum.size());
    std::iota(where.begin(), where.end(), 0);
    for (const auto& z : spectrum) wanted.emplace_back(std::norm(z));
    const auto got = to_elements({bytes_numbers(out.read(), precision::f32), {}}, element_kind::real);
    BOOST_TEST(reference::relative_error(got, wanted, where) <= 1e-6);
}

BOOST_AUTO_TEST_CASE(what_does_not_compile) {
    const auto& device = test_device::get();
    stockham::plan_options options;
    options.on_load = "element on_load(global const void* input, ulong place, global const void* user) {\n"
                      "    return nonsense;\n"
                      "}\n";
    try {
        stockham::plan(device.context, device.device, parse_transform("c2c f32 64"), options);
        BOOST_ERROR("a callback that does not compile was accepted");
    } catch (const stockham::callback_error& e) {
        BOOST_TEST(e.field() == "on_load");
        BOOST_TEST(e.build_log().find(":2:") != std::string::npos, e.build_log());
    }
    options.on_load = halving_load;
    expect_argument_error(
        "on_load", [&] { stockham::plan(device.context, device.device, parse_transform("c2c f32 64 in"), options); });
}

BOOST_AUTO_TEST_SUITE_END()

// Plans of convolutions in the interpreter: several kernels, and signals and results that are present in part.
#include <boost/test/unit_test.hpp>

#include <limits>

#include "api/convolution_problem.hpp"
#include "support/convolved.hpp"
#include "support/descriptions.hpp"
#include "support/interpreted.hpp"
#include "support/refusal.hpp"
#include "systems/planning.hpp"

BOOST_AUTO_TEST_SUITE(convolution_plan_test)

using reference::number;
using stockham::convolution_description;
using stockham::parse_transform;
using stockham::internal::convolution_problem;
using stockham::internal::convolution_sides;
using stockham::internal::make_plan;

namespace {

using numbers = std::vector<number>;

/// Signals, and the kernels one behind the other. A kernel covers one signal or, with spectrum_each, all signals.
struct arrays {
    numbers signals, kernels;
};

arrays random_arrays(const convolution_description& d) {
    const bool real = d.signal.kind == stockham::kind::r2c;
    const auto all = points_of(d.signal) * d.signal.batch, set = d.spectrum_each ? all : points_of(d.signal);
    return {random_signal(all, real, stockham::precision::f64, 1),
            random_signal(d.kernels * set, real, stockham::precision::f64, 2)};
}

numbers part(const numbers& all, std::size_t which, std::size_t each) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(which * each);
    return {begin, begin + static_cast<std::ptrdiff_t>(each)};
}

/// Signals are NaN where they are known to be zero. Results keep their old contents where they are not wanted.
void check_results(const convolution_description& d, const stockham::device_description& device,
                   const stockham::internal::step_plan& plan) {
    const auto data = random_arrays(d);
    const auto& t = d.signal;
    const auto kind = t.kind == stockham::kind::r2c ? element_kind::real : element_kind::interleaved;
    const auto nan = std::numeric_limits<long double>::quiet_NaN();
    const number before(7, kind == element_kind::real ? 0 : 7);
    const auto each = data.signals.size();
    stockham::internal::host_buffers buffers;
    buffers.input = paired(to_memory(kept_part(data.signals, t, t.nonzero, {nan, nan}), kind).numbers);
    buffers.output = paired(to_memory(numbers(d.kernels * each, before), kind).numbers);
    buffers.workspace.assign(plan.workspace_bytes / element_size(t.precision), {nan, nan});
    const auto spectra = complex_of(t, stockham::direction::forward, data.kernels.size() / points_of(t));
    buffers.spectrum = reference::transform(spectra, data.kernels, data.kernels);
    interpret(plan, device, buffers);
    const auto count = kind == element_kind::real ? d.kernels * each : 2 * d.kernels * each;
    const auto got = to_elements({unpaired(buffers.output, count), {}}, kind);
    const auto signals = kept_part(data.signals, t, t.nonzero, 0);
    for (std::size_t k = 0; k < d.kernels; ++k) {
        const auto wanted = convolved(d, signals, part(data.kernels, k, data.kernels.size() / d.kernels));
        const auto result = part(got, k, each);
        BOOST_TEST(reference::relative_error(result, wanted, kept_places(each, t.lengths, t.wanted)) <= 1e-17);
        for (std::size_t e = 0; e < each; ++e)
            if (!is_kept(e, t.lengths, t.wanted)) BOOST_TEST(result[e] == before);
    }
}

void check_convolution(const char* text, std::size_t kernels, bool each) {
    convolution_description d;
    d.signal = parse_transform(text);
    d.kernels = kernels;
    d.spectrum_each = each;
    const auto p = convolution_problem(d, convolution_sides(d));
    for (const auto& device : descriptions())
        BOOST_TEST_CONTEXT(text << ", " << kernels << (each ? " each" : "") << " kernels for " << device.name) {
            const auto plan = make_plan(p, device);
            try {
                check_results(d, device, plan);
            } catch (const std::exception& e) {
                BOOST_ERROR(e.what() << "\n" << stockham::internal::to_string(plan));
            }
        }
}

std::uint64_t bytes_moved(const stockham::internal::step& s) {
    return std::get<stockham::internal::pass_step>(s).bytes_moved;
}

}  // namespace

BOOST_AUTO_TEST_CASE(several_kernels) {
    for (const char* text : {"c2c f32 16 b3", "c2c f64 12x10 b2", "r2c f32 9x16", "r2c f32 8x6x10 b2", "c2c f32 20000"})
        for (bool each : {false, true}) check_convolution(text, 3, each);
}

/// The signals are transformed once, whatever the number of kernels.
BOOST_AUTO_TEST_CASE(kernels_share_the_transforms_of_the_signals) {
    convolution_description d;
    d.signal = parse_transform("c2c f32 32x48 b2");
    d.kernels = 5;
    for (const auto& device : descriptions()) {
        const auto plan = make_plan(convolution_problem(d, convolution_sides(d)), device);
        BOOST_REQUIRE(plan.steps.size() >= 3U);
        BOOST_TEST(5 * bytes_moved(plan.steps.front()) == bytes_moved(plan.steps.back()));
        BOOST_TEST(plan.workspace_bytes <= 2 * 32 * 48 * 2 * sizeof(float));
    }
}

BOOST_AUTO_TEST_CASE(signals_and_results_in_part) {
    for (const char* text :
         {"c2c f32 64 b2 nonzero=40", "c2c f32 64 wanted=10", "r2c f32 64 nonzero=33 wanted=40",
          "r2c f64 45 nonzero=23", "c2c f32 32x48 nonzero=20x13 wanted=32x40", "r2c f32 16x24 b2 nonzero=16x13",
          "r2c f32 12x8 nonzero=5x5 wanted=7x7", "c2c f32 6x8x10 nonzero=1x2x3 wanted=3x2x1",
          "c2c f32 20000 nonzero=300 wanted=12345", "r2c f32 32768 nonzero=16385 wanted=1"})
        check_convolution(text, 1, false);
    check_convolution("c2c f32 24x16 b2 nonzero=7x9 wanted=8x8", 3, true);
}

BOOST_AUTO_TEST_CASE(parts_beyond_the_lengths) {
    const auto sides = [](const char* text) { return [text] { convolution_sides({parse_transform(text)}); }; };
    expect_argument_error("nonzero", sides("c2c f32 16x8 nonzero=16x9"));
    expect_argument_error("nonzero", sides("r2c f32 16x8 nonzero=16"));
    expect_argument_error("wanted", sides("r2c f32 16x8 wanted=0x8"));
    expect_unsupported_error("convolution", sides("r2c f32 16x8 spectrum=full"));
}

BOOST_AUTO_TEST_SUITE_END()

// Real lines of even length as complex lines of half the length, on the lanes of CPUs: every access to the half
// spectrum, with kernels for any length and with own ones, alone and beside another axis.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>

#include "support/descriptions.hpp"
#include "support/on_device.hpp"

BOOST_AUTO_TEST_SUITE(packed_lanes_test)

namespace {

stockham::device_description cpu(unsigned vector_bytes) {
    auto description = stockham::named_description("cpu");
    description.vector_bytes = vector_bytes;
    description.local_memory =
        std::min(description.local_memory, stockham::describe(test_device::get().device).local_memory);
    return description;
}

/// Checks the plan with this string, or the planner's if it is empty. It must pack.
void check(const std::string& problem, const std::string& plan_string = "") {
    const auto t = stockham::parse_transform(problem);
    if (!can_run(t)) return;
    for (unsigned vector_bytes : {32U, 64U}) {
        const auto description = cpu(vector_bytes);
        stockham::plan_options how;
        how.expert.plan_for = &description;
        how.expert.plan_string = plan_string;
        const stockham::plan plan(test_device::get().context, test_device::get().device, t, how);
        BOOST_TEST_CONTEXT(problem << " by " << plan.to_string()) {
            BOOST_TEST(plan.to_string().find("[n+1]") != std::string::npos);
            std::mt19937 generator(11);
            check_trial(plan, make_trial(t, generator));
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(contiguous_spectra) {
    for (const char* kind : {"r2c ", "c2r "})
        for (const char* rest : {"f32 500 b37", "f64 300 b9 in scale=0.3", "f32 38 b5", "f64 34 b70", "f32 24 b17"})
            check(std::string(kind) + rest);
    check("r2c f32 1000", "500 : 0.0");
    check("c2r f32 22");
    check("c2r f64 16 b30");
    check("c2r f32 4 b9");
}

BOOST_AUTO_TEST_CASE(spectra_side_by_side_and_scattered) {
    check("r2c f32 200 b50 os=50 od=1");
    check("c2r f32 200 b50 is=50 id=1");
    check("r2c f64 60 b21 os=3 od=200");
    check("c2r f64 60 b21 is=3 id=200");
    check("r2c f32 20 b21 os=21 od=1");
    check("c2r f32 20 b21 is=21 id=1");
    check("r2c f32 160 b9 of=planar", "80 : 0.0");
    check("c2r f32 160 b9 if=planar", "80 : 0.0");
    check("r2c f16 160 b9", "80 : 0.0");
    check("c2r f16 160 b9", "80 : 0.0");
}

BOOST_AUTO_TEST_CASE(parts_of_spectra) {
    check("r2c f32 200 b19 wanted=20");
    check("c2r f32 200 b19 nonzero=20");
    check("r2c f32 24 b19 wanted=1");
    check("c2r f32 24 b19 nonzero=1");
    check("r2c f64 200 b19 os=19 od=1 wanted=3");
    check("c2r f64 200 b19 is=19 id=1 nonzero=3");
}

BOOST_AUTO_TEST_CASE(beside_other_axes) {
    check("r2c f32 12x60", "12 x 30 : 1.0 ; 0.0");
    check("c2r f32 12x60", "12 x 30 : 0.0 ; 1.0");
    check("r2c f32 100x200", "100 x 100 : 1.0 own_kernel ; 0.0");
    check("c2r f32 100x200", "100 x 100 : 0.0 ; 1.0 own_kernel");
    check("c2r f32 16x16 b100", "16 x 8 : 0.0 ; 1.0 ; one_launch");
    check("r2c f32 16x64 b100", "16 x 32 : 1.0 ; 0.0 ; one_launch");
    check("c2r f64 32x160 b16 in", "32 x 80 : 0.0 ; 1.0 ; one_launch");
}

// The imaginary parts of points 0 and n / 2 of a half spectrum are ignored.
BOOST_AUTO_TEST_CASE(ends_of_half_spectra) {
    const auto t = stockham::parse_transform("c2r f32 200 b20");
    std::mt19937 generator(11);
    const std::size_t half = 101, batch = 20;
    auto expected = reference::uniform(batch * half, t.precision, generator);
    auto marred = expected;
    for (std::size_t line = 0; line < batch; ++line)
        for (std::size_t end : {std::size_t{0}, half - 1}) {
            auto& z = expected[line * half + end];
            z = z.real();
            marred[line * half + end] = {z.real(), 1000};
        }
    const std::vector<reference::number> poison(batch * 200, {0, 0});
    const auto wanted = reference::transform(t, expected, poison);
    const auto description = cpu(64);
    stockham::plan_options how;
    how.expert.plan_for = &description;
    const stockham::plan plan(test_device::get().context, test_device::get().device, t, how);
    const auto got = run(plan, marred, poison).output;
    BOOST_TEST(reference::relative_error(got, wanted, reference::places(t, false)) <= reference::gate(t));
}

BOOST_AUTO_TEST_SUITE_END()

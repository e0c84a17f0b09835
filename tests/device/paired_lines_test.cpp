// Pairs of real lines as complex lines: both directions, every algorithm, alone and with a digit of another axis, and
// odd numbers of lines.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>
#include <set>

#include "support/on_device.hpp"

BOOST_AUTO_TEST_SUITE(paired_lines_test)

namespace {

/// Kernels for a GPU, on any device.
stockham::plan plan_of(const stockham::transform& t, const std::string& plan_string) {
    static const auto gpu = stockham::named_description("h200");
    stockham::plan_options how;
    how.expert.plan_for = &gpu;
    how.expert.plan_string = plan_string;
    return stockham::plan(test_device::get().context, test_device::get().device, t, how);
}

void check(const std::string& problem, const std::string& plan_string) {
    const auto t = stockham::parse_transform(problem);
    if (!can_run(t)) return;
    std::mt19937 generator(11);
    BOOST_TEST_CONTEXT(problem << " by " << plan_string)
    check_trial(plan_of(t, plan_string), make_trial(t, generator));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(small)

BOOST_AUTO_TEST_CASE(each_way) {
    check("r2c f32 256", "16*16 : 0.0 points=4 width=4 min_items=16 paired ; 0.1 width=4 min_items=16");
    check("c2r f32 256", "16*16 : 0.0 width=4 min_items=16 ; 0.1 points=4 width=4 min_items=16 paired");
    check("r2c f32 12x15 b2 in", "12 x 15 : 1.0 min_items=8 paired ; 0.0 min_items=8");
    check("r2c f32 12x15 wanted=12x5", "12 x 15 : 1.0 min_items=8 paired ; 0.0 min_items=8");
    check("c2r f32 12x15 nonzero=12x5", "12 x 15 : 0.0 min_items=8 ; 1.0 min_items=8 paired");
    check("r2c f32 12x16 wanted=12x5", "12 x 8 : 1.0 min_items=8 ; 0.0 min_items=8");
    check("c2r f32 12x16 nonzero=12x5", "12 x 8 : 0.0 min_items=8 ; 1.0 min_items=8");
    check("r2c f32 16x32", "4*4 x 32 : 1.0+0.0 min_items=4 paired ; 0.1 min_items=8");
    check("r2c f32 15 b7", "15 : 0.0 min_items=2 paired");
    check("c2r f32 15 b7", "15 : 0.0 min_items=2 paired");
    check("r2c f32 37 b5", "37 : 0.0 min_items=1 paired");
    check("c2r f32 37 b5", "37 : 0.0 min_items=1 paired");
    check("r2c f32 74 b5", "2*37 : 0.0+0.1 min_items=2 paired");
    check("c2r f32 74 b5", "2*37 : 0.0+0.1 min_items=2 paired");
    check("r2c f32 47 b5", "100 : 0.0^ min_items=1 paired");
    check("c2r f32 47 b5", "100 : 0.0^ min_items=1 paired");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(lengths_forms_and_layouts) {
    check("r2c f32 65536", "256*256 : 0.0 paired ; 0.1");
    check("c2r f32 65536", "256*256 : 0.0 ; 0.1 paired");
    check("r2c f64 2310 b3", "15*14*11 : 0.0 width=2 min_items=4 paired ; 0.1 ; 0.2");
    check("c2r f64 900 b3 in scale=0.3", "30*30 : 0.0 width=2 ; 0.1 width=2 paired");
    check("r2c f32 20x24 of=planar", "20 x 24 : 1.0 min_items=16 paired ; 0.0");
    check("c2r f32 20x24 if=planar", "20 x 24 : 0.0 ; 1.0 min_items=16 paired");
    check("r2c f16 20x24", "20 x 24 : 1.0 min_items=16 paired ; 0.0");
    check("c2r f16 20x24", "20 x 24 : 0.0 ; 1.0 min_items=16 paired");
    check("r2c f32 48x80 b3 is=90,1 id=5000 os=1,50 od=2500 io=3 oo=7", "48 x 80 : 1.0 paired ; 0.0");
    check("r2c f32 64x64x64 b2", "64 x 32*2 x 64 : 2.0+1.0 paired ; 1.1+0.0");
    check("c2r f32 64x64x64 b2", "64 x 64 x 64 : 0.0 ; 1.0 ; 2.0 paired");
    check("r2c f64 29 b1001 in", "29 : 0.0 paired");
    check("c2r f64 29 b1001 in", "29 : 0.0 paired");
    check("r2c f32 1155 b3 of=planar", "1155 : 0.0 paired chain=11.15.7");
    check("r2c f32 315 b9", "15*21 : 0.0 width=4 paired ; 0.1 width=4");
    check("r2c f32 1051 b33", "1051 : 0.0 min_items=1 paired chain=15.14.5");
    check("c2r f64 1051 b33 scale=0.3", "1051 : 0.0 min_items=1 paired chain=15.14.5");
    check("r2c f64 603 b33", "9*67 : 0.0+0.1 paired");
    check("r2c f64 83 b9", "180 : 0.0^ paired");
    check("r2c f16 83 b9", "180 : 0.0^ paired");
    check("c2r f32 83 b9 in scale=0.3", "180 : 0.0^ paired");
    check("r2c f32 166 b9 wanted=20", "336 : 0.0^ paired");
    check("r2c f32 7x64 b3 nonzero=7x33", "7 x 64 : 1.0 paired ; 0.0");
    check("c2r f32 7x64 b3 wanted=7x33", "7 x 64 : 0.0 ; 1.0 paired");
}

// The imaginary parts at the ends of a half spectrum are ignored. They must not affect the paired line either.
BOOST_AUTO_TEST_CASE(ends_of_half_spectra) {
    const auto t = stockham::parse_transform("c2r f32 4x8");
    std::mt19937 generator(11);
    const auto random = reference::uniform(4 * 5, t.precision, generator);
    auto marred = random;
    for (std::size_t y : {0, 2})  // where x and y equal their mirror images
        for (std::size_t x : {0, 4}) marred[5 * y + x] = {random[5 * y + x].real(), 1000};
    const std::vector<reference::number> poison(4 * 8, {0, 0});
    const auto plan = plan_of(t, "4 x 8 : 0.0 ; 1.0 min_items=2 paired");
    auto expected = random;
    for (std::size_t y : {0, 2})
        for (std::size_t x : {0, 4}) expected[5 * y + x] = random[5 * y + x].real();
    const auto wanted = reference::transform(t, expected, poison);
    const auto got = run(plan, marred, poison).output;
    BOOST_TEST(reference::relative_error(got, wanted, reference::places(t, false)) <= reference::gate(t));
}

// A NaN spreads to the paired line and no further.
BOOST_AUTO_TEST_CASE(a_line_spoils_its_partner_only) {
    const std::size_t batch = 7, n = 15, half = n / 2 + 1;
    const auto t = stockham::parse_transform("r2c f32 15 b7");
    std::mt19937 generator(11);
    auto input = reference::uniform(batch * n, t.precision, generator);
    for (auto& z : input) z = z.real();
    const std::vector<reference::number> poison(batch * half, {0, 0});
    const auto wanted = reference::transform(t, input, poison);
    const auto plan = plan_of(t, "15 : 0.0 min_items=2 paired");
    for (std::size_t spoilt = 0; spoilt < batch; ++spoilt) {
        auto marred = input;
        marred[spoilt * n + 3] = std::numeric_limits<long double>::quiet_NaN();
        const auto got = run(plan, marred, poison).output;
        std::set<std::size_t> lines;
        for (std::size_t k = 0; k < got.size(); ++k)
            if (!(std::abs(got[k] - wanted[k]) < 1e-4)) lines.insert(k / half);
        BOOST_TEST(lines.count(spoilt) == 1U);
        BOOST_TEST(lines.size() <= 2U);
    }
}

BOOST_AUTO_TEST_SUITE_END()

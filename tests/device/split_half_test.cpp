// Butterflies as products of scaled halves: every radix, mixed ones and every shape. They run in work-items alone,
// and as on matrix units of NVIDIA and AMD, whose lanes and registers any device emulates.
#include <boost/test/unit_test.hpp>

#include "support/on_device.hpp"

BOOST_AUTO_TEST_SUITE(split_half_test)

using stockham::device_description;

namespace {

/// This device, whose work-items compute whole butterflies, and devices whose matrix units share them.
std::vector<device_description> whole_and_shared() {
    return {stockham::describe(test_device::get().device), stockham::named_description("h200"),
            stockham::named_description("gfx90a")};
}

stockham::transform split_half(const std::string& problem) {
    return stockham::parse_transform(problem + " algorithm=split_half");
}

stockham::plan plan_of(const stockham::transform& t, const device_description& device, const std::string& plan_string) {
    stockham::plan_options how;
    how.expert.plan_for = &device;
    how.expert.plan_string = plan_string;
    return stockham::plan(test_device::get().context, test_device::get().device, t, how);
}

/// The plan string for each kind of device (empty: the plan of the algorithm).
void check(const std::string& problem, const std::string& plan_string = {}) {
    const auto t = split_half(problem);
    std::mt19937 generator(7);
    const auto made = make_trial(t, generator);
    for (const auto& device : in_turn(whole_and_shared(), problem.size()))
        BOOST_TEST_CONTEXT(to_string(t) << " for " << device.name << " by " << plan_string)
    check_trial(plan_of(t, device, plan_string), made);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(small)
BOOST_AUTO_TEST_CASE(all_radices_in_one_transform) {
    check("c2c f32 1024 b3 inv", "1024 : 0.0 chain=2.4.8.16 split_half=2");
}
BOOST_AUTO_TEST_CASE(two_dimensions_in_place) {
    check("c2c f32 16x8 b5 in", "16 x 8 : 0.0+1.0 chain=0:4.0:4.1:2.1:4 split_half=1");
}
BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(every_radix_alone) {
    check("c2c f32 32", "32 : 0.0 chain=2.2.2.2.2 split_half=1");
    check("c2c f32 64", "64 : 0.0 chain=4.4.4 split_half=1");
    check("c2c f32 64", "64 : 0.0 chain=8.8 split_half=2");
    check("c2c f32 256", "256 : 0.0 chain=16.16 split_half=2");
}

BOOST_AUTO_TEST_CASE(fewer_points_than_a_matrix_unit_takes) {
    for (const char* problem : {"c2c f32 2", "c2c f32 4 b3", "c2c f32 8", "c2c f32 1"}) check(problem);
}

BOOST_AUTO_TEST_CASE(shapes_and_layouts) {
    check("c2c f32 65536 b3 is=2 id=140000 os=3 od=200000 oo=11 inv");
    check("c2c f32 64x32x16 b3 inv");
    for (const char* problem :
         {"c2c f32 65536", "c2c f32 256x256 b2 in", "c2c f32 32x32 b3 is=40,1 id=1300 os=1,33 od=1100 io=5 oo=7"})
        check_on_device(split_half(problem), 8);
}

BOOST_AUTO_TEST_CASE(more_than_65535_transforms_in_one_launch) {
    const auto t = split_half("c2c f32 16 b70001");
    for (const auto& device : whole_and_shared()) BOOST_TEST(plan_of(t, device, {}).launches() == 1U);
    check("c2c f32 16 b70001");
}

// As in the paper, a radix-8 matrix rounded to halves loses four digits.
BOOST_AUTO_TEST_CASE(radix_8_with_its_matrix_rounded) {
    const auto t = split_half("c2c f32 2048");
    std::mt19937 generator(7);
    const auto made = make_trial(t, generator);
    for (const auto& device : whole_and_shared()) {
        const auto found = judge(plan_of(t, device, "2048 : 0.0 chain=8.8.8.4 split_half=1"), made);
        BOOST_TEST_MESSAGE("radix 8 rounded, for " << device.name << ": relative error " << found.error);
        BOOST_TEST(found.error > 1e-4);
        BOOST_TEST(found.error < 1e-2);
        BOOST_TEST(found.spoilt == 0U);
    }
}

// Vectors of zeros have no scale. Vectors of tiny and of large numbers have one near the limits of single precision.
BOOST_AUTO_TEST_CASE(zeros_and_numbers_of_any_size) {
    const auto t = split_half("c2c f32 256");
    std::mt19937 generator(7);
    const auto random = reference::uniform(256, t.precision, generator);
    const auto expect = [&](const device_description& device, const std::vector<reference::number>& input,
                            double gate) {
        const auto wanted = reference::transform(t, input, input);
        const auto got = run(plan_of(t, device, {}), input, random).output;
        BOOST_TEST(reference::relative_error(got, wanted, reference::places(t, false)) <= gate);
    };
    for (const auto& device : whole_and_shared()) BOOST_TEST_CONTEXT(device.name) {
            for (const int power : {110, -90}) {
                auto scaled = random;
                for (auto& z : scaled) z *= std::ldexp(1.0L, power);
                expect(device, scaled, reference::gate(t));
            }
            std::vector<reference::number> impulse(256);
            impulse[3] = {1, -0.5L};
            expect(device, impulse, reference::gate(t));
            const auto nothing = run(plan_of(t, device, {}), std::vector<reference::number>(256), random).output;
            BOOST_TEST((nothing == std::vector<reference::number>(256)));
        }
}

BOOST_AUTO_TEST_SUITE_END()

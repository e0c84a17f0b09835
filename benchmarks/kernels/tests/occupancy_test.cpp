// Work-groups per compute unit, computed by hand.
#include <boost/test/unit_test.hpp>

#include "occupancy.hpp"

using namespace bench;

namespace {

struct by_hand {
    const char* device;
    group_needs needs;
    unsigned by_registers, by_local;
    double percent;  ///< occupancy by the smaller number
};

constexpr by_hand counted[] = {
    // 126 registers take 128: 512 / 128 = 4 wavefronts per SIMD, 16 per compute unit, 4 groups of 4. 64 KB hold one.
    {"gfx90a", {256, 126U, 65536}, 4, 1, 12.5},
    // 65 take 72: 7 wavefronts per SIMD, 28 per compute unit, 14 groups of 2; 64 KB / 9 KB = 7.
    {"gfx90a", {128, 65U, 9216}, 14, 7, 43.75},
    // One byte more takes 9728.
    {"gfx90a", {128, 65U, 9217}, 14, 6, 37.5},
    // Few registers, no local memory: limited to 32 wavefronts by the slots.
    {"gfx90a", {128, 20U, 0}, 16, 16, 100},
    // A group of 16 fills a quarter of a wavefront.
    {"gfx90a", {16, 20U, 0}, 32, 32, 25},
    // 200 registers: 2 wavefronts per SIMD, 8 per compute unit; a group of 1024 needs 16.
    {"gfx90a", {1024, 200U, 0}, 0, 2, 0},
    // 72 registers take 80: 1024 / 80 = 12 wavefronts per SIMD, 48 in all, 6 groups of 8; 128 KB / 34 KB = 3.
    {"gfx1030", {256, 72U, 34816}, 6, 3, 37.5},
    // 124 take 128: 8 wavefronts per SIMD, 32 in all, 4 groups of 8; 128 KB hold two of 64 KB.
    {"gfx1030", {256, 124U, 65536}, 4, 2, 25},
    {"gfx1030", {128, 64U, 0}, 16, 16, 100},
    // 56 registers: 512 / 56 = 9 warps per quarter, 36 in all, 2 groups of 16; 228 KB / (68 + 1) KB = 3.
    {"h200", {512, 56U, 69632}, 2, 3, 50},
    // At most 32 work-groups: 32 warps of 64.
    {"h200", {32, 16U, 0}, 32, 32, 50},
    // 1024 work-items with 64 registers use all of them; 65 take 72: 28 warps, and a group needs 32.
    {"h200", {1024, 64U, 139264}, 1, 1, 50},
    {"h200", {1024, 65U, 139264}, 0, 1, 0},
    {"h200", {128, 128U, 16896}, 4, 13, 25},
};

}  // namespace

BOOST_AUTO_TEST_CASE(groups_match_hand_computed_values) {
    for (const auto& c : counted) {
        BOOST_TEST_CONTEXT(c.device << ", " << c.needs.work_items << " work-items, " << *c.needs.registers
                                    << " registers, " << c.needs.local_bytes << " bytes") {
            const auto* unit = find_compute_unit(c.device);
            BOOST_REQUIRE(unit);
            const auto fit = fit_of(*unit, c.needs);
            BOOST_REQUIRE(fit.groups());
            BOOST_TEST(*fit.by_registers == c.by_registers);
            BOOST_TEST(fit.by_local == c.by_local);
            BOOST_TEST(occupancy_percent(*unit, *fit.groups(), c.needs.work_items) == c.percent);
        }
    }
}

BOOST_AUTO_TEST_CASE(unknown_registers_give_no_group_count) {
    const auto fit = fit_of(*find_compute_unit("h200"), {512, {}, 69632});
    BOOST_TEST(fit.by_local == 3U);
    BOOST_TEST(!fit.by_registers);
    BOOST_TEST(!fit.groups());
}

BOOST_AUTO_TEST_CASE(unknown_devices_have_no_compute_unit) {
    BOOST_TEST(!find_compute_unit("evergreen"));
    BOOST_TEST(!find_compute_unit(""));
    BOOST_TEST(compute_unit_names() == "gfx90a, gfx1030, h200");
}

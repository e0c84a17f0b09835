// Runs in-place transposes on the host, with the kernels' formulas and arguments.
#include <boost/test/unit_test.hpp>

#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "cases.hpp"
#include "support/built_slow.hpp"
#include "transpose/in_place.hpp"
#include "transpose/line_index.h"
#include "transpose/numbers.hpp"
#include "transpose/swap_index.h"

using namespace stockham;
using namespace stockham::internal;
using namespace stockham::internal::testing;
using namespace stockham::transpose_index;

namespace {

using array = std::vector<std::uint32_t>;

template <class Numbers>
Numbers numbers_in(const launch& made) {
    Numbers numbers{};
    const auto& bytes = std::get<std::vector<std::byte>>(made.arguments[1]);
    BOOST_REQUIRE_EQUAL(bytes.size(), sizeof numbers);
    std::memcpy(&numbers, bytes.data(), sizeof numbers);
    return numbers;
}

/// Does the same as lines.cl. Scratch is poisoned at first, to reveal positions that were not written.
void run_lines(const launch& made, array& data) {
    const auto numbers = numbers_in<line_numbers>(made);
    for (std::uint64_t round = 0; round < numbers.rounds; ++round)
        for (std::uint64_t group = 0; group < made.groups; ++group) {
            strip_place place;
            strip_at(&numbers, group + round * made.groups, &place);
            const std::uint64_t slots = strip_slots(&numbers, &place);
            array scratch(slots, ~0U);
            for (const bool write : {false, true})
                for (std::uint64_t slot = 0; slot < slots; ++slot) {
                    if (!strip_holds(&numbers, &place, slot)) continue;
                    auto& outside = data.at(place.first + slot_memory(&numbers, slot));
                    auto& inside = scratch.at(slot_scratch(&numbers, &place, slot, write != (numbers.scatter == 1)));
                    (write ? outside : inside) = write ? inside : outside;
                }
        }
}

/// Does the same as swap.cl and block_swap.cl with tiles of `side` rows and columns.
void run_swaps(const launch& made, std::uint64_t side, array& data) {
    const auto numbers = numbers_in<swap_numbers>(made);
    const array before = data;
    for (std::uint64_t group = 0; group < made.groups; ++group) {
        tile_pair pair;
        pair_at(&numbers, group, &pair);
        for (std::uint64_t r = pair.i * side; r < std::min((pair.i + 1) * side, numbers.n); ++r)
            for (std::uint64_t c = pair.j * side; c < std::min((pair.j + 1) * side, numbers.n); ++c) {
                data.at(pair.matrix + c * numbers.n + r) = before.at(pair.matrix + r * numbers.n + c);
                data.at(pair.matrix + r * numbers.n + c) = before.at(pair.matrix + c * numbers.n + r);
            }
    }
}

std::uint64_t side_in(const launch& made) {
    const std::string name = made.kernel == "swap_tiles" ? "#define SIDE " : "#define TILE_SIDE ";
    return std::stoul(made.source.substr(made.source.find(name) + name.size()));
}

void check_in_place(const in_place_transpose& step, const device_description& device) {
    BOOST_TEST_CONTEXT(step.rows << " x " << step.columns << " batch " << step.batch << " on " << device.name) {
        array data(step.rows * step.columns * step.batch), expected(data.size());
        std::iota(data.begin(), data.end(), 0U);
        for (std::uint64_t b = 0, at = 0; b < step.batch; ++b)
            for (std::uint64_t c = 0; c < step.columns; ++c)
                for (std::uint64_t r = 0; r < step.rows; ++r)
                    expected[at++] = static_cast<std::uint32_t>((b * step.rows + r) * step.columns + c);
        const transpose_plan plan = plan_in_place(step, device);
        for (const launch& each : plan.launches)
            if (each.kernel == "shuffle_lines" || each.kernel == "walk_lines")
                run_lines(each, data);
            else
                run_swaps(each, side_in(each), data);
        BOOST_TEST((data == expected));
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(in_place)

BOOST_AUTO_TEST_CASE(all_shapes_to_24) {
    for (const auto& device : made_up_devices())
        for (std::uint64_t rows = 1; rows <= 24; ++rows)
            for (std::uint64_t columns = 1; columns <= 24; ++columns)
                check_in_place({element::complex_f32, rows, columns, 1 + rows % 2}, device);
}

BOOST_AUTO_TEST_CASE(random_shapes) {
    auto random = seeded("in_place random_shapes");
    const auto devices = made_up_devices();
    for (int i = 0; i < (built_slow ? 60 : 300); ++i) {
        // Multiplied by a common factor, since the rotation depends on it.
        const std::uint64_t common = 1 + random() % 20;
        const std::uint64_t rows = common * (1 + random() % 20), columns = common * (1 + random() % (i % 5 ? 20 : 300));
        check_in_place({elements[random() % 4], rows, columns, 1 + random() % 3}, devices[random() % devices.size()]);
    }
}

BOOST_AUTO_TEST_CASE(squares_across_tile_borders) {
    for (const auto& device : made_up_devices())
        for (const std::uint64_t n : {31, 32, 33, 63, 64, 65, 127, 130})
            for (const element e : elements) check_in_place({e, n, n, 2}, device);
}

// A device with very little local memory: the scratch for rows moves to the workspace, one row per work-group.
BOOST_AUTO_TEST_CASE(scratch_in_the_workspace) {
    device_description device = named_description("h200");
    device.local_memory = 256;
    for (const auto& [rows, columns] : {std::pair{20, 90}, {90, 20}, {64, 48}, {48, 64}, {3, 1000}, {1000, 3}}) {
        const in_place_transpose step{element::complex_f64, static_cast<std::uint64_t>(rows),
                                      static_cast<std::uint64_t>(columns), 4};
        const auto plan = plan_in_place(step, device);
        const std::size_t row = 16 * std::max(step.rows, step.columns);
        std::size_t needed = 0;
        for (const launch& each : plan.launches)
            if (std::holds_alternative<buffer>(each.arguments.back())) needed = std::max(needed, each.groups * row);
        BOOST_TEST(needed > 0U);
        BOOST_TEST(plan.workspace_bytes <= needed);
        check_in_place(step, device);
    }
}

// The paper's bound, which the header documents: scratch is one line per work-group.
BOOST_AUTO_TEST_CASE(scratch_is_at_most_one_line) {
    auto random = seeded("scratch_is_at_most_one_line");
    for (int i = 0; i < 500; ++i) {
        const std::uint64_t rows = 2 + random() % 3000, columns = 2 + random() % 3000;
        if (rows == columns) continue;
        const element e = elements[random() % 4];
        for (const auto& device : made_up_devices()) {
            const auto plan = plan_in_place({e, rows, columns, 2}, device);
            for (const launch& each : plan.launches) {
                const auto numbers = numbers_in<line_numbers>(each);
                BOOST_TEST((numbers.length << numbers.width) <= std::max(rows, columns));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(nothing_moves_in_a_single_row) {
    BOOST_TEST(plan_in_place({element::real_f32, 1, 77, 3}, named_description("cpu")).launches.empty());
    BOOST_TEST(plan_in_place({element::real_f32, 77, 1, 3}, named_description("gfx906")).launches.empty());
}

BOOST_AUTO_TEST_SUITE_END()

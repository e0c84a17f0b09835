// Compares the index formulas with their definitions.
#include <boost/test/unit_test.hpp>

#include <array>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "cases.hpp"
#include "transpose/line_index.h"
#include "transpose/numbers.hpp"
#include "transpose/padding.h"
#include "transpose/swap_index.h"
#include "transpose/tile_index.h"

using namespace stockham;
using namespace stockham::internal;
using namespace stockham::transpose_index;

BOOST_AUTO_TEST_SUITE(formulas)

BOOST_AUTO_TEST_CASE(division_by_reciprocals_is_exact) {
    std::mt19937_64 random(1);
    const std::uint64_t top = ~std::uint64_t{0};
    std::vector<std::uint64_t> numbers{3, 5, 7, top - 1, top};
    for (unsigned bit = 0; bit < 64; ++bit)
        for (const std::uint64_t near : {~0ULL, 0ULL, 1ULL})
            if ((1ULL << bit) + near) numbers.push_back((1ULL << bit) + near);
    for (int i = 0; i < 200; ++i) numbers.push_back(random() >> (random() % 63) | 1);
    for (const auto n : numbers)
        for (const auto m : numbers)
            // Around multiples of n, where an off-by-one error is most likely.
            for (const std::uint64_t x : {m, m - 1, m * n, m * n - 1, m * n + 1, top - m}) {
                if (quotient(x, divide_by(n)) != x / n || remainder_of(x, divide_by(n)) != x % n)
                    BOOST_ERROR(x << " / " << n);
            }
}

BOOST_AUTO_TEST_CASE(logarithms) {
    BOOST_TEST(floor_log2(1) == 0U);
    BOOST_TEST(floor_log2(1023) == 9U);
    BOOST_TEST(floor_log2(1024) == 10U);
    BOOST_TEST(ceil_log2(1) == 0U);
    BOOST_TEST(ceil_log2(1024) == 10U);
    BOOST_TEST(ceil_log2(1025) == 11U);
    BOOST_TEST(ceil_shift(0, 3) == 0U);
    BOOST_TEST(ceil_shift(8, 3) == 1U);
    BOOST_TEST(ceil_shift(9, 3) == 2U);
}

// Consecutive work-items use each bank once, whichever adjacent bits of the slot numbers they vary.
BOOST_AUTO_TEST_CASE(padding_leaves_no_bank_conflict) {
    for (const unsigned row : {3U, 4U, 5U})
        for (unsigned low = 0; low <= 6; ++low) {  // a tile of 8 KB has 6 bits more than a row of banks
            std::set<index32> banks;
            for (index32 item = 0; item < 1U << row; ++item) banks.insert(padded(item << low, row) % (1U << row));
            BOOST_TEST(banks.size() == 1U << row);
        }
    BOOST_TEST(padded(17 * 1 - 1, 4) == 17U);  // slot (1, 0) of 16 x 16 starts the second row of 17
}

BOOST_AUTO_TEST_CASE(padding_is_injective_and_fits) {
    for (const std::size_t bytes : {4U, 8U, 16U})
        for (const std::size_t slots : {64U, 512U, 2048U}) {
            std::set<index32> places;
            for (index32 slot = 0; slot < slots; ++slot) places.insert(padded(slot, floor_log2(128 / bytes)));
            BOOST_TEST(places.size() == slots);
            BOOST_TEST(*places.rbegin() < padded_size(slots, bytes));
        }
}

// A slot outside the problem reads some element of the problem, every other slot its own.
BOOST_AUTO_TEST_CASE(the_nearest_cell_holds_an_element) {
    const tile_cell origin{}, first{{1, 2, 0}};
    for (index32 columns = 1; columns <= 4; ++columns)
        for (index32 rows = 1; rows <= 4; ++rows) {
            const tile_place place{0, 0, {columns - 1, rows - 1, 0}};
            for (index32 slot = 0; slot < 16; ++slot) {
                const tile_cell step{{slot % 4, slot / 4, 0}};
                tile_cell nearest;
                nearest_cell(&place, &first, &step, &nearest);
                BOOST_TEST(holds(&place, &origin, &nearest));
                const bool same =
                    nearest.at[0] == first.at[0] + step.at[0] && nearest.at[1] == first.at[1] + step.at[1];
                BOOST_TEST(same == holds(&place, &first, &step));
            }
        }
}

BOOST_AUTO_TEST_CASE(pairs_of_tiles_cover_the_triangle_once) {
    for (std::uint64_t tiles = 1; tiles <= 40; ++tiles) {
        const std::uint64_t width = tiles | 1, height = (tiles + 1) / 2, batch = 3, n = 10 * tiles;
        const swap_numbers numbers{divide_by(width), divide_by(height), tiles, n};
        std::set<std::array<std::uint64_t, 3>> seen;
        for (std::uint64_t group = 0; group < width * height * batch; ++group) {
            tile_pair pair;
            pair_at(&numbers, group, &pair);
            BOOST_REQUIRE(pair.i < tiles && pair.j <= pair.i && pair.matrix < batch * n * n);
            seen.insert({pair.matrix, pair.i, pair.j});
        }
        BOOST_TEST(seen.size() == tiles * (tiles + 1) / 2 * batch);
    }
}

// Walking along a line and across lines gives the same positions as line_place.
BOOST_AUTO_TEST_CASE(walks_give_the_same_positions) {
    for (std::uint64_t m = 2; m <= 30; ++m)
        for (std::uint64_t n = m + 1; n <= 40; ++n) {
            const std::uint64_t g = std::gcd(m, n);
            line_numbers numbers{};
            numbers.m = divide_by(m);
            numbers.n = divide_by(n);
            numbers.a = divide_by(m / g);
            numbers.b = divide_by(n / g);
            for (const line_step step : {line_rotate, line_spread, line_settle}) {
                numbers.step = step;
                const bool columns = step != line_spread;
                const std::uint64_t lines = columns ? n : m, length = columns ? m : n;
                std::size_t wrong = 0;
                for (std::uint64_t y = 0; y < lines; ++y) {
                    line_walk walk;
                    walk_from(&numbers, y, &walk);
                    for (std::uint64_t x = 0; x < length; ++x) {
                        const std::uint64_t place = walk_place(&walk);
                        wrong += place != line_place(&numbers, y, x);
                        for (std::uint64_t k = 0; columns && k < 16 && y + k < lines; ++k)
                            wrong += wrapped(place + line_apart(&numbers, y, k), m) != line_place(&numbers, y + k, x);
                        walk_on(&numbers, &walk);
                    }
                }
                if (wrong) BOOST_ERROR(wrong << " places of step " << step << " of " << m << " x " << n);
            }
        }
}

// Follows single elements of huge matrices through rotate, spread and settle to their transposed positions.
BOOST_AUTO_TEST_CASE(elements_of_huge_matrices_reach_their_positions) {
    std::mt19937_64 random(2);
    for (int shape = 0; shape < 200; ++shape) {
        const std::uint64_t common = 1 + random() % 5000;
        const std::uint64_t a = 1 + random() % (1U << (1 + random() % 16)), b = a + 1 + random() % (1U << 16);
        const std::uint64_t m = common * a, n = common * b, g = std::gcd(m, n);
        line_numbers numbers{};
        numbers.m = divide_by(m);
        numbers.n = divide_by(n);
        numbers.a = divide_by(m / g);
        numbers.b = divide_by(n / g);
        const auto place = [&](line_step step, std::uint64_t line, std::uint64_t x) {
            numbers.step = step;
            return line_place(&numbers, line, x);
        };
        for (int element = 0; element < 200; ++element) {
            // In reverse order, where each step gives the source of an element.
            const std::uint64_t row = random() % m, column = random() % n;
            const std::uint64_t settled_from = place(line_settle, column, row);
            const std::uint64_t at = row * n + column, i = at % m, j = at / m;
            if (place(line_spread, settled_from, j) != column || place(line_rotate, j, settled_from) != i)
                BOOST_ERROR("(" << i << ", " << j << ") of " << m << " x " << n << " does not arrive");
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

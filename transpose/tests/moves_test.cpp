// Out-of-place steps move every element once, to its position, for every device.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>

#include <stockham/error.hpp>

#include "cases.hpp"
#include "transpose/numbers.hpp"
#include "transpose/permutation.hpp"
#include "transpose/tile_index.h"
#include "transpose/tile_transpose.hpp"

using namespace stockham;
using namespace stockham::internal;
using namespace stockham::internal::testing;

namespace {

void check_permutation(const permutation& p, const device_description& device) {
    BOOST_TEST_CONTEXT(text_of(p) << " on " << device.name) {
        std::vector<std::uint64_t> from(element_count(p), ~std::uint64_t{0}), expected(from.size());
        std::size_t moves = 0;
        for_each_move(out_of_place_step(p), device, [&](std::uint64_t, std::uint64_t source, std::uint64_t target) {
            from.at(target) = source;
            ++moves;
        });
        for_each_element(p, [&](std::uint64_t source, std::uint64_t target) { expected[target] = source; });
        BOOST_TEST(moves == from.size());
        BOOST_TEST((from == expected));
    }
}

transpose_index::tile_numbers numbers_in(const launch& made) {
    transpose_index::tile_numbers numbers{};
    const auto& bytes = std::get<std::vector<std::byte>>(made.arguments.back());
    BOOST_REQUIRE_EQUAL(bytes.size(), sizeof numbers);
    std::memcpy(&numbers, bytes.data(), sizeof numbers);
    return numbers;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(moves)

BOOST_AUTO_TEST_CASE(matrices_of_all_small_shapes) {
    for (const auto& device : made_up_devices())
        for (const std::size_t rows : {1, 2, 3, 7, 16, 31, 32, 33, 64, 101})
            for (const std::size_t columns : {1, 2, 5, 15, 16, 17, 32, 63, 97})
                for (const element e : {element::real_f32, element::complex_f64})
                    check_permutation({{rows, columns}, {1, 0}, rows % 3 + 1, e, {}, false}, device);
}

BOOST_AUTO_TEST_CASE(random_permutations_of_every_rank) {
    auto random = seeded("random_permutations_of_every_rank");
    const auto devices = made_up_devices();
    for (int i = 0; i < 600; ++i) {
        permutation p = random_permutation(random, 1 + random() % 8, 6000);
        p.plain = random() % 4 == 0;
        check_permutation(p, devices[random() % devices.size()]);
    }
}

// Every axis has length 2 and none can be merged, which gives the maximum number of loops.
BOOST_AUTO_TEST_CASE(eight_axes_and_a_batch) {
    for (const auto& device : made_up_devices()) {
        check_permutation({{2, 2, 2, 2, 2, 2, 2, 2}, {7, 6, 5, 4, 3, 2, 1, 0}, 3, element::complex_f32, {}, false},
                          device);
        check_permutation({{2, 3, 2, 3, 2, 3, 2, 3}, {6, 5, 4, 3, 2, 1, 0, 7}, 2, element::real_f32, {}, false},
                          device);
    }
}

BOOST_AUTO_TEST_CASE(strides_gaps_and_offsets) {
    auto random = seeded("strides_gaps_and_offsets");
    for (int i = 0; i < 100; ++i) {
        tile_transpose step;
        step.element = elements[random() % 4];
        step.in_offset = random() % 50;
        step.out_offset = random() % 50;
        // Nested strides with random gaps, in a different order on each side.
        std::vector<iodim> dims(2 + random() % 4);
        for (auto& d : dims) d.n = 1 + random() % (dims.size() > 3 ? 6 : 20);
        for (auto stride : {&iodim::is, &iodim::os}) {
            std::vector<std::size_t> order(dims.size());
            std::iota(order.begin(), order.end(), std::size_t{0});
            std::shuffle(order.begin(), order.end(), random);
            std::uint64_t next = 1 + random() % 2;
            for (const auto d : order) {
                dims[d].*stride = next;
                next = next * dims[d].n + random() % 3;
            }
        }
        step.rows = dims[0];
        step.columns = dims[1];
        step.loops.assign(dims.begin() + 2, dims.end());
        std::map<std::uint64_t, std::uint64_t> expected{{step.out_offset, step.in_offset}};
        for (const auto& d : dims) {
            std::map<std::uint64_t, std::uint64_t> grown;
            for (const auto& [target, source] : expected)
                for (std::uint64_t k = 0; k < d.n; ++k) grown[target + k * d.os] = source + k * d.is;
            expected.swap(grown);
        }
        for (const auto& device : made_up_devices()) BOOST_TEST_CONTEXT(to_string(step) << " on " << device.name) {
                std::map<std::uint64_t, std::uint64_t> moved;
                for_each_move(step, device, [&](std::uint64_t, std::uint64_t source, std::uint64_t target) {
                    if (!moved.emplace(target, source).second) BOOST_ERROR(target << " is written twice");
                });
                BOOST_TEST((moved == expected));
            }
    }
}

BOOST_AUTO_TEST_CASE(places_past_two_to_the_32) {
    using namespace transpose_index;
    tile_transpose step;
    step.rows = {(1ULL << 18) + 3, (1ULL << 17) + 5, 1};
    step.columns = {(1ULL << 17) + 5, 1, (1ULL << 18) + 3};
    for (const auto& device : made_up_devices()) {
        const launch made = to_launch(step, device);
        const tile_numbers numbers = numbers_in(made);
        tile_place last;
        tile_at(&numbers, &numbers.shape, made.groups - 1, &last);
        const std::uint64_t row = step.rows.n - 1 - last.last[1], column = step.columns.n - 1 - last.last[0];
        BOOST_TEST(last.source == row * step.rows.is + column);
        BOOST_TEST(last.target == column * step.columns.os + row);
        const tile_cell corner{{last.last[0], last.last[1], 0}};
        BOOST_TEST(last.source + cell_source(&numbers, &corner) == step.rows.n * step.columns.n - 1);
        BOOST_TEST(last.target + cell_target(&numbers, &corner) == step.rows.n * step.columns.n - 1);
    }
}

BOOST_AUTO_TEST_CASE(launches_stay_within_the_limits) {
    for (const std::size_t local : {1024U, 16384U, 32768U, 49152U, 65536U, 231424U})
        for (const std::size_t items : {1U, 64U, 100U, 256U, 1024U})
            for (const element e : elements) {
                device_description device = named_description("h200");
                device.local_memory = local;
                device.max_work_group = items;
                const tile_transpose step{e, {500, 300, 1}, {300, 1, 500}, {}, 0, 0, {}, {}, false};
                const launch made = to_launch(step, device);
                BOOST_TEST(made.work_items <= items);
                BOOST_TEST(made.local_bytes <= local);
                for (const std::uint64_t columns : {500U, 600U, 20000U}) {
                    const auto plan = plan_in_place({e, 500, columns, 3}, device);
                    BOOST_TEST(!plan.launches.empty());
                    for (const launch& each : plan.launches) {
                        BOOST_TEST(each.work_items <= items);
                        BOOST_TEST(each.local_bytes <= local);
                    }
                }
            }
}

BOOST_AUTO_TEST_CASE(the_kernel_fits_the_problem) {
    const tile_transpose matrix{element::complex_f32, {500, 300, 1}, {300, 1, 500}, {}, 0, 0, {},
                                buffer::output,       false};
    const tile_transpose copy{element::complex_f32, {500, 300, 600}, {300, 1, 1}, {}, 0, 0, {}, buffer::output, false};
    BOOST_TEST(to_launch(matrix, named_description("gfx906")).kernel == "tile_transpose");
    BOOST_TEST(to_launch(copy, named_description("gfx906")).kernel == "plain_transpose");
    BOOST_TEST(to_launch(matrix, named_description("cpu")).kernel == "block_transpose");
    auto plain = matrix;
    plain.plain = true;
    BOOST_TEST(to_launch(plain, named_description("cpu")).kernel == "plain_transpose");
    BOOST_TEST(to_launch(plain, named_description("gfx906")).local_bytes == 0U);
    BOOST_TEST(to_string(matrix) == "transpose complex f32 rows (500,300,1) columns (300,1,500)");
}

// All matrices that are large in both dimensions share a program; small ones have no idle work-items.
BOOST_AUTO_TEST_CASE(shapes_are_shared) {
    const auto device = named_description("h200");
    const auto made = [&](std::uint64_t rows, std::uint64_t columns) {
        return to_launch({element::complex_f32, {rows, columns, 1}, {columns, 1, rows}, {}, 0, 0, {}, {}, false},
                         device);
    };
    BOOST_TEST(made(500, 300).source == made(4096, 8192).source);
    BOOST_TEST(made(500, 300).source != made(4096, 3).source);
    BOOST_TEST(made(4096, 8192).source.find("#define SHAPE {2,{5,5,0},{0,5,0},{5,0,0}}\n") == 0U);
    BOOST_TEST(made(3, 5).work_items == 32U);
}

BOOST_AUTO_TEST_CASE(too_many_loops_are_refused) {
    tile_transpose step;
    step.loops.assign(8, {2, 4, 4});
    BOOST_CHECK_THROW(to_launch(step, named_description("gfx906")), unsupported_error);
}

BOOST_AUTO_TEST_SUITE_END()

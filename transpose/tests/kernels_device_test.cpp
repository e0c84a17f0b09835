// Plans every kernel for several described devices and runs it on the device under test.
#include <boost/test/unit_test.hpp>

#include "runs.hpp"
#include "support/seed.hpp"

using namespace stockham;
using namespace stockham::internal;
using namespace stockham::internal::testing;

namespace {

permutation matrix(std::size_t rows, std::size_t columns, element e, std::size_t batch = 1, bool in_place = false,
                   bool plain = false) {
    return {{rows, columns}, {1, 0}, batch, e, in_place ? placement::in_place : placement::out_of_place, plain};
}

void check_shapes(const std::vector<std::pair<std::size_t, std::size_t>>& shapes, bool in_place) {
    for (const auto& device : made_up_devices())
        for (const auto& [rows, columns] : shapes)
            for (const element e : elements) check_planned(matrix(rows, columns, e, 1 + rows % 3, in_place), device);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(kernels)

BOOST_AUTO_TEST_CASE(matrices) {
    check_shapes({{1, 1}, {1, 300}, {300, 1}, {64, 64}, {61, 127}, {130, 66}, {3, 1000}, {1000, 3}, {257, 258}}, false);
}

BOOST_AUTO_TEST_CASE(many_small_matrices) {
    for (const auto& device : made_up_devices()) {
        check_planned(matrix(4, 4, element::complex_f32, 1001), device);
        check_planned(matrix(3, 5, element::real_f32, 700), device);
        check_planned(matrix(2, 17, element::complex_f64, 99), device);
    }
}

BOOST_AUTO_TEST_CASE(random_permutations) {
    auto random = seeded("random_permutations");
    const auto devices = made_up_devices();
    for (int i = 0; i < problem_count(250); ++i)
        check_planned(random_permutation(random, 1 + random() % 8, 50000), devices[random() % devices.size()]);
}

BOOST_AUTO_TEST_CASE(plain_ones) {
    auto random = seeded("plain_ones");
    for (int i = 0; i < problem_count(60); ++i) {
        permutation p = i % 2 ? random_permutation(random, 1 + random() % 5, 30000)
                              : matrix(1 + random() % 200, 1 + random() % 200, elements[random() % 4]);
        p.plain = true;
        check_planned(p, named_description("gfx906"));
    }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(in_place_kernels)

BOOST_AUTO_TEST_CASE(squares) {
    check_shapes({{1, 1}, {2, 2}, {31, 31}, {64, 64}, {65, 65}, {100, 100}, {127, 127}, {200, 200}}, true);
}

BOOST_AUTO_TEST_CASE(rectangles) {
    check_shapes({{1, 77}, {77, 1}, {2, 3}, {30, 45}, {45, 30}, {61, 127}, {128, 64}, {7, 250}, {250, 6}}, true);
    check_planned(matrix(3, 1000, element::real_f32, 2, true), named_description("gfx90a"));
}

BOOST_AUTO_TEST_CASE(random_rectangles) {
    auto random = seeded("random_rectangles");
    const auto devices = made_up_devices();
    for (int i = 0; i < problem_count(60); ++i) {
        const std::size_t common = 1 + random() % 24;
        check_planned(matrix(common * (1 + random() % 8), common * (1 + random() % 8), elements[random() % 4],
                             1 + random() % 3, true),
                      devices[random() % devices.size()]);
    }
}

// Rows too long for any local memory.
BOOST_AUTO_TEST_CASE(scratch_in_the_workspace) {
    device_description device = named_description("gfx906");
    device.local_memory = 128;
    device.compute_units = 2;
    for (const bool cpu : {false, true}) {
        device.kind = cpu ? device_kind::cpu : device_kind::gpu;
        for (const element e : elements) {
            check_planned(matrix(40, 600, e, 2, true), device);
            check_planned(matrix(600, 400, e, 1, true), device);
        }
    }
    device.local_memory = 4096;  // columns in local memory, rows in the workspace
    check_planned(matrix(48, 600, element::complex_f32, 2, true), device);
    check_planned(matrix(600, 48, element::complex_f32, 2, true), device);
}

BOOST_AUTO_TEST_SUITE_END()

// A few small problems for each kernel and element type, which oclgrind.sh runs in a simulator.
BOOST_AUTO_TEST_SUITE(small)

BOOST_AUTO_TEST_CASE(out_of_place) {
    for (const auto& device : made_up_devices())
        for (const element e : {element::real_f32, element::complex_f32, element::complex_f64}) {
            check_planned(matrix(33, 70, e), device);
            check_planned(matrix(3, 5, e, 9), device);
            check_planned({{5, 6, 7}, {2, 1, 0}, 2, e, placement::out_of_place, false}, device);
            check_planned({{5, 6, 7}, {1, 0, 2}, 1, e, placement::out_of_place, false}, device);
            check_planned(matrix(20, 30, e, 1, false, true), device);
        }
}

BOOST_AUTO_TEST_CASE(in_place) {
    for (const auto& device : made_up_devices())
        for (const element e : {element::real_f32, element::complex_f32, element::complex_f64}) {
            check_planned(matrix(37, 37, e, 2, true), device);
            check_planned(matrix(12, 54, e, 2, true), device);
            check_planned(matrix(54, 12, e, 1, true), device);
        }
    device_description device = named_description("gfx906");
    device.local_memory = 256;
    device.compute_units = 1;
    check_planned(matrix(12, 54, element::complex_f32, 2, true), device);
}

BOOST_AUTO_TEST_SUITE_END()

// Permutations of axes: refusals and reductions.
#include <boost/test/unit_test.hpp>

#include <limits>

#include <stockham/error.hpp>

#include "cases.hpp"
#include "transpose/permutation.hpp"

using namespace stockham;
using namespace stockham::internal;

namespace {

permutation permuted(std::vector<std::size_t> lengths, std::vector<std::size_t> order, std::size_t batch = 1) {
    permutation p;
    p.lengths = std::move(lengths);
    p.order = std::move(order);
    p.batch = batch;
    return p;
}

void refused(const permutation& p, const std::string& field) {
    BOOST_CHECK_EXCEPTION(check(p), argument_error, [&](const argument_error& e) { return e.field() == field; });
}

using dims = std::vector<iodim>;

}  // namespace

BOOST_AUTO_TEST_SUITE(permutations)

BOOST_AUTO_TEST_CASE(wrong_descriptions_name_the_field) {
    refused(permuted({}, {}), "lengths");
    refused(permuted({1, 2, 3, 4, 5, 6, 7, 8, 9}, {0, 1, 2, 3, 4, 5, 6, 7, 8}), "lengths");
    refused(permuted({4, 0}, {1, 0}), "lengths");
    refused(permuted({4, 5}, {1, 0}, 0), "batch");
    refused(permuted({4, 5}, {1}), "order");
    refused(permuted({4, 5}, {1, 1}), "order");
    refused(permuted({4, 5}, {1, 2}), "order");
    const std::size_t huge = std::numeric_limits<std::size_t>::max() / 4;
    refused(permuted({huge, 5}, {1, 0}), "lengths");
    refused(permuted({huge, huge, huge}, {1, 0, 2}), "lengths");
    refused(permuted({4, 5}, {1, 0}, huge), "batch");
    check(permuted({4, 5}, {1, 0}));
}

BOOST_AUTO_TEST_CASE(adjacent_axes_merge_and_unit_axes_vanish) {
    BOOST_TEST((reduced_dimensions(permuted({4, 5}, {1, 0})) == dims{{5, 1, 4}, {4, 5, 1}}));
    BOOST_TEST((reduced_dimensions(permuted({4, 5}, {0, 1}, 7)) == dims{{140, 1, 1}}));
    BOOST_TEST(reduced_dimensions(permuted({1, 1, 1}, {2, 0, 1})).empty());
    // (n, m, k) -> (k, n, m) is the transpose of an n m x k matrix.
    BOOST_TEST((reduced_dimensions(permuted({2, 3, 5}, {2, 0, 1})) == dims{{5, 1, 6}, {6, 5, 1}}));
    // Axes on both sides of an axis of length 1 are merged.
    BOOST_TEST((reduced_dimensions(permuted({2, 1, 3, 5}, {3, 0, 2, 1})) == dims{{5, 1, 6}, {6, 5, 1}}));
    // The batch merges with a first axis that stays first.
    BOOST_TEST((reduced_dimensions(permuted({2, 3, 5}, {0, 2, 1}, 7)) == dims{{14, 15, 15}, {5, 1, 3}, {3, 5, 1}}));
}

BOOST_AUTO_TEST_CASE(the_tile_spans_the_contiguous_axes) {
    const auto reversed = out_of_place_step(permuted({2, 3, 5}, {2, 1, 0}));
    BOOST_TEST((reversed.columns == iodim{5, 1, 6}));
    BOOST_TEST((reversed.rows == iodim{2, 15, 1}));
    BOOST_TEST((reversed.loops == dims{{3, 5, 2}}));
    const auto copied = out_of_place_step(permuted({2, 3, 5}, {1, 0, 2}));
    BOOST_TEST((copied.columns == iodim{5, 1, 1}));
    BOOST_TEST((copied.rows == iodim{2, 15, 5}));
    const auto single = out_of_place_step(permuted({1}, {0}));
    BOOST_TEST(single.rows.n == 1U);
    BOOST_TEST(single.columns.n == 1U);
}

BOOST_AUTO_TEST_CASE(in_place_takes_matrices_only) {
    const auto matrix = in_place_step(permuted({4, 5}, {1, 0}, 3));
    BOOST_TEST(matrix.rows == 4U);
    BOOST_TEST(matrix.columns == 5U);
    BOOST_TEST(matrix.batch == 3U);
    const auto stack = in_place_step(permuted({3, 4, 5}, {0, 2, 1}, 2));
    BOOST_TEST(stack.batch == 6U);
    BOOST_TEST(stack.rows == 4U);
    const auto merged = in_place_step(permuted({2, 3, 5}, {2, 0, 1}));
    BOOST_TEST(merged.rows == 6U);
    BOOST_TEST(merged.columns == 5U);
    BOOST_CHECK_THROW(in_place_step(permuted({2, 3, 5}, {2, 1, 0})), unsupported_error);
    BOOST_CHECK_THROW(in_place_step(permuted({2, 3, 5}, {1, 0, 2})), unsupported_error);
    auto plain = permuted({4, 5}, {1, 0});
    plain.plain = true;
    BOOST_CHECK_THROW(in_place_step(plain), unsupported_error);
}

BOOST_AUTO_TEST_SUITE_END()

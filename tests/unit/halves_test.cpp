// Scaled halves and DFT matrices of halves: how numbers are split, and that the lanes and registers of a matrix unit
// hold the right product.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <complex>
#include <random>
#include <vector>

#include <stockham/opencl.hpp>

#include <CL/cl_half.h>

#include "cl/split_half/halves.h"
#include "cl/work_group/sharing.h"

BOOST_AUTO_TEST_SUITE(halves_test)

using namespace stockham::pass_index;

namespace {

constexpr double pi = 3.14159265358979323846;

float as_half(float x) {
    return cl_half_to_float(cl_half_from_float(x, CL_HALF_RTE));
}

struct split {
    float back;
    std::vector<float> hi, lo;
};
split split_of(const std::vector<float>& x) {
    split s{0, x, x};
    s.back = take_halves(s.hi.data(), s.lo.data(), static_cast<index32>(x.size()));
    return s;
}
// The number that two halves represent. Products with a matrix have another factor of 16.
double value(const split& s, std::size_t k) {
    return 16 * double{s.back} * (double{s.hi[k]} + double{s.lo[k]});
}

}  // namespace

BOOST_AUTO_TEST_CASE(nearest_half_is_the_nearest_half) {
    std::mt19937 g(3);
    std::uniform_real_distribution<float> draw(-1, 1);
    for (int k = 0; k < 20000; ++k)
        for (int power : {0, 2, -10, -14, -15, -20, -26, -40}) {
            const float x = std::ldexp(draw(g), power);
            BOOST_REQUIRE_EQUAL(nearest_half(x), as_half(x));
        }
    for (float tie : {1 + 0x1p-11f, 1 + 3 * 0x1p-11f, 0x1p-25f, 3 * 0x1p-25f, 0x1p-14f - 0x1p-25f, 1 - 0x1p-12f})
        for (float x : {tie, -tie}) BOOST_TEST(nearest_half(x) == as_half(x));
    BOOST_TEST(nearest_half(0) == 0);
}

BOOST_AUTO_TEST_CASE(two_halves_are_as_good_as_single_precision) {
    std::mt19937 g(4);
    std::uniform_real_distribution<float> draw(-1, 1);
    for (int power : {-126, -100, -30, 0, 5, 100, 127})
        for (std::size_t n : {8, 16, 32})
            for (int count = 0; count < 200; ++count) {
                std::vector<float> x(n);
                float largest = 0;
                for (auto& number : x) {
                    number = std::ldexp(draw(g), power);
                    largest = std::max(largest, std::fabs(number));
                }
                const auto s = split_of(x);
                // With the largest scale, halves keep less of the number.
                const double bound = std::max(std::ldexp(1.0, -23) * double{largest}, std::ldexp(1.0, -147));
                for (std::size_t k = 0; k < n; ++k) {
                    BOOST_REQUIRE(std::fabs(value(s, k) - double{x[k]}) <= bound);
                    BOOST_REQUIRE_EQUAL(s.hi[k], as_half(s.hi[k]));
                    BOOST_REQUIRE_EQUAL(s.lo[k], as_half(s.lo[k]));
                    BOOST_REQUIRE(std::fabs(s.hi[k]) <= 0x1p15f);
                }
            }
}

BOOST_AUTO_TEST_CASE(a_vector_of_zeros_is_split_into_zeros) {
    const auto s = split_of(std::vector<float>(8));
    for (std::size_t k = 0; k < 8; ++k) BOOST_TEST((s.hi[k] == 0 && s.lo[k] == 0));
    BOOST_TEST((std::isnormal(s.back) && std::isnormal(half_scale(half_exponent(0)))));
}

BOOST_AUTO_TEST_CASE(the_largest_number_stays_a_half) {
    for (float x : {0x1.fffffep127f, 0x1p127f, 0x1.fffffep0f, 1.0f, 0x1p-107f, 0x1p-108f, 0x1p-120f}) {
        const float scaled = x * half_scale(half_exponent(x));
        BOOST_TEST(scaled <= 0x1p15f);
        BOOST_TEST(scaled >= (x < 0x1p-108f ? 0x1p-4f : 0x1p14f));
        BOOST_TEST(back_scale(half_exponent(x)) * 16 * scaled == x);
    }
}

BOOST_AUTO_TEST_CASE(small_numbers_beside_a_large_one_are_exact) {
    const std::vector<float> x = {1, 0x1p-15f, 0x1.8p-20f, -0x1p-24f, 0x1p-30f, 0, 0, 0};
    const auto s = split_of(x);
    for (std::size_t k = 0; k < x.size(); ++k) BOOST_TEST(value(s, k) == double{x[k]});
}

BOOST_AUTO_TEST_CASE(numbers_that_are_subnormal_keep_what_halves_can_keep) {
    const std::vector<float> x = {0x1p-140f, -0x1.8p-139f, 0x1p-149f, 0, 0, 0, 0, 0};
    const auto s = split_of(x);
    for (std::size_t k = 0; k < x.size(); ++k) BOOST_TEST(std::fabs(value(s, k) - double{x[k]}) <= 0x1p-147);
}

BOOST_AUTO_TEST_CASE(matrices_are_dft_matrices) {
    for (index32 radix : {2U, 4U, 8U, 16U})
        for (index32 k = 0; k < std::max(radix, 4U); ++k)
            for (index32 j = 0; j < std::max(radix, 4U); ++j) {
                BOOST_TEST(is_in_matrix(radix, k, j) == (k / radix == j / radix));
                for (index32 part : {0U, 1U}) {
                    const auto e = matrix_angle(radix, k, part, j);
                    const double a = 2 * pi * (j % radix) * (k % radix) / radix;
                    const double wanted[2] = {part ? -std::sin(a) : std::cos(a), part ? std::cos(a) : std::sin(a)};
                    const float rounded[2] = {matrix_cosine(e, 0), matrix_sine(e, 0)};
                    const float rest[2] = {matrix_cosine(e, 1), matrix_sine(e, 1)};
                    for (int c = 0; c < 2; ++c) {
                        const double exact = radix < 8 ? std::nearbyint(wanted[c]) : wanted[c];
                        BOOST_REQUIRE_EQUAL(rounded[c], as_half(rounded[c]));
                        BOOST_REQUIRE_EQUAL(rest[c], as_half(rest[c]));
                        BOOST_REQUIRE(std::fabs(rounded[c] / 16 - wanted[c]) <= 0x1p-12);
                        BOOST_REQUIRE(std::fabs((double{rounded[c]} + double{rest[c]}) / 16 - exact) <= 0x1p-25);
                        BOOST_REQUIRE(rest[c] == 0 || std::fabs(rest[c]) >= 0x1p-14f);
                        if (radix < 8) BOOST_REQUIRE_EQUAL(rest[c], 0);
                    }
                }
            }
}

// Every work-item has some inputs of some butterfly, and none that another work-item has.
BOOST_AUTO_TEST_CASE(work_items_share_butterflies_without_gaps) {
    for (index32 near : {1U, 16U})
        for (index32 radix : {1U, 2U, 4U, 8U, 16U}) {
            const index32 items = 256, shares = std::min(radix, 4U);
            std::vector<int> taken(items / shares * radix);
            for (index32 item = 0; item < items; ++item)
                for (index32 i = own_point(item, shares, near); i < radix; i += shares)
                    ++taken.at(own_butterfly(item, shares, near) * radix + i);
            for (int count : taken) BOOST_REQUIRE_EQUAL(count, 1);
        }
    for (index32 item = 0; item < 64; ++item)
        for (index32 near : {1U, 16U})
            BOOST_TEST((own_butterfly(item, 1, near) == item && own_point(item, 1, near) == 0));
}

// The vendors' tables of fragments, drawn by hand for some lanes: PTX ISA, "Matrix Fragments for mma.m16n8k16", and
// AMD's matrix instruction calculator.
BOOST_AUTO_TEST_CASE(fragments_are_the_vendors) {
    BOOST_TEST((mma_a_row(5, 0) == 1 && mma_a_column(5, 0) == 2));
    BOOST_TEST((mma_a_row(5, 3) == 9 && mma_a_column(5, 3) == 3));
    BOOST_TEST((mma_a_row(5, 5) == 1 && mma_a_column(5, 5) == 11));
    BOOST_TEST((mma_a_row(31, 7) == 15 && mma_a_column(31, 7) == 15));
    BOOST_TEST((mma_b_row(6, 0) == 4 && mma_b_column(6) == 1));
    BOOST_TEST((mma_b_row(6, 3) == 13 && mma_b_column(31) == 7));
    BOOST_TEST((mma_d_row(9, 1) == 2 && mma_d_column(9, 1) == 3));
    BOOST_TEST((mma_d_row(9, 2) == 10 && mma_d_column(9, 2) == 2));
    BOOST_TEST((mfma_a_row(37) == 5 && mfma_a_column(37, 3) == 11));
    BOOST_TEST((mfma_b_row(37, 1) == 9 && mfma_b_column(37) == 5));
    BOOST_TEST((mfma_d_row(63, 3) == 15 && mfma_d_column(63) == 15));
}

// A product register by register is a product of matrices: each element is in exactly one register.
BOOST_AUTO_TEST_CASE(fragments_cover_their_matrices) {
    const auto covers = [&](const char* unit, auto lanes, auto registers, auto rows, auto columns, auto row,
                            auto column) {
        std::vector<int> held(rows * columns);
        for (index32 lane = 0; lane < lanes; ++lane)
            for (index32 r = 0; r < registers; ++r) ++held.at(row(lane, r) * columns + column(lane, r));
        for (int count : held) BOOST_REQUIRE_MESSAGE(count == 1, unit << " has an element " << count << " times");
    };
    covers("mma A", 32U, 8U, 16U, 16U, mma_a_row, mma_a_column);
    covers("mma B", 32U, 4U, 16U, 8U, mma_b_row, [](index32 lane, index32) { return mma_b_column(lane); });
    covers("mma D", 32U, 4U, 16U, 8U, mma_d_row, mma_d_column);
    covers(
        "mfma A", 64U, 4U, 16U, 16U, [](index32 lane, index32) { return mfma_a_row(lane); }, mfma_a_column);
    covers("mfma B", 64U, 4U, 16U, 16U, mfma_b_row, [](index32 lane, index32) { return mfma_b_column(lane); });
    covers("mfma D", 64U, 4U, 16U, 16U, mfma_d_row, [](index32 lane, index32) { return mfma_d_column(lane); });
}

// Radix 4 on NVIDIA's unit by these formulas alone: lane 4 g + q has input q of butterflies g and g + 8, before and
// after.
BOOST_AUTO_TEST_CASE(a_lane_gets_back_the_legs_that_it_gave) {
    std::mt19937 g(6);
    std::uniform_real_distribution<double> draw(-1, 1);
    std::complex<double> x[16][4];
    for (auto& butterfly : x)
        for (auto& input : butterfly) input = {draw(g), draw(g)};
    double a[16][8], b[8][8];
    for (index32 lane = 0; lane < 32; ++lane) {
        const auto q = own_point(lane, 4, 1), first = own_butterfly(lane, 4, 1);
        for (index32 r = 0; r < 4; ++r) {
            const auto& input = x[first + r / 2 * 8][q];
            a[mma_a_row(lane, r)][mma_a_column(lane, r)] = r % 2 ? input.imag() : input.real();
        }
        const auto e = matrix_angle(4, lane / 8, lane / 4 % 2, q);
        b[mma_b_row(lane, 0)][mma_b_column(lane)] = matrix_cosine(e, 0);
        b[mma_b_row(lane, 1)][mma_b_column(lane)] = matrix_sine(e, 0);
    }
    for (index32 lane = 0; lane < 32; ++lane)
        for (index32 r = 0; r < 4; ++r) {
            const auto k = own_point(lane, 4, 1), butterfly = own_butterfly(lane, 4, 1) + r / 2 * 8;
            std::complex<double> wanted = 0;
            for (index32 j = 0; j < 4; ++j) wanted += x[butterfly][j] * std::polar(1.0, -2 * pi * j * k / 4);
            double got = 0;
            for (index32 i = 0; i < 8; ++i) got += a[mma_d_row(lane, r)][i] * b[i][mma_d_column(lane, r)];
            BOOST_TEST(std::fabs(got / 16 - (r % 2 ? wanted.imag() : wanted.real())) < 1e-12);
        }
}

BOOST_AUTO_TEST_SUITE_END()

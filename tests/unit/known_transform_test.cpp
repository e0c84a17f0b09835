// Transforms with known closed forms: the outputs equal the definition of the inputs.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include <stockham/transform.hpp>

#include "base/tables/host_dft.hpp"
#include "problem/known_transform.hpp"

BOOST_AUTO_TEST_SUITE(known_transform_test)

namespace {

using namespace stockham::internal;
using stockham::internal::problem;
using wide = complex_double_double;

/// The whole side, in windows of this many bytes; NaN where nothing is written.
std::vector<double> numbers_of(const known_side& side, std::size_t window_bytes) {
    std::vector<std::byte> bytes;
    std::size_t end = 0;
    for (const auto& w : side.windows(window_bytes)) {
        BOOST_TEST(w.first >= end, "a window begins within the one before");
        end = w.first + w.bytes;
        bytes.resize(end, std::byte{0xff});
        side.write(w, bytes.data() + w.first);
    }
    std::vector<double> numbers(bytes.size() / sizeof(double));
    std::memcpy(numbers.data(), bytes.data(), bytes.size());
    return numbers;
}

struct known {
    problem of;
    known_transform sides;
};

known known_of(const std::string& text) {
    auto p = stockham::internal::make_problem(stockham::parse_transform(text));
    auto sides = known_transform_of(p);
    BOOST_REQUIRE_MESSAGE(sides, text << " is not known");
    return {p, *sides};
}

/// All transforms of a packed complex array by the definition, axis by axis.
std::vector<wide> by_definition(std::vector<wide> all, const problem& p, std::uint64_t batch) {
    std::uint64_t inner = 1;
    for (auto role = p.roles.rbegin(); role != p.roles.rend(); inner *= role++->n) {
        for (std::uint64_t first = 0; first < all.size(); ++first) {
            if (first / inner % role->n) continue;
            std::vector<wide> line;
            for (std::uint64_t k = 0; k < role->n; ++k) line.push_back(all[first + k * inner]);
            if (p.inverse)
                for (auto& x : line) x.imag = -x.imag;
            line = host_dft(line);
            for (std::uint64_t k = 0; k < role->n; ++k) {
                if (p.inverse) line[k].imag = -line[k].imag;
                all[first + k * inner] = line[k];
            }
        }
    }
    BOOST_TEST(inner * batch == all.size());
    return all;
}

std::vector<wide> complex_numbers(const std::vector<double>& parts, bool real) {
    std::vector<wide> all;
    for (std::size_t k = 0; k < parts.size(); k += real ? 1 : 2)
        all.push_back({double_double(parts[k]), double_double(real ? 0 : parts[k + 1])});
    return all;
}

double distance(const std::vector<wide>& found, const std::vector<wide>& wanted) {
    BOOST_REQUIRE(found.size() == wanted.size());
    double difference = 0, norm = 0;
    const auto square = [](double x) { return x * x; };
    for (std::size_t k = 0; k < found.size(); ++k) {
        difference += square(static_cast<double>(found[k].real - wanted[k].real)) +
                      square(static_cast<double>(found[k].imag - wanted[k].imag));
        norm += square(static_cast<double>(wanted[k].real)) + square(static_cast<double>(wanted[k].imag));
    }
    return std::sqrt(difference / norm);
}

/// The first n / 2 + 1 points of each line of n.
std::vector<wide> halves(const std::vector<wide>& all, std::uint64_t n) {
    std::vector<wide> some;
    for (std::size_t k = 0; k < all.size(); ++k)
        if (k % n <= n / 2) some.push_back(all[k]);
    return some;
}

}  // namespace

BOOST_AUTO_TEST_CASE(complex_transforms_are_the_definitions) {
    for (const char* text :
         {"1", "2", "3", "16", "97", "1000 b3", "12x15 b2", "4x1x6 b5", "5x1", "30x8 inv", "101 b2 inv"}) {
        const auto k = known_of(std::string("c2c f64 ") + text);
        const auto in = complex_numbers(numbers_of(k.sides.input, 1 << 20), false);
        const auto out = complex_numbers(numbers_of(k.sides.output, 1 << 20), false);
        BOOST_TEST(distance(out, by_definition(in, k.of, k.of.transforms())) < 2e-15, text);
    }
}

BOOST_AUTO_TEST_CASE(real_transforms_are_the_definitions) {
    for (const char* text : {"2", "9", "16", "97 b2", "6x10 b3", "5x7", "4x6x9"}) {
        const auto r2c = known_of(std::string("r2c f64 ") + text), c2r = known_of(std::string("c2r f64 ") + text);
        const auto n = r2c.of.roles.back().n;
        const auto real = complex_numbers(numbers_of(r2c.sides.input, 1 << 20), true);
        const auto half = complex_numbers(numbers_of(r2c.sides.output, 1 << 20), false);
        BOOST_TEST(distance(half, halves(by_definition(real, r2c.of, r2c.of.transforms()), n)) < 2e-15, text);
        // Inverse: the forward transform of the real output is n times the Hermitian input.
        auto back = complex_numbers(numbers_of(c2r.sides.output, 1 << 20), true);
        auto given = complex_numbers(numbers_of(c2r.sides.input, 1 << 20), false);
        auto forward = c2r.of;
        forward.inverse = false;
        double points = 1;
        for (const auto& role : forward.roles) points *= static_cast<double>(role.n);
        for (auto& x : given) x = x * double_double(points);
        BOOST_TEST(distance(halves(by_definition(back, forward, forward.transforms()), n), given) < 2e-15, text);
    }
}

BOOST_AUTO_TEST_CASE(bit_reversed_results) {
    const auto both = [](const std::string& text) {
        const auto natural = numbers_of(known_of(text).sides.output, 1 << 20);
        const auto reversed =
            numbers_of(known_of(text + " algorithm=constant_geometry_bit_reversed").sides.output, 1 << 20);
        return std::pair(complex_numbers(natural, false), complex_numbers(reversed, false));
    };
    const auto [line, line_reversed] = both("c2c f64 8 b2");
    const std::size_t places[] = {0, 4, 2, 6, 1, 5, 3, 7};
    for (std::size_t k = 0; k < 16; ++k)
        BOOST_TEST(distance({line_reversed[k]}, {line[k / 8 * 8 + places[k % 8]]}) == 0.);
    const auto [plane, plane_reversed] = both("c2c f64 4x2 inv");
    const std::size_t rows[] = {0, 2, 1, 3};
    for (std::size_t k = 0; k < 8; ++k)
        BOOST_TEST(distance({plane_reversed[k]}, {plane[rows[k / 2] * 2 + k % 2]}) == 0.);
}

BOOST_AUTO_TEST_CASE(a_scale_and_its_size) {
    const auto plain = numbers_of(known_of("c2c f64 60").sides.output, 1 << 20);
    const auto scaled = numbers_of(known_of("c2c f64 60 scale=0.25").sides.output, 1 << 20);
    for (std::size_t k = 0; k < plain.size(); ++k) BOOST_TEST(std::abs(scaled[k] - plain[k] / 4) < 1e-14);
}

// The numbers do not depend on the window, and wrong numbers are found.
BOOST_AUTO_TEST_CASE(windows_of_every_size) {
    for (const char* text : {"c2c f64 60 b7", "r2c f64 10x12 b3", "c2r f64 9x5 b2", "c2c f64 64x3"}) {
        const auto k = known_of(text);
        for (const auto* side : {&k.sides.input, &k.sides.output}) {
            auto whole = numbers_of(*side, 1 << 20);
            for (std::size_t bytes : {1, 16, 100, 1000}) BOOST_TEST((numbers_of(*side, bytes) == whole), text);
            const auto error = [&] {
                known_side::sums all;
                for (const auto& w : side->windows(160))
                    side->compare(w, reinterpret_cast<const std::byte*>(whole.data()) + w.first, all);
                return all.difference / all.norm;
            };
            BOOST_TEST(error() == 0.);
            for (std::size_t at : {std::size_t{0}, whole.size() / 2, whole.size() - 1}) {
                const auto right = std::exchange(whole[at], whole[at] + 1);
                BOOST_TEST(error() > 1e-12);
                whole[at] = std::nan("");
                BOOST_TEST(!(error() < 1));
                whole[at] = right;
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(layouts_with_gaps) {
    const auto in_place = known_of("r2c f64 6x10 in");
    const auto rows = numbers_of(in_place.sides.input, 1 << 20);
    const auto packed = numbers_of(known_of("r2c f64 6x10").sides.input, 1 << 20);
    for (std::size_t k = 0; k < rows.size(); ++k) {
        if (k % 12 < 10)
            BOOST_TEST(rows[k] == packed[k / 12 * 10 + k % 12]);
        else
            BOOST_TEST(std::isnan(rows[k]));  // gaps between the rows are NaN
    }
}

BOOST_AUTO_TEST_CASE(what_is_not_known) {
    for (const char* text : {"dct2 f32 64", "c2c f16 64", "c2c f32 64 nonzero=10", "c2c f32 2 b2000000",
                             "c2c f32 4194304", "c2c f32 64 scale=0", "c2c f32 64 scale=1e-30"})
        BOOST_TEST(!known_transform_of(stockham::internal::make_problem(stockham::parse_transform(text))), text);
}

BOOST_AUTO_TEST_SUITE_END()

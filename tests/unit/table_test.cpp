// Twiddle tables: every entry is the right number, rounded once, at the place that the kernels read.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <random>
#include <set>

#include "base/tables/host_dft.hpp"
#include "base/tables/table.hpp"
#include "cl/index.h"

BOOST_AUTO_TEST_SUITE(table_test)

using stockham::precision;
using stockham::internal::table_bytes;
using stockham::internal::table_values;
using stockham::internal::twiddle_table;

namespace {

using number = std::complex<long double>;

number root_of_unity(std::uint64_t numerator, std::uint64_t order) {
    return number(stockham::internal::root_of_unity(numerator, order));
}

/// exp(-2 pi i k / n), measured from the nearest quarter turn. The sine of a small angle keeps all its digits.
number exact(std::uint64_t k, std::uint64_t n) {
    k %= n;
    const auto quarter = (8 * k + n) / (2 * n);  // 4 k / n, rounded
    const auto rest = static_cast<std::int64_t>(4 * k) - static_cast<std::int64_t>(quarter * n);
    const long double half_pi = 1.57079632679489661923132169163975144L;
    const long double angle = half_pi * static_cast<long double>(rest) / static_cast<long double>(n);
    const number turns[] = {{1, 0}, {0, -1}, {-1, 0}, {0, 1}};
    const number small(std::cos(angle), -std::sin(angle)), turn = turns[quarter % 4];
    return {small.real() * turn.real() - small.imag() * turn.imag(),
            small.real() * turn.imag() + small.imag() * turn.real()};
}

/// w_n^k for a power of two n by half-angle formulas and products, without sine or cosine. The error is about 1e-18.
number by_halving(std::uint64_t k, std::uint64_t n) {
    number root(-1, 0), product(1, 0);  // root: w_2, w_4, ..
    for (std::uint64_t order = 2; order <= n; order *= 2) {
        if ((k / (n / order)) % 2 == 1) product *= root;
        const long double c = order == 2 ? 0 : std::sqrt((1 + root.real()) / 2);
        root = order == 2 ? number(0, -1) : number(c, root.imag() / (2 * c));
    }
    return product;
}

template <class Real>
std::vector<Real> reals_of(const twiddle_table& t) {
    const auto bytes = table_bytes(t);
    std::vector<Real> reals(bytes.size() / sizeof(Real));
    std::memcpy(reals.data(), bytes.data(), reals.size() * sizeof(Real));
    return reals;
}

/// Half a unit in the last place of `value`, plus the rounding of the oracle.
template <class Real>
bool rounded_once(Real got, long double value) {
    const long double size = std::fabs(value);
    const long double next = std::nextafter(static_cast<Real>(size), std::numeric_limits<Real>::infinity());
    const long double ulp = next - static_cast<long double>(static_cast<Real>(size));
    return std::fabs(static_cast<long double>(got) - value) <= 0.5005L * ulp;
}

/// The elements of a table in its own precision are the roots with these numerators, rounded once.
template <class Real>
void check_elements(const twiddle_table& t, const std::vector<std::uint64_t>& numerators, std::uint64_t order) {
    BOOST_TEST_CONTEXT(t.name()) {
        const auto reals = reals_of<Real>(t);
        BOOST_REQUIRE(reals.size() == 2 * numerators.size());
        std::size_t wrong = 0;
        for (std::size_t m = 0; m < numerators.size(); ++m) {
            const auto w = exact(numerators[m], order);
            wrong += !rounded_once(reals[2 * m], w.real()) || !rounded_once(reals[2 * m + 1], w.imag());
        }
        BOOST_TEST(wrong == 0U);
    }
}

void check_halves(precision p, std::uint64_t order, unsigned split) {
    std::vector<std::uint64_t> coarse, fine;
    for (std::uint64_t m = 0; m << split < order; ++m) coarse.push_back(m << split);
    for (std::uint64_t m = 0; m < std::uint64_t{1} << split; ++m) fine.push_back(m);
    for (const auto& [table, numerators] : {std::pair{twiddle_table::coarse(p, order, split), coarse},
                                            std::pair{twiddle_table::fine(p, order, split), fine}})
        p == precision::f32 ? check_elements<float>(table, numerators, order)
                            : check_elements<double>(table, numerators, order);
}

/// Stage by stage and input by input, at the place where cl/index.h reads each factor.
template <class Real>
void check_chain(precision p, const std::vector<unsigned>& radices) {
    const auto t = twiddle_table::chain(p, radices);
    BOOST_TEST_CONTEXT(t.name()) {
        const auto reals = reals_of<Real>(t);
        std::uint64_t n = 1, wrong = 0;
        for (auto radix : radices) n *= radix;
        std::set<std::uint32_t> places;
        unsigned span = 1;
        for (auto radix : radices) {
            for (unsigned j = 0; j < n / radix; ++j)
                for (unsigned i = 1; i < radix; ++i) {
                    const auto place = stockham::pass_index::twiddle_at(j, i, span);
                    places.insert(place);
                    BOOST_REQUIRE(2 * place + 1 < reals.size());
                    const auto w = exact(std::uint64_t{i} * (j % span), std::uint64_t{radix} * span);
                    wrong += !rounded_once(reals[2 * place], w.real()) || !rounded_once(reals[2 * place + 1], w.imag());
                }
            span *= radix;
        }
        BOOST_TEST(wrong == 0U);
        BOOST_TEST(places.size() == n - 1);  // no place is shared or left over
        BOOST_TEST(reals.size() == 2 * std::max<std::uint64_t>(1, n - 1));
    }
}

template <class Real>
void check_lanes(precision p, std::uint64_t order, unsigned growth, unsigned points, unsigned lanes) {
    const auto t = twiddle_table::lanes(p, order, growth, points, lanes);
    BOOST_TEST_CONTEXT(t.name()) {
        const auto reals = reals_of<Real>(t);
        BOOST_REQUIRE(reals.size() == std::size_t{2} * points * lanes);
        std::size_t wrong = 0;
        for (std::uint64_t k = 0; k < points; ++k)
            for (std::uint64_t l = 0; l < lanes; ++l) {
                const auto w = exact(k * l * growth, order);
                const auto* vectors = reals.data() + 2 * k * lanes;  // real parts of all lanes, then imaginary parts
                wrong += !rounded_once(vectors[l], w.real()) || !rounded_once(vectors[lanes + l], w.imag());
            }
        BOOST_TEST(wrong == 0U);
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(roots)

BOOST_AUTO_TEST_CASE(the_oracles_agree) {
    std::mt19937_64 generator(3);
    for (std::uint64_t n = 2; n <= std::uint64_t{1} << 33; n *= 2)
        for (int count = 0; count < 200; ++count) {
            const auto k = generator() % n;
            BOOST_TEST(std::abs(exact(k, n) - by_halving(k, n)) < 4e-18L);
        }
}

BOOST_AUTO_TEST_CASE(any_fraction_of_any_order) {
    std::mt19937_64 generator(4);
    for (int count = 0; count < 200000; ++count) {
        const auto n = 1 + generator() % (std::uint64_t{1} << (1 + generator() % 40));
        const auto k = generator() % (4 * n);
        const auto got = root_of_unity(k, n), wanted = exact(k, n);
        const auto off = std::max(std::fabs(got.real() - wanted.real()) - std::fabs(wanted.real()) * 4e-19L,
                                  std::fabs(got.imag() - wanted.imag()) - std::fabs(wanted.imag()) * 4e-19L);
        if (off > 0) BOOST_TEST(off <= 0, k << " of " << n << " is off by " << off);
    }
}

// Values that are equal in exact arithmetic are equal here: the eight octants share them.
BOOST_AUTO_TEST_CASE(octants_are_symmetric) {
    for (std::uint64_t n = 8; n <= std::uint64_t{1} << 33; n *= 2) {
        std::size_t different = 0;
        for (std::uint64_t k = 0; k < n / 8; k += std::max<std::uint64_t>(1, n / 4096)) {
            const auto w = root_of_unity(k, n);
            const auto c = w.real(), s = -w.imag();
            const std::pair<std::uint64_t, number> mirrors[] = {
                {n / 4 - k, {s, -c}},     {n / 4 + k, {-s, -c}},   {n / 2 - k, {-c, -s}}, {n / 2 + k, {-c, s}},
                {3 * n / 4 - k, {-s, c}}, {3 * n / 4 + k, {s, c}}, {n - k, {c, s}},       {n + k, {c, -s}}};
            for (const auto& [at, value] : mirrors) different += root_of_unity(at, n) != value;
        }
        BOOST_TEST(different == 0U);
        // Where two octants meet, sine and cosine of one angle differ only by the rounding of long double.
        const auto corner = root_of_unity(n / 8, n);
        BOOST_TEST(static_cast<double>(corner.real()) == static_cast<double>(-corner.imag()));
    }
}

BOOST_AUTO_TEST_CASE(quarter_turns_are_exact) {
    for (std::uint64_t n = 4; n <= std::uint64_t{1} << 62; n *= 2) {
        BOOST_TEST((root_of_unity(0, n) == number(1, 0)));
        BOOST_TEST((root_of_unity(n / 4, n) == number(0, -1)));
        BOOST_TEST((root_of_unity(n / 2, n) == number(-1, 0)));
        BOOST_TEST((root_of_unity(n / 4 * 3, n) == number(0, 1)));
    }
    BOOST_TEST((root_of_unity(0, 1) == number(1, 0)));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(tables)

BOOST_AUTO_TEST_CASE(halves_to_the_longest_axis) {
    for (auto p : {precision::f32, precision::f64})
        for (unsigned bits = 1; bits <= 33; ++bits) check_halves(p, std::uint64_t{1} << bits, (bits + 1) / 2);
}

BOOST_AUTO_TEST_CASE(halves_of_other_orders_and_splits) {
    for (auto p : {precision::f32, precision::f64}) {
        check_halves(p, 1000, 3);  // the coarse table ends within a step
        check_halves(p, 6561, 7);
        check_halves(p, 64, 0);
        check_halves(p, 64, 6);
        check_halves(p, 3486784401, 16);  // 3^20
        check_halves(p, 4294967291, 17);
    }
}

BOOST_AUTO_TEST_CASE(products_of_halves_are_good_to_two_roundings) {
    std::mt19937_64 generator(9);
    for (unsigned bits = 2; bits <= 33; ++bits) {
        const auto order = std::uint64_t{1} << bits;
        const auto split = (bits + 1) / 2;
        const auto coarse = reals_of<double>(twiddle_table::coarse(precision::f64, order, split)),
                   fine = reals_of<double>(twiddle_table::fine(precision::f64, order, split));
        long double worst = 0;
        for (int count = 0; count < 2000; ++count) {
            const auto index = generator() % order;
            const auto high = index >> split, low = index & ((std::uint64_t{1} << split) - 1);
            const number product =
                number(coarse[2 * high], coarse[2 * high + 1]) * number(fine[2 * low], fine[2 * low + 1]);
            worst = std::max(worst, std::abs(product - exact(index, order)));
        }
        BOOST_TEST(worst <= std::ldexp(1.5L, -53));
    }
}

BOOST_AUTO_TEST_CASE(chains) {
    for (const auto& radices : std::vector<std::vector<unsigned>>{{2, 2},
                                                                  {4, 2},
                                                                  {8, 8},
                                                                  {16, 16},
                                                                  {8, 4, 2},
                                                                  {16, 16, 16},
                                                                  {16, 16, 16, 2},
                                                                  {16, 16, 16, 16},
                                                                  {3, 5},
                                                                  {13, 7, 11},
                                                                  {16},
                                                                  {2},
                                                                  {}}) {
        check_chain<float>(precision::f32, radices);
        check_chain<double>(precision::f64, radices);
    }
}

BOOST_AUTO_TEST_CASE(growth_along_lanes) {
    for (unsigned lanes : {2U, 4U, 8U, 16U}) {
        check_lanes<float>(precision::f32, 4096, 1, 64, lanes);
        check_lanes<double>(precision::f64, 4096, 64, 64, lanes);
        check_lanes<double>(precision::f64, 1 << 26, 8192, 8192, lanes);
        check_lanes<float>(precision::f32, 1 << 26, 1, 512, lanes);
        check_lanes<double>(precision::f64, std::uint64_t{1} << 33, 2097152, 2048, lanes);
    }
}

// The runtime shares tables by name within a context.
BOOST_AUTO_TEST_CASE(names_tell_tables_apart) {
    std::vector<twiddle_table> all;
    for (auto p : {precision::f32, precision::f64}) {
        for (const auto& radices :
             std::vector<std::vector<unsigned>>{{}, {16}, {1, 6}, {16, 16}, {4, 4}, {2, 8}, {8, 2}})
            all.push_back(twiddle_table::chain(p, radices));
        for (std::uint64_t order : {64, 641, 4096})
            for (unsigned split : {1U, 6U}) {
                all.push_back(twiddle_table::coarse(p, order, split));
                all.push_back(twiddle_table::fine(p, order, split));
                for (unsigned growth : {1U, 11U})
                    for (unsigned points : {1U, 8U})
                        for (unsigned lanes : {8U, 16U})
                            if (split == 1) all.push_back(twiddle_table::lanes(p, order, growth, points, lanes));
            }
    }
    std::set<std::string> names;
    for (const auto& t : all) names.insert(t.name());
    BOOST_TEST(names.size() == all.size());
    BOOST_TEST(twiddle_table::coarse(precision::f32, 64, 3).name() ==
               twiddle_table::coarse(precision::f32, 64, 3).name());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE_END()

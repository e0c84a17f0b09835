// Copies between half-complex sides and packed half spectra, against their definition: every window of elements, in
// lines of a few lengths and strides. The numbers between the lines must stay.
#include "../source/host_side.hpp"

#include <fftw3.h>

#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>

using fftw_device::host_side;
using fftw_device::problem;

namespace {

using precisions = boost::mpl::list<float, double>;

/// Three lines of n numbers with this stride, in both arrays.
template <class Number>
problem lines(int kind, std::int64_t n, std::int64_t stride) {
    problem p;
    p.f64 = sizeof(Number) == 8;
    p.kind = fftw_device::problem_kind::r2r;
    p.kinds = {kind};
    p.dims = {{n, stride, stride}};
    const std::int64_t apart = n * std::abs(stride) + 2;
    p.loops = {{3, apart, apart}};
    return p;
}

constexpr std::size_t room = 200;   ///< numbers of an array
constexpr std::int64_t start = 60;  ///< the place of number 0 of line 0
constexpr int lengths[] = {1, 2, 3, 4, 7, 8};
constexpr int strides[] = {1, -2, 3};

/// Numbers that differ.
template <class Number>
std::vector<Number> counted(std::size_t count, int from) {
    std::vector<Number> all(count);
    for (auto& x : all) x = static_cast<Number>(from++);
    return all;
}

/// Calls `check(side, problem, first, count)` for all windows of one side of such problems.
template <class Number, class Check>
void for_all_windows(int kind, bool input, const Check& check) {
    for (const int n : lengths)
        for (const int stride : strides) {
            const auto p = lines<Number>(kind, n, stride);
            const host_side side(p, input);
            BOOST_TEST_REQUIRE(side.count() == 3u * static_cast<unsigned>(n / 2 + 1));
            BOOST_TEST(!side.has_span());
            for (std::size_t first = 0; first < side.count(); ++first)
                for (std::size_t count = 1; first + count <= side.count(); ++count) check(side, p, first, count);
        }
}

/// Where element `e` has its real and its imaginary part in the array; the latter is 0 if it has none.
std::pair<std::size_t, std::size_t> places_of(const problem& p, std::size_t e) {
    const auto& [n, stride, ignored] = p.dims[0];
    const auto half = n / 2 + 1, line = static_cast<std::int64_t>(e) / half, k = static_cast<std::int64_t>(e) % half;
    const auto at = [&, from = start + line * p.loops[0].is, step = stride](std::int64_t number) {
        return static_cast<std::size_t>(from + number * step);
    };
    return {at(k), k > 0 && k < n - k ? at(n - k) : 0};
}

template <class Number>
void check_scatter(int kind) {
    for_all_windows<Number>(kind, false, [&](const host_side& side, const problem& p, auto first, auto count) {
        const auto packed = counted<Number>(2 * count, 1);
        auto found = std::vector<Number>(room, -1), expected = found;
        for (std::size_t e = 0; e < count; ++e) {
            const auto [real, imaginary] = places_of(p, first + e);
            const Number re = packed[2 * e], im = packed[2 * e + 1];
            if (imaginary) expected[imaginary] = kind == FFTW_DHT ? re + im : im;
            expected[real] = kind == FFTW_DHT ? re - im : re;
        }
        side.scatter(packed.data(), first, count, found.data() + start, nullptr);
        BOOST_TEST((found == expected), fftw_device::to_string(p) << ": " << count << " from " << first);
    });
}

}  // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_half_spectrum_is_scattered_to_half_complex_lines, Number, precisions) {
    check_scatter<Number>(FFTW_R2HC);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_half_spectrum_is_combined_to_hartley_lines, Number, precisions) {
    check_scatter<Number>(FFTW_DHT);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(half_complex_lines_are_gathered_as_a_half_spectrum, Number, precisions) {
    const auto array = counted<Number>(room, 1);
    for_all_windows<Number>(FFTW_HC2R, true, [&](const host_side& side, const problem& p, auto first, auto count) {
        std::vector<Number> found(2 * count + 2, -1), expected = found;
        for (std::size_t e = 0; e < count; ++e) {
            const auto [real, imaginary] = places_of(p, first + e);
            expected[2 * e] = array[real];
            expected[2 * e + 1] = imaginary ? array[imaginary] : 0;
        }
        side.gather(array.data() + start, nullptr, first, count, found.data());
        BOOST_TEST((found == expected), fftw_device::to_string(p) << ": " << count << " from " << first);
    });
}

BOOST_AUTO_TEST_CASE(a_long_hartley_line_is_combined) {
    constexpr std::size_t n = 1501, half = n / 2 + 1;
    const auto packed = counted<double>(2 * half, 1);
    std::vector<double> found(n);
    host_side(lines<double>(FFTW_DHT, n, 1), false).scatter(packed.data(), 0, half, found.data(), nullptr);
    for (std::size_t k = 1; k < half; ++k) {
        BOOST_TEST(found[k] == packed[2 * k] - packed[2 * k + 1]);
        BOOST_TEST(found[n - k] == packed[2 * k] + packed[2 * k + 1]);
    }
}

// What own_arrays allocates for a side.
BOOST_AUTO_TEST_CASE(the_reach_of_a_half_complex_side_is_that_of_its_numbers) {
    const auto up = host_side(lines<double>(FFTW_R2HC, 6, 3), false).reach();
    BOOST_TEST(up.low == 0);
    BOOST_TEST(up.high == 8 * (2 * 20 + 5 * 3 + 1));
    const auto down = host_side(lines<float>(FFTW_HC2R, 7, -2), true).reach();
    BOOST_TEST(down.low == -4 * 6 * 2);
    BOOST_TEST(down.high == 4 * (2 * 16 + 1));
    const auto real = host_side(lines<double>(FFTW_R2HC, 6, 3), true).reach();
    BOOST_TEST(real.high == up.high);
}

// Figures, axes and problem strings.
#include "text.hpp"

#include <boost/test/unit_test.hpp>

#include "axis.hpp"
#include "look.hpp"
#include "problem_name.hpp"

namespace bench::report {

BOOST_AUTO_TEST_SUITE(text)

BOOST_AUTO_TEST_CASE(figures_keep_their_digits) {
    BOOST_TEST(figure(0.91234) == "0.912");
    BOOST_TEST(figure(9.996) == "10.0");
    BOOST_TEST(figure(99.96) == "100");
    BOOST_TEST(figure(1234567) == "1230000");
    BOOST_TEST(figure(0) == "0");
    BOOST_TEST(time_text(4.512) == "4.51 µs");
    BOOST_TEST(time_text(999.7) == "1.00 ms");
    BOOST_TEST(time_text(2.5e6) == "2.50 s");
    BOOST_TEST(error_text(1.234e-7) == "1.23e-7");
    BOOST_TEST(bytes_text(1536) == "1.50 KiB");
    BOOST_TEST(bytes_text(4 << 20) == "4 MiB");
    BOOST_TEST(bytes_text((4 << 20) + 1) == "4.00 MiB");
    BOOST_TEST(percent_text(0.931) == "93.1 %");
    BOOST_TEST(day_of("2025-11-21T05:00:00Z") == "2025-11-21");
    BOOST_TEST(day_of("") == "");
}

BOOST_AUTO_TEST_CASE(axes_contain_their_values) {
    for (const quantity shown : {quantity::time, quantity::copies, quantity::speed_up, quantity::error}) {
        for (const double factor : {1.0, 1.01, 1.9, 7.0, 100.0, 1e5, 1e9}) {
            for (const double low : {1e-16, 3e-7, 0.5, 1.0, 4.1, 999.0, 1e6}) {
                const axis scale = value_axis(shown, {low, low * factor});
                BOOST_TEST_CONTEXT("from " << low << ", factor " << factor) {
                    BOOST_TEST(scale.low <= low);
                    BOOST_TEST(scale.high >= low * factor);
                    BOOST_TEST(scale.ticks.size() >= 2);
                    BOOST_TEST(scale.ticks.size() <= 21);
                    BOOST_TEST(scale.at(low) <= scale.at(low * factor));
                }
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(problem_strings_are_split) {
    const problem_name name = parse_problem_name("c2c f32 1080x1920 b8 in inv is=2");
    BOOST_TEST(name.kind == "c2c");
    BOOST_TEST(name.lengths == (std::vector<std::uint64_t>{1080, 1920}), boost::test_tools::per_element());
    BOOST_TEST(name.batch == 8);
    BOOST_TEST(name.placement == "in");
    BOOST_TEST(name.inverse);
    BOOST_TEST(name.extras == "is=2");
    BOOST_TEST(short_label(name) == "1080×1920 b8 is=2");
    BOOST_TEST(points_of(name) == 1080.0 * 1920);
}

BOOST_AUTO_TEST_CASE(families_are_named) {
    const auto title = [](const char* text) { return family_title(family_of(parse_problem_name(text), "in"), true); };
    BOOST_TEST(title("c2c f32 64x64 b8") == "2-D, batched, f32, in place");
    BOOST_TEST(title("r2c f64 1009") == "1-D, real to complex, single, f64, in place, other lengths");
    BOOST_TEST(title("steps of one") == "steps, single, in place");
    BOOST_TEST(title("") == "single, in place");
}

BOOST_AUTO_TEST_CASE(invalid_lengths_are_kept_as_text) {
    for (const char* text : {"c2c f32 64x", "c2c f32 x", "c2c f32 99999999999999999999", "b", "c2c f32 -4"}) {
        const problem_name name = parse_problem_name(text);
        BOOST_TEST(name.lengths.empty());
        BOOST_TEST(short_label(name) == text);
    }
}

BOOST_AUTO_TEST_CASE(libraries_have_one_order_and_look) {
    const auto order = in_reading_order({"zfft", "copy-kernel", "clfft", "stockham", "afft", "clfft"});
    BOOST_TEST(order == (std::vector<std::string>{"stockham", "clfft", "copy-kernel", "afft", "zfft"}),
               boost::test_tools::per_element());
    BOOST_TEST(look_of("zfft").style == look_of("zfft").style);
    BOOST_TEST(look_of("copy-something").is_copy);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace bench::report

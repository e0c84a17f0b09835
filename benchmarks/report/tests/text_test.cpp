// Figures and problem strings.
#include "text.hpp"

#include <boost/test/unit_test.hpp>

#include "library.hpp"
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
    BOOST_TEST(day_of("2025-11-21T05:00:00Z") == "2025-11-21");
    BOOST_TEST(day_of("") == "");
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

BOOST_AUTO_TEST_CASE(invalid_lengths_are_kept_as_text) {
    for (const char* text : {"c2c f32 64x", "c2c f32 x", "c2c f32 99999999999999999999", "b", "c2c f32 -4"}) {
        const problem_name name = parse_problem_name(text);
        BOOST_TEST(name.lengths.empty());
        BOOST_TEST(short_label(name) == text);
    }
}

BOOST_AUTO_TEST_CASE(libraries_have_one_order_and_title) {
    const auto order = in_reading_order({"zfft", "copy-kernel", "clfft", "stockham", "afft", "clfft"});
    BOOST_TEST(order == (std::vector<std::string>{"stockham", "clfft", "copy-kernel", "afft", "zfft"}),
               boost::test_tools::per_element());
    BOOST_TEST(title_of("clfft") == "clFFT");
    BOOST_TEST(title_of("zfft") == "zfft");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace bench::report

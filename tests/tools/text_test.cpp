// Amounts of memory, shapes, and the progress bar's text.
#include "bytes.hpp"
#include "problem_text.hpp"
#include "progress.hpp"
#include "support.hpp"

using namespace stockham::tools;

BOOST_AUTO_TEST_SUITE(texts)

BOOST_AUTO_TEST_CASE(amounts_are_read) {
    BOOST_TEST(*parse_bytes("4096") == 4096u);
    BOOST_TEST(*parse_bytes("2k") == 2048u);
    BOOST_TEST(*parse_bytes("1.5G") == 3u << 29);
    BOOST_TEST(*parse_bytes("64MiB") == 64u << 20);
    BOOST_TEST(*parse_bytes("64MB") == 64u << 20);
    BOOST_TEST(*parse_bytes("1T") == std::size_t{1} << 40);
    for (const char* bad : {"", "0", "-1", "G", "1X", "1GG", "1e400", "nan", "0.1", " 1", "99999999T", "0x10", "1e",
                            "1e3", "1.2.3", ".", "1 ", "1,5"})
        BOOST_TEST(!parse_bytes(bad), bad);
}

BOOST_AUTO_TEST_CASE(amounts_are_written) {
    BOOST_TEST(bytes_text(17) == "17 bytes");
    BOOST_TEST(bytes_text(64 << 20) == "64 MiB");
    BOOST_TEST(bytes_text(3u << 29) == "1.5 GiB");
    BOOST_TEST(shape_text({2, 3}) == "2x3");
}

BOOST_AUTO_TEST_CASE(products_do_not_overflow) {
    BOOST_TEST((product({3, 4, 5}) == std::optional<std::size_t>(60)));
    BOOST_TEST(!product({std::size_t{1} << 40, std::size_t{1} << 40}).has_value());
}

BOOST_AUTO_TEST_CASE(problems_may_leave_out_the_obvious) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
        {{"64"}, "c2c f32 64"},           {{"f64", "8x8"}, "c2c f64 8x8"},
        {{"r2c 12 b3"}, "r2c f32 12 b3"}, {{"dct2", "f64 9"}, "dct2 f64 9"},
        {{"f16 16"}, "c2c f16 16"},       {{"c2r 12"}, "c2r f32 12"},
    };
    for (const auto& [words, problem] : cases) {
        BOOST_TEST(stockham::to_string(parse_problem(words)) == problem);
        BOOST_TEST(wisdom_problem(parse_problem(words)) == problem);
    }
    BOOST_TEST(wisdom_problem(parse_problem({"8 inv scale=2"})) == "c2c f32 8");
}

BOOST_AUTO_TEST_CASE(progress_says_share_rate_and_time_left) {
    const std::string half = progress_text(50000000, 100000000, 2);
    BOOST_TEST(half.find("50 %") != std::string::npos);
    BOOST_TEST(half.find("25.0 MB/s") != std::string::npos);
    BOOST_TEST(half.find("0:02 left") != std::string::npos);
    BOOST_TEST(progress_text(0, 100, 0).find("left") == std::string::npos);
    BOOST_TEST(progress_text(1, 7201, 1).find("2:00:00 left") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

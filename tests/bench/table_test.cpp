// The table that `run` prints: rivals by API, working set and launches, and the means against the best rivals.
#include <cstdio>
#include <string>

#include <boost/test/unit_test.hpp>

#include "row.hpp"
#include "table.hpp"

using namespace bench;

namespace {

nlohmann::ordered_json timed(const std::string& library, double microseconds) {
    row r;
    r.suite = "try";
    r.what = parse_problem("c2c f32 512x512");
    r.library = library;
    r.time_us = spread_of({microseconds, microseconds, microseconds});
    if (library == "stockham") r.launches = 2;
    return to_json(r);
}

std::string printed(const json_rows& rows) {
    std::FILE* file = std::tmpfile();
    print_table(file, rows);
    std::string text(static_cast<std::size_t>(std::ftell(file)), ' ');
    std::rewind(file);
    BOOST_TEST(std::fread(text.data(), 1, text.size(), file) == text.size());
    std::fclose(file);
    return text;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_table_parts_rivals_by_api) {
    auto strange = timed("strange", 90);
    strange["api"] = "hip";
    const auto text = printed({timed("copy-kernel", 5), timed("stockham", 10), timed("cufft", 8), strange,
                               timed("clfft", 30), timed("copy-runtime", 5), timed("vkfft-opencl", 12)});
    BOOST_TEST_CONTEXT(text) {
        BOOST_TEST(contains(text, "     OpenCL                           |        CUDA |         hip\n"));
        BOOST_TEST(contains(text, "    clfft copy-runtime vkfft-opencl |       cufft |     strange\n"));
        BOOST_TEST(contains(text, "       3.00         0.50         1.20 |        0.80 |        9.00\n"));
        BOOST_TEST(
            contains(text, "c2c f32 512x512  out      2 MiB        2          5          10     2.00         -"));
        BOOST_TEST(contains(text, "Best rival of each case, same API (OpenCL): its time over ours is 1.20 in the "
                                  "geometric mean of 1 case, 1.20 at least (c2c f32 512x512).\n"));
        BOOST_TEST(contains(text, "Best rival of each case, other API (CUDA, hip): its time over ours is 0.800 "));
    }
}

BOOST_AUTO_TEST_CASE(a_table_of_nothing_has_no_means) {
    BOOST_TEST(!contains(printed({}), "Best rival"));
    BOOST_TEST(!contains(printed({timed("stockham", 10), timed("copy-kernel", 5)}), "Best rival"));
}

// Rows of plans: every pass moves its data once, passes that share a launch share a row, equal kernels are listed once.
#include <boost/test/unit_test.hpp>

#include <stockham/error.hpp>

#include "rows.hpp"

using namespace bench;

namespace {

kernel_list listed(const std::vector<std::string>& problems, const std::string& device) {
    return list_kernels(cases_of(problems, {}), stockham::named_description(device));
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_pass_moves_everything_once) {
    for (const char* device : {"gfx90a", "gfx1030", "h200", "cpu"})
        for (const char* problem : {"c2c f32 16 b1000003", "c2c f64 65536 b3 in", "c2c f32 1024x1024 b4",
                                    "c2c f32 32x64x128", "c2c f32 512x256 algorithm=row_transpose"})
            BOOST_TEST_CONTEXT(problem << " for " << device) {
                const auto list = listed({problem}, device);
                BOOST_TEST(!list.rows.empty());
                for (const auto& row : list.rows) {
                    const auto passes = row.passes.find('+') == row.passes.npos ? 1U : 2U;
                    BOOST_TEST(row.bytes == passes * parse_problem(problem).traffic());
                    BOOST_TEST(row.problem == problem);
                    BOOST_TEST(row.step.find(" x [") == row.step.npos);
                }
            }
}

BOOST_AUTO_TEST_CASE(shared_launches_are_one_row) {
    const auto shared = listed({"c2c f32 128x128"}, "h200");
    BOOST_REQUIRE(shared.rows.size() == 1U);
    BOOST_TEST(shared.rows.front().passes == "1+2");
    const auto apart = listed({"c2c f32 128x128"}, "gfx90a");
    BOOST_REQUIRE(apart.rows.size() == 2U);
    BOOST_TEST(apart.rows.back().passes == "2");
}

BOOST_AUTO_TEST_CASE(equal_kernels_are_listed_once) {
    const auto list = listed({"c2c f32 1024 b4096", "c2c f32 1024 b8192", "c2c f32 1024 b4096 in"}, "gfx90a");
    BOOST_REQUIRE(list.rows.size() == 3U);
    BOOST_TEST(list.rows[0].kernel == list.rows[1].kernel);
    BOOST_TEST(list.rows[0].kernel != list.rows[2].kernel);
    BOOST_TEST(list.kernels.size() == 2U);
    BOOST_TEST(list.kernels.front().where == "c2c f32 1024 b4096, pass 1");
}

BOOST_AUTO_TEST_CASE(unsupported_cases_are_listed_after_the_table) {
    const auto list = listed({"c2c f32 1024", "c2c f32 1024 algorithm=row_transpose"}, "gfx90a");
    BOOST_TEST(list.rows.size() == 1U);
    BOOST_REQUIRE(list.refusals.size() == 1U);
    BOOST_TEST(list.refusals.front().find("row_transpose") != std::string::npos);
    BOOST_CHECK_THROW(listed({"c2c f32 1024 algorithm=row_transpose"}, "gfx90a"), stockham::unsupported_error);
}

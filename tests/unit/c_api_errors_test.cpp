// What the C interface refuses besides NULL: invalid handles, numbers and texts. Each gives a code and a message, and
// nothing is written.
#include <boost/test/unit_test.hpp>

#include <limits>
#include <vector>

#include "c_api/handles.hpp"
#include "support/c_calls.hpp"
#include "support/c_places.hpp"

BOOST_AUTO_TEST_SUITE(c_api_errors_test)

BOOST_AUTO_TEST_CASE(handles_that_are_none) {
    places p;
    const c_problem problem{"c2c f32 8x8"};
    const c_description description;
    const c_wisdom wisdom;
    const auto as_problem = [](const void* other) { return static_cast<const stockham_problem*>(other); };
    const std::uint64_t nothing[4] = {};
    expect_refused(stockham_problem_text(as_problem(nothing), &p.text), STOCKHAM_HANDLE, "problem",
                   "no handle of this library");
    expect_refused(stockham_problem_text(as_problem(reinterpret_cast<const char*>(nothing) + 1), &p.text),
                   STOCKHAM_HANDLE, "problem", "no handle");
    stockham_wisdom* const known = wisdom;
    expect_refused(stockham_problem_text(as_problem(known), &p.text), STOCKHAM_HANDLE, "problem", "it is a wisdom");
    stockham_problem* const asked = problem;
    const void* const other = asked;
    void* const mutable_other = asked;
    std::size_t bytes = 77;
    auto cost = stockham_default_estimate();
    expect_refused(stockham_description_text(static_cast<const stockham_description*>(other), "name", &p.text),
                   STOCKHAM_HANDLE, "description", "it is a problem");
    expect_refused(stockham_plan_cost(problem, static_cast<const stockham_description*>(other), nullptr, &cost),
                   STOCKHAM_HANDLE, "description", "it is a problem");
    expect_refused(stockham_plan_workspace_size(static_cast<const stockham_plan*>(other), &bytes), STOCKHAM_HANDLE,
                   "plan", "it is a problem");
    expect_refused(stockham_convolution_launches(static_cast<const stockham_convolution*>(other), &bytes),
                   STOCKHAM_HANDLE, "convolution", "it is a problem");
    expect_refused(stockham_batch_text(static_cast<const stockham_batch*>(other), &p.text), STOCKHAM_HANDLE, "batch",
                   "it is a problem");
    expect_refused(stockham_transposition_text(static_cast<const stockham_transposition*>(other), &p.text),
                   STOCKHAM_HANDLE, "transposition", "it is a problem");
    expect_refused(stockham_wisdom_merge(wisdom, static_cast<const stockham_wisdom*>(other)), STOCKHAM_HANDLE, "other",
                   "it is a problem");
    auto options = stockham_default_plan_options();
    options.wisdom = static_cast<stockham_wisdom*>(mutable_other);
    expect_refused(stockham_plan_cost(problem, description, &options, &cost), STOCKHAM_HANDLE, "wisdom", "problem");
    options = stockham_default_plan_options();
    options.plan_for = static_cast<const stockham_description*>(other);
    expect_refused(stockham_plan_cost(problem, description, &options, &cost), STOCKHAM_HANDLE, "plan_for", "problem");
    // Freeing it with the function of another type leaves it unchanged and reports an error.
    stockham_session_free(static_cast<stockham_session*>(mutable_other));
    BOOST_TEST(stockham_last_code() == STOCKHAM_HANDLE);
    BOOST_TEST(std::string(stockham_last_error()).find("it is a problem") != std::string::npos);
    EXPECT_OK(stockham_problem_check(problem));
    BOOST_TEST(bytes == 77U);
    BOOST_TEST(p.are_untouched());
}

namespace {

boost::test_tools::assertion_result keeps_freed(boost::unit_test::test_unit_id) {
    boost::test_tools::assertion_result kept(stockham::c_api::keeps_freed_handles);
    kept.message() << "only debug builds know a freed handle";
    return kept;
}

}  // namespace

BOOST_AUTO_TEST_CASE(freed_handles, *boost::unit_test::precondition(keeps_freed)) {
    stockham_problem* problem = nullptr;
    stockham_wisdom* wisdom = nullptr;
    EXPECT_OK(stockham_problem_parse("c2c f32 8", &problem));
    EXPECT_OK(stockham_wisdom_create(&wisdom));
    stockham_problem_free(problem);
    stockham_wisdom_free(wisdom);
    expect_refused(stockham_problem_check(problem), STOCKHAM_HANDLE, "problem", "a problem that was freed");
    std::size_t revision = 77;
    expect_refused(stockham_wisdom_revision(wisdom, &revision), STOCKHAM_HANDLE, "wisdom", "a wisdom that was freed");
    stockham_problem_free(problem);
    BOOST_TEST(std::string(stockham_last_error()).find("a problem that was freed") != std::string::npos);
    BOOST_TEST(revision == 77U);
}

BOOST_AUTO_TEST_CASE(numbers_that_are_no_values) {
    places p;
    for (const int number : {-1, 5, 77, 1 << 30}) {
        const auto refused = [&](const char* field, int stockham_transform::*member) {
            auto fields = plain_fields();
            fields.*member = number;
            expect_refused(stockham_problem_create(&fields, &p.problem), STOCKHAM_ARGUMENT, field,
                           std::to_string(number));
        };
        refused("kind", &stockham_transform::kind);
        refused("precision", &stockham_transform::precision);
        refused("direction", &stockham_transform::direction);
        refused("placement", &stockham_transform::placement);
        refused("input", &stockham_transform::input_form);
        refused("output", &stockham_transform::output_form);
        const c_problem problem{"c2c f32 8"};
        const c_description description;
        auto cost = stockham_default_estimate();
        auto options = stockham_default_plan_options();
        options.rigor = number;
        expect_refused(stockham_plan_cost(problem, description, &options, &cost), STOCKHAM_ARGUMENT, "rigor");
        expect_refused(stockham_problem_bytes(problem, number, &p.number), STOCKHAM_ARGUMENT, "side");
        expect_refused(stockham_good_size(8, number, &p.number), STOCKHAM_ARGUMENT, "kind");
    }
    BOOST_TEST(p.are_untouched());
}

BOOST_AUTO_TEST_CASE(arrays_that_are_too_long_or_too_short) {
    places p;
    auto fields = plain_fields();
    fields.axes = std::numeric_limits<std::size_t>::max();
    expect_refused(stockham_problem_create(&fields, &p.problem), STOCKHAM_UNSUPPORTED, "lengths");
    fields = plain_fields();
    const stockham_loop loop = {2, 64, 64};
    fields.loops = &loop;
    fields.loop_count = std::numeric_limits<std::size_t>::max() / 2;
    expect_refused(stockham_problem_create(&fields, &p.problem), STOCKHAM_UNSUPPORTED, "loops");
    const c_problem problem{"c2c f32 8x8"};
    expect_refused(stockham_problem_lengths(problem, STOCKHAM_INPUT, p.numbers, 1, &p.count), STOCKHAM_ARGUMENT,
                   "lengths", "2 entries do not fit the room for 1");
    const int axis = 0;
    auto array = stockham_default_array();
    array.axes = 2;
    array.shape = place_lengths;
    expect_refused(stockham_problem_along(&axis, 1 << 20, &array, &array, 0, 0, 0, &p.problem), STOCKHAM_UNSUPPORTED,
                   "axes");
    BOOST_TEST(p.are_untouched());
}

BOOST_AUTO_TEST_CASE(what_is_wrong_with_a_problem) {
    places p;
    c_problem made;
    // The value is kept unchanged, and refused on use.
    EXPECT_OK(stockham_problem_parse("c2c f32 8 loops=2:0:0", &made));
    expect_refused(stockham_problem_check(made), STOCKHAM_ARGUMENT, "loops");
    expect_refused(stockham_problem_bytes(made, STOCKHAM_INPUT, &p.number), STOCKHAM_ARGUMENT, "loops");
    const c_problem endless{"c2c f32 8 loops=0:8"};
    expect_refused(stockham_problem_check(endless), STOCKHAM_ARGUMENT, "loops");
    const c_problem beyond{"c2c f32 8 loops=4611686018427387904:8"};
    BOOST_TEST(stockham_problem_check(beyond) == STOCKHAM_ARGUMENT);
    const c_problem unknown{"c2c f32 8589934592"};
    BOOST_TEST(stockham_problem_check(unknown) == STOCKHAM_UNSUPPORTED);
    BOOST_TEST(*stockham_last_subject() != 0);
    auto array = stockham_default_array();
    array.axes = 2;
    array.shape = place_lengths;
    for (const std::vector<int>& axes : {std::vector<int>{2}, {-3}, {0, 0}, {0, -2}})
        expect_refused(stockham_problem_along(axes.data(), axes.size(), &array, &array, STOCKHAM_C2C, STOCKHAM_F32,
                                              STOCKHAM_OUT_OF_PLACE, &p.problem),
                       STOCKHAM_ARGUMENT, "axes");
    expect_refused(stockham_good_size(0, STOCKHAM_C2C, &p.number), STOCKHAM_ARGUMENT, "n");
    BOOST_TEST(p.are_untouched());
}

BOOST_AUTO_TEST_CASE(every_exception_has_a_code) {
    using stockham::c_api::guarded;
    const auto thrown = [](const auto& e) { return guarded([&] { throw e; }); };
    expect_refused(thrown(stockham::opencl_error("clBuildProgram", CL_BUILD_PROGRAM_FAILURE, "line 1")),
                   STOCKHAM_OPENCL, "clBuildProgram", "CL_BUILD_PROGRAM_FAILURE");
    BOOST_TEST(stockham_last_opencl_code() == CL_BUILD_PROGRAM_FAILURE);
    BOOST_TEST(stockham_last_build_log() == std::string("line 1"));
    expect_refused(thrown(stockham::callback_error("on_load", "it does not compile", "line 2")), STOCKHAM_CALLBACK,
                   "on_load", "does not compile");
    BOOST_TEST(stockham_last_opencl_code() == 0);
    BOOST_TEST(stockham_last_build_log() == std::string("line 2"));
    expect_refused(thrown(stockham::argument_error("batch", "why")), STOCKHAM_ARGUMENT, "batch", "why");
    expect_refused(thrown(stockham::unsupported_error("rule", "why")), STOCKHAM_UNSUPPORTED, "rule", "why");
    expect_refused(thrown(std::bad_alloc()), STOCKHAM_MEMORY, "", "out of memory");
    BOOST_TEST(stockham_last_build_log() == std::string());
    expect_refused(thrown(std::logic_error("why")), STOCKHAM_INTERNAL, "", "why");
    expect_refused(thrown(7), STOCKHAM_INTERNAL, "", "no std::exception");
}

BOOST_AUTO_TEST_CASE(texts_that_are_none) {
    places p;
    const c_description description;
    const c_wisdom wisdom;
    const c_problem problem{"c2c f32 8"};
    const std::string huge((1 << 20) + 1, ' '), enormous((16 << 20) + 1, ' ');
    auto cost = stockham_default_estimate();
    for (const char* text : {"c2c f32 8\xff", "\xc3", "c2c \xed\xa0\x80", "\xf8\x88\x80\x80\x80"}) {
        expect_refused(stockham_problem_parse(text, &p.problem), STOCKHAM_ARGUMENT, "text", "UTF-8");
        expect_refused(stockham_description_named(text, &p.description), STOCKHAM_ARGUMENT, "name", "UTF-8");
        expect_refused(stockham_choose_device(text, &p.device), STOCKHAM_ARGUMENT, "word", "UTF-8");
        expect_refused(stockham_description_text(description, text, &p.text), STOCKHAM_ARGUMENT, "field", "UTF-8");
        expect_refused(stockham_description_set_text(description, "name", text), STOCKHAM_ARGUMENT, "text", "UTF-8");
        expect_refused(stockham_wisdom_merge_text(wisdom, text), STOCKHAM_ARGUMENT, "json", "UTF-8");
        expect_refused(stockham_wisdom_merge_file(wisdom, text), STOCKHAM_ARGUMENT, "path", "UTF-8");
        expect_refused(stockham_program_cache_use(text, 1), STOCKHAM_ARGUMENT, "folder", "UTF-8");
        expect_refused(stockham_program_cache_import(nullptr, text, nullptr, nullptr), STOCKHAM_ARGUMENT, "file",
                       "UTF-8");
        auto options = stockham_default_plan_options();
        options.plan_string = text;
        expect_refused(stockham_plan_cost(problem, description, &options, &cost), STOCKHAM_ARGUMENT, "plan_string",
                       "UTF-8");
    }
    expect_refused(stockham_problem_parse(huge.c_str(), &p.problem), STOCKHAM_ARGUMENT, "text", "1048576 bytes");
    expect_refused(stockham_wisdom_merge_text(wisdom, enormous.c_str()), STOCKHAM_ARGUMENT, "json", "16777216 bytes");
    expect_refused(stockham_wisdom_merge_text(wisdom, "{"), STOCKHAM_ARGUMENT, "wisdom");
    expect_refused(stockham_wisdom_merge_file(wisdom, "/no/such/file"), STOCKHAM_ARGUMENT, "wisdom");
    expect_refused(stockham_plan_kernels(problem, description, "nonsense", &p.list, &p.count), STOCKHAM_ARGUMENT,
                   "plan");
    BOOST_TEST(p.are_untouched());
}

BOOST_AUTO_TEST_SUITE_END()

// The C interface without a device: problems, descriptions, estimates.
#include <boost/test/unit_test.hpp>

#include <cmath>

#include <stockham/stockham.hpp>

#include "support/c_calls.hpp"

BOOST_AUTO_TEST_SUITE(c_api_test)

using stockham::parse_transform;

namespace {

std::string text_of(const stockham_problem* problem) {
    char* text = nullptr;
    EXPECT_OK(stockham_problem_text(problem, &text));
    return taken(text);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(problems)

BOOST_AUTO_TEST_CASE(every_field_goes_through_the_struct) {
    for (const char* text :
         {"c2c f32 64", "c2c f64 16x9 b3 in inv scale=0.25", "r2c f16 8x30", "c2r f32 12 b2", "dct1 f32 5",
          "dct2 f32 5", "dct3 f32 5", "dct4 f32 5", "dst1 f32 5", "dst2 f64 5", "dst3 f32 5", "dst4 f32 5 in",
          "c2c f32 8x4 is=5,1 id=40 io=3 if=planar os=4,1 od=50 oo=2 of=planar b2", "r2c f32 16 spectrum=full",
          "c2c f32 16x16 nonzero=8x4 wanted=16x2", "c2c f32 8 loops=3:8,2:24:30", "c2c f32 64x64 algorithm=tensor"}) {
        const c_problem parsed{text};
        BOOST_REQUIRE(parsed);
        BOOST_TEST(text_of(parsed) == to_string(parse_transform(text)));
        auto fields = stockham_default_transform();
        EXPECT_OK(stockham_problem_get(parsed, &fields));
        c_problem made;
        EXPECT_OK(stockham_problem_create(&fields, &made));
        BOOST_TEST(text_of(made) == text_of(parsed));
    }
}

BOOST_AUTO_TEST_CASE(defaults) {
    const std::size_t lengths[] = {4, 6};
    auto fields = stockham_default_transform();
    fields.axes = 2;
    fields.lengths = lengths;
    c_problem made;
    EXPECT_OK(stockham_problem_create(&fields, &made));
    BOOST_TEST(text_of(made) == "c2c f32 4x6");
}

BOOST_AUTO_TEST_CASE(arrays) {
    const std::size_t shape[] = {3, 8, 16};
    const int axes[] = {1};
    auto side = stockham_default_array();
    side.axes = 3;
    side.shape = shape;
    c_problem made;
    EXPECT_OK(stockham_problem_along(axes, 1, &side, &side, STOCKHAM_C2C, STOCKHAM_F64, STOCKHAM_OUT_OF_PLACE, &made));
    const stockham::array same{{3, 8, 16}, {}, 0, stockham::storage::interleaved};
    const auto t = stockham::transform_along({1}, same, same, stockham::kind::c2c, stockham::precision::f64);
    BOOST_TEST(text_of(made) == to_string(t));
}

BOOST_AUTO_TEST_CASE(sizes) {
    const c_problem r2c{"r2c f32 6x10 b2"};
    std::size_t count = 0, lengths[2] = {}, number = 0;
    EXPECT_OK(stockham_problem_check(r2c));
    EXPECT_OK(stockham_problem_lengths(r2c, STOCKHAM_OUTPUT, nullptr, 0, &count));
    BOOST_TEST(count == 2U);
    EXPECT_OK(stockham_problem_lengths(r2c, STOCKHAM_OUTPUT, lengths, 2, &count));
    BOOST_TEST(lengths[0] == 6U);
    BOOST_TEST(lengths[1] == 6U);
    const auto t = parse_transform("r2c f32 6x10 b2");
    for (int side : {STOCKHAM_INPUT, STOCKHAM_OUTPUT}) {
        EXPECT_OK(stockham_problem_extent(r2c, side, &number));
        BOOST_TEST(number == (side == STOCKHAM_INPUT ? input_extent(t) : output_extent(t)));
        EXPECT_OK(stockham_problem_bytes(r2c, side, &number));
        BOOST_TEST(number == (side == STOCKHAM_INPUT ? input_bytes(t) : output_bytes(t)));
    }
    int real = 7;
    EXPECT_OK(stockham_is_real(STOCKHAM_R2C, STOCKHAM_INPUT, &real));
    BOOST_TEST(real == 1);
    EXPECT_OK(stockham_is_real(STOCKHAM_R2C, STOCKHAM_OUTPUT, &real));
    BOOST_TEST(real == 0);
    EXPECT_OK(stockham_good_size(1009, STOCKHAM_R2C, &number));
    BOOST_TEST(number == stockham::good_size(1009, stockham::kind::r2c));
    EXPECT_OK(stockham_good_convolution_size(1009, 31, STOCKHAM_C2C, &number));
    BOOST_TEST(number == stockham::good_convolution_size(1009, 31));
    char** names = nullptr;
    EXPECT_OK(stockham_algorithm_names(&names, &count));
    BOOST_TEST(std::vector<std::string>(names, names + count) == stockham::algorithm_names());
    BOOST_TEST(names[count] == nullptr);
    stockham_free(names);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(descriptions)

BOOST_AUTO_TEST_CASE(fields_by_name) {
    const c_description h200;
    double number = 0;
    char* text = nullptr;
    EXPECT_OK(stockham_description_number(h200, "compute_units", &number));
    BOOST_TEST(number == 132);
    EXPECT_OK(stockham_description_text(h200, "vendor", &text));
    BOOST_TEST(taken(text) == "NVIDIA");
    for (const char* field : {"local_memory", "static_local_memory", "max_work_group", "wavefront", "compute_units",
                              "clock_mhz", "vector_bytes", "max_allocation", "global_memory", "core_cache"}) {
        EXPECT_OK(stockham_description_set_number(h200, field, 64));
        EXPECT_OK(stockham_description_number(h200, field, &number));
        BOOST_TEST(number == 64, field);
    }
    for (const char* field : {"available", "has_compiler"}) {
        EXPECT_OK(stockham_description_set_number(h200, field, 0));
        EXPECT_OK(stockham_description_number(h200, field, &number));
        BOOST_TEST(number == 0, field);
    }
    for (const auto& [field, value] :
         {std::pair("name", "mine"), std::pair("vendor", "acme"), std::pair("architecture", "a"),
          std::pair("platform", "p"), std::pair("driver", "1"), std::pair("kind", "cpu"), std::pair("fp64", "none")}) {
        EXPECT_OK(stockham_description_set_text(h200, field, value));
        EXPECT_OK(stockham_description_text(h200, field, &text));
        BOOST_TEST(taken(text) == value);
    }
}

BOOST_AUTO_TEST_CASE(built_in_ones_by_name) {
    char** names = nullptr;
    std::size_t count = 0;
    EXPECT_OK(stockham_description_names(&names, &count));
    BOOST_TEST(std::vector<std::string>(names, names + count) == stockham::description_names());
    stockham_free(names);
    stockham_description* pvc = nullptr;
    char* text = nullptr;
    EXPECT_OK(stockham_description_named("pvc", &pvc));
    EXPECT_OK(stockham_description_text(pvc, "profile_title", &text));
    BOOST_TEST(taken(text) == stockham::named_description("pvc").profile.title());
    BOOST_TEST(stockham_description_set_text(pvc, "profile_title", "measured") == STOCKHAM_ARGUMENT);
    stockham_description_free(pvc);
}

BOOST_AUTO_TEST_CASE(profiles_are_texts) {
    const c_description h200;
    char* text = nullptr;
    EXPECT_OK(stockham_description_text(h200, "profile", &text));
    const auto known = taken(text);
    BOOST_TEST(known == stockham::named_description("h200").profile.to_json());
    EXPECT_OK(stockham_description_set_text(h200, "profile", ""));
    EXPECT_OK(stockham_description_text(h200, "profile", &text));
    BOOST_TEST(taken(text) == known);
    EXPECT_OK(stockham_description_set_text(h200, "profile", known.c_str()));
    expect_refused(stockham_description_set_text(h200, "profile", "{}"), STOCKHAM_ARGUMENT, "profile");
}

BOOST_AUTO_TEST_CASE(values_that_no_field_holds) {
    const c_description h200;
    for (const double value : {-1.0, 0.5, 1e300, std::nan("")})
        expect_refused(stockham_description_set_number(h200, "max_work_group", value), STOCKHAM_ARGUMENT,
                       "max_work_group");
    expect_refused(stockham_description_set_number(h200, "wavefront", 4294967296.0), STOCKHAM_ARGUMENT, "wavefront");
    expect_refused(stockham_description_set_number(h200, "available", 2), STOCKHAM_ARGUMENT, "available");
    expect_refused(stockham_description_set_text(h200, "kind", "toaster"), STOCKHAM_ARGUMENT, "kind", "toaster");
    expect_refused(stockham_description_set_text(h200, "wavefront", "1"), STOCKHAM_ARGUMENT, "field", "wavefront");
    expect_refused(stockham_description_set_number(h200, "name", 1), STOCKHAM_ARGUMENT, "field", "name");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(costs)

BOOST_AUTO_TEST_CASE(as_the_classes_say) {
    const c_problem problem{"c2c f32 1024x1024"};
    const c_description h200;
    const auto t = parse_transform("c2c f32 1024x1024");
    const auto device = stockham::named_description("h200");
    char* text = nullptr;
    EXPECT_OK(stockham_plan_preview(problem, h200, nullptr, &text));
    const auto shown = taken(text);
    BOOST_TEST(shown.find("c2c f32 1024x1024 for h200\n") == 0U);
    auto cost = stockham_default_estimate();
    EXPECT_OK(stockham_plan_cost(problem, h200, nullptr, &cost));
    const auto same = stockham::estimate(device, t);
    BOOST_TEST(cost.launches == same.launches);
    BOOST_TEST(cost.bytes_moved == same.bytes_moved);
    BOOST_TEST(cost.workspace_size == same.workspace_size);
    BOOST_TEST(cost.seconds == same.seconds);
    BOOST_TEST(cost.measured == int{same.measured});
    char** sources = nullptr;
    std::size_t count = 0;
    EXPECT_OK(stockham_plan_kernels(problem, h200, same.plan_string.c_str(), &sources, &count));
    BOOST_TEST(std::vector<std::string>(sources, sources + count) == plan_kernels(t, device, same.plan_string));
    stockham_free(sources);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE_END()

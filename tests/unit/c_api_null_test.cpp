// NULL for each pointer of each C function, and structs of a wrong size. Each gives a code and a message, and nothing
// is written.
#include <boost/test/unit_test.hpp>

#include <limits>
#include <string>

#include "support/c_calls.hpp"
#include "support/c_places.hpp"

BOOST_AUTO_TEST_SUITE(c_api_null_test)

BOOST_AUTO_TEST_CASE(null_pointers) {
    places p;
    const c_problem problem{"c2c f32 8x8"};
    const c_description description;
    const c_wisdom wisdom;
    auto fields = plain_fields();
    auto array = stockham_default_array();
    array.axes = 2;
    array.shape = place_lengths;
    auto cost = stockham_default_estimate();
    auto entry = stockham_default_wisdom_entry();
    entry.problem = "c2c f32 64";
    entry.seconds = 1;
    const int axis = 0;
    EXPECT_NO_NULL(stockham_problem_create, {}, &fields, &p.problem);
    EXPECT_NO_NULL(stockham_problem_parse, {}, "c2c f32 8", &p.problem);
    EXPECT_NO_NULL(stockham_problem_along, {}, &axis, 1, &array, &array, STOCKHAM_C2C, STOCKHAM_F32,
                   STOCKHAM_OUT_OF_PLACE, &p.problem);
    EXPECT_NO_NULL(stockham_problem_get, {}, problem, &fields);
    EXPECT_NO_NULL(stockham_problem_text, {}, problem, &p.text);
    EXPECT_NO_NULL(stockham_problem_check, {}, problem);
    EXPECT_NO_NULL(stockham_problem_lengths, {2}, problem, STOCKHAM_INPUT, p.numbers, 8, &p.count);
    EXPECT_NO_NULL(stockham_problem_extent, {}, problem, STOCKHAM_INPUT, &p.number);
    EXPECT_NO_NULL(stockham_problem_bytes, {}, problem, STOCKHAM_INPUT, &p.number);
    EXPECT_NO_NULL(stockham_is_real, {}, STOCKHAM_R2C, STOCKHAM_INPUT, &p.flag);
    EXPECT_NO_NULL(stockham_algorithm_names, {}, &p.list, &p.count);
    EXPECT_NO_NULL(stockham_good_size, {}, 100, STOCKHAM_C2C, &p.number);
    EXPECT_NO_NULL(stockham_good_convolution_size, {}, 100, 5, STOCKHAM_C2C, &p.number);
    EXPECT_NO_NULL(stockham_devices, {0}, &p.device, 1, &p.count);
    EXPECT_NO_NULL(stockham_choose_device, {0}, "0", &p.device);
    EXPECT_NO_NULL(stockham_description_of, {0}, nullptr, &p.description);
    EXPECT_NO_NULL(stockham_description_names, {}, &p.list, &p.count);
    EXPECT_NO_NULL(stockham_description_named, {}, "h200", &p.description);
    EXPECT_NO_NULL(stockham_description_text, {}, description, "name", &p.text);
    EXPECT_NO_NULL(stockham_description_number, {}, description, "wavefront", &p.real);
    EXPECT_NO_NULL(stockham_description_set_text, {}, description, "name", "x");
    EXPECT_NO_NULL(stockham_description_set_number, {}, description, "wavefront", 1);
    EXPECT_NO_NULL(stockham_calibrate, {0, 1}, nullptr, nullptr, &p.text);
    const char* const problems[] = {"c2c f32 64"};
    EXPECT_NO_NULL(stockham_compare_profiles, {0, 1, 2, 7, 8}, nullptr, nullptr, nullptr, "{}", problems, 1, &p.flag,
                   &p.real, &p.real);
    EXPECT_NO_NULL(stockham_profile_keep, {1}, "{}", &p.text);
    EXPECT_NO_NULL(stockham_plan_preview, {2}, problem, description, nullptr, &p.text);
    EXPECT_NO_NULL(stockham_plan_cost, {2}, problem, description, nullptr, &cost);
    EXPECT_NO_NULL(stockham_plan_good_size, {}, problem, description, 0, &p.number);
    EXPECT_NO_NULL(stockham_plan_kernels, {2}, problem, description, nullptr, &p.list, &p.count);
    EXPECT_NO_NULL(stockham_wisdom_create, {}, &p.wisdom);
    EXPECT_NO_NULL(stockham_wisdom_standard, {}, &p.wisdom);
    EXPECT_NO_NULL(stockham_wisdom_merge_text, {}, wisdom, "{}");
    EXPECT_NO_NULL(stockham_wisdom_merge_file, {}, wisdom, "/none");
    EXPECT_NO_NULL(stockham_wisdom_merge, {}, wisdom, wisdom);
    EXPECT_NO_NULL(stockham_wisdom_add, {}, wisdom, &entry);
    EXPECT_NO_NULL(stockham_wisdom_text, {}, wisdom, &p.text);
    EXPECT_NO_NULL(stockham_wisdom_write_file, {}, wisdom, "/none/none");
    EXPECT_NO_NULL(stockham_wisdom_merge_into_file, {}, wisdom, "/none/none");
    EXPECT_NO_NULL(stockham_wisdom_forget, {1, 2, 3}, wisdom, "c2c f32 8", "x", &p.number);
    EXPECT_NO_NULL(stockham_wisdom_forget_in_file, {1, 2, 3}, "/none", "c2c f32 8", "x", &p.number);
    EXPECT_NO_NULL(stockham_wisdom_entries, {1}, wisdom, nullptr, sizeof entry, &p.entries, &p.count);
    EXPECT_NO_NULL(stockham_wisdom_revision, {}, wisdom, &p.number);
    EXPECT_NO_NULL(stockham_wisdom_is_current, {}, &entry, &p.flag);
    EXPECT_NO_NULL(stockham_wisdom_user_file, {}, &p.text);
    EXPECT_NO_NULL(stockham_program_cache_use, {}, "", 0);
    EXPECT_NO_NULL(stockham_program_cache_export_used, {0, 2, 4, 5}, nullptr,
                   static_cast<void (*)(void*)>([](void*) {}), nullptr, "/none/none", &p.number, &p.number);
    EXPECT_NO_NULL(stockham_program_cache_export, {0, 4, 5}, nullptr, problems, 1, "/none/none", &p.number, &p.number);
    EXPECT_NO_NULL(stockham_program_cache_import, {0, 2, 3}, nullptr, "/none", &p.number, &p.number);
    BOOST_TEST(p.are_untouched());
    // Pointers that may be NULL.
    EXPECT_OK(stockham_program_cache_get(nullptr, nullptr));
    EXPECT_OK(stockham_program_cache_measure(nullptr, nullptr));
    EXPECT_OK(stockham_wisdom_forget(wisdom, nullptr, nullptr, nullptr));
    EXPECT_OK(stockham_set_message_handler(nullptr, nullptr));
    stockham_free(nullptr);
    stockham_problem_free(nullptr);
    stockham_description_free(nullptr);
    stockham_plan_free(nullptr);
    stockham_convolution_free(nullptr);
    stockham_batch_free(nullptr);
    stockham_transposition_free(nullptr);
    stockham_wisdom_free(nullptr);
    stockham_session_free(nullptr);
}

BOOST_AUTO_TEST_CASE(null_pointers_within_structs) {
    places p;
    auto fields = plain_fields();
    fields.lengths = nullptr;
    expect_refused(stockham_problem_create(&fields, &p.problem), STOCKHAM_ARGUMENT, "lengths", "NULL");
    fields = plain_fields();
    fields.loop_count = 1;
    expect_refused(stockham_problem_create(&fields, &p.problem), STOCKHAM_ARGUMENT, "loops", "NULL");
    auto array = stockham_default_array();
    array.axes = 1;
    const int axis = 0;
    expect_refused(
        stockham_problem_along(&axis, 1, &array, &array, STOCKHAM_C2C, STOCKHAM_F32, STOCKHAM_OUT_OF_PLACE, &p.problem),
        STOCKHAM_ARGUMENT, "shape", "NULL");
    BOOST_TEST(p.are_untouched());
}

namespace {

/// `use` calls a function with the struct and must refuse all invalid sizes.
template <class Struct, class Use>
void refuses_sizes(const char* argument, Struct fields, const Use& use) {
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, sizeof(std::size_t) - 1, sizeof(std::size_t) + 1,
                                   sizeof fields + 8, std::numeric_limits<std::size_t>::max()}) {
        fields.struct_size = size;
        expect_refused(use(fields), STOCKHAM_STRUCT, argument, "struct_size is " + std::to_string(size));
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(struct_sizes) {
    places p;
    const c_problem problem{"c2c f32 8x8"};
    const c_description description;
    const c_wisdom wisdom;
    refuses_sizes("transform", plain_fields(), [&](const auto& s) { return stockham_problem_create(&s, &p.problem); });
    refuses_sizes("transform", plain_fields(), [&](auto s) { return stockham_problem_get(problem, &s); });
    const int axis = 0;
    auto array = stockham_default_array();
    array.axes = 2;
    array.shape = place_lengths;
    refuses_sizes("input", array, [&](const auto& s) {
        return stockham_problem_along(&axis, 1, &s, &array, STOCKHAM_C2C, STOCKHAM_F32, STOCKHAM_OUT_OF_PLACE,
                                      &p.problem);
    });
    refuses_sizes("output", array, [&](const auto& s) {
        return stockham_problem_along(&axis, 1, &array, &s, STOCKHAM_C2C, STOCKHAM_F32, STOCKHAM_OUT_OF_PLACE,
                                      &p.problem);
    });
    auto cost = stockham_default_estimate();
    refuses_sizes("options", stockham_default_plan_options(),
                  [&](const auto& s) { return stockham_plan_cost(problem, description, &s, &cost); });
    refuses_sizes("estimate", cost, [&](auto s) { return stockham_plan_cost(problem, description, nullptr, &s); });
    refuses_sizes("entry", stockham_default_wisdom_entry(),
                  [&](const auto& s) { return stockham_wisdom_add(wisdom, &s); });
    for (const std::size_t size : {std::size_t{0}, sizeof(stockham_wisdom_entry) + 8})
        expect_refused(stockham_wisdom_entries(wisdom, nullptr, size, &p.entries, &p.count), STOCKHAM_STRUCT,
                       "struct_size");
    BOOST_TEST(p.are_untouched());
}

BOOST_AUTO_TEST_CASE(older_programs_have_shorter_structs) {
    c_problem made;
    auto fields = plain_fields();
    fields.full_spectrum = 77;
    fields.algorithm = "not to be read";
    fields.input_offset = 77;
    fields.struct_size = offsetof(stockham_transform, input_strides);
    EXPECT_OK(stockham_problem_create(&fields, &made));
    char* text = nullptr;
    EXPECT_OK(stockham_problem_text(made, &text));
    BOOST_TEST(taken(text) == "c2c f32 8x8");
    // They receive only the fields that they know.
    EXPECT_OK(stockham_problem_get(made, &fields));
    BOOST_TEST(fields.struct_size == offsetof(stockham_transform, input_strides));
    BOOST_TEST(fields.axes == 2U);
    BOOST_TEST(fields.full_spectrum == 77);
    auto cost = stockham_default_estimate();
    cost.struct_size = offsetof(stockham_estimate, seconds);
    cost.seconds = 77;
    const c_description h200;
    EXPECT_OK(stockham_plan_cost(made, h200, nullptr, &cost));
    BOOST_TEST(cost.launches == 1U);
    BOOST_TEST(cost.seconds == 77);
}

BOOST_AUTO_TEST_SUITE_END()

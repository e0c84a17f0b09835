// Invalid values in all interfaces: numbers outside an enumeration, and unknown names.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <stockham/stockham.hpp>

#include "support/refusal.hpp"

BOOST_AUTO_TEST_SUITE(unknown_values_test)

using stockham::parse_transform;
using stockham::transform;

BOOST_AUTO_TEST_SUITE(named_descriptions)

BOOST_AUTO_TEST_CASE(the_known_ones) {
    const auto names = stockham::description_names();
    for (const char* name : {"gfx803", "gfx906", "gfx90a", "gfx942", "gfx1030", "gfx1100", "gfx1201", "evergreen",
                             "tgllp", "dg2", "pvc", "bmg", "adreno630", "h200", "cpu"})
        BOOST_TEST(std::count(names.begin(), names.end(), name) == 1, name);
    for (const auto& name : names) {
        const auto d = stockham::named_description(name);
        BOOST_TEST(d.name == name);
        BOOST_CHECK_NO_THROW(plan_text(parse_transform("c2c f32 1024x1000"), d));
    }
    BOOST_TEST(stockham::named_description("gfx90a").local_memory == 65536U);
    BOOST_TEST((stockham::named_description("evergreen").fp64 == stockham::double_support::amd));
}

BOOST_AUTO_TEST_CASE(chips_by_mesas_names) {
    for (const auto& [chip, name] : {std::pair{"polaris10", "gfx803"}, std::pair{"vega20", "gfx906"},
                                     std::pair{"navi21", "gfx1030"}, std::pair{"navi31", "gfx1100"}})
        BOOST_TEST(stockham::named_description(chip).name == name);
}

BOOST_AUTO_TEST_CASE(unknown_ones_list_the_known) {
    std::string all;
    for (const auto& name : stockham::description_names()) all += (all.empty() ? "" : ", ") + name;
    for (const char* name : {"", "gfx", "H200", "gfx906 ", "navi99"})
        expect_argument_error(
            "device", [&] { stockham::named_description(name); }, "known names: " + all);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(numbers_that_are_no_values)

/// Expects the field and the number in the message, and no text from elsewhere in memory.
template <class Change>
void refuses_number(const std::string& field, const Change& change) {
    for (const int number : {-1, 77, 1 << 30}) {
        auto t = parse_transform("c2c f32 64");
        change(t, number);
        expect_argument_error(
            field, [&] { check(t); }, std::to_string(number));
        BOOST_TEST(to_string(t).size() < 60U, to_string(t));
        expect_argument_error(field, [&] { input_bytes(t); });
        expect_argument_error(field, [&] { output_extent(t); });
        expect_argument_error(field, [&] { plan_text(t, stockham::named_description("h200")); });
    }
}

BOOST_AUTO_TEST_CASE(of_a_transform) {
    refuses_number("kind", [](transform& t, int n) { t.kind = static_cast<stockham::kind>(n); });
    refuses_number("precision", [](transform& t, int n) { t.precision = static_cast<stockham::precision>(n); });
    refuses_number("direction", [](transform& t, int n) { t.direction = static_cast<stockham::direction>(n); });
    refuses_number("placement", [](transform& t, int n) { t.placement = static_cast<stockham::placement>(n); });
    refuses_number("input", [](transform& t, int n) { t.input.form = static_cast<stockham::storage>(n); });
    refuses_number("output", [](transform& t, int n) { t.output.form = static_cast<stockham::storage>(n); });
}

BOOST_AUTO_TEST_CASE(unknown_algorithms) {
    for (const std::string name : {"", "magic", "Tensor", "five_step ", "automatic\n"}) {
        auto t = parse_transform("c2c f32 8x8x8");
        t.algorithm = name;
        expect_argument_error(
            "algorithm", [&] { check(t); }, "none of automatic, row_transpose, five_step, tensor");
        expect_argument_error("algorithm", [&] { plan_text(t, stockham::named_description("h200")); });
    }
    for (const auto& name : stockham::algorithm_names()) {
        auto t = parse_transform("c2c f32 8x8x8");
        t.algorithm = name;
        BOOST_CHECK_NO_THROW(check(t));
        BOOST_TEST(parse_transform(to_string(t)).algorithm == name);
    }
}

BOOST_AUTO_TEST_CASE(that_are_only_asked_about) {
    for (const int n : {-1, 11, 99}) {
        BOOST_TEST(!is_real_input(static_cast<stockham::kind>(n)));
        BOOST_TEST(!is_real_output(static_cast<stockham::kind>(n)));
        BOOST_TEST(to_string(static_cast<stockham::rigor>(n)) == std::string("?"));
        transform t = parse_transform("c2c f32 8x6");
        t.kind = static_cast<stockham::kind>(n);
        BOOST_TEST(input_lengths(t) == t.lengths);
        BOOST_TEST(output_lengths(t) == t.lengths);
    }
}

BOOST_AUTO_TEST_CASE(of_wisdom) {
    stockham::wisdom known;
    stockham::wisdom_entry e;
    e.problem = "c2c f32 64";
    e.seconds = 1;
    e.how = static_cast<stockham::rigor>(99);
    expect_argument_error(
        "wisdom", [&] { known.add(e); }, "rigor");
    BOOST_TEST(known.entries().empty());
}

template <class Field, class... Values>
void refuses_description(const std::string& name, Field stockham::device_description::*field, Values... values) {
    for (const char* base : {"cpu", "h200"})
        for (const Field value : {static_cast<Field>(values)...}) {
            auto device = stockham::named_description(base);
            device.*field = value;
            for (const char* text : {"c2c f32 64x64", "r2c f64 1000"}) {
                expect_argument_error(name, [&] { plan_text(parse_transform(text), device); });
                expect_argument_error(name, [&] { plan_kernels(parse_transform(text), device); });
            }
        }
}

BOOST_AUTO_TEST_CASE(of_a_description) {
    using d = stockham::device_description;
    constexpr auto huge = std::numeric_limits<std::size_t>::max();
    constexpr auto most = std::numeric_limits<unsigned>::max();
    refuses_description("vector_bytes", &d::vector_bytes, 1, 3, 4, 8, 17, 48, 128, most);
    refuses_description("wavefront", &d::wavefront, 0, 3, 2048, most);
    refuses_description("compute_units", &d::compute_units, 0, most);
    refuses_description("max_work_group", &d::max_work_group, std::size_t{0}, huge);
    refuses_description("local_memory", &d::local_memory, huge, huge / 2);
    refuses_description("static_local_memory", &d::static_local_memory, huge);
    refuses_description("kind", &d::kind, -1, 3);
    refuses_description("fp64", &d::fp64, -1, 3);
    const auto refuses = [](const char* name, auto change) {
        stockham::device_capabilities can;
        change(can);
        refuses_description(name, &d::capabilities, can);
    };
    refuses("units", [](auto& can) { can.units = static_cast<stockham::matrix_units>(7); });
    for (const unsigned radix : {0U, 1U, 24U, 64U}) {
        refuses("double_radix", [&](auto& can) { can.double_radix = radix; });
        refuses("double_mixed_radix", [&](auto& can) { can.double_mixed_radix = radix; });
        refuses("double_spectrum_radix", [&](auto& can) { can.double_spectrum_radix = radix; });
    }
}

// Odd but possible values give a plan, or nothing fits.
BOOST_AUTO_TEST_CASE(of_an_odd_description) {
    for (const char* base : {"cpu", "h200"})
        for (const std::size_t local : {std::size_t{0}, std::size_t{1}, std::size_t{1000}, std::size_t{1} << 30})
            for (const std::size_t items : {1, 3, 100, 1 << 20})
                for (const unsigned units : {1U, 7U, 1U << 20}) {
                    auto device = stockham::named_description(base);
                    device.local_memory = device.static_local_memory = local;
                    device.max_work_group = items;
                    device.compute_units = units;
                    for (const char* text : {"c2c f32 256", "r2c f64 60", "c2c f32 16x16 algorithm=constant_geometry"})
                        try {
                            BOOST_TEST(!plan_text(parse_transform(text), device).empty());
                        } catch (const stockham::unsupported_error& e) {
                            BOOST_TEST(!e.rule().empty());
                        }
                }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE_END()

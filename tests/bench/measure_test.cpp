// Measures real cases: right results pass, planted wrong ones are caught, unsupported ones are reported.
#include <boost/test/unit_test.hpp>

#include "adapters/adapters.hpp"
#include "measure.hpp"
#include "run.hpp"

using namespace bench;

namespace {

measure_options quick() {
    measure_options o;
    o.rounds = 3;
    o.sample_us = 100;
    o.seed = 11;
    return o;
}

std::vector<row> measured(const std::string& text, const std::vector<std::string>& rivals,
                          const std::vector<own_plan>& plans = {}) {
    opencl_target target(bench_device(""));
    auto adapters = make_adapters(target, rivals);
    for (const auto& plan : plans) adapters.push_back(make_stockham(target, plan));
    std::vector<adapter*> libraries;
    for (const auto& a : adapters) libraries.push_back(a.get());
    case_data data;
    return measure_case({parse_problem(text), "try"}, libraries, data, quick());
}

const row& row_of(const std::vector<row>& rows, const std::string& library) {
    for (const auto& r : rows)
        if (r.library == library) return r;
    throw std::runtime_error("no row of " + library);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_planted_wrong_result_is_caught_and_a_right_one_is_not) {
    for (const char* text : {"c2c f32 32x32 b5", "c2c f32 64 b3 in"}) BOOST_TEST_CONTEXT(text) {
            const auto rows = measured(text, {"planted-wrong", "fftw3"});
            for (const char* library : {"copy-kernel", "copy-runtime", "stockham", "fftw3"}) {
                const row& r = row_of(rows, library);
                BOOST_TEST_CONTEXT(library << ": " << r.message) BOOST_TEST(to_string(r.status) == std::string("ok"));
                BOOST_REQUIRE(r.time_us);
                BOOST_TEST(r.time_us->median > 0);
                BOOST_TEST(r.time_us->samples == 3U);
            }
            for (const char* library : {"copy-kernel", "copy-runtime", "stockham", "planted-wrong"})
                BOOST_TEST(row_of(rows, library).where.api == "opencl");
            BOOST_TEST(row_of(rows, "fftw3").where.api == "none");
            BOOST_TEST(row_of(rows, "copy-kernel").launches.value_or(0) == 1U);
            BOOST_TEST(row_of(rows, "stockham").launches.value_or(0) > 0U);
            BOOST_REQUIRE(row_of(rows, "stockham").error);
            BOOST_TEST(row_of(rows, "stockham").error->l2 <= 2 * accuracy_gate(parse_problem(text), false));
            BOOST_TEST((row_of(rows, "planted-wrong").status == status::wrong));
        }
}

// Every plan of a case is checked against the same numbers, whatever the layout of its data and the order of its
// result.
BOOST_AUTO_TEST_CASE(demanded_plans_are_judged) {
    for (const char* text : {"c2c f32 16x8 b3", "c2c f32 64 b2 in", "c2c f64 32"}) {
        const auto rows = measured(text, {},
                                   {{"planar", "if=planar of=planar", false},
                                    {"backwards", "algorithm=constant_geometry_bit_reversed", false},
                                    {"half", "if=planar", false}});
        for (const char* library : {"stockham", "stockham planar", "stockham backwards"}) {
            const row& r = row_of(rows, library);
            BOOST_TEST_CONTEXT(text << ", " << library << ": " << r.message) {
                BOOST_TEST((r.status == status::ok));
                BOOST_REQUIRE(r.error);
                BOOST_TEST(r.error->l2 <= 2 * accuracy_gate(parse_problem(text), false));
            }
        }
        BOOST_TEST((row_of(rows, "stockham half").status != status::ok));
    }
}

BOOST_AUTO_TEST_CASE(every_rival_is_right_about_real_transforms) {
    bool in_place = false;  // in turn
    for (const char* kind : {"r2c", "c2r"})
        for (const char* shape : {"f64 15 b3", "f32 12x10", "f32 4x6x10 b2"}) {
            const std::string text = std::string(kind) + " " + shape + (in_place ? " in" : "");
            in_place = !in_place;
            const auto rows = measured(text, {"fftw3", "clfft", "vkfft-opencl"});
            BOOST_TEST(rows.size() == 6U);
            for (const row& r : rows) {
                // clFFT continues with a program that the compiler refused (-44, CL_INVALID_PROGRAM). Intel's
                // compiler refuses some.
                const bool not_compiled =
                    r.library == "clfft" && r.status == status::failed && r.message.find("-44") != std::string::npos;
                const bool allowed = r.status == status::ok || r.status == status::missing || not_compiled ||
                                     (r.library != "fftw3" && r.status == status::unsupported);
                BOOST_TEST_CONTEXT(text << ": " << r.library << ": " << to_string(r.status) << ": " << r.message)
                BOOST_TEST(allowed);
                if (r.status == status::ok) BOOST_TEST(r.time_us->median > 0);
            }
        }
}

BOOST_AUTO_TEST_CASE(a_case_too_large_for_the_device_is_a_row) {
    const auto rows = measured("c2c f32 67108864 b4096", {});
    BOOST_TEST(!rows.empty());
    for (const auto& r : rows) BOOST_TEST((r.status == status::too_large));
}

BOOST_AUTO_TEST_SUITE(with_clfft)

BOOST_AUTO_TEST_CASE(a_length_that_a_rival_refuses_is_a_row) {
    const auto rows = measured("c2c f32 17", {"fftw3", "clfft"});
    BOOST_TEST((row_of(rows, "fftw3").status == status::ok));
    const auto& refused = row_of(rows, "clfft");
    if (refused.status == status::missing) {
        BOOST_TEST_MESSAGE("skipped: the harness was built without clFFT");
        return;
    }
    BOOST_TEST((refused.status == status::unsupported));
    BOOST_TEST(!refused.message.empty());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(a_rival_that_is_not_there_is_a_row) {
    const auto adapter = make_missing("nobody", "it was never written");
    opencl_target target(bench_device(""));
    case_data data;
    const auto rows = measure_case({parse_problem("c2c f32 4"), "try"}, {adapter.get()}, data, quick());
    BOOST_REQUIRE(rows.size() == 1U);
    BOOST_TEST((rows[0].status == status::missing));
    BOOST_TEST(rows[0].message == "it was never written");
}

// Tests the check of search candidates: it must find every planted fault in kernels. (Long: the faults are complete
// kernels.)
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>

#include "lowering/lowering.hpp"
#include "search/oracle.hpp"
#include "search/test_bed.hpp"
#include "support/on_device.hpp"
#include "systems/planning.hpp"

BOOST_AUTO_TEST_SUITE(test_bed_test)

using stockham::precision;
using stockham::internal::buffer;

namespace {

constexpr std::size_t elements = 1000;
constexpr double tolerance = 1e-5;  // tolerance of a search in single precision

/// The precisions of this device.
std::vector<precision> precisions() {
    return test_device::get().has_double ? std::vector<precision>{precision::f32, precision::f64}
                                         : std::vector<precision>{precision::f32};
}

/// Faults of a kernel with one work-item per element k; `n` is their number.
constexpr const char* right = "out[k] = in[k];";
constexpr const char* wrong_numbers[] = {
    "",
    "if (k != 0) out[k] = in[k];",      // the first element is not written
    "if (k != n - 1) out[k] = in[k];",  // the last element is not written
    "if (k != 500) out[k] = in[k]; else out[k].x = in[k].x;",
    "out[k] = k == 7 ? in[k] * 1.01f : in[k];",  // one element is wrong by one percent
    "out[k] = in[k]; if (k == n - 1) out[k].y *= 1.01f;",
    "out[k] = in[k == 3 ? 4 : k];",
    "out[k] = in[k].yx;",
    "out[k] = k == 9 ? in[k] / 0 : in[k];",      // infinite
    "out[k] = k == 9 ? in[k] * 0 / 0 : in[k];",  // NaN
    "out[k] = k == 9 ? in[k] * 1e30f : in[k];",
};
constexpr const char* wrong_places[] = {
    "out[k] = in[k]; if (k == 0) out[n] = in[0];",
    "out[k] = in[k]; if (k == 0) out[n + 4].y = 0;",
};
constexpr const char* out_of_bounds[] = {
    "out[k] = in[k]; if (k == 0) out[n].x = 1;",  "out[k] = in[k]; if (k == 0) out[-1].y = 1;",
    "out[k] = in[k]; if (k == 0) in[n].x = 1;",   "out[k] = in[k]; if (k == 0) in[-1].x = 1;",
    "out[k] = in[k]; if (k < 4) out[n + k] = 1;", "out[k] = in[k]; out[k + 100] = 1;",
};
constexpr const char* harmless[] = {
    "out[n - 1 - k] = in[n - 1 - k];",
    "out[k] = in[k] * (1 + (REAL)1e-6);",
    "in[k] = 0; out[k] = 0;",
};
/// A separate kernel: PoCL 7.1 cannot compile a loop within a switch (tests/implementations/loop_in_switch.cl).
constexpr const char* takes_long =
    "REAL2 x = in[k]; for (int i = 0; i < 20000; ++i) x = x * 0.999f + 0.001f; out[k] = x;";

/// One kernel with all faults except the last. Compiling takes longer than everything else.
std::string source_of(precision p) {
    const std::string real = p == precision::f32 ? "float" : "double";
    std::string text = p == precision::f64 ? "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" : "";
    text += "#define REAL " + real + "\n#define REAL2 " + real + "2\n";
    const auto begin = [&](const char* name) {
        text += std::string("kernel void ") + name + "(global REAL2* in, global REAL2* out, const int which) {\n" +
                "    const int k = get_global_id(0), n = " + std::to_string(elements) + ";\n";
    };
    begin("slow");
    text += std::string("    ") + takes_long + "\n}\n";
    begin("candidate");
    text += "    switch (which) {\n";
    int number = 0;
    const auto add = [&](const char* what) {
        text += "    case " + std::to_string(number++) + ": {\n        " + what + "\n        break;\n    }\n";
    };
    add(right);
    for (const char* what : wrong_numbers) add(what);
    for (const char* what : wrong_places) add(what);
    for (const char* what : out_of_bounds) add(what);
    for (const char* what : harmless) add(what);
    return text + "    }\n}\n";
}

/// A test bed with `gap` output elements after the last one that candidates must write.
struct bed {
    explicit bed(precision p, std::size_t gap = 0)
        : state(test_device::get().context, stockham::internal::purpose::trial),
          it(state, test_device::get().device, p, stockham::describe(test_device::get().device).fp64,
             {elements * element_size(p), (elements + gap) * element_size(p), 0}),
          source(source_of(p)) {}

    /// The kernel with the fault `what`, one of the texts above.
    stockham::internal::executable candidate(const std::string& what) {
        int number = 0;
        if (what != takes_long) {
            const auto before = source.substr(0, source.find("{\n        " + what + "\n"));
            number = std::stoi(before.substr(before.rfind("case ") + 5));
        }
        stockham::internal::launch l;
        l.source = source;
        l.kernel = what == takes_long ? "slow" : "candidate";
        l.arguments = {buffer::input, buffer::output, stockham::internal::value_argument(number)};
        l.groups = elements;
        return {state, test_device::get().device, {l}};
    }

    double distance_of(const std::string& what) {
        it.reset(buffer::input);
        it.run(candidate(what));
        return it.distance(buffer::output);
    }

    void take_right_as_reference() {
        distance_of(right);
        it.take_reference(buffer::output);
    }

    stockham::internal::context_state state;
    stockham::internal::test_bed it;
    std::string source;
};

/// The distance of an executable of one problem to the definition of another.
double oracle_of(const std::string& run_text, const std::string& problem_text) {
    const auto& d = test_device::get();
    const auto limits = stockham::describe(d.device);
    const auto t = stockham::parse_transform(run_text);
    const auto other = stockham::parse_transform(problem_text);
    stockham::internal::context_state state(d.context, stockham::internal::purpose::trial);
    const auto steps = make_plan(stockham::internal::make_problem(t), limits);
    const bool in_place = t.placement == stockham::placement::in_place;
    const auto bytes = element_size(t.precision);
    stockham::internal::test_bed it(state, d.device, t.precision, limits.fp64,
                                    {in_place ? 0 : std::max(input_extent(t), input_extent(other)) * bytes,
                                     std::max(output_extent(t), output_extent(other)) * bytes, steps.workspace_bytes});
    const stockham::internal::executable kernels(state, d.device, to_launches(steps, limits, true));
    return oracle_distance(it, kernels, stockham::internal::make_problem(other));
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_is_right_is_taken) {
    for (auto p : precisions()) {
        bed b(p);
        b.take_right_as_reference();
        BOOST_TEST(b.distance_of(right) == 0);
        BOOST_TEST(b.distance_of(harmless[0]) == 0);
        const auto nearly = b.distance_of(harmless[1]);
        BOOST_TEST(nearly > 0);
        BOOST_TEST(nearly < tolerance);
        BOOST_TEST(b.it.guards_hold());
    }
}

BOOST_AUTO_TEST_CASE(numbers_that_are_wrong) {
    for (auto p : precisions()) {
        bed b(p);
        b.take_right_as_reference();
        for (const char* fault : wrong_numbers) {
            const auto distance = b.distance_of(fault);
            BOOST_TEST(!(distance <= 10 * tolerance), fault << ": " << distance);
            BOOST_TEST(b.it.guards_hold());
        }
        BOOST_TEST(b.distance_of(right) == 0);
    }
}

BOOST_AUTO_TEST_CASE(what_should_be_left_alone) {
    for (auto p : precisions()) {
        bed b(p, 5);
        b.take_right_as_reference();
        BOOST_TEST(b.distance_of(right) == 0);
        for (const char* fault : wrong_places) {
            const auto distance = b.distance_of(fault);
            BOOST_TEST(!(distance <= 10 * tolerance), fault << ": " << distance);
            BOOST_TEST(b.it.guards_hold());
        }
    }
}

BOOST_AUTO_TEST_CASE(writing_past_the_ends) {
    for (auto p : precisions())
        for (const char* fault : out_of_bounds) {
            bed b(p);
            b.distance_of(right);
            BOOST_TEST(b.it.guards_hold());
            b.distance_of(fault);
            BOOST_TEST(!b.it.guards_hold(), fault);
        }
}

BOOST_AUTO_TEST_CASE(the_same_numbers_each_time) {
    bed b(precision::f32);
    std::vector<float> first(2 * elements), again(2 * elements);
    b.it.reset(buffer::input);
    b.it.read(buffer::input, 0, elements * 8, first.data());
    b.distance_of(harmless[2]);
    b.it.reset(buffer::input);
    b.it.read(buffer::input, 0, elements * 8, again.data());
    BOOST_TEST((first == again));
    double sum = 0, squares = 0;
    for (float x : first) {
        BOOST_REQUIRE(std::abs(x) <= 1);
        sum += x;
        squares += x * x;
    }
    BOOST_TEST(std::abs(sum / (2 * elements)) < 0.05);  // uniform in [-1, 1)
    BOOST_TEST(std::abs(squares / (2 * elements) - 1.0 / 3) < 0.03);
}

BOOST_AUTO_TEST_CASE(times_are_times) {
    bed b(precision::f32);
    const auto quick = b.candidate(right), slow = b.candidate(takes_long);
    b.it.reset(buffer::input);
    const auto one = b.it.seconds(quick, 20);
    BOOST_TEST(one > 0);
    BOOST_TEST(one < 1);
    BOOST_TEST(b.it.seconds(slow, 3) > 3 * one);
}

BOOST_AUTO_TEST_CASE(the_definition) {
    for (const char* text : {"c2c f32 16 b32",
                             "c2c f32 16 b32 inv",
                             "c2c f32 8x4 b16 in",
                             "c2c f32 16 b5 is=3 od=20 oo=1",
                             "c2c f32 4x4x2 io=7 scale=0.25",
                             "c2c f32 1",
                             "c2c f32 2 b3",
                             "c2c f64 16 b3",
                             "c2c f32 37 b2",
                             "c2c f32 12 nonzero=5",
                             "r2c f32 16 b3",
                             "r2c f32 4x15 in",
                             "r2c f32 8 spectrum=full",
                             "c2r f32 16 b3",
                             "c2r f32 4x15 scale=0.5",
                             "c2r f32 6x8 b2 in",
                             "r2c f32 37",
                             "dct1 f32 9",
                             "dct2 f32 8 b2",
                             "dct3 f32 4x6",
                             "dct4 f32 5",
                             "dst1 f32 7",
                             "dst2 f32 8",
                             "dst3 f32 9 b2",
                             "dst4 f32 4x4"}) {
        if (!can_run(stockham::parse_transform(text))) continue;
        const auto distance = oracle_of(text, text);
        BOOST_TEST(distance <= 1e-6, text << ": " << distance);
    }
}

BOOST_AUTO_TEST_CASE(another_transform_than_the_definition) {
    constexpr std::pair<const char*, const char*> pairs[] = {
        {"c2c f32 16 b32 inv", "c2c f32 16 b32"},          // wrong direction
        {"c2c f32 8x4 b16 in inv", "c2c f32 8x4 b16 in"},  // wrong direction
        {"c2c f32 16 b32 scale=1.001", "c2c f32 16 b32"},  // wrong scale
        {"c2c f32 16 b31", "c2c f32 16 b32"},              // the last transform is missing
        {"c2c f32 8x4 b16 in", "c2c f32 4x8 b16 in"},      // exchanged axes
        {"c2c f32 16 b4", "c2c f32 16 b4 oo=1"},           // shifted by one element
        {"c2c f32 16 b4 is=2", "c2c f32 16 b4"},           // every second element
        {"c2c f32 16", "r2c f32 16"},                      // complex numbers read as real ones
        {"dct2 f32 8 b2", "dct3 f32 8 b2"},                // another kind
        {"dst2 f32 8 b2", "dct2 f32 8 b2"},                // another kind
        {"c2r f32 15 b3 scale=1.001", "c2r f32 15 b3"},    // wrong scale
    };
    for (const auto& [run_text, text] : pairs) {
        const auto distance = oracle_of(run_text, text);
        BOOST_TEST(!(distance <= 10 * tolerance), run_text << " taken for " << text << ": " << distance);
    }
}

// All outputs are checked, not only the one that is compared alone.
BOOST_AUTO_TEST_CASE(one_wrong_output) {
    const auto& d = test_device::get();
    stockham::internal::context_state state(d.context, stockham::internal::purpose::trial);
    const auto p = stockham::internal::make_problem(stockham::parse_transform("c2c f32 64"));
    stockham::internal::launch l;
    l.source = R"(
kernel void by_definition(global const float2* in, global float2* out, const int wrong) {
    const int k = get_global_id(0);
    float2 sum = 0;
    for (int n = 0; n < 64; ++n) {
        float c;
        const float s = sincos(-2 * M_PI_F * (float)(n * k % 64) / 64, &c);
        sum += (float2)(in[n].x * c - in[n].y * s, in[n].x * s + in[n].y * c);
    }
    out[k] = k == wrong ? sum * 1.01f : sum;
}
)";
    l.kernel = "by_definition";
    l.groups = 64;
    const auto distance_with = [&](int wrong) {
        l.arguments = {buffer::input, buffer::output, stockham::internal::value_argument(wrong)};
        stockham::internal::test_bed it(state, d.device, precision::f32, stockham::double_support::none, {512, 512, 0});
        return oracle_distance(it, {state, d.device, {l}}, p);
    };
    BOOST_TEST(distance_with(-1) <= tolerance);
    for (int wrong : {0, 1, 5, 62, 63}) BOOST_TEST(distance_with(wrong) > 10 * tolerance, "output " << wrong);
}

BOOST_AUTO_TEST_SUITE_END()

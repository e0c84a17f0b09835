// Callbacks: their arguments and results, and isolation of their texts. (Long: a third of it are the texts.)
#include <boost/test/unit_test.hpp>

#include <numeric>
#include <regex>
#include <set>

#include <stockham/convolution.hpp>
#include <stockham/error.hpp>

#include "support/convolved.hpp"
#include "support/on_device.hpp"
#include "support/refusal.hpp"

BOOST_AUTO_TEST_SUITE(callback_test)

using reference::number;
using stockham::convolution;
using stockham::convolution_description;
using stockham::parse_transform;
using stockham::precision;

namespace {

constexpr const char* halving_load =
    "element on_load(global const void* input, ulong place, global const void* user) {\n"
    "    const uchar level = ((global const uchar*)input)[place];\n"
    "    return (element)(level * ((global const float*)user)[0], 0);\n"
    "}\n";
constexpr const char* doubling_store =
    "void on_store(global void* output, ulong place, element value, global void* user) {\n"
    "    ((global float*)output)[place] = value.x * value.x + value.y * value.y;\n"
    "    (void)user;\n"
    "}\n";

}  // namespace

BOOST_AUTO_TEST_SUITE(callbacks)

BOOST_AUTO_TEST_CASE(bytes_in_and_power_out) {
    constexpr std::size_t height = 12, width = 20, bins = width / 2 + 1;
    const auto& device = test_device::get();
    stockham::plan_options options;
    options.on_load = halving_load;
    options.on_store = doubling_store;
    const auto t = parse_transform("r2c f32 12x20");
    const stockham::plan plan(device.context, device.device, t, options);
    std::vector<unsigned char> levels(height * width);
    std::vector<number> input;
    for (std::size_t k = 0; k < levels.size(); ++k) {
        levels[k] = static_cast<unsigned char>((k * k + 7 * k) % 251);
        input.emplace_back(levels[k] * 0.5L);
    }
    const float half = 0.5F;
    const device_buffer in(levels.size(), levels.data()), user(sizeof half, &half), out(height * bins * sizeof(float));
    stockham::buffers b;
    b.input = in.get();
    b.output = out.get();
    b.load_data = user.get();
    finish(plan.enqueue(device.queue, b));
    const auto spectrum = reference::transform(t, input, std::vector<number>(height * bins));
    std::vector<number> wanted;
    std::vector<std::size_t> where(spectrum.size());
    std::iota(where.begin(), where.end(), 0);
    for (const auto& z : spectrum) wanted.emplace_back(std::norm(z));
    const auto got = to_elements({bytes_numbers(out.read(), precision::f32), {}}, element_kind::real);
    BOOST_TEST(reference::relative_error(got, wanted, where) <= 1e-6);
}

/// In place, with one pass and with several, of complex and of real data. The numbers are the same as without
/// callbacks, halved on load and doubled on store.
BOOST_AUTO_TEST_CASE(in_place) {
    const auto& device = test_device::get();
    for (const char* text : {"c2c f32 64 b9 in", "c2c f32 96x80 in", "c2c f32 16384 in", "r2c f32 12x20 b2 in",
                             "c2r f32 30 b5 in", "dct2 f32 24 b3 in"})
        for (int which : {1, 2, 3}) BOOST_TEST_CONTEXT(text << ", functions " << which) {
                const auto t = parse_transform(text);
                const auto type = [](bool real) { return real ? std::string("float") : std::string("element"); };
                const bool real_in = is_real_input(t.kind), real_out = is_real_output(t.kind);
                stockham::plan_options options;
                if (which & 1)
                    options.on_load =
                        "element on_load(global const void* in, ulong place, global const void* user) {\n" +
                        type(real_in) + " z = ((global const " + type(real_in) + "*)in)[place];\n" +
                        "return (element)(z * 0.5f" + (real_in ? ", 0" : "") + "); }\n";
                if (which & 2)
                    options.on_store =
                        "void on_store(global void* out, ulong place, element value, global void* user) {\n"
                        "((global " +
                        type(real_out) + "*)out)[place] = 2 * value" + (real_out ? ".x" : "") + "; }\n";
                const stockham::plan plan(device.context, device.device, t, options);
                std::mt19937 g(8);
                auto made = make_trial(t, g);
                const long double factor = which == 1 ? 0.5L : which == 2 ? 2 : 1;
                for (auto k : made.where) made.wanted[k] *= factor;
                check_trial(plan, made);
            }
    stockham::plan_options one;
    one.on_load = halving_load;
    expect_argument_error(
        "on_load", [&] { stockham::plan(device.context, device.device, parse_transform("c2c f16 64 in"), one); });
}

BOOST_AUTO_TEST_CASE(what_does_not_compile) {
    const auto& device = test_device::get();
    stockham::plan_options options;
    options.on_load = "element on_load(global const void* input, ulong place, global const void* user) {\n"
                      "    return nonsense;\n"
                      "}\n";
    try {
        stockham::plan(device.context, device.device, parse_transform("c2c f32 64"), options);
        BOOST_ERROR("a callback that does not compile was accepted");
    } catch (const stockham::callback_error& e) {
        BOOST_TEST(e.field() == "on_load");
        BOOST_TEST(e.build_log().find(":2:") != std::string::npos, e.build_log());
    }
}

BOOST_AUTO_TEST_SUITE_END()

namespace {

const std::string plain_load = "element on_load(global const void* input, ulong place, global const void* user) {\n"
                               "    return ((global const element*)input)[place];\n"
                               "}\n";
const std::string plain_store = "void on_store(global void* output, ulong place, element value, global void* user) {\n"
                                "    ((global element*)output)[place] = value;\n"
                                "}\n";

/// Plans of one pass and of several, of lanes and of work-groups, of real data, by Bluestein's algorithm, in f64.
struct called_plan {
    const char* problem;
    const char* planned_for;  // empty: the device under test
};
constexpr called_plan called_plans[] = {
    {"c2c f32 48", ""},       {"c2c f32 1024", "h200"},    {"c2c f32 512x48", "gfx906"}, {"r2c f32 12x20", "cpu"},
    {"c2c f64 60", "gfx90a"}, {"c2c f32 2062", "gfx1030"}, {"c2r f32 30", "gfx1030"},    {"c2c f16 32 inv", ""}};

stockham::plan plan_with(const called_plan& p, const std::string& load, const std::string& store) {
    stockham::plan_options options;
    options.on_load = load;
    options.on_store = store;
    stockham::device_description device;
    if (*p.planned_for) options.expert.plan_for = &(device = stockham::named_description(p.planned_for));
    return {test_device::get().context, test_device::get().device, parse_transform(p.problem), options};
}

/// The transform is right with callbacks that load and store elements unchanged.
void check_called(const called_plan& p, const std::string& load, const std::string& store) {
    const auto t = parse_transform(p.problem);
    const auto width = t.precision == precision::f64 ? precision::f64 : precision::f32;
    if (width == precision::f64 && !test_device::get().has_double) return;
    const auto plan = plan_with(p, load, store);
    const auto input = random_signal(input_extent(t), is_real_input(t.kind), width, 5);
    const auto bytes = to_bytes(input, width);
    const device_buffer in(bytes.size(), bytes.data()), out(output_extent(t) * element_size(width));
    finish(plan.enqueue(test_device::get().queue, in.get(), out.get()));
    auto got = from_bytes(out.read(), width);
    if (is_real_output(t.kind))
        for (auto& z : got) z = z.real();
    const auto wanted = reference::transform(t, input, std::vector<number>(got.size()));
    std::vector<std::size_t> where(got.size());
    std::iota(where.begin(), where.end(), 0);
    BOOST_TEST(reference::relative_error(got, wanted, where) <= 4 * reference::gate(t), plan.to_string());
}

/// Tries each text in both callbacks, with the next plan each time.
class every_plan {
  public:
    void check(const std::string& before, const std::string& after = {}) {
        const auto load = before + plain_load + after, store = before + plain_store + after;
        const auto& p = called_plans[next_++ % std::size(called_plans)];
        BOOST_TEST_CONTEXT(before << " .. " << after << " in " << p.problem << " for " << p.planned_for)
        check_called(p, load, store);
    }

  private:
    std::size_t next_ = 0;
};

/// Every plan refuses the text in either callback and reports which one and why.
void expect_callback_error(const std::string& before, const std::string& after, const std::string& reason) {
    for (const bool on_load : {true, false}) BOOST_TEST_CONTEXT(before << " .. " << after) {
            const auto text = before + (on_load ? plain_load : plain_store) + after;
            const auto wrong = [&](const stockham::callback_error& e) {
                BOOST_TEST(e.field() == (on_load ? "on_load" : "on_store"), e.what());
                BOOST_TEST(e.build_log().find(reason) != std::string::npos, e.build_log());
                return !e.build_log().empty();
            };
            BOOST_CHECK_EXCEPTION(plan_with(called_plans[0], on_load ? text : "", on_load ? "" : text),
                                  stockham::callback_error, wrong);
            BOOST_CHECK_EXCEPTION(plan_with(called_plans[0], on_load ? text : plain_load, on_load ? plain_store : text),
                                  stockham::callback_error, wrong);
        }
}

/// All names that a kernel uses or declares.
struct kernel_names {
    kernel_names() {
        for (const auto* problem : {"c2c f32 4096", "r2c f32 1000", "c2c f32 2062"})
            for (const auto* device : {"cpu", "h200"})
                for (const auto& text :
                     stockham::plan_kernels(parse_transform(problem), stockham::named_description(device))) {
                    collect(text, "[A-Za-z_]\\w*", 0, all);
                    collect(text, "(?:INLINE|INDEX_FUNCTION)[^(;]*[ *](\\w+)\\(", 1, functions);
                    collect(text, "\nstruct (\\w+) \\{", 1, structs);
                    collect(text, "\ntypedef \\w+ (\\w+);", 1, types);
                }
    }

    static void collect(const std::string& text, const char* pattern, std::size_t group, std::set<std::string>& into) {
        const std::regex what(pattern);
        for (std::sregex_iterator it(text.begin(), text.end(), what), end; it != end; ++it) into.insert((*it)[group]);
    }

    std::set<std::string> all, functions, structs, types;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(callback_texts)

BOOST_AUTO_TEST_CASE(macros_end_with_their_text) {
    every_plan plans;
    for (const char* text : {"#define N0 5\n", "#define x y\n", "#define PASS\n", "  #  define\tREAL half\n",
                             "#def\\\nine N1 \\\n 5\n", "/* */ # /* */ define /* \n */ LOAD(a) nothing\n",
                             "%:define STAGE_COUNT 1\n", "#ifdef nothing\n#define N0 7\n#else\n#define N0 5\n#endif\n",
                             "// one\r#define N0 5\r\n", "#define pass passes\n#undef pass\n", "#undef M_PI_F\n",
                             "#ifndef M_PI_F\n#define M_PI_F 3\n#endif\n", "#define N0 5 // \xc3\xa9\n"})
        plans.check(text);
}

BOOST_AUTO_TEST_CASE(functions_and_types_are_the_text_s_own) {
    every_plan plans;
    for (const char* text :
         {"element add(element a, element b) { return a + b; }\nelement sub(element a, element b) { return a - b; }\n",
          "void swap(float* a, float* b) { float c = *a; *a = *b; *b = c; }\nfloat root(float a) { return sqrt(a); }\n",
          "typedef float complex;\nstruct coordinate { int at; };\nenum { TILE_RANK = 9, N0, LANES };\n",
          "constant float tile[2] = {1, 2}, powers = 3;\nconstant int n_x = sizeof(float);\n",
          "kernel void pass(global float* a) { a[0] = 1; }\nkernel void passes(global float* a) { a[0] = 1; }\n",
          "float __attribute__((noinline)) times(float a) __attribute__((const));\nfloat times(float a) { return a; "
          "}\n",
          "uint __attribute__((overloadable)) min(uint a, uint b) { return 0; }\n",
          "float __attribute__((overloadable)) sqrt(float a) { return 0; }\n",
          "struct __attribute__((packed)) tile_layout { char a; int b; };\nunion element_parts { float f; } ;\n"})
        plans.check(text);
}

// Everything that a text defines is local to it. This text defines every function, struct and type of the library's
// kernels. At its end, it defines every word of theirs and of OpenCL C as a macro. Both texts are the same.
BOOST_AUTO_TEST_CASE(every_name_of_the_kernels_in_every_plan) {
    const kernel_names names;
    BOOST_TEST(names.all.size() > 300U);
    BOOST_TEST(names.functions.size() > 40U);
    BOOST_TEST(names.structs.size() > 4U);
    BOOST_TEST(names.types.size() > 2U);
    std::string declared, macros;
    for (const auto& n : names.functions)
        if (n != "__attribute__" && n.compare(0, 3, "as_") != 0)  // the compiler's own macros
            declared += "int " + n + "(int a) { return a; }\n";
    for (const auto& n : names.structs) declared += "struct " + n + " { int b; };\n";
    for (const auto& n : names.types)
        if (n.compare(0, 6, "struct") != 0) declared += "typedef uchar " + n + ";\n";
    for (const auto& n : names.all)
        if (n != "defined" && n != "_Pragma" && n.compare(0, 2, "__") != 0) macros += "#define " + n + " nonsense\n";
    const std::string own = "#define HALF 1.0f\nstruct pair { element a; };\nconstant float two[1] = {2};\n"
                            "element same(element e) { struct pair p; p.a = e * two[0]; return p.a; }\n"
                            "element on_load(global const void* input, ulong place, global const void* user) {\n"
                            "    return same(((global const element*)input)[place]) * HALF / 2;\n}\n"
                            "void on_store(global void* output, ulong place, element value, global void* user) {\n"
                            "    ((global element*)output)[place] = same(value) / 2;\n}\n";
    for (const auto& p : called_plans) BOOST_TEST_CONTEXT(p.problem << " for " << p.planned_for)
    check_called(p, declared + own + macros, declared + own + macros);
}

// Both texts define these names differently. None of them is a vector component.
BOOST_AUTO_TEST_CASE(the_same_names_in_both_texts) {
    const char* names[] = {"x", "y", "w", "xy", "lo", "hi", "odd", "s0", "s1", "g", "helper"};
    const auto all = [&](const char* factor, const std::string& then) {
        const std::pair<std::string, std::string> kinds[] = {
            {"#define DEF(name, n) element name(element v) { v.x = v.s0 * n; v.odd = v.y * n; return v.xy; }\n"
             "#if 0\n' }\n#endif\n_Static_assert(sizeof(element) >= 8, \"element\");\n",
             "DEF(NAME, FACTOR)\n"},
            {"element (twice)(element v) { return v; }\n", "constant REAL NAME[1] = {FACTOR};\n"},
            {"", "struct NAME { element whole; REAL NAME; };\n"},
            {"enum { ", "NAME, "}};
        const std::string uses[] = {
            "e = NAME(e);", "e = twice(e) * NAME[0];",
            "{ struct NAME o; o.whole.x = e.lo; o.whole.hi = e.y; o.NAME = FACTOR; e = o.whole * o.NAME; }",
            "e *= (REAL)(NAME + 1) / (REAL)(1 + NAME);"};
        std::vector<std::string> texts;
        for (std::size_t kind = 0; kind < std::size(kinds); ++kind) {
            auto text = kinds[kind].first, use = std::string();
            const auto add = [&](std::string& to, std::string what, const char* name) {
                what = std::regex_replace(what, std::regex("NAME"), name);
                to += std::regex_replace(what, std::regex("FACTOR"), factor);
            };
            for (const auto* name : names) {
                add(text, kinds[kind].second, name);
                add(use, uses[kind], name);
            }
            texts.push_back(text + (kind == 3 ? "};\n" : "") + std::regex_replace(then, std::regex("USE"), use));
        }
        return texts;
    };
    const auto load = all("2", "element on_load(global const void* in, ulong at, global const void* user) {\n"
                               "    element e = ((global const element*)in)[at];\n    USE\n    return e;\n}\n"),
               store = all("0.5f", "void on_store(global void* out, ulong at, element e, global void* user) {\n"
                                   "    USE\n    ((global element*)out)[at] = e;\n}\n");
    for (std::size_t kind = 0; kind < load.size(); ++kind)
        BOOST_TEST_CONTEXT(load[kind]) check_called(called_plans[0], load[kind], store[kind]);
}

BOOST_AUTO_TEST_CASE(odd_but_sound) {
    every_plan plans;
    plans.check("#pragma OPENCL FP_CONTRACT OFF\n#pragma OPENCL EXTENSION all : enable\n#line 7 \"mine\"\n");
    plans.check("", "#define N0 5 \\");
    plans.check("", "// a comment \\");
    plans.check("", "// no line's end");
    plans.check("/* caf\xc3\xa9 */\r\n", "\r\n");
    plans.check("#define SQUARE(a) ((a) * (a))\nfloat four(void) { return SQUARE(2.0f); }\n");
    plans.check(
        "#if 0\nfloat f(void) {\n#else\nfloat f(float a) {\n#endif\nreturn 0; }\nfloat add(void) { return 1; }\n");
    plans.check("", "kernel void trial(global float* a) { a[0] = 1; }\n");
    plans.check("constant char text[] = \"/* #define x y */ // \";\nconstant char mark = '\"';\n#define x y\n");
}

BOOST_AUTO_TEST_CASE(what_reaches_beyond_the_text) {
    expect_callback_error("#include \"cl/common/tile.h\"\n", "", ":1: error: #include");
    expect_callback_error("\n#pragma pack(1)\n", "", ":2: error: this #pragma");
    expect_callback_error("#pragma OPENCL EXTENSION all : disable\n", "", ":1: error: this #pragma");
    expect_callback_error("#pragma push_macro(\"N0\")\n", "", ":1: error: this #pragma");
    expect_callback_error("_Pragma(\"pack(1)\")\n", "", ":1: error: _Pragma");
    expect_callback_error("#define P _Pragma(\"pack(1)\")\n", "", ":1: error: _Pragma");
    expect_callback_error("", "/* no end", ":4: error: an unterminated comment");
    expect_callback_error("", "#if 1\n", ":4: error: an #if");
    expect_callback_error("", "#endif\n", ":4: error: #endif");
    expect_callback_error("?\?=define N0 5\n", "", ":1: error: a trigraph");
    expect_callback_error("", std::string(1, '\0'), ":4: error: a zero byte");
    expect_callback_error("", "float f(void) {\n", ":4: error: an unclosed bracket");
    expect_callback_error("", "}\n", "error");
    expect_callback_error("", "static", "error");
    expect_callback_error("", "#define F(a) a\nF(", "error");
    expect_callback_error("#define F(a) a\nfloat f(void) { return F(1, 2); }\n", "", "error");
    expect_callback_error("#define H #\nH undef N\n", "", "error");
    expect_callback_error("#define F ## a\n", "", "error");
    expect_callback_error("#define P(a, b) a##b\nint P(-, a);\n", "", "error");
    expect_callback_error("", "#if 1\nfloat f(void) {\n#else\n#endif\n", "error");
    expect_callback_error("#error on purpose\n", "", "on purpose");
    expect_callback_error("float helper(float a);\n", "float helper(int a, int b) { return nonsense; }\n", "nonsense");
    expect_callback_error("#define on_load other\n#define on_store other\n", "", "on_");
}

// The second text could close what the first leaves open.
BOOST_AUTO_TEST_CASE(texts_that_fit_together) {
    const std::pair<const char*, const char*> halves[] = {{"/*", "*/"},
                                                          {"#if 1\n", "#endif\n"},
                                                          {"void f(void) {\n", "}\n"},
                                                          {"static", "\n"},
                                                          {"#if 1\nvoid f(void) {\n#endif\n", "#if 1\n}\n#endif\n"},
                                                          {"#if 1\nstruct s {\n#endif\n", "#if 1\n};\n#endif\n"}};
    for (const auto& [open, close] : halves)
        BOOST_CHECK_THROW(plan_with(called_plans[0], plain_load + open, close + plain_store), stockham::callback_error);
}

// Names of the library, of OpenCL and of the other text, in every place where they may stand.
BOOST_AUTO_TEST_CASE(names_of_others) {
    every_plan plans;
    // Macros named as keywords, types, functions and macros of OpenCL, and parameters named as functions of the
    // library.
    plans.check(R"(
#define kernel nonsense
#undef kernel
#define as_float(a) nonsense
#define get_global_id(a) 0
#define CLK_LOCAL_MEM_FENCE 0
#define half(a) sqrt((a) + 0)
#define fetch(load_point, numbers) (half(load_point) + (numbers))
#define GET(v, x) v.x
#define numbers_of(pass_numbers) pass_numbers.at
struct coordinate { int at; };
float f(struct coordinate c, float4 v) { return numbers_of(c) + GET(v, w) + fetch(v.x, 1); }
)");
    // Macros that declare functions, types, members and enumerators.
    plans.check(R"(
#define DEF(name, op) element name(element a, element b) { return a op b; }
DEF(add, +)
DEF(sub, -) DEF(times, *);
#define BOTH(a, b) DEF(a, +) DEF(b, -)
BOTH(multiply, turned)
#define TYPE(s, e) typedef struct { REAL e; } s; enum { e##_last, e };
TYPE(tile_index, swizzled_place)
#ifdef nothing
#define VARIABLE(n) int n
#else
#define VARIABLE(n) constant float n
#endif
VARIABLE(swap) = 2;
)");
    // Tags, types, enumerators, members and variables.
    plans.check(R"(
struct pass_numbers { int x; };
union axis_map { int x; float y; };
enum butterfly { loop_index, filter };
typedef struct pass_numbers offset, *index64;
typedef enum butterfly real;
int f(offset a, index64 b, real c) { return a.x + b->x + (c == loop_index) + filter; }
typedef struct { struct { float add, sub[2]; } turned; int __attribute__((aligned(4))) fetch; } place;
float add(place p) { return p.turned.add + p.turned.sub[1] + p.fetch; }
constant place sub = {.turned = {.add = 1}, .fetch = 2};
)");
    // In comments, strings, continued words and digraphs.
    plans.check("/* element add(void) { */ // \\\n struct pass_numbers {\n"
                "constant char add[] = \"add(\\\") {\", sub = '\\'';\n"
                "float tur\\\nned(float a) { return a + add\\\n<:0:> + sub; }\n"
                "float f(float a) <% return turn\\\ned(a); %>\n");
    // Alternatives, nested and unbalanced.
    plans.check(R"(
#if defined(nothing) && nothing > 2
float add(float a) {
#elif 1
#undef add
float add(float a) {
#else
} " ' {{
#endif
return a; }
float sub(void) { return add(1); }
enum {
#ifndef nothing
    times = 3,
#endif
    swap
};
constant int tile[times] = {swap, swap - times, 2};
)");
    // Built-in functions with other meanings.
    plans.check(R"(
float __attribute__((overloadable)) fma(float a, float b, float c) { return 0; }
element __attribute__((overloadable)) vload2(size_t a, const global float* b) { return 0; }
constant float (sincos)[2] = {1, 2};
float (min(float a)), (*(*max(float* a)));
enum { barrier };
float (min(float a)) { return a + sincos[1] + barrier; }
)");
}

// Both texts define the same names, with different contents.
BOOST_AUTO_TEST_CASE(different_contents_in_both_texts) {
    const std::string load = R"(
#define HELPER(name, by) element name(element v) { v.x *= by; v.y *= by; return v; }
HELPER(helper, 2)
typedef int number;
struct pair { int a; };
enum { first = 1, second };
constant number shared[] = {first, 2};
number (sum)(struct pair p) { return p.a + second; }
element on_load(global const void* input, ulong place, global const void* user) {
    const struct pair p = {-first};
    return helper(((global const element*)input)[place]) * (REAL)sum(p);
}
)",
                      store = R"(
#define HELPER(name) name * (REAL)0.25f
#define sum(p) p.b * 0.5f
element helper(element v) { return HELPER(v); }
typedef struct { float a, b; } number;
union pair { number n; uint a; };
constant uint first[] = {2}, second = 3;
float shared(union pair p) { return sum(p.n) + second - 3; }
void on_store(global void* output, ulong place, element value, global void* user) {
    union pair p;
    p.n.b = 4;
    ((global element*)output)[place] = helper(value) * (REAL)(shared(p) * first[0] / 2);
}
)";
    for (const std::size_t k : {0, 2, 4, 5}) check_called(called_plans[k], load, store);
}

// Names that only the preprocessor makes are the compiler's.
BOOST_AUTO_TEST_CASE(names_that_macros_make) {
    for (const std::string made : {"#define NAME(a, b) a##b\nfloat NAME(hel, per)(float a) { return a; }\n",
                                   "#define HELPER float helper(float a) { return a; }\nHELPER\n"}) {
        check_called(called_plans[2], made + plain_load, plain_store);
        BOOST_CHECK_EXCEPTION(check_called(called_plans[0], made + plain_load, made + plain_store),
                              stockham::callback_error, [](const stockham::callback_error& e) {
                                  BOOST_TEST(e.build_log().find("helper") != std::string::npos, e.build_log());
                                  return e.field() == "on_store";
                              });
    }
    BOOST_CHECK_THROW(check_called(called_plans[1],
                                   "#define NAME(a) pass_##a\nstruct NAME(numbers) { int a; };\n" + plain_load,
                                   plain_store),
                      stockham::callback_error);
}

BOOST_AUTO_TEST_CASE(in_convolutions) {
    const auto& device = test_device::get();
    convolution_description d;
    d.signal = parse_transform("c2c f32 32x48 b2");
    const auto signals = random_signal(32 * 48 * 2, false, precision::f32, 1),
               kernel = random_signal(32 * 48, false, precision::f32, 2);
    const auto bytes = to_bytes(signals, precision::f32), kernel_bytes = to_bytes(kernel, precision::f32);
    stockham::plan_options options;
    const std::string hostile = "#define x y\n#define CONJUGATED 1\n#define SPECTRUM_FACTOR 3\n"
                                "element product(element a, element b) { return a; }\n";
    options.on_load = hostile + plain_load;
    options.on_store = hostile + plain_store;
    const convolution ready(device.context, device.device, d, options);
    const stockham::plan transform(device.context, device.device, ready.spectrum_transform());
    const device_buffer in(bytes.size(), bytes.data()), out(bytes.size()), spectrum(kernel_bytes.size()),
        taps(kernel_bytes.size(), kernel_bytes.data());
    finish(transform.enqueue(device.queue, taps.get(), spectrum.get()));
    stockham::buffers b;
    b.input = in.get();
    b.output = out.get();
    b.spectrum = spectrum.get();
    finish(ready.enqueue(device.queue, b));
    const auto got = from_bytes(out.read(), precision::f32);
    std::vector<std::size_t> where(got.size());
    std::iota(where.begin(), where.end(), 0);
    BOOST_TEST(reference::relative_error(got, convolved(d, signals, kernel), where) <= 1e-6);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE_END()

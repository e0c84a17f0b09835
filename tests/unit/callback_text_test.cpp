// The texts of callbacks in kernels: renamed names and refused texts.
#include <boost/test/unit_test.hpp>

#include <random>
#include <sstream>

#include <stockham/error.hpp>

#include "kernel/callback_text.hpp"

BOOST_AUTO_TEST_SUITE(callback_text_test)

using stockham::internal::enclosed_callback;

namespace {

std::string enclosed(const std::string& text) {
    return enclosed_callback("on_load", text, stockham::precision::f32, stockham::double_support::none);
}

/// The processed text, with one blank between words, without empty lines, and with "!" for the prefix of names.
std::string made_of(const std::string& text) {
    auto all = enclosed(text);
    const std::string first = "#line 1 \"on_load\"\n", prefix = "stockham_on_load_";
    all = all.substr(all.find(first) + first.size());
    all.resize(all.find("#line 1 \"after on_load\""));
    for (auto at = all.find(prefix); at != all.npos; at = all.find(prefix)) all.replace(at, prefix.size(), "!");
    std::string out;
    std::istringstream lines(all);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string joined;
        for (std::string word; words >> word;) joined += (joined.empty() ? "" : " ") + word;
        if (!joined.empty()) out += (out.empty() ? "" : "\n") + joined;
    }
    return out;
}

void expect_refusal(const std::string& text, const std::string& log) {
    BOOST_CHECK_EXCEPTION(enclosed(text), stockham::callback_error, [&](const stockham::callback_error& e) {
        BOOST_TEST(e.field() == "on_load");
        BOOST_TEST(e.build_log().find(log) != std::string::npos, text << ": " << e.build_log());
        return true;
    });
}

struct row {
    const char* text;
    const char* made;
};

void check_rows(const std::vector<row>& rows) {
    for (const auto& r : rows) BOOST_TEST(made_of(r.text) == r.made, r.text << "\nbecame\n" << made_of(r.text));
}

}  // namespace

/// A name that is also a vector component, used as a function, a variable, a type, a tag and an enumerator. The
/// components stay.
BOOST_AUTO_TEST_CASE(names_of_components_are_changed_and_components_are_not) {
    for (const std::string n :
         {"x", "w", "xy", "g", "a", "rgb", "lo", "hi", "even", "odd", "s0", "sF", "S10", "other"}) {
        const auto use = "float4 v; p->" + n + " = v." + n + ";";
        const std::pair<std::string, std::string> texts[] = {
            {"float " + n + "(float4 v) { " + use + " return " + n + "(v); }",
             "float !" + n + "(float4 v) { " + use + " return !" + n + "(v); }"},
            {"constant float " + n + "[2] = {1, 2}; void f() { " + use + " v = " + n + "[1]; }",
             "constant float !" + n + "[2] = {1, 2}; void !f() { " + use + " v = !" + n + "[1]; }"},
            {"typedef struct { float " + n + "; } " + n + "; void f(" + n + "* p) { " + use + " }",
             "typedef struct { float " + n + "; } !" + n + "; void !f(!" + n + "* p) { " + use + " }"},
            {"struct " + n + " { float " + n + ", *q, " + n + "2[2]; }; void f(struct " + n + "* p) { " + use + " }",
             "struct !" + n + " { float " + n + ", *q, " + n + "2[2]; }; void !f(struct !" + n + "* p) { " + use +
                 " }"},
            {"enum { " + n + " = 3, last }; void f() { " + use + " v." + n + " = " + n + "; }",
             "enum { !" + n + " = 3, !last }; void !f() { " + use + " v." + n + " = !" + n + "; }"}};
        for (const auto& [text, made] : texts) BOOST_TEST(made_of(text) == made, made_of(text));
    }
}

BOOST_AUTO_TEST_CASE(every_form_of_a_declaration) {
    check_rows({
        {"float (twice)(float a) { return 2 * a; } float (*(three))(void);",
         "float (!twice)(float a) { return 2 * a; } float (*(!three))(void);"},
        {"uint (n) = 3; constant uint (m)[2] = {1, 2}, k = 4;",
         "uint (!n) = 3; constant uint (!m)[2] = {1, 2}, !k = 4;"},
        {"_Static_assert(sizeof(int) == 4, \"int\"); float one() { _Static_assert(1, \"one\"); return 1; }",
         "_Static_assert(sizeof(int) == 4, \"int\"); float !one() { _Static_assert(1, \"one\"); return 1; }"},
        {"float __attribute__((pure, aligned(n))) pure(float); enum { n = 4 };",
         "float __attribute__((pure, aligned(!n))) !pure(float); enum { !n = 4 };"},
        {"struct __attribute__((packed)) a { struct b { int c; enum d { e } f; } g; union { int h; }; };",
         "struct __attribute__((packed)) !a { struct !b { int c; enum !d { !e } f; } g; union { int h; }; };"},
        {"enum { n = 4 }; struct t { _Static_assert(n == 4); int n; };",
         "enum { !n = 4 }; struct !t { _Static_assert(!n == 4); int n; };"},
        {"static inline unsigned long f(void);", "static inline unsigned long !f(void);"},
        {"constant sampler_t s = 1 | 2; event_t e; half h;", "constant sampler_t !s = 1 | 2; event_t !e; half !h;"},
        {"typedef float4 t, *u; constant t c = (t)(1, 2, 3, 4);",
         "typedef float4 !t, *!u; constant !t !c = (!t)(1, 2, 3, 4);"},
        {"struct p { int x, y; }; constant struct p q = {.x = 1, .y = 2}; int x;",
         "struct !p { int x, y; }; constant struct !p !q = {.x = 1, .y = 2}; int !x;"},
        {"kernel void k(global float* a) { a[0] = 1.e+0f; }", "kernel void !k(global float* a) { a[0] = 1.e+0f; }"},
        {"float f(float x) { return sqrt(x) + __builtin_fabsf(x); }",
         "float !f(float x) { return sqrt(x) + __builtin_fabsf(x); }"},
    });
}

/// Names in replacements and in arguments are renamed as those in the code, but not parameters and operands of # and
/// ##.
BOOST_AUTO_TEST_CASE(names_in_macros) {
    check_rows({
        {"#define DEF(name, n) float name(float a) { return a * n; }\nDEF(helper, 2) DEF(w, 3)\nfloat f(float4 v) { "
         "return helper(v.w); }",
         "#define DEF(name, n) float name(float a) { return a * n; }\nDEF(!helper, 2) DEF(!w, 3)\nfloat !f(float4 v) { "
         "return !helper(v.w); }"},
        {"#define DEF(T, n) constant T n[] = {1};\n#define TWICE(n, m) DEF(uint, n) DEF(uint, m)\nTWICE(a, b)",
         "#define DEF(T, n) constant T n[] = {1};\n#define TWICE(n, m) DEF(uint, n) DEF(uint, m)\nTWICE(!a, !b)"},
        {"#define TAGS(s, e) struct s { int x; }; enum { e };\nTAGS(a, b)\nint x;",
         "#define TAGS(s, e) struct s { int x; }; enum { e };\nTAGS(!a, !b)\nint !x;"},
        {"#define GET(v, x) v.x + y + (v).y\n#define FIRST x\nint x, y; float f(float4 v) { return v.FIRST + GET(v, "
         "z); }",
         "#define GET(v, x) v.x + !y + (v).y\n#define FIRST !x\nint !x, !y; float !f(float4 v) { return v.FIRST + "
         "GET(v, "
         "z); }"},
        {"#define Q(a) #a a##b b\nint a, b;", "#define Q(a) #a a##b !b\nint !a, !b;"},
        {"#define F (a)\n#define G(a) (a)\nint a;", "#define F (!a)\n#define G(a) (a)\nint !a;"},
        // A macro is renamed only if the text also declares its name; then it is also replaced after a point.
        {"int twice; float f(float4 v) { return v.x + v.twice; }\n#define x y\n#define twice x",
         "int !twice; float !f(float4 v) { return v.x + v.!twice; }\n#define x y\n#define !twice x"},
        {"#define T float\n#undef T\ntypedef int T;", "#define !T float\n#undef !T\ntypedef int !T;"},
        // What replacements use, or seem to declare, is not declared by the text.
        {"#define AREA(r) M_PI_F * pow(r, 2)\n#define LOAD(p) vload4(0, p)\n#define RETURN return sqrt(2.0f);\n"
         "#define CHECK(a) if (a) { } else if (a < 0) { float d = sqrt(a); }\nfloat f(float a) { CHECK(a) RETURN }",
         "#define AREA(r) M_PI_F * pow(r, 2)\n#define LOAD(p) vload4(0, p)\n#define RETURN return sqrt(2.0f);\n"
         "#define CHECK(a) if (a) { } else if (a < 0) { float d = sqrt(a); }\nfloat !f(float a) { CHECK(a) RETURN }"},
        {"#define N(a, b) a##b\n#define FN static inline\nFN float N(ad, d)(float4 v) { return v.N(s, 0); }\nFN float "
         "g(void);",
         "#define N(a, b) a##b\n#define FN static inline\nFN float N(ad, d)(float4 v) { return v.N(s, 0); }\nFN float "
         "!g(void);"},
        {"#define VEC(n) float##n\n#define PURE __attribute__((const))\nPURE VEC(4) f(VEC(4) v) { return v; }",
         "#define VEC(n) float##n\n#define PURE __attribute__((const))\nPURE VEC(4) !f(VEC(4) v) { return v; }"},
        {"#define LIST(...) { __VA_ARGS__ }\nint a[] = LIST(1, 2), b;",
         "#define LIST(...) { __VA_ARGS__ }\nint !a[] = LIST(1, 2), !b;"},
        {"#ifdef A\n#define DEF(n) float n(void);\n#else\n#define DEF(n)\n#endif\nDEF(a) DEF(b)",
         "#ifdef A\n#define DEF(n) float n(void);\n#else\n#define DEF(n)\n#endif\nDEF(!a) DEF(!b)"},
    });
}

/// The compiler decides conditions. Each branch has its own names and its own brackets.
BOOST_AUTO_TEST_CASE(names_in_branches) {
    check_rows({
        {"#if 0\n don't } { /* \" */\n#if nothing\n#else\n#endif\n#elif 1\nint a;\n#else\n'\n#endif\nint b;",
         "#if 0\ndon't } { /* \" */\n#if nothing\n#else\n#endif\n#elif 1\nint !a;\n#else\n'\n#endif\nint !b;"},
        {"#ifdef cl_khr_fp64\nint a;\n#elif defined(nothing) || defined N\nint c;\n#else\nint d;\n#endif\nint e(){ "
         "return a; }",
         "#ifdef cl_khr_fp64\nint !a;\n#elif defined(nothing) || defined N\nint !c;\n#else\nint !d;\n#endif\nint "
         "!e(){ return !a; }"},
        {"#ifdef A\nint a;\n#ifdef B\nint b;\n#else\nint c;\n#endif\n#else\nint d;\n#endif",
         "#ifdef A\nint !a;\n#ifdef B\nint !b;\n#else\nint !c;\n#endif\n#else\nint !d;\n#endif"},
        {"#ifdef A\nint f() {\n#else\nint g() {\n#endif\nint h; } int k;",
         "#ifdef A\nint !f() {\n#else\nint !g() {\n#endif\nint h; } int !k;"},
        {"#ifndef N\n#define N 5\n#endif\nint defined, a[N];", "#ifndef N\n#define N 5\n#endif\nint !defined, !a[N];"},
        {"enum {\n#ifdef A\na,\n#else\nb,\n#endif\nc };", "enum {\n#ifdef A\n!a,\n#else\n!b,\n#endif\n!c };"},
        {"enum { n = 4 };\n#pragma unroll n\n#pragma OPENCL EXTENSION n : enable\n#line 3 \"n\"\n#error n",
         "enum { !n = 4 };\n#pragma unroll !n\n#pragma OPENCL EXTENSION n : enable\n#line 3 \"n\"\n#error n"},
    });
}

/// The text itself is unchanged: comments, strings, white space and continued lines.
BOOST_AUTO_TEST_CASE(only_prefixes_are_added) {
    check_rows({
        {"int f; /* f */ // f\nconstant char s[] = \"f \\\" f\"; int g = f--\t->f;",
         "int !f; /* f */ // f\nconstant char !s[] = \"f \\\" f\"; int !g = !f-- ->f;"},
        {"int f\\\noo; int g = fo\\  \no + 1;", "int !f\\\noo; int !g = !fo\\\no + 1;"},
        {"int f<:2:>;\n%:define f 3", "int !f<:2:>;\n%:define !f 3"},
        {"int a; int b(int c) { return c-->a; }", "int !a; int !b(int c) { return c-->!a; }"},
    });
}

/// Compilers count the lines of the text itself.
BOOST_AUTO_TEST_CASE(lines_stay_where_they_are) {
    const auto made =
        enclosed("#define F(a) \\\n a\n\nint b = F(\n1); /*\n*/ int c;\r\n#pragma unroll \\\n 4\nint d;\n");
    const auto first = made.find("#line 1 \"on_load\"\n");
    BOOST_REQUIRE(first != made.npos);
    std::istringstream lines(made.substr(made.find('\n', first) + 1));
    std::vector<std::string> all;
    for (std::string line; std::getline(lines, line);) all.push_back(line);
    BOOST_REQUIRE(all.size() > 10);
    for (const auto& [line, what] : std::vector<std::pair<std::size_t, std::string>>{
             {1, "#define F"}, {4, "_b ="}, {6, "_c;"}, {7, "#pragma unroll"}, {9, "_d;"}})
        BOOST_TEST(all[line - 1].find(what) != std::string::npos, line << ": " << all[line - 1]);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_kept_apart_is_refused_by_its_line) {
    expect_refusal("\n#include \"x\"\n", "on_load:2: error: #include");
    expect_refusal("#if 0\n#include \"x\"\n#endif\n", "2: error: #include");
    expect_refusal("#inc\\\nlude \"x\"\n", "1: error: #include");
    expect_refusal("#import \"x\"\n", "1: error: #import");
    expect_refusal("#if 1\n", "1: error: an #if without");
    expect_refusal("#if 0\n#else\n#else\n#endif\n", "3: error: #else after #else");
    expect_refusal("#if 0\n#elifdef A\n#endif\n", "2: error: #elifdef");
    expect_refusal("#elif 1\n", "1: error: #elif without");
    expect_refusal("#define F(a\n", "1: error: unterminated parameters of F");
    expect_refusal("#define F(a) a\nF(\n", "2: error: an unclosed bracket");
    expect_refusal("#define\n", "1: error: #define without a name");
    expect_refusal("int f(\n#ifdef A\n)\n#endif\n;", "1: error: an unclosed bracket");
    expect_refusal("struct {\n", "1: error: an unclosed bracket");
    expect_refusal("#define P(a) _Pra\\\ngma(a)\n", "1: error: _Pragma");
    // Deep texts.
    std::string nested, many;
    for (int k = 0; k < 20000; ++k) nested += "struct {";
    expect_refusal(nested, "more than 256 nested brackets");
    for (int k = 0; k < 2000; ++k) many = "#ifdef A\n" + many + "#endif\n";
    BOOST_CHECK_NO_THROW(enclosed(many));
    BOOST_CHECK_NO_THROW(enclosed("#if " + std::string(20000, '(') + "\n#endif\n"));
}

/// Any text is either accepted or refused.
BOOST_AUTO_TEST_CASE(texts_at_random) {
    const char* words[] = {
        "#define ", "#undef ",  "#if ", "#ifdef ", "#elif ", "#else\n",     "#endif\n", "\n",
        "A",        "B",        "F",    "F(",      "(",      ")",           "{",        "}",
        "[",        "]",        "##",   "#",       ",",      ";",           "struct ",  "enum ",
        "int ",     "typedef ", "x",    ".",       "=",      "defined ",    "1",        "\\\n",
        "\"",       "'",        "/*",   "*/",      "//",     "__VA_ARGS__", "...",      "__attribute__",
        "&&",       "?",        ":"};
    std::mt19937 random(7);
    int taken = 0;
    for (int k = 0; k < 4000; ++k) {
        std::string text;
        for (auto n = random() % 30; n > 0; --n) text += words[random() % std::size(words)];
        try {
            enclosed(text);
            ++taken;
        } catch (const stockham::callback_error&) {
        }
    }
    BOOST_TEST(taken > 100);
}

BOOST_AUTO_TEST_SUITE_END()

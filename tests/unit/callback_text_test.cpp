// The texts of callbacks in kernels: renamed names, expanded macros, and refused texts.
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
        {"inside(int a) { return a; } static inline unsigned long f(void);",
         "!inside(int a) { return a; } static inline unsigned long !f(void);"},
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

BOOST_AUTO_TEST_CASE(macros_are_replaced) {
    check_rows({
        {"#define DEF(name, n) float name(float a) { return a * n; }\nDEF(helper, 2) DEF(w, 3)",
         "#undef DEF\nfloat !helper (float a) { return a * 2 ; } float !w (float a) { return a * 3 ; }"},
        {"#define MADE(a, b) a##b\nfloat MADE(ad, d)(float s0) { return s0; } float MADE(s, 0)(float4 v) { return "
         "v.MADE(s, 0); }",
         "#undef MADE\nfloat !add (float !s0) { return !s0; } float !s0 (float4 v) { return v. s0 ; }"},
        {"#define GET(v, c) v.c\n#define FIRST x\nint x; float f(float4 v) { return GET(v, x) + v.FIRST + GET((v), "
         "lo).x; }",
         "#undef GET\n#undef FIRST\nint !x; float !f(float4 v) { return v . x + v. x + (v) . lo .x; }"},
        // A macro does not expand within its own expansion, which is then scanned together with the following text.
        {"#define sqrt(a) sqrt(a + 0)\nfloat f(float a) { return sqrt(sqrt(a)); }",
         "#undef sqrt\nfloat !f(float a) { return sqrt( sqrt( a + 0) + 0) ; }"},
        {"#define A B\n#define B A b\n#define CALL F\n#define F(a) <a>\nA; CALL(CALL (1)) CALL",
         "#undef A\n#undef B\n#undef CALL\n#undef F\nA !b ; < < 1 > > F"},
        {"#define Q(a) #a\n#define JOIN(a, b) a ## b\n#define NONE()\nQ( \"x\\n\"  + y ); JOIN(,z) JOIN(L, JOIN)(1, 2) "
         "NONE()",
         "#undef Q\n#undef JOIN\n#undef NONE\n\"\\\"x\\\\n\\\" + y\" ; z !LJOIN (1, 2)"},
        {"#define MINUS -1\nint k = -MINUS;", "#undef MINUS\nint !k = - -1 ;"},
        {"#define T float\n#undef T\ntypedef int T;", "#undef T\n#undef T\ntypedef int !T;"},
        {"#define CONVERT(to) PASTE(convert_, to)\n#define PASTE(a, b) a##b\nREAL f(element e) { return "
         "CONVERT(REAL)(e.x); }",
         "#undef CONVERT\n#undef PASTE\nfloat !f( float2 e) { return convert_float (e.x); }"},
        {"#define N 4\n#pragma unroll N", "#undef N\n#pragma unroll 4"},
    });
}

BOOST_AUTO_TEST_CASE(conditions_of_the_text_s_own_are_decided) {
    check_rows({
        {"#if 0\n don't } { #include \"x\"\n#pragma pack(1)\n_Pragma(\"x\") /* \" */\n#if "
         "nothing\n#else\n#endif\n#elif 1\nint a;\n#else\n'\n#endif",
         "int !a;"},
        {"#define N 5\n#undef M\n#if N > 4 && !defined(M) && defined N && !M\nint a;\n#elif nothing\nint "
         "b;\n#else\nint c;\n#endif",
         "#undef N\n#undef M\nint !a;"},
        {"#define N 5\n#ifdef N\nint a;\n#endif\n#ifndef N\nint b;\n#endif\n#undef N\n#ifdef N\nint c;\n#endif",
         "#undef N\nint !a;\n#undef N"},
        {"#if (1 << 4) == 0x10 && 7 / 2 % 2 == 1 && (2 ? 0 : 1) == 0 && ~0 == -1 && (6 & 3 ^ 1 | 8) == 11\nint "
         "a;\n#endif",
         "int !a;"},
        {"#if 0 && nothing || 1 || nothing\nint a;\n#endif\n#if nothing && 0\nint b;\n#endif", "int !a;"},
    });
}

/// Conditions on names that the compiler may define stay, with the macros that depend on them.
BOOST_AUTO_TEST_CASE(other_conditions_are_left_to_the_compiler) {
    check_rows({
        {"#ifdef cl_khr_fp64\nint a;\n#elif 0\nint b;\n#elif defined(nothing) || N\nint c;\n#else\nint d;\n#endif\nint "
         "e(){ return a; }",
         "#if defined cl_khr_fp64\nint !a;\n#elif defined(nothing) || N\nint !c;\n#else\nint !d;\n#endif\nint !e(){ "
         "return !a; }"},
        {"#if 0\n#elif nothing\nint a;\n#elif 1\nint b;\n#else\nint c;\n#endif",
         "#if nothing\nint !a;\n#else\nint !b;\n#endif"},
        {"#ifndef N\n#define N 5\n#endif\nint a[N];", "#if !defined N\n#define N 5\n#endif\nint !a[N];"},
        // So do macros in the text of such a macro, here BASE, but not those that use it, here TWO.
        {"#define BASE 2\n#ifdef nothing\n#define N BASE\n#else\n#define N 3\n#endif\n#define TWO(a) a[N]\nint TWO(a);",
         "#define BASE 2\n#if defined nothing\n#define N BASE\n#else\n#define N 3\n#endif\n#undef TWO\nint !a [N] ;"},
        // Macros that paste it stay as well, and those that call them.
        {"#ifdef nothing\n#define N 2\n#else\n#define N 3\n#endif\n#define P(a, b) a##b\n#define Q(a, b) P(a, b)\nint "
         "f() { return Q(vload, N)(0, 0); }",
         "#if defined nothing\n#define N 2\n#else\n#define N 3\n#endif\n#define P(a, b) a##b\n#define Q(a, b) P(a, "
         "b)\nint !f() { return Q(vload, N)(0, 0); }"},
        {"#define P(a, b) a##b\n#define Q(a, b) P(a, b)\nint Q(f, __LINE__)() { return 1; }",
         "#define P(a, b) a##b\n#define Q(a, b) P(a, b)\nint Q(f, __LINE__)() { return 1; }"},
        {"#define LIST(...) { __VA_ARGS__ }\nint a[] = LIST(1, 2);",
         "#define LIST(...) { __VA_ARGS__ }\nint !a[] = LIST(1, 2);"},
        // Names in the arguments and in the text of such a macro are renamed, but not its parameters.
        {"#ifndef DEF\n#define DEF(name, x) float name(float4 x) { return x.x * y; }\n#endif\nint x, y; DEF(helper, v)",
         "#if !defined DEF\n#define DEF(name, x) float name(float4 x) { return x.x * !y; }\n#endif\nint !x, !y; "
         "DEF(!helper, v)"},
        // Each branch has its own names, also names within other names, and its own brackets.
        {"#ifdef A\nint a;\n#ifdef B\nint b;\n#else\nint c;\n#endif\n#else\n#ifdef B\nint d;\n#else\nint "
         "e;\n#endif\n#endif",
         "#if defined A\nint !a;\n#if defined B\nint !b;\n#else\nint !c;\n#endif\n#else\n#if defined B\nint "
         "!d;\n#else\nint !e;\n#endif\n#endif"},
        {"#ifdef A\nint f() {\n#else\nint g() {\n#endif\nint h; } int k;",
         "#if defined A\nint !f() {\n#else\nint !g() {\n#endif\nint h; } int !k;"},
        // A definition in only one branch does not fit the use in the other branch.
        {"#ifdef A\n#define F(a) a\n#else\n#define F(a, b) a + b\n#endif\n#ifdef A\nint k = F(1);\n#else\nint k = F(1, "
         "2);\n#endif",
         "#if defined A\n#define F(a) a\n#else\n#define F(a, b) a + b\n#endif\n#if defined A\nint !k = "
         "F(1);\n#else\nint !k = F(1, 2);\n#endif"},
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
             {1, "#undef F"}, {4, "_b ="}, {6, "_c;"}, {7, "#pragma unroll 4"}, {9, "_d;"}})
        BOOST_TEST(all[line - 1].find(what) != std::string::npos, line << ": " << all[line - 1]);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_kept_apart_is_refused_by_its_line) {
    expect_refusal("\n#include \"x\"\n", "on_load:2: error: #include");
    expect_refusal("#if 1\n", "1: error: an #if without");
    expect_refusal("#if 0\n#else\n#else\n#endif\n", "3: error: #else after #else");
    expect_refusal("#if 0\n#elifdef A\n#endif\n", "2: error: #elifdef");
    expect_refusal("#elif 1\n", "1: error: #elif without");
    expect_refusal("#define H #\nH undef N\n", "2: error: a # that begins no directive");
    expect_refusal("#define P(a, b) a##b\nP(_Pra, gma)(\"pack(1)\")\n", "2: error: _Pragma");
    expect_refusal("#define F(a) a\nF(\n", "2: error: unterminated arguments of F");
    expect_refusal("#define F(a) a\nF(1, 2)\n", "2: error: F takes 1 arguments, not 2");
    expect_refusal("#define F(a\n", "1: error: unterminated parameters of F");
    expect_refusal("#define F ## a\n", "1: error: ##");
    expect_refusal("#define P(a, b) a##b\nP(-, a)\n", "2: error: ## does not form a token");
    expect_refusal("#define\n", "1: error: #define without a name");
    expect_refusal("int f(\n#ifdef A\n)\n#endif\n;", "1: error: an unclosed bracket");
    expect_refusal("struct {\n", "1: error: an unclosed bracket");
    std::string nested, doubling = "#define A0 1 1\n", many;
    for (int k = 0; k < 20000; ++k) nested += "struct {";
    expect_refusal(nested, "more than 100 nested types");
    for (int k = 1; k < 64; ++k)
        doubling +=
            "#define A" + std::to_string(k) + " A" + std::to_string(k - 1) + " A" + std::to_string(k - 1) + "\n";
    expect_refusal(doubling + "A63\n", "more than 100000 tokens");
    for (int k = 0; k < 20; ++k) many += "#ifdef A\n";
    for (int k = 0; k < 20; ++k) many += "#endif\n";
    expect_refusal("int a;\n" + many, "nested in too many others");
    std::string arguments = "#define F(a) a\n";
    for (int k = 0; k < 2000; ++k) arguments += "F(";
    expect_refusal(arguments + std::string(2000, ')'), "more than 100 nested macro arguments");
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

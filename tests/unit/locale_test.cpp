// Texts do not depend on the locale of the host program. .ci/locale.sh runs this and other suites in a locale of C with
// a decimal comma; here the locale of C++ changes, which needs none to be installed.
#include <limits>
#include <locale>
#include <string>

#include <boost/test/unit_test.hpp>

#include <stockham/error.hpp>
#include <stockham/estimate.hpp>
#include <stockham/plan.hpp>
#include <stockham/profile.hpp>

#include "base/plain_text.hpp"
#include "support/wisdom_entries.hpp"

using namespace stockham;
using namespace stockham::internal;

namespace {

struct comma_and_groups : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

class foreign_locale {
  public:
    foreign_locale() : before_(std::locale::global(std::locale(std::locale(), new comma_and_groups))) {}
    ~foreign_locale() { std::locale::global(before_); }
    foreign_locale(const foreign_locale&) = delete;
    foreign_locale& operator=(const foreign_locale&) = delete;

  private:
    std::locale before_;
};

/// Problem strings, plans, kernels and wisdom, with numbers that have decimals or more than three digits.
std::string texts() {
    std::string all;
    for (const char* problem : {"c2c f32 64 scale=0.37", "c2c f64 1048576 b3 inv scale=1.5e-07", "c2c f32 4099",
                                "c2c f32 65536 algorithm=tensor", "dct2 f64 12000"})
        for (const char* device : {"h200", "cpu"}) {
            const auto t = parse_transform(problem);
            const auto d = named_description(device);
            const auto text = plan_text(t, d);
            const auto e = estimate(d, t);
            all += to_string(t) + text + e.plan_string + plan_text(t, d, e.plan_string);
            for (const auto& source : plan_kernels(t, d)) all += source;
        }
    wisdom known;
    known.add(measured_entry("c2c f32 1000", named_description("h200")));
    wisdom read;
    read.merge_text(known.text());
    return all + read.text();
}

std::string refusal_of(const std::string& problem) {
    try {
        parse_transform(problem);
    } catch (const argument_error& e) {
        return e.what();
    }
    return "accepted";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(locale_test)

BOOST_AUTO_TEST_CASE(no_text_follows_the_global_locale) {
    const auto before = texts();
    const foreign_locale foreign;
    BOOST_TEST((texts() == before));
}

BOOST_AUTO_TEST_CASE(scales_have_a_point) {
    const foreign_locale foreign;
    const auto t = parse_transform("c2c f32 64 scale=0.37");
    BOOST_TEST(t.scale == 0.37);
    BOOST_TEST(to_string(t) == "c2c f32 64 scale=0.37");
    BOOST_TEST(refusal_of("c2c f32 64 scale=0,37") ==
               "problem string 'c2c f32 64 scale=0,37': not a number in 'scale=0,37'");
}

BOOST_AUTO_TEST_CASE(numbers_are_written_and_read) {
    BOOST_TEST(number_text(0.1) == "0.1");
    BOOST_TEST(number_text(-1234567.0, 3) == "-1.23e+06");
    BOOST_TEST(number_text(-2.2250738585072014e-308, 17) == "-2.2250738585072014e-308");
    BOOST_TEST(exact_text(0.1 + 0.2) == "0.30000000000000004");
    BOOST_TEST(exact_text(100000) == "1e+05");
    BOOST_TEST(exact_text(std::numeric_limits<double>::denorm_min()) == "5e-324");
    for (const char* text : {"0.5", "+0.5", ".5", "5e-1", "500E-3"}) BOOST_TEST(read_number(text).value() == 0.5, text);
    for (const char* text : {"", "+", "-", "+-1", "0,5", " 1", "1 ", "0x1", "1e", "1e999", "one"})
        BOOST_TEST(!read_number(text), text);
}

BOOST_AUTO_TEST_CASE(letters_are_those_of_ascii) {
    BOOST_TEST(lower("GFX906 \xc4") == "gfx906 \xc4");
    BOOST_TEST(is_letter('z'));
    BOOST_TEST(!is_letter('\xe4'));
    BOOST_TEST(is_space('\v'));
    BOOST_TEST(!is_space('\xa0'));
    BOOST_TEST(!is_digit('/'));
}

BOOST_AUTO_TEST_SUITE_END()

// Invalid wisdom: any text is refused with a reason or accepted completely, and no wrong plan results.
#include <boost/test/unit_test.hpp>

#include <nlohmann/json.hpp>

#include "support/child.hpp"
#include "support/interpreted.hpp"
#include "support/message_recorder.hpp"
#include "support/refusal.hpp"
#include "support/seed.hpp"
#include "support/wisdom_entries.hpp"

BOOST_AUTO_TEST_SUITE(wisdom_damage_test)

using stockham::wisdom;
using json = nlohmann::json;

namespace {

constexpr const char* problems[] = {"c2c f32 64",
                                    "c2c f32 32x32 b2",
                                    "c2c f64 16x8x4 in",
                                    "c2c f32 1024 is=3",
                                    "c2c f32 4096 b3 in",
                                    "c2c f32 64x32 algorithm=row_transpose",
                                    "c2c f32 65536 od=70000"};

const auto& h200() {
    static const auto device = stockham::named_description("h200");
    return device;
}

std::string good_text() {
    wisdom known;
    for (const char* problem : problems) known.add(measured_entry(problem, h200()));
    return known.text();
}

/// The fields of one entry, for changes.
json good_entry() {
    return json::parse(good_text()).at("entries").at(0);
}

void refused(const std::string& text, const std::string& what = {}) {
    BOOST_TEST_CONTEXT("'" << text.substr(0, 200) << "'") {
        wisdom known;
        known.add(measured_entry("c2c f32 8", h200()));
        expect_argument_error(
            "wisdom", [&] { known.merge_text(text); }, what);
        BOOST_TEST(known.entries().size() == 1U);  // nothing was accepted
    }
}

void refused_entry(const json& entry, const std::string& what = {}) {
    refused(wisdom_of_lines(good_entry().dump() + ",\n" + entry.dump()), what);
}

/// Expects a refusal of the entry with another value in one field.
void refused_value(const char* field, const json& value) {
    auto entry = good_entry();
    entry[field] = value;
    BOOST_TEST_CONTEXT(field << ": " << value)
    refused_entry(entry, "an entry that cannot be read");
}

/// Merges any text. Returns 1 if it was accepted, 0 if it was refused. Afterwards every problem can be looked up.
int merged(const std::string& text, std::size_t& plans) {
    wisdom known;
    int taken = 1;
    try {
        known.merge_text(text);
    } catch (const stockham::argument_error&) {
        taken = 0;
    }
    for (const char* problem : problems) {
        const auto t = stockham::parse_transform(problem);
        plans += stockham::internal::look_up(known, t, stockham::internal::make_problem(t), h200()).has_value();
    }
    return taken;
}

std::string altered(std::string text, std::mt19937& g) {
    if (g() % 4 == 0) return text.substr(0, g() % text.size());
    for (auto times = 1 + g() % 3; times > 0; --times) {
        auto& byte = text[g() % text.size()];
        byte = static_cast<char>(byte ^ 1 << g() % 8);
    }
    return text;
}

/// Changes some letters of a plan to others that plans are written with, or a number to another power of two.
std::string another_plan(std::string plan, std::mt19937& g) {
    constexpr std::string_view letters = "0123456789.+*~;: x=", digits = letters.substr(0, 10);
    for (auto times = 1 + g() % 3; times > 0 && !plan.empty(); --times) {
        const auto at = g() % plan.size();
        if (digits.find(plan[at]) != digits.npos && g() % 2)
            plan.replace(at, plan.find_first_not_of(digits, at) - at, std::to_string(1U << g() % 9));
        else if (g() % 3 == 0)
            plan.erase(at, 1);
        else if (g() % 3 == 0)
            plan.insert(at, 1, letters[g() % letters.size()]);
        else
            plan[at] = letters[g() % letters.size()];
    }
    return plan;
}

}  // namespace

BOOST_AUTO_TEST_CASE(no_wisdom_at_all) {
    BOOST_CHECK_NO_THROW(wisdom().merge_text(good_text()));
    for (const char* text :
         {"", " ", "{", "}", "null", "1", "\"stockham wisdom\"", "[]", "{}", "[{}]", "\xff\xfe", "{\"a\": 1}",
          "{\"format\": 1}", "{\"format\": \"another\", \"version\": 1, \"entries\": []}",
          "{\"format\": [\"stockham wisdom\"], \"version\": 1, \"entries\": []}", "{\"version\": 1, \"entries\": []}"})
        refused(text, "is not wisdom");
    refused(good_text() + "x", "is not wisdom");
    refused(good_text() + good_text(), "is not wisdom");
    refused(std::string(1, '\0') + good_text(), "is not wisdom");
}

BOOST_AUTO_TEST_CASE(another_version) {
    for (const char* version : {"2", "0", "-1", "\"1\"", "1.5", "null", "[1]", "{}", "18446744073709551616"})
        refused("{\"format\": \"stockham wisdom\", \"version\": " + std::string(version) + ", \"entries\": []}",
                "version");
    refused("{\"format\": \"stockham wisdom\", \"entries\": []}", "version");
}

BOOST_AUTO_TEST_CASE(no_list_of_entries) {
    const std::string front = "{\"format\": \"stockham wisdom\", \"version\": 1";
    refused(front + "}");
    for (const char* entries : {"null", "1", "\"text\"", "{}", "true"})
        refused(front + ", \"entries\": " + entries + "}");
    refused(front + ", \"entries\": {\"first\": " + good_entry().dump() + "}}");
    for (const char* entry : {"null", "1", "\"text\"", "[]", "{}", "[[]]"}) refused(wisdom_of_lines(entry));
}

BOOST_AUTO_TEST_CASE(an_entry_without_a_field) {
    const auto entry = good_entry();
    for (const auto& [name, value] : entry.items()) {
        auto less = entry;
        less.erase(name);
        if (name == "estimate_microseconds")  // may be missing
            BOOST_CHECK_NO_THROW(wisdom().merge_text(wisdom_of_lines(less.dump())));
        else
            refused_entry(less, "'" + name + "'");
    }
    BOOST_TEST(entry.size() == 12U);
    auto more = entry;
    more["comment"] = "of people";
    BOOST_CHECK_NO_THROW(wisdom().merge_text(wisdom_of_lines(more.dump())));
}

BOOST_AUTO_TEST_CASE(values_of_another_kind) {
    const auto entry = good_entry();
    for (const auto& [name, value] : entry.items())
        for (const json& other : {json(), json(true), json::array(), json::object(), json::array({value}),
                                  value.is_number() ? json("1") : json(1)})
            refused_value(name.c_str(), other);
    for (const char* name : {"microseconds", "spread", "estimate_microseconds"}) refused_value(name, -1);
    refused_value("microseconds", 0);
    refused_value("microseconds", 1e-320);
    for (const char* no_problem : {"", "64", "c2c", "c2c f8 8", "c2c f32 0x8x", "c2c f32 8 b", "c2c f32 8 b-1"})
        refused_value("problem", no_problem);
    for (const char* rigor : {"", "Measure", "estimate", "wisdom_only", "none"}) refused_value("rigor", rigor);
    auto text = good_text();
    for (const char* number : {"NaN", "Infinity", "1e999", "-1e999", "0x10"}) {
        auto other = text;
        const std::string field = "\"microseconds\":";
        const auto at = other.find(field) + field.size();
        other.replace(at, other.find_first_of(",}", at) - at, number);
        refused(other);
    }
}

// Problems that can be read but that no device can run. They cannot be requested, so they do no harm.
BOOST_AUTO_TEST_CASE(problems_that_nobody_runs) {
    auto entry = good_entry();
    for (const char* problem : {"c2c f32 7", "c2c f32 0", "c2c f32 8 b0", "c2c f32 8 is=0"}) {
        entry["problem"] = problem;
        BOOST_CHECK_NO_THROW(wisdom().merge_text(wisdom_of_lines(entry.dump())));
    }
}

BOOST_AUTO_TEST_CASE(plans_that_are_none) {
    const message_recorder listener;
    const auto t = stockham::parse_transform(problems[0]);
    for (const char* plan :
         {"", "x", "a fast one", "64 :", "64 : 0.0 width=x", "32 : 0.0", "64 : 0.0 ; 0.0", "64 : 7.7",
          "18446744073709551615*64 : 0.0", "64 : 0.0 points=4294967295", "64 : 0.0 points=0",
          "64 : 0.0 width=2147483647", "64 : 0.0 radix=1", "64 : 0.0 min_items=4294967295"}) {
        auto e = measured_entry(problems[0], h200());
        e.plan = plan;
        wisdom known;
        known.add(e);
        BOOST_TEST(!stockham::internal::look_up(known, t, stockham::internal::make_problem(t), h200()).has_value(),
                   plan);
        const auto texts = message_recorder::texts();
        BOOST_TEST(texts.size() <= 1U);
        for (const auto& text : texts)
            BOOST_TEST(text.find("wisdom for 'c2c f32 64' on h200 is ignored: ") == 0U, text);
    }
}

BOOST_AUTO_TEST_CASE(a_plan_that_is_none_is_told_of) {
    const message_recorder listener;
    auto e = measured_entry(problems[1], h200());
    e.plan = "nonsense";
    wisdom known;
    known.add(e);
    const auto t = stockham::parse_transform(problems[1]);
    for (int repeat = 0; repeat < 2; ++repeat)
        BOOST_TEST(!stockham::internal::look_up(known, t, stockham::internal::make_problem(t), h200()));
    BOOST_TEST(message_recorder::texts().size() == 1U);
    BOOST_TEST(!wisdom::is_current(e));
}

BOOST_AUTO_TEST_CASE(texts_altered_at_random) {
    const unsigned seed = test_seed();
    const message_recorder listener;
    std::mt19937 g(seed);
    const auto text = good_text();
    int taken = 0;
    std::size_t plans = 0;
    BOOST_TEST_CONTEXT("STOCKHAM_TEST_SEED=" << seed)
    for (int count = 0; count < 10000; ++count) taken += merged(altered(text, g), plans);
    BOOST_TEST(taken > 1000);  // a changed name or digit is still wisdom
    BOOST_TEST(taken < 9000);
    BOOST_TEST(plans > 1000U);
}

// A plan with changed letters is skipped, or it is a plan and gives right results.
BOOST_AUTO_TEST_CASE(plans_altered_at_random) {
    const unsigned seed = test_seed();
    const message_recorder listener;
    std::mt19937 g(seed);
    std::vector<stockham::wisdom_entry> entries;
    for (std::size_t k = 0; k < 4; ++k) entries.push_back(measured_entry(problems[k], h200()));
    int right = 0;
    for (int count = 0; count < 20000; ++count) {
        auto e = entries[g() % entries.size()];
        const auto t = stockham::parse_transform(e.problem);
        const auto before = e.plan;
        e.plan = another_plan(e.plan, g);
        wisdom known;
        known.add(e);
        const auto found = stockham::internal::look_up(known, t, stockham::internal::make_problem(t), h200());
        if (!found || to_string(found->plan.how) == before) continue;
        BOOST_TEST_CONTEXT("STOCKHAM_TEST_SEED=" << seed << ", " << count << ": " << e.plan)
        check_interpreted(t, h200(), found->plan.plan);
        ++right;
    }
    BOOST_TEST(right > 100);
}

// In a child process, because nesting that is too deep ends the process.
BOOST_AUTO_TEST_CASE(brackets_within_brackets) {
    const std::string open(200000, '['), close(200000, ']');
    std::string objects;
    for (int k = 0; k < 100000; ++k) objects += "{\"entries\":";
    const std::string front = "{\"format\": \"stockham wisdom\", \"version\": ";
    for (const auto& text :
         {open, open + close, objects, "{\"format\": " + open + close + "}", front + open + close + "}",
          front + "1, \"entries\": " + open + close + "}", wisdom_of_lines("{\"problem\": " + open + close + "}"),
          front + "1, \"comment\": " + open + close + ", \"entries\": " + open + close + "}"}) {
        child process([&] {
            try {
                wisdom().merge_text(text);
            } catch (const stockham::argument_error&) {
                return 0;
            }
            return 1;
        });
        BOOST_TEST(process.wait() == 0, text.substr(0, 60));
    }
}

BOOST_AUTO_TEST_SUITE_END()

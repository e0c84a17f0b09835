// Functions of the C interface that need no device, while operator new fails at each position in turn. Each call
// returns STOCKHAM_MEMORY or succeeds as usual, and leaves no file behind.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <functional>

#include <stockham/stockham.h>
#include <stockham/stockham.hpp>

#include "support/c_calls.hpp"
#include "support/failing_new.hpp"
#include "support/store_files.hpp"
#include "support/wisdom_entries.hpp"

BOOST_AUTO_TEST_SUITE(failed_allocations_test)

namespace {

constexpr long most_positions = 200;

void nothing() {}

void check_code(int code, bool failed) {
    BOOST_TEST((code == STOCKHAM_OK || (failed && code == STOCKHAM_MEMORY)), stockham_code_name(code));
}

/// Tries each position for a call that changes nothing.
void at_each_position(const char* what, const std::function<stockham_code()>& call) {
    failing_new::at_each_position(what, most_positions, nothing, call, check_code);
}

const stockham::device_description& h200() {
    static const auto device = stockham::named_description("h200");
    return device;
}

/// Two entries for each of two problems.
const std::string& known_text() {
    static const auto text = [] {
        stockham::wisdom known;
        for (const char* problem : {"c2c f32 64", "c2c f32 32x32 b2"})
            for (const char* device : {"one", "another"})
                known.add(elsewhere(measured_entry(problem, h200()), device, "sm_90", "nvidia"));
        return known.text();
    }();
    return text;
}

/// Checks that the file has exactly one of these texts, and that the folder has no other file.
void check_file(const std::filesystem::path& path, const std::vector<std::string>& texts) {
    const auto found = read_file(path);
    BOOST_TEST((std::find(texts.begin(), texts.end(), found) != texts.end()), "the file has: " << found);
    BOOST_TEST(names(path.parent_path()).size() == 1U);
}

struct wisdom_file {
    temporary_folder folder;
    std::string path = (folder.path() / "wisdom.json").string();
    std::string before, after = known_text();
    c_wisdom known;

    wisdom_file() {
        stockham::wisdom other;
        other.add(measured_entry("c2c f32 128", h200()));
        before = other.text();
        EXPECT_OK(stockham_wisdom_merge_text(known, known_text().c_str()));
    }
    void prepare() { write_file(path, before); }
    void at_each_position(const char* what, const std::function<stockham_code()>& call) {
        failing_new::at_each_position(
            what, most_positions, [&] { prepare(); }, call,
            [&](int code, bool failed) {
                check_code(code, failed);
                check_file(path, code == STOCKHAM_OK ? std::vector{after} : std::vector{before, after});
            });
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(wisdom)

BOOST_AUTO_TEST_CASE(texts) {
    const auto& text = known_text();
    at_each_position("stockham_wisdom_merge_text", [&] {
        c_handle<stockham_wisdom> known(stockham_wisdom_free);
        const auto code = stockham_wisdom_create(&known);
        return code ? code : stockham_wisdom_merge_text(known, text.c_str());
    });
    c_wisdom known;
    EXPECT_OK(stockham_wisdom_merge_text(known, text.c_str()));
    char* got = nullptr;
    failing_new::at_each_position(
        "stockham_wisdom_text", most_positions, nothing, [&] { return stockham_wisdom_text(known, &got); },
        [&](int code, bool failed) {
            check_code(code, failed);
            if (code == STOCKHAM_OK) BOOST_TEST(taken(got) == text);
        });
}

// An existing entry is replaced completely or not at all.
BOOST_AUTO_TEST_CASE(a_better_entry) {
    auto first = measured_entry("c2c f32 64", h200()), second = measured_entry("c2c f32 64", h200(), 1);
    second.how = stockham::rigor::patient;
    std::unique_ptr<stockham::wisdom> known;
    const auto text_with = [](const stockham::wisdom_entry& e) {
        stockham::wisdom alone;
        alone.add(e);
        return alone.text();
    };
    const std::vector<std::string> texts{text_with(first), text_with(second)};
    failing_new::at_each_position(
        "wisdom::add", most_positions,
        [&] {
            known = std::make_unique<stockham::wisdom>();
            known->add(first);
        },
        [&] {
            try {
                known->add(second);
                return 0;
            } catch (const std::bad_alloc&) {
                return 1;
            }
        },
        [&](int threw, bool failed) {
            BOOST_TEST((failed || !threw));
            const auto text = known->text();
            BOOST_TEST((text == texts[1] || (threw && text == texts[0])), text);
        });
}

BOOST_AUTO_TEST_CASE(a_file_that_is_written) {
    wisdom_file file;
    file.at_each_position("stockham_wisdom_write_file",
                          [&] { return stockham_wisdom_write_file(file.known, file.path.c_str()); });
}

BOOST_AUTO_TEST_CASE(a_file_that_is_merged_into) {
    wisdom_file file;
    stockham::wisdom both;
    both.merge_text(file.before);
    both.merge_text(file.after);
    file.after = both.text();
    file.at_each_position("stockham_wisdom_merge_into_file",
                          [&] { return stockham_wisdom_merge_into_file(file.known, file.path.c_str()); });
}

BOOST_AUTO_TEST_CASE(a_file_that_is_read) {
    wisdom_file file;
    file.after = file.before;
    file.at_each_position("stockham_wisdom_merge_file", [&] {
        c_handle<stockham_wisdom> known(stockham_wisdom_free);
        const auto code = stockham_wisdom_create(&known);
        return code ? code : stockham_wisdom_merge_file(known, file.path.c_str());
    });
}

BOOST_AUTO_TEST_CASE(a_file_that_forgets) {
    wisdom_file file;
    file.after = stockham::wisdom().text();
    std::size_t count = 0;
    file.at_each_position("stockham_wisdom_forget_in_file",
                          [&] { return stockham_wisdom_forget_in_file(file.path.c_str(), nullptr, nullptr, &count); });
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(problems_and_plans)

BOOST_AUTO_TEST_CASE(a_problem) {
    at_each_position("stockham_problem_parse", [] {
        c_problem problem;
        return stockham_problem_parse("r2c f32 64x32 b3 is=40,1 in scale=0.5", &problem);
    });
    const c_problem problem{"c2c f32 64x32 b3"};
    char* text = nullptr;
    failing_new::at_each_position(
        "stockham_problem_text", most_positions, nothing, [&] { return stockham_problem_text(problem, &text); },
        [&](int code, bool failed) {
            check_code(code, failed);
            if (code == STOCKHAM_OK) BOOST_TEST(taken(text) == "c2c f32 64x32 b3");
        });
}

BOOST_AUTO_TEST_CASE(a_description) {
    at_each_position("stockham_description_named", [] {
        c_handle<stockham_description> device(stockham_description_free);
        return stockham_description_named("h200", &device);
    });
}

BOOST_AUTO_TEST_CASE(a_profile) {
    const c_description device{"h200"};
    char* text = nullptr;
    EXPECT_OK(stockham_description_text(device, "profile", &text));
    const auto profile = taken(text);
    BOOST_TEST(profile.find("copy_gb_per_s") != std::string::npos);
    at_each_position("stockham_description_set_text of a profile",
                     [&] { return stockham_description_set_text(device, "profile", profile.c_str()); });
    failing_new::at_each_position(
        "stockham_description_text of a profile", most_positions, nothing,
        [&] { return stockham_description_text(device, "profile", &text); },
        [&](int code, bool failed) {
            check_code(code, failed);
            if (code == STOCKHAM_OK) BOOST_TEST(taken(text) == profile);
        });
}

BOOST_AUTO_TEST_CASE(a_plan_for_a_description) {
    for (const char* problem : {"c2c f32 4096 b2", "r2c f32 4099", "dct2 f64 30x17"}) {
        const c_problem what{problem};
        for (const char* name : {"h200", "cpu"}) {
            const c_description device{name};
            char* text = nullptr;
            std::string usual;
            failing_new::at_each_position(
                std::string("stockham_plan_preview of ") + problem + " on " + name, 40, nothing,
                [&] { return stockham_plan_preview(what, device, nullptr, &text); },
                [&](int code, bool failed) {
                    check_code(code, failed);
                    if (code != STOCKHAM_OK) return;
                    const auto got = taken(text);
                    if (usual.empty()) usual = got;
                    BOOST_TEST(got == usual);
                });
        }
    }
}

BOOST_AUTO_TEST_CASE(a_refusal) {
    failing_new::at_each_position(
        "a refusal", most_positions, nothing,
        [] {
            c_problem problem;
            return stockham_problem_parse("c2c f32 64 nonsense=1", &problem);
        },
        [](int code, bool failed) {
            BOOST_TEST((code == STOCKHAM_ARGUMENT || (failed && code == STOCKHAM_MEMORY)), stockham_code_name(code));
            BOOST_TEST(*stockham_last_error() != 0);
        });
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE_END()

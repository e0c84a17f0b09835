// The output of `stockham calibrate` about two profiles, and the file that it writes, with made-up times and no
// device.
#include <boost/test/unit_test.hpp>

#include <stockham/device.hpp>

#include "command/calibration_verdict.hpp"
#include "support.hpp"

using namespace stockham;
using namespace stockham::tools;
using namespace stockham::tools::test;

namespace {

const device_profile& some_profile() {
    static const auto made = device_profile::known(named_description("h200"));
    return made;
}

profile_comparison comparison_of(const std::vector<double>& ratios) {
    profile_comparison found;
    found.before = "NVIDIA H200: as shipped";
    found.after = "NVIDIA H100: measured";
    for (double r : ratios) {
        profile_case c;
        c.problem = "c2c f32 " + std::to_string(8 << found.cases.size());
        c.before = {"old plan", 9e-6, 10e-6};
        c.after = {"new plan", 8e-6, r * 10e-6};
        c.same_plan = r == 1;
        c.rounds = 11;
        found.cases.push_back(c);
    }
    return found;
}

const auto faster = comparison_of({0.5, 1, 1.05});
const auto slower = comparison_of({1, 1.04, 1.02});
const auto uneven = comparison_of({0.5, 0.5, 1.25});

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != text.npos;
}

/// An existing file.
struct old_file : scratch_folder {
    std::string path = *this / "profile.json";
    old_file() { write_bytes(path, {'o', 'l', 'd'}); }
    std::string text() const {
        const auto bytes = read_bytes(path);
        return {bytes.begin(), bytes.end()};
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(verdict_of_a_calibration)

BOOST_AUTO_TEST_CASE(the_table_has_both_times) {
    const auto text = comparison_text(uneven);
    BOOST_TEST(has(text, "old profile: NVIDIA H200: as shipped\nnew profile: NVIDIA H100: measured\n"), text);
    BOOST_TEST(
        has(text, "c2c f32 8           10           5      0.500             8    +60 %  new plan (old: old plan)"),
        text);
    BOOST_TEST(has(text, "c2c f32 32          10        12.5      1.250"), text);
    BOOST_TEST(has(text, "3 problems, 0 with the same plan; times are medians of 11 alternating rounds\n"), text);
    BOOST_TEST(has(text, "geometric mean 0.6786, worst 1.250 (c2c f32 32)\n"), text);
    BOOST_TEST(has(comparison_text(faster), "same plan             8    -20 %  new plan\n"), comparison_text(faster));
}

BOOST_AUTO_TEST_CASE(a_comparison_of_nothing) {
    BOOST_TEST(has(comparison_text({}), "\n0 problems\n"));
}

BOOST_AUTO_TEST_CASE(a_better_profile_replaces_the_file) {
    const old_file file;
    BOOST_TEST(keep_if_worthwhile(some_profile(), faster, {file.path, false, false}) == "kept in " + file.path);
    BOOST_TEST(file.text() == some_profile().to_json());
}

BOOST_AUTO_TEST_CASE(a_worse_profile_leaves_the_file_alone) {
    const old_file file;
    const auto verdict = keep_if_worthwhile(some_profile(), slower, {file.path, false, false});
    BOOST_TEST(verdict ==
               "not kept: the geometric mean is above 1.00; the old profile stays in use (--keep-anyway keeps "
               "the new one)");
    BOOST_TEST(has(keep_if_worthwhile(some_profile(), uneven, {file.path, false, false}),
                   "not kept: the worst ratio is above 1.10;"));
    BOOST_TEST(file.text() == "old");
    BOOST_TEST(file.listing() == "profile.json");
}

// Nothing is written to the user's folder either.
BOOST_AUTO_TEST_CASE(a_worse_profile_is_not_in_the_users_folder) {
    const scratch_folder folder;
    const char* before = std::getenv("XDG_CONFIG_HOME");
    const std::string old = before ? before : "";
    ::setenv("XDG_CONFIG_HOME", (folder / "config").c_str(), 1);
    const auto refused = keep_if_worthwhile(some_profile(), slower, {});
    const auto listing = folder.listing();
    const auto kept = keep_if_worthwhile(some_profile(), faster, {});
    before ? ::setenv("XDG_CONFIG_HOME", old.c_str(), 1) : ::unsetenv("XDG_CONFIG_HOME");
    BOOST_TEST(has(refused, "not kept"));
    BOOST_TEST(listing.empty());
    BOOST_TEST(has(kept, "kept in " + folder / "config/stockham/profiles/nvidia-h200.json"), kept);
}

BOOST_AUTO_TEST_CASE(kept_anyway) {
    const old_file file;
    const auto verdict = keep_if_worthwhile(some_profile(), comparison_of({1.2, 1.2}), {file.path, false, true});
    BOOST_TEST(verdict ==
               "kept in " + file.path +
                   " because of --keep-anyway, although the geometric mean is above 1.00 and the worst ratio "
                   "is above 1.10");
    BOOST_TEST(file.text() == some_profile().to_json());
    BOOST_TEST(keep_if_worthwhile(some_profile(), faster, {file.path, false, true}) == "kept in " + file.path);
}

BOOST_AUTO_TEST_CASE(print_only_keeps_nothing) {
    const old_file file;
    BOOST_TEST(keep_if_worthwhile(some_profile(), faster, {file.path, true, false}) == "would be kept");
    BOOST_TEST(keep_if_worthwhile(some_profile(), slower, {file.path, true, false}) ==
               "would not be kept: the geometric mean is above 1.00");
    BOOST_TEST(file.text() == "old");
}

BOOST_AUTO_TEST_SUITE_END()

// `stockham wisdom`: lists, merges and removes measured plans.
#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "base/messages/printable.hpp"
#include "base/plain_text.hpp"
#include "bytes.hpp"
#include "command.hpp"
#include "fault.hpp"
#include "persistent_files.hpp"
#include "tools/harness/problem_text.hpp"
#include "words.hpp"

namespace stockham::tools {

namespace {

struct list_options {
    std::string file;
    std::string device;
};

struct merge_options {
    std::vector<std::string> files;
    std::string output;
};

struct forget_options {
    std::vector<std::string> words;
    std::string device;
    std::string file;
    bool all = false;
};

constexpr std::size_t columns = 7;
constexpr std::size_t longest_text = 100;  // problem or device of an entry; the longest one sets the column width
using row = std::array<std::string, columns>;

bool contains(const std::string& text, const std::string& part) {
    const auto alike = [](char a, char b) { return internal::lower(a) == internal::lower(b); };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), alike) != text.end();
}

row row_of(const wisdom_entry& e) {
    return {internal::printable(e.problem, longest_text),
            internal::printable(e.device, longest_text),
            to_string(e.how),
            fmt::format("{:.4g}", e.seconds * 1e6),
            fmt::format("{:.1f} %", e.spread * 100),
            wisdom::is_current(e) ? "current" : "stale",
            internal::printable(e.plan)};
}

// Columns are as wide as their longest cell; numbers are right-aligned.
std::string table_text(const std::vector<row>& rows) {
    std::array<std::size_t, columns> width{};
    for (const auto& r : rows)
        for (std::size_t c = 0; c < columns; ++c) width[c] = std::max(width[c], r[c].size());
    std::string text;
    for (const auto& r : rows) {
        for (std::size_t c = 0; c + 1 < columns; ++c) {
            const bool is_number = c == 3 || c == 4;
            text += fmt::format(is_number ? "{:>{}}  " : "{:<{}}  ", r[c], width[c]);
        }
        text += r.back() + "\n";
    }
    return text;
}

// The device that plans use by default. Nothing if there is none, which is not an error here.
std::optional<device_description> default_device() {
    try {
        return describe(choose_device());
    } catch (const error&) {
        return std::nullopt;
    }
}

void list(const list_options& o) {
    wisdom of_file;
    if (!o.file.empty()) of_file.merge_file(o.file);
    auto entries = (o.file.empty() ? wisdom::standard() : of_file).entries();
    if (const auto device = default_device())
        std::stable_partition(entries.begin(), entries.end(), [&](const auto& e) { return is_for(e, *device); });
    std::vector<row> rows{{"problem", "device", "rigor", "us", "spread", "state", "plan"}};
    for (const auto& e : entries)
        if (contains(e.device, o.device)) rows.push_back(row_of(e));
    if (rows.size() == 1) return print_remark("no matching entries");
    print_result(table_text(rows));
}

void merge(const merge_options& o) {
    const std::string target = o.output.empty() ? users_wisdom_file() : o.output;
    wisdom all;
    for (const auto& file : o.files) all.merge_file(file);
    all.merge_into_file(target);
    wisdom now;
    now.merge_file(target);
    print_result(fmt::format("merged {} into {}, which now has {}\n",
                             count_text(all.entries().size(), "entry", "entries"), target, now.entries().size()));
}

void forget(const forget_options& o) {
    if (o.words.empty() && !o.all) throw usage_error("wisdom forget: give a PROBLEM or --all");
    const std::string problem =
        o.all ? ""
              : harness::wisdom_problem(from_command_line("PROBLEM", [&] { return harness::parse_problem(o.words); }));
    const std::string path = o.file.empty() ? users_wisdom_file() : o.file;
    const std::size_t count = wisdom::forget_in_file(path, problem, o.device);
    print_result(fmt::format("removed {} from {}\n", count_text(count, "entry", "entries"), path));
    if (!o.file.empty()) return;
    // Read after the removal, so the removed entries do not count.
    if (const std::size_t others = wisdom::standard().forget(problem, o.device))
        print_remark(fmt::format("cannot remove {} built in or from {}; STOCKHAM_WISDOM=off turns all wisdom off",
                                 count_text(others, "entry", "entries"), system_wisdom_file));
}

void add_list(CLI::App& app) {
    CLI::App* command = app.add_subcommand("list", "Print one row per known plan");
    command->footer(
        "Entries for the default device come first. A stale entry was measured with different kernels and is\n"
        "not used.");
    auto o = std::make_shared<list_options>();
    command->add_option("--file", o->file, "List only this file (default: all wisdom that plans use)")
        ->type_name("FILE");
    command->add_option("--device", o->device, "List only devices with PART in their names")->type_name("PART");
    command->callback([o] { list(*o); });
}

void add_merge(CLI::App& app) {
    CLI::App* command = app.add_subcommand("merge", "Add the entries of files to the user's file or another one");
    auto o = std::make_shared<merge_options>();
    command->add_option("FILE", o->files, "Wisdom files to read")->required();
    add_output_option(*command, o->output, output_kind::json, "Wisdom file to add to (default: the user's file)")
        ->type_name("FILE");
    command->callback([o] { merge(*o); });
}

void add_forget(CLI::App& app) {
    CLI::App* command = app.add_subcommand("forget", "Remove entries from the user's file or another one");
    auto o = std::make_shared<forget_options>();
    command->add_option("PROBLEM", o->words, "Problem string of the entries to remove")
        ->excludes(command->add_flag("--all", o->all, "Remove all entries"));
    command->add_option("--device", o->device, "Remove only entries with this full device name or architecture")
        ->type_name("NAME");
    command->add_option("--file", o->file, "Wisdom file to remove them from (default: the user's file)")
        ->type_name("FILE");
    command->callback([o] { forget(*o); });
}

}  // namespace

void add_wisdom(CLI::App& app) {
    CLI::App* command = app.add_subcommand("wisdom", "List, merge or remove measured plans");
    command->footer("The user's file is ~/.config/stockham/wisdom.json; STOCKHAM_WISDOM names another one.");
    command->require_subcommand(1);
    add_list(*command);
    add_merge(*command);
    add_forget(*command);
}

}  // namespace stockham::tools

// `stockham cache`: the compiled kernels that are kept on disk.
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "bytes.hpp"
#include "command.hpp"
#include "kept.hpp"

namespace stockham::tools {

namespace {

void print_state() {
    const program_cache cache = current_program_cache();
    const auto used = measure_program_cache();
    print_result(fmt::format("folder   {}\n", cache_folder_text()) + fmt::format("entries  {}\n", used.entries) +
                 fmt::format("size     {}\n", bytes_text(used.bytes)) +
                 fmt::format("limit    {}\n", bytes_text(cache.most_bytes)));
}

void clear() {
    const auto removed = clear_program_cache();
    print_result(fmt::format("removed {}, {}; folder {}\n", count_text(removed.entries, "entry", "entries"),
                             bytes_text(removed.bytes), cache_folder_text()));
}

}  // namespace

void add_cache(CLI::App& app) {
    CLI::App* command = app.add_subcommand("cache", "Show or clear the compiled kernels that are kept on disk");
    command->footer(
        "STOCKHAM_CACHE names another folder, or is off. STOCKHAM_CACHE_MB is the most that all entries may\n"
        "take; those used longest ago make room for others.");
    command->require_subcommand(1);
    command->add_subcommand("stat", "Say where they are and how much they take")->callback(print_state);
    command->add_subcommand("clear", "Remove them all")->callback(clear);
}

}  // namespace stockham::tools

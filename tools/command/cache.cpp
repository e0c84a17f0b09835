// `stockham cache`: shows or clears the on-disk cache of compiled kernels.
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
    CLI::App* command = app.add_subcommand("cache", "Show or clear the on-disk cache of compiled kernels");
    command->footer(
        "STOCKHAM_CACHE sets the folder of the cache; off turns the cache off. STOCKHAM_CACHE_MB limits its size in\n"
        "MiB (default: 256); the least recently used entries are removed first.");
    command->require_subcommand(1);
    command->add_subcommand("stat", "Print the folder, the number of entries, their size and the limit")
        ->callback(print_state);
    command->add_subcommand("clear", "Remove all entries")->callback(clear);
}

}  // namespace stockham::tools

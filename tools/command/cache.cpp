// `stockham cache`: shows or clears the on-disk cache of compiled kernels, and writes and reads kernel packs.
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "bytes.hpp"
#include "command.hpp"
#include "engine.hpp"
#include "fault.hpp"
#include "persistent_files.hpp"
#include "tools/harness/suite.hpp"
#include "words.hpp"

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

struct pack_options {
    std::string file, device;
    std::vector<std::string> words;
};

void export_pack(const pack_options& o) {
    const auto cases = from_command_line("PROBLEM|SUITE", [&] { return harness::cases_of(o.words); });
    std::vector<transform> transforms;
    for (const auto& c : cases) transforms.push_back(c.what);
    const auto device = device_of(o.device);
    const auto made = export_programs(device, transforms, o.file);
    print_result(fmt::format("wrote {}: {}, {}, for {}\n", o.file, count_text(made.entries, "entry", "entries"),
                             bytes_text(made.bytes), describe(device).name));
}

void import_pack(const pack_options& o) {
    const auto added = import_programs(device_of(o.device), o.file);
    print_result(fmt::format("added {}, {}; folder {}\n", count_text(added.entries, "entry", "entries"),
                             bytes_text(added.bytes), cache_folder_text()));
}

void add_packs(CLI::App& cache) {
    const auto o = std::make_shared<pack_options>();
    auto* out = cache.add_subcommand("export", "Write the compiled kernels of these problems to a file, a kernel pack");
    out->footer("A pack is for this device, its driver version and this version of stockham.");
    out->add_option("FILE", o->file, "File to write")->required();
    out->add_option("PROBLEM|SUITE", o->words, "Problem strings, such as 1024x1024 or 'c2c f64 64x64x64 b8', or suites")
        ->required();
    add_device_option(*out, o->device);
    out->callback([o] { export_pack(*o); });
    auto* in = cache.add_subcommand("import", "Add a kernel pack to the cache");
    in->footer("Only import packs from a source that you trust: drivers run what they hold.");
    in->add_option("FILE", o->file, "Pack to read")->required();
    add_device_option(*in, o->device);
    in->callback([o] { import_pack(*o); });
}

}  // namespace

void add_cache(CLI::App& app) {
    CLI::App* command =
        app.add_subcommand("cache", "Show or clear the on-disk cache of compiled kernels, or pack parts of it");
    command->footer(
        "STOCKHAM_CACHE sets the folder of the cache; off turns the cache off. STOCKHAM_CACHE_MB limits its size in\n"
        "MiB (default: 256); the least recently used entries are removed first.");
    command->require_subcommand(1);
    command->add_subcommand("stat", "Print the folder, the number of entries, their size and the limit")
        ->callback(print_state);
    command->add_subcommand("clear", "Remove all entries")->callback(clear);
    add_packs(*command);
}

}  // namespace stockham::tools

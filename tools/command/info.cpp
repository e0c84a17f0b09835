// `stockham info`: what a bug report should contain: version, device, cache, wisdom, environment.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <stockham/stockham.hpp>

#include "base/messages/printable.hpp"
#include "bytes.hpp"
#include "command.hpp"
#include "engine.hpp"
#include "format/format.hpp"
#include "persistent_files.hpp"

namespace stockham::tools {

namespace {

struct info_options {
    std::string device;
};

using entries = std::vector<wisdom_entry>;

std::string line(const std::string& name, const std::string& value) {
    return fmt::format("{:<18}{}\n", name, internal::printable(value));
}

std::string local_memory_text(const device_description& d) {
    std::string text = bytes_text(d.local_memory);
    if (d.static_local_memory > d.local_memory)
        text += fmt::format(", and {} for arrays declared in a kernel (assumed until a plan needs it)",
                            bytes_text(d.static_local_memory));
    return text;
}

std::string device_text(const device_description& d) {
    const char* fp64 = d.fp64 == double_support::none ? "no double precision" : "double precision";
    return line("device", d.name) + line("  vendor", d.vendor) + line("  architecture", d.architecture) +
           line("  platform", d.platform) + line("  driver", d.driver) +
           line("  computes", fmt::format("{} compute units, {}, {}", d.compute_units, clock_text(d.clock_mhz), fp64)) +
           line("  local memory", local_memory_text(d)) +
           (d.core_cache ? line("  cache per core", bytes_text(d.core_cache)) : "") +
           line("  memory",
                fmt::format("{}, largest buffer {}", bytes_text(d.global_memory), bytes_text(d.max_allocation)));
}

std::string cache_text() {
    return line("program cache", cache_folder_text()) +
           line("  holds", cache_usage_text() + " of " + bytes_text(current_program_cache().most_bytes));
}

// A wisdom file, and whether it can be read.
struct wisdom_source {
    std::string path;
    entries all;
    std::string state;
};

wisdom_source inspect(const std::string& path) {
    std::error_code ignored;
    if (path.empty()) return {path, {}, "no file"};
    if (!std::filesystem::exists(path, ignored)) return {path, {}, "does not exist"};
    try {
        wisdom w;
        w.merge_file(path);
        return {path, w.entries(), count_text(w.entries().size(), "entry", "entries")};
    } catch (const argument_error& e) {
        return {path, {}, std::string("not usable: ") + e.what()};
    }
}

bool has(const wisdom_source& source, const wisdom_entry& e) {
    return std::any_of(source.all.begin(), source.all.end(), [&](const wisdom_entry& other) {
        return other.problem == e.problem && other.device == e.device && other.plan == e.plan &&
               other.seconds == e.seconds;
    });
}

std::string in_use_text(const entries& all, const wisdom_source& system, const wisdom_source& users,
                        const device_description* d) {
    std::size_t ours = 0, own = 0, stale = 0;
    for (const auto& e : all) {
        if (d != nullptr && !is_for(e, *d)) continue;
        ++ours;
        stale += !wisdom::is_current(e);
        own += !has(system, e) && !has(users, e);
    }
    return fmt::format("{}{}, {} of them built in, {} stale", count_text(ours, "entry", "entries"),
                       d != nullptr ? " for this device" : "", own, stale);
}

std::string wisdom_text(const device_description* d) {
    const char* asked = std::getenv("STOCKHAM_WISDOM");
    if (asked != nullptr && std::string(asked) == "off") return line("wisdom", "none: STOCKHAM_WISDOM is off");
    const bool named = asked != nullptr && *asked != '\0';
    const auto system = inspect(system_wisdom_file);
    const auto users = inspect(named ? asked : wisdom::user_file());
    std::string text = line("wisdom", in_use_text(wisdom::standard().entries(), system, users, d));
    for (const auto* source : {&system, &users})
        if (!source->path.empty())
            text += fmt::format("  {}: {}\n", internal::printable(source->path), internal::printable(source->state));
    return text;
}

std::string formats_text() {
    std::string text =
        line("picture formats", format_names([](const picture_format& f) { return f.create != nullptr; }));
    const std::string only_read =
        format_names([](const picture_format& f) { return f.open != nullptr && !f.is_written(); });
    if (!only_read.empty()) text += line("  only read", only_read);
    for (const picture_format& f : picture_formats())
        if (f.open == nullptr) text += line("  not included", fmt::format("{} (needs {})", f.name, f.library));
    return text;
}

std::string environment_text() {
    std::string text;
    for (const char* name :
         {"STOCKHAM_DEVICE", "STOCKHAM_CACHE", "STOCKHAM_CACHE_MB", "STOCKHAM_CHECK", "STOCKHAM_WISDOM",
          "STOCKHAM_PROFILES", "STOCKHAM_PASSES", "STOCKHAM_KERNEL_DIR", "STOCKHAM_BENCH_SUITES"})
        if (const char* value = std::getenv(name)) text += fmt::format("  {}={}\n", name, internal::printable(value));
    return text.empty() ? line("environment", "no STOCKHAM_ variable is set") : "environment\n" + text;
}

void run_info(const info_options& o) {
    std::unique_ptr<device_description> d;
    std::string device;
    try {
        d = std::make_unique<device_description>(describe(device_of(o.device)));
        device = device_text(*d);
    } catch (const std::exception& e) {
        if (!o.device.empty()) throw;
        device = line("device", std::string("none: ") + e.what());  // the rest is still useful
    }
    print_result(line("stockham", version()) + device + formats_text() + cache_text() + wisdom_text(d.get()) +
                 environment_text());
}

}  // namespace

void add_info(CLI::App& app) {
    CLI::App* command =
        app.add_subcommand("info", "Print the version, device, picture formats, cache, wisdom and environment in use");
    auto o = std::make_shared<info_options>();
    add_device_option(*command, o->device);
    command->callback([o] { run_info(*o); });
}

}  // namespace stockham::tools

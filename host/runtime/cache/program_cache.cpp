// The program cache of this process: set by the environment, then by the program.
#include <stockham/program_cache.hpp>

#include <charconv>
#include <cstdint>
#include <mutex>
#include <string_view>

#include "base/environment.hpp"
#include "base/immortal.hpp"
#include "base/messages/messages.hpp"
#include "base/messages/printable.hpp"
#include "runtime/cache/current_store.hpp"

namespace stockham {

namespace internal {

namespace {

/// Text that is not a number of MiB leaves the limit unchanged: a limit misread as too small would remove entries.
void set_megabytes(program_cache& c, std::string_view text) {
    std::uint64_t megabytes = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), megabytes);
    if (error == std::errc() && end == text.data() + text.size() && megabytes <= UINT64_MAX >> 20)
        c.most_bytes = megabytes << 20;
    else
        say_once("STOCKHAM_CACHE_MB is " + in_quotes(text) + ", not a number of MiB; the limit stays at " +
                 std::to_string(c.most_bytes >> 20) + " MiB");
}

program_cache cache_from_environment() {
    program_cache c;
    const char* folder = from_environment("STOCKHAM_CACHE");
    if (folder && *folder)
        c.folder = std::string(folder) == "off" ? std::string() : folder;
    else
        c.folder = user_cache_folder().value_or(std::filesystem::path()).string();
    const char* megabytes = from_environment("STOCKHAM_CACHE_MB");
    if (megabytes && *megabytes) set_megabytes(c, megabytes);
    return c;
}

/// The store counts what the process writes, so it lives as long as the settings.
struct process_cache {
    explicit process_cache(const program_cache& c) : settings(c), store(c.folder, c.most_bytes) {}
    program_cache settings;
    disk_store store;
};

std::mutex cache_mutex;
process_cache& cache_of_process() {
    static auto& cache = immortal(process_cache(cache_from_environment()));
    return cache;
}

}  // namespace

std::optional<disk_store> current_store() {
    const std::lock_guard lock(cache_mutex);
    const auto& cache = cache_of_process();
    if (cache.settings.folder.empty()) return {};
    return cache.store;
}

}  // namespace internal

using namespace internal;

program_cache v0_2::current_program_cache() {
    const std::lock_guard lock(cache_mutex);
    return cache_of_process().settings;
}

void v0_2::use_program_cache(const program_cache& cache) {
    const std::lock_guard lock(cache_mutex);
    cache_of_process() = process_cache(cache);
}

program_cache_usage v0_2::measure_program_cache() {
    const auto store = current_store();
    if (!store) return {};
    const auto used = store->used();
    return {used.entries, used.bytes};
}

program_cache_usage v0_2::clear_program_cache() {
    const auto store = current_store();
    if (!store) return {};
    const auto removed = store->clear();
    return {removed.entries, removed.bytes};
}

}  // namespace stockham

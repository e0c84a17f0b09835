// Reads the limit of the environment once.
#include "runtime/memory/memory_rule.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "base/environment.hpp"
#include "base/files/host_memory.hpp"
#include "base/messages/messages.hpp"
#include "base/messages/printable.hpp"
#include "base/plain_text.hpp"

namespace stockham::internal {

namespace {

/// Sums of a few such numbers do not overflow.
constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max() / 16;

std::size_t limit_in_environment() {
    const char* const set = from_environment("STOCKHAM_MEMORY");
    if (!set || !*set) return 0;
    const auto bytes = read_bytes(set);
    if (!bytes) say_once("STOCKHAM_MEMORY is ignored: " + in_quotes(set) + " is no number of bytes such as 8G or 500M");
    return bytes.value_or(0);
}

/// All memory of the device.
std::size_t memory_of(const device_description& d) {
    if (!d.global_memory || d.kind != device_kind::cpu) return d.global_memory;
    static const std::uint64_t host = host_memory();
    return static_cast<std::size_t>(std::min<std::uint64_t>(d.global_memory, host));
}

}  // namespace

std::size_t memory_limit(const device_description& d, std::size_t asked) {
    if (!asked) asked = limit_in_environment();
    const std::size_t most = memory_of(d) ? memory_of(d) / 10 * 9 : unlimited;
    if (asked) return std::min(asked, most);
    return d.kind == device_kind::cpu ? most / 2 : most;
}

std::size_t memory_ceiling(const device_description& d, std::size_t asked) {
    return memory_limit(d, asked ? unlimited : 0);
}

}  // namespace stockham::internal

// The entries of a wisdom, and how two of them are compared.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <optional>

#include <stockham/device.hpp>
#include <stockham/transform.hpp>
#include <stockham/wisdom.hpp>

#include "plan/planner.hpp"
#include "profile/vendor.hpp"

namespace stockham {

/// By problem, then device and architecture.
struct wisdom::state {
    mutable std::mutex mutex;
    std::map<std::string, std::map<std::string, wisdom_entry>> entries;
    std::atomic<std::size_t> revision{0};
};

namespace internal {

/// The problem string of an entry: direction and scale left out.
std::string wisdom_problem(const transform&);

/// The entry, its problem as wisdom_problem() has it. Throws argument_error for what no search finds: times that are
/// none, a problem that is none, a rigor that does not measure.
wisdom_entry checked(wisdom_entry);

/// The entry that is left of two for the same problem and device.
const wisdom_entry& better(const wisdom_entry&, const wisdom_entry&);

/// JSON to entries and back. Throws argument_error("wisdom", ..); `where` names the text in it.
std::vector<wisdom_entry> parse_wisdom(std::string_view json, const std::string& where);
std::string wisdom_text(const std::vector<wisdom_entry>&);

/// The rigor of this name. Throws argument_error("rigor", ..).
rigor parse_rigor(std::string_view);

/// A plan that wisdom knows, and the entry that it comes from.
struct known_plan {
    candidate plan;
    wisdom_entry from;
};

/// Looks for the problem by the device's name, then its architecture, then its vendor, then among entries for "any"
/// vendor; entries whose kernels have changed, or whose plan this device cannot run, are passed over (and said once if
/// they name this very device). Nothing if there is none of at least this rigor.
std::optional<known_plan> look_up(const wisdom&, const transform&, const problem&, const device_description&,
                                  rigor least = rigor::estimate);

}  // namespace internal

}  // namespace stockham

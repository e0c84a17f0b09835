// The entries of a wisdom, their comparison and lookup.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <optional>

#include <stockham/device.hpp>
#include <stockham/transform.hpp>
#include <stockham/wisdom.hpp>

#include "profile/vendor.hpp"
#include "systems/planning.hpp"

namespace stockham {

/// Entries by problem, then by device, architecture and vendor.
struct wisdom::state {
    mutable std::mutex mutex;
    std::map<std::string, std::map<std::string, wisdom_entry>> entries;
    std::atomic<std::size_t> revision{0};
};

namespace internal {

/// The problem string of an entry, without direction and scale.
std::string wisdom_problem(const transform&);

/// The entry with its problem as in wisdom_problem(). Throws argument_error for an invalid time, a malformed problem or
/// a rigor that does not measure.
wisdom_entry checked(wisdom_entry);

/// The better of two entries for the same problem and device.
const wisdom_entry& better(const wisdom_entry&, const wisdom_entry&);

/// JSON to entries and back. Throws argument_error("wisdom", ..); `where` names the text in it.
std::vector<wisdom_entry> parse_wisdom(std::string_view json, const std::string& where);
std::string wisdom_text(const std::vector<wisdom_entry>&);

/// The rigor with this name. Throws argument_error("rigor", ..).
rigor parse_rigor(std::string_view);

/// A plan from wisdom and its entry.
struct known_plan {
    candidate plan;
    wisdom_entry from;
};

/// Looks up the problem for the name of the device, then its architecture, its vendor, and "any" vendor. Skips entries
/// with changed kernels or a plan that this device cannot run; reports them once if they name this device. Nothing if
/// there is no entry of at least this rigor.
std::optional<known_plan> look_up(const wisdom&, const transform&, const problem&, const device_description&,
                                  rigor least = rigor::estimate);

}  // namespace internal

}  // namespace stockham

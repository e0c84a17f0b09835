// The rows of result files, sorted by device, suite, case and API, with ratios between libraries.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "problem_name.hpp"
#include "results.hpp"

namespace bench::report {

// One problem in one placement, and the results of all libraries.
struct case_entry {
    problem_name problem;
    std::string placement;
    std::map<std::string, result_row> rows;  // by library

    const result_row* find(const std::string& library) const;
    // Returns only valid rows: correct and with a time.
    const result_row* find_timed(const std::string& library) const;
};

struct suite_group {
    std::string name;
    std::vector<case_entry> cases;  // by family, size and batch
};

struct device_group {
    std::string device;
    std::vector<suite_group> suites;  // in the files' order
};

// The device of the run that a row belongs to: rows of host libraries may name the processor, and rows of missing
// rivals name no device.
std::vector<std::string> devices_of(const results_file& file);

// A later row replaces an earlier one with the same device, suite, case, placement and library, so a resumed run or a
// newer file wins. Rows of copies belong to every placement of their case.
std::vector<device_group> group_by_device(const std::vector<results_file>& files);

// Time over the time to copy the same bytes.
std::optional<double> copy_ratio(const case_entry& entry, const result_row& row);

// The copy that times are compared with: the copy kernel's, otherwise any other. Not the fastest one, which may differ
// between runs.
const result_row* floor_copy(const case_entry& entry);

// True if the library has the smallest median of the case. Medians that print as the same figure share it.
bool is_fastest(const case_entry& entry, const std::string& library);

using case_list = std::vector<const case_entry*>;

case_list cases_of(const device_group& group);

// The libraries of one API in reading order.
struct api_group {
    std::string api;
    std::vector<std::string> libraries;
};

// The libraries with a time in at least one case, without the copies, by API: ours first, then by the API's first
// library.
std::vector<api_group> group_by_api(const case_list& cases);

// Bytes of one side of a case: half the traffic of one ideal pass; for real data, the mean of both sides.
std::optional<std::uint64_t> working_set(const case_entry& entry);

}  // namespace bench::report

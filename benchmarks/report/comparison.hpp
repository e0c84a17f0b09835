// The rows of any number of result files, sorted into device, suite, case and API, with the ratios that compare
// libraries.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "problem_name.hpp"
#include "results.hpp"

namespace bench::report {

// One problem in one placement, and what every library did with it.
struct case_entry {
    problem_name problem;
    std::string placement;
    std::map<std::string, result_row> rows;  // by library

    const result_row* find(const std::string& library) const;
    // Only a row that counts: right, and with a time.
    const result_row* find_timed(const std::string& library) const;
};

struct suite_group {
    std::string name;
    std::vector<case_entry> cases;  // by family, size and batch

    std::vector<std::string> libraries() const;  // in reading order
    bool has_both_placements() const;
};

struct device_group {
    std::string device;
    std::vector<suite_group> suites;  // in the files' order

    std::vector<std::string> libraries() const;
};

// The device that a row was measured beside: a host library's rows may name the processor, and a missing rival's none,
// yet they belong to the run whose copies and transforms they stand next to.
std::vector<std::string> devices_of(const results_file& file);

// A later row replaces an earlier one of the same device, suite, case, placement and library: a resumed run, or a
// newer file, has the last word. Rows of copies join every placement of their case.
std::vector<device_group> group_by_device(const std::vector<results_file>& files);

// Time over the time to copy the same bytes; from the row's own share, else from the copy of the case.
std::optional<double> copy_ratio(const case_entry& entry, const result_row& row);

// The copy that times are compared with: the copy kernel's, else any other. Never simply the fastest, which may be one
// in the old run and another in the new.
const result_row* floor_copy(const case_entry& entry);

enum class standing { ahead, level, behind };

// By quartiles: ahead if three quarters of a's samples are faster than three quarters of b's.
standing compare_times(const timing& a, const timing& b);

// Whether no other library of the case is ahead of this one: several can be level.
bool is_fastest(const case_entry& entry, const std::string& library);

using case_list = std::vector<const case_entry*>;

case_list cases_of(const device_group& group);

// Libraries that launch through one API, or copies, in reading order.
struct api_group {
    std::string api;
    bool copies = false;
    std::vector<std::string> libraries;

    std::string title() const;  // "OpenCL", "copies (OpenCL)"
};

// The libraries of all cases, or those named, by API: ours first, then in the order of their first library; copies
// last.
std::vector<api_group> group_by_api(const case_list& cases);
std::vector<api_group> group_by_api(const case_list& cases, const std::vector<std::string>& libraries);

// Bytes of one side of a case: half of what one ideal pass reads and writes; for real data, the mean of both sides.
std::optional<std::uint64_t> working_set(const case_entry& entry);

}  // namespace bench::report

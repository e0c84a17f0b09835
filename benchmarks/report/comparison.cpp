// Sorts rows into a comparison and computes ratios to the copy.
#include "comparison.hpp"

#include <algorithm>
#include <tuple>

#include "library.hpp"
#include "text.hpp"

namespace bench::report {

namespace {

bool anchors_a_device(const result_row& row) {
    return !row.device.empty() && (is_copy(row.library) || is_ours(row.library));
}

template <class Group, class Key>
Group& group_named(std::vector<Group>& groups, std::string Group::*name, const Key& wanted) {
    const auto found = std::find_if(groups.begin(), groups.end(), [&](const Group& g) { return g.*name == wanted; });
    if (found != groups.end()) return *found;
    groups.emplace_back();
    groups.back().*name = wanted;
    return groups.back();
}

const std::string& placement_of(const result_row& row, const problem_name& problem) {
    return row.placement.empty() ? problem.placement : row.placement;
}

void add_transform(suite_group& suite, const result_row& row) {
    problem_name problem = parse_problem_name(row.problem);
    const std::string placement = placement_of(row, problem);
    const auto found = std::find_if(suite.cases.begin(), suite.cases.end(), [&](const case_entry& entry) {
        return entry.problem.text == row.problem && entry.placement == placement;
    });
    case_entry& entry = found != suite.cases.end() ? *found : suite.cases.emplace_back();
    entry.problem = std::move(problem);
    entry.placement = placement;
    entry.rows[row.library] = row;
}

// Copies have no placement of their own. If a case was copied in the same placement, that copy is preferred.
void add_copy(suite_group& suite, const result_row& row) {
    bool joined = false;
    for (case_entry& entry : suite.cases) {
        if (entry.problem.text != row.problem) continue;
        joined = true;
        const auto present = entry.rows.find(row.library);
        const bool keeps = present != entry.rows.end() && present->second.placement == entry.placement &&
                           row.placement != entry.placement;
        if (!keeps) entry.rows[row.library] = row;
    }
    if (!joined) add_transform(suite, row);
}

void sort_cases(suite_group& suite) {
    const auto key = [](const case_entry& entry) {
        return std::make_tuple(family_of(entry.problem, entry.placement), points_of(entry.problem),
                               entry.problem.lengths, entry.problem.batch, entry.problem.text);
    };
    std::stable_sort(suite.cases.begin(), suite.cases.end(),
                     [&](const case_entry& a, const case_entry& b) { return key(a) < key(b); });
}

void add_rows(std::vector<device_group>& groups, const results_file& file, bool copies) {
    const std::vector<std::string> devices = devices_of(file);
    for (const result_row& row : file.rows) {
        if (is_copy(row.library) != copies) continue;
        const bool known = std::find(devices.begin(), devices.end(), row.device) != devices.end();
        device_group& device = group_named(groups, &device_group::device, known ? row.device : devices.front());
        suite_group& suite = group_named(device.suites, &suite_group::name, row.suite);
        if (copies) {
            add_copy(suite, row);
        } else {
            add_transform(suite, row);
        }
    }
}

}  // namespace

const result_row* case_entry::find(const std::string& library) const {
    const auto found = rows.find(library);
    return found == rows.end() ? nullptr : &found->second;
}

const result_row* case_entry::find_timed(const std::string& library) const {
    const result_row* row = find(library);
    return row != nullptr && row->status == row_status::ok && row->time_us ? row : nullptr;
}

std::vector<std::string> devices_of(const results_file& file) {
    std::vector<std::string> devices;
    for (const bool anchors : {true, false}) {
        for (const result_row& row : file.rows) {
            if (anchors ? !anchors_a_device(row) : row.device.empty()) continue;
            if (std::find(devices.begin(), devices.end(), row.device) == devices.end()) devices.push_back(row.device);
        }
        if (!devices.empty()) return devices;
    }
    return {"unnamed device"};
}

std::vector<device_group> group_by_device(const std::vector<results_file>& files) {
    std::vector<device_group> groups;
    for (const bool copies : {false, true})
        for (const results_file& file : files) add_rows(groups, file, copies);
    for (device_group& device : groups)
        for (suite_group& suite : device.suites) sort_cases(suite);
    return groups;
}

const result_row* floor_copy(const case_entry& entry) {
    if (const result_row* kernel = entry.find_timed("copy-kernel")) return kernel;
    for (const auto& [library, row] : entry.rows)
        if (is_copy(library) && entry.find_timed(library) != nullptr) return &row;
    return nullptr;
}

std::optional<double> copy_ratio(const case_entry& entry, const result_row& row) {
    const result_row* copy = floor_copy(entry);
    if (copy == nullptr || !row.time_us) return std::nullopt;
    return row.time_us->median / copy->time_us->median;
}

bool is_fastest(const case_entry& entry, const std::string& library) {
    const result_row* row = entry.find_timed(library);
    if (row == nullptr || is_copy(library)) return false;
    auto best = row->time_us->median;
    for (const auto& [other, timed] : entry.rows)
        if (!is_copy(other) && entry.find_timed(other) != nullptr) best = std::min(best, timed.time_us->median);
    return time_text(row->time_us->median) == time_text(best);
}

case_list cases_of(const device_group& group) {
    case_list cases;
    for (const suite_group& suite : group.suites)
        for (const case_entry& entry : suite.cases) cases.push_back(&entry);
    return cases;
}

std::vector<api_group> group_by_api(const case_list& cases) {
    std::map<std::string, std::string> apis;
    std::vector<std::string> libraries;
    for (const case_entry* entry : cases)
        for (const auto& [library, row] : entry->rows)
            if (!is_copy(library) && entry->find_timed(library) != nullptr && apis.emplace(library, row.api).second)
                libraries.push_back(library);
    std::vector<api_group> groups;
    for (const std::string& library : in_reading_order(std::move(libraries))) {
        const std::string& api = apis[library];
        auto found = std::find_if(groups.begin(), groups.end(), [&](const api_group& g) { return g.api == api; });
        if (found == groups.end()) found = groups.insert(found, {api, {}});
        found->libraries.push_back(library);
    }
    return groups;
}

std::optional<std::uint64_t> working_set(const case_entry& entry) {
    std::optional<std::uint64_t> bytes;
    for (const auto& [library, row] : entry.rows)
        if (row.bytes && row.bytes > bytes) bytes = row.bytes;  // half-precision storage moves fewer bytes
    if (bytes) *bytes /= 2;
    return bytes;
}

}  // namespace bench::report

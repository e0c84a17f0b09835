// Reads result files, and describes what is wrong with a file in one line.
#include "results.hpp"

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "launch_api.hpp"

namespace bench::report {

namespace {

using json = nlohmann::ordered_json;

constexpr std::array<const char*, 6> status_names = {"ok", "missing", "unsupported", "too_large", "wrong", "failed"};

// The beginning of a word from a file, without characters that would break a message's line.
std::string excerpt(const std::string& text) {
    std::string shown;
    for (const char c : text.substr(0, 40)) shown += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    return text.size() > 40 ? shown + "..." : shown;
}

[[noreturn]] void refuse(const std::string& name, const char* wanted) {
    throw results_error(fmt::format("'{}' is not {}", name, wanted));
}

// A member's value, or null if absent. Writers store non-finite numbers as null, which also counts as absent.
const json* find(const json& object, const char* name) {
    const auto found = object.find(name);
    return found == object.end() || found->is_null() ? nullptr : &*found;
}

std::string read_text(const json& object, const char* name) {
    const json* value = find(object, name);
    if (value == nullptr) return {};
    if (!value->is_string()) refuse(name, "a string");
    return value->get<std::string>();
}

std::string read_required_text(const json& object, const char* name) {
    std::string text = read_text(object, name);
    if (text.empty()) throw results_error(fmt::format("'{}' is missing", name));
    return text;
}

std::optional<double> read_number(const json& object, const char* name) {
    const json* value = find(object, name);
    if (value == nullptr) return std::nullopt;
    if (!value->is_number()) refuse(name, "a number");
    const auto number = value->get<double>();
    if (!std::isfinite(number)) refuse(name, "a finite number");
    return number;
}

std::optional<double> read_amount(const json& object, const char* name) {
    const std::optional<double> number = read_number(object, name);
    if (number && *number < 0) refuse(name, "zero or more");
    return number;
}

std::optional<std::uint64_t> read_count(const json& object, const char* name) {
    const std::optional<double> number = read_amount(object, name);
    if (!number) return std::nullopt;
    const json& value = object.at(name);
    if (!value.is_number_float()) return value.get<std::uint64_t>();
    if (*number >= 0x1p64) refuse(name, "a count");  // such large integers are read as floating point
    return static_cast<std::uint64_t>(*number);
}

const json* find_object(const json& row, const char* name) {
    const json* value = find(row, name);
    if (value != nullptr && !value->is_object()) refuse(name, "an object");
    return value;
}

std::optional<timing> read_timing(const json& row, const char* name) {
    const json* object = find_object(row, name);
    if (object == nullptr) return std::nullopt;
    const std::optional<double> median = read_number(*object, "median");
    if (!median) return std::nullopt;
    timing result;
    result.median = *median;
    result.q1 = read_number(*object, "q1").value_or(*median);
    result.q3 = read_number(*object, "q3").value_or(*median);
    // All three are used in ratios, and plots take their logarithm.
    if (!(0 < result.q1 && result.q1 <= result.median && result.median <= result.q3))
        refuse(name, "a median between its quartiles, all above zero");
    return result;
}

error_figures read_error(const json& row) {
    const json* object = find_object(row, "error");
    if (object == nullptr) return {};
    return {read_amount(*object, "l2"), read_amount(*object, "gate")};
}

row_status read_status(const json& row) {
    const std::string name = read_required_text(row, "status");
    for (std::size_t i = 0; i < status_names.size(); ++i)
        if (name == status_names[i]) return static_cast<row_status>(i);
    throw results_error(fmt::format("'{}' is not a status", excerpt(name)));
}

// Rows of older files name the schema, too.
void check_schema(const json& line) {
    if (!line.is_object()) throw results_error(fmt::format("not a row of {}", results_schema));
    const json* schema = find(line, "schema");
    if (schema == nullptr || *schema == results_schema) return;
    const std::string found = schema->is_string() ? schema->get<std::string>() : schema->dump();
    throw results_error(fmt::format("schema '{}' instead of {}", excerpt(found), results_schema));
}

result_row read_row(const json& row, const run_record& run) {
    const auto text_or = [&](const char* name, const std::string& of_run) {
        std::string own = read_text(row, name);
        return own.empty() ? of_run : own;
    };
    result_row result;
    result.suite = read_text(row, "suite");
    result.problem = read_required_text(row, "case");
    result.library = read_required_text(row, "library");
    result.version = text_or("version", run.version);
    result.status = read_status(row);
    result.device = text_or("device", run.device);
    result.driver = text_or("driver", run.driver);
    result.api = text_or("api", api_of_library(result.library));
    result.date = text_or("date", run.date);
    result.placement = read_text(row, "placement");
    result.bytes = read_count(row, "bytes");
    result.time_us = read_timing(row, "time_us");
    result.launches = read_count(row, find(row, "launches") != nullptr ? "launches" : "passes");
    result.error = read_error(row);
    return result;
}

run_record read_run(const json& line) {
    const json& run = line["run"];
    if (!run.is_object()) throw results_error("'run' is not an object");
    return {read_text(run, "command"), read_text(run, "commit"), read_text(run, "wisdom"), read_text(run, "version"),
            read_text(run, "date"),    read_text(run, "device"), read_text(run, "driver")};
}

// A row, or the record of the run that wrote the following rows.
void add_line(results_file& file, const json& line) {
    check_schema(line);
    if (find(line, "run") != nullptr)
        file.runs.push_back(read_run(line));
    else
        file.rows.push_back(read_row(line, file.runs.empty() ? run_record{} : file.runs.back()));
}

std::string read_whole_file(const std::string& path) {
    std::error_code code;
    if (std::filesystem::is_directory(path, code)) throw results_error(path + ": a folder, not a results file");
    std::ifstream stream(path, std::ios::binary);
    if (!stream) throw results_error(path + ": cannot be opened");
    std::ostringstream text;
    text << stream.rdbuf();
    if (stream.bad()) throw results_error(path + ": cannot be read");
    return text.str();
}

bool is_blank(const std::string& line) {
    return line.find_first_not_of(" \t\r") == std::string::npos;
}

}  // namespace

const char* status_name(row_status status) {
    return status_names.at(static_cast<std::size_t>(status));
}

results_file parse_results(const std::string& text, const std::string& path) {
    if (is_blank(text.substr(0, text.find('\n'))) && text.find_first_not_of(" \t\r\n") == std::string::npos)
        throw results_error(path + ": empty, no results in it");
    results_file file;
    file.path = path;
    std::size_t number = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t newline = text.find('\n', begin);
        const bool ended = newline != std::string::npos;
        const std::string line = text.substr(begin, ended ? newline - begin : std::string::npos);
        begin = ended ? newline + 1 : text.size();
        ++number;
        if (!is_blank(line)) {
            const json row = json::parse(line, nullptr, false);
            if (row.is_discarded() && !ended && !file.rows.empty()) {
                file.warnings.push_back(fmt::format("{}: line {} is cut off; the {} whole row{} before it count{}",
                                                    path, number, file.rows.size(), file.rows.size() == 1 ? "" : "s",
                                                    file.rows.size() == 1 ? "s" : ""));
                return file;
            }
            if (row.is_discarded())
                throw results_error(fmt::format("{}: line {} is not JSON{}", path, number,
                                                ended ? "" : " and no whole row stands before it"));
            try {
                add_line(file, row);
            } catch (const results_error& problem) {
                throw results_error(fmt::format("{}: line {}: {}", path, number, problem.what()));
            }
        }
    }
    if (file.rows.empty()) throw results_error(path + ": no results in it");
    return file;
}

results_file read_results(const std::string& path) {
    return parse_results(read_whole_file(path), path);
}

}  // namespace bench::report

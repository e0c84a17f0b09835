// Result files: one JSON object per line, schema "stockham-bench/1", and their reader.
//
// Values that were not measured are missing in a file and empty here. Files are append-only, so a killed run can leave
// only its last line incomplete: complete rows are used, and a warning reports the loss.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench::report {

constexpr char results_schema[] = "stockham-bench/1";

// Unusable result files; what() is one line for the user.
class results_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

enum class row_status { ok, missing, unsupported, too_large, wrong, failed };

const char* status_name(row_status status);

// Microseconds. Missing quartiles are set to the median: the spread is unknown.
struct timing {
    double median = 0;
    double q1 = 0;
    double q3 = 0;
};

// The relative L2 error and its limit.
struct error_figures {
    std::optional<double> l2;
    std::optional<double> gate;
};

// What the commands use of a row. The harness writes more (row.cpp). A row without a version, device, driver or date
// has those of its run.
struct result_row {
    std::string suite;
    std::string problem;  // "case" in the file
    std::string library;
    std::string version;
    row_status status = row_status::ok;
    std::string device;
    std::string driver;
    std::string api;  // launches the library's work; if absent derived from the library's name
    std::string date;
    std::string placement;
    std::optional<std::uint64_t> bytes;
    std::optional<timing> time_us;          // host clock
    std::optional<std::uint64_t> launches;  // per execution; "passes" in older files
    error_figures error;
};

// The record that a run writes before its rows; missing fields are empty.
struct run_record {
    std::string command;
    std::string commit;
    std::string wisdom;
    std::string version;
    std::string date;
    std::string device;
    std::string driver;
};

struct results_file {
    std::string path;
    std::vector<run_record> runs;
    std::vector<result_row> rows;
    std::vector<std::string> warnings;
};

// Throws results_error if the file cannot be read, has no complete row, or has lines that are not of the schema.
results_file read_results(const std::string& path);

// The same from text; `path` is used in messages.
results_file parse_results(const std::string& text, const std::string& path);

}  // namespace bench::report

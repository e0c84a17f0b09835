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
    std::optional<double> min;
    std::optional<std::uint64_t> samples;
    std::optional<std::uint64_t> repeats;
};

// Milliseconds until a plan can be executed: without caches, with the disk cache, and in a process that already has it.
struct plan_time {
    std::optional<double> cold;
    std::optional<double> disk;
    std::optional<double> warm;
};

// Against FFTW's long double: relative L2, worst element, and root mean square as paper 000 states it.
struct error_figures {
    std::optional<double> l2;
    std::optional<double> max;
    std::optional<double> rmse;
    std::optional<std::uint64_t> transforms;
    std::optional<double> gate;  // limit of the L2 error
};

// A paper's figure for the case, and where it is stated.
struct stated_value {
    std::string source;
    std::string what;
    double value = 0;
    std::string unit;
};

struct result_row {
    std::string suite;
    std::string problem;  // "case" in the file
    std::string library;
    std::string version;
    row_status status = row_status::ok;
    std::string message;
    std::string device;
    std::string platform;
    std::string driver;
    std::string api;  // launches the library's work; in older files derived from the library's name
    std::string host;
    std::string date;
    std::string placement;
    std::optional<std::uint64_t> points;
    std::optional<std::uint64_t> bytes;
    plan_time plan_ms;
    std::optional<timing> time_us;   // host clock
    std::optional<timing> event_us;  // device events
    std::optional<double> gflops;
    std::optional<double> gbps;
    std::optional<double> copy_share;
    std::optional<std::uint64_t> launches;  // per execution; "passes" in older files
    std::optional<std::uint64_t> workspace_bytes;
    error_figures error;
    std::optional<double> upload_us;
    std::optional<double> download_us;
    std::vector<stated_value> stated;
};

// The record that a run writes before its rows; missing fields are empty.
struct run_record {
    std::string command;
    std::string commit;
    std::string kernels;
    std::string note;
};

struct results_file {
    std::string path;
    std::vector<run_record> runs;
    std::vector<result_row> rows;
    std::vector<std::string> warnings;
    // To append to the file, truncate it to whole_bytes first, and write a newline if the last row lacks one.
    std::uint64_t whole_bytes = 0;
    bool lacks_newline = false;
};

// Throws results_error if the file cannot be read, has no complete row, or has lines that are not of the schema.
results_file read_results(const std::string& path);

// The same from text; `path` is used in messages.
results_file parse_results(const std::string& text, const std::string& path);

}  // namespace bench::report

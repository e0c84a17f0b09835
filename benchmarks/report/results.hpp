// Result files: one JSON object a line, schema "stockham-bench/1"; the row, its reader and its writer.
//
// Values that were not measured are left out of a file and are empty here. A file is append-only, so a run that was
// killed leaves at most its last line cut off: the whole rows count and a warning says what was lost.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench::report {

constexpr char results_schema[] = "stockham-bench/1";

// A file or a pair of files that nothing can be made of; what() is one line for the user.
class results_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

enum class row_status { ok, missing, unsupported, too_large, wrong, failed };

const char* status_name(row_status status);

// Microseconds. Quartiles that a file leaves out are the median: no spread is known.
struct timing {
    double median = 0;
    double q1 = 0;
    double q3 = 0;
    std::optional<double> min;
    std::optional<std::uint64_t> samples;
    std::optional<std::uint64_t> repeats;
};

// Milliseconds until a plan can be executed: nothing cached, with the disk cache, in a process that has it already.
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
    std::optional<double> gate;  // the L2 error that a row may have
};

// What a paper says about the case, with the place where it says so.
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
    std::string api;  // what launches the library's work; older files leave it to the library's name
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
    std::optional<std::uint64_t> launches;  // of one execution; "passes" in older files
    std::optional<std::uint64_t> workspace_bytes;
    error_figures error;
    std::optional<double> upload_us;
    std::optional<double> download_us;
    std::vector<stated_value> stated;
};

// What one run says of itself in front of its rows; empty where it does not.
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
    // For who appends to the file: cut it to whole_bytes first, and begin with a newline if the last row lacks one.
    std::uint64_t whole_bytes = 0;
    bool lacks_newline = false;
};

// Throws results_error if the file cannot be read, holds no whole row, or holds anything but rows of the schema.
results_file read_results(const std::string& path);

// The same from text; `path` is for messages.
results_file parse_results(const std::string& text, const std::string& path);

}  // namespace bench::report

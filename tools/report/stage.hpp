// The stages of a card report. Each runs in a child process, so that a driver that hangs or ends the process loses only
// its stage.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine.hpp"
#include "report/rows.hpp"

namespace stockham::tools::report {

/// What a stage gets from the command line.
struct stage_options {
    std::string device;             ///< --device; may be empty
    unsigned seed = 1;              ///< of the random problems, and of the order of the suites
    std::size_t problems = 200;     ///< most problems of a stage
    std::size_t first = 0;          ///< the item to begin with
    double seconds = 0;             ///< after which no item begins
    bool single_precision = false;  ///< the device fails in double precision
};

/// Ends a stage before its next item.
struct time_is_up : std::runtime_error {
    time_is_up() : std::runtime_error("the time of the stage is up") {}
};

/// The work of a stage in its process. Rows go through the standard output to the parent process.
class stage_run {
  public:
    explicit stage_run(const stage_options&);

    const stage_options& options() const { return options_; }
    /// The device, opened at the first call.
    const engine& device();
    /// True if problems in double precision can be computed.
    bool has_double();

    /// Announces item `k` of `count`: its name goes to the parent, which reports it if the item does not end. Throws
    /// time_is_up.
    void begin(std::size_t k, std::size_t count, const std::string& name);

    void add(const row&) const;

  private:
    stage_options options_;
    int output_;  // the pipe; the driver's own output goes elsewhere
    std::chrono::steady_clock::time_point end_;
    std::optional<engine> engine_;
};

/// Rows from the child that are not part of the report: an announced item with its name and the number of items, and
/// the end of the stage.
constexpr const char* item_row = "item";
constexpr const char* end_row = "end";

/// Hidden options of `stockham report` in a child.
constexpr const char* stage_option = "--stage";
constexpr const char* first_option = "--first";
constexpr const char* single_option = "--single";

struct stage {
    const char* name;
    void (*run)(stage_run&);
    double share;    ///< of the report's time
    bool continues;  ///< after an item that ends or stops the process, the next one is tried
};

/// In the order of a report.
const std::vector<stage>& stages();

/// The stage of this name. Throws usage_error.
const stage& stage_named(const std::string&);

/// Runs a stage in this process, the child. An exception becomes a row.
void run_in_child(const stage&, const stage_options&);

void run_execution(stage_run&);
void run_checks(stage_run&);
void run_calibration(stage_run&);
void run_pow2(stage_run&);
void run_images(stage_run&);

}  // namespace stockham::tools::report

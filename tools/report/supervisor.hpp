// Runs the stages of a card report in child processes and passes their rows on.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "interrupt.hpp"
#include "report/stage.hpp"
#include "tools/harness/progress.hpp"

namespace stockham::tools::report {

class supervisor {
  public:
    using clock = std::chrono::steady_clock;
    using row_taker = std::function<void(const row&)>;

    /// The report takes at most `seconds`, beginning now. `take` gets each row of the report.
    /// Progress is shown on a terminal if `shown`.
    supervisor(double seconds, bool shown, row_taker take);

    /// Runs one stage until it ends, or until this part of the report's time is over, from its start. A process that
    /// ends too early, or does not answer for a third of the time that the stage had at its beginning, becomes a row
    /// with the name of the item; then the next item is tried, up to three times. Ends with a row about the stage.
    /// Throws interrupted_error after Ctrl-C.
    void run(const stage&, double until, stage_options);

  private:
    struct attempt;
    attempt attend(const stage&, const stage_options&, clock::time_point end, double silence);
    void show(const stage&, attempt&);

    clock::time_point start_ = clock::now();
    double seconds_;
    bool shown_;
    row_taker take_;
    interrupt_watch interrupt_;
    harness::status_line line_;
};

}  // namespace stockham::tools::report

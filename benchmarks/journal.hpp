// Records which library is running, so that a rival that crashes the process (such as by a kernel that crashes its
// runtime) is skipped when the run is resumed.
#pragma once

#include <optional>
#include <string>

namespace bench {

/// A small file beside the results that exists only while a case is measured: one line for the case, one for the step.
class journal {
  public:
    /// For a results file; an empty name keeps no journal.
    explicit journal(const std::string& results);
    ~journal();
    journal(const journal&) = delete;
    journal& operator=(const journal&) = delete;

    struct entry {
        std::string where;  ///< the case
        std::string step;   ///< such as "vkfft-opencl: check"
    };
    /// Where an earlier run on the same file crashed, if it did.
    const std::optional<entry>& left_over() const { return left_over_; }

    void begin(const std::string& where);
    void step(const std::string& what);
    void end();

  private:
    void write() const;
    std::string path_;
    entry now_;
    std::optional<entry> left_over_;
};

}  // namespace bench

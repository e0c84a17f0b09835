// Who was at work when the run ended: a rival that takes the process with it (a kernel that crashes its runtime) must
// not stop the run for ever.
#pragma once

#include <optional>
#include <string>

namespace bench {

/// A small file beside the results, only there while a case is being measured: a line for the case, a line for the
/// step.
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
    /// What an earlier run on the same file was at when it ended without a word, if it did.
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

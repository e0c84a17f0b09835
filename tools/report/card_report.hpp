// The file of a card report: its head, the rows of the stages, and its end.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include <stockham/device.hpp>

#include "output.hpp"
#include "report/rows.hpp"

namespace stockham::tools::report {

class card_report {
  public:
    /// Opens the file. Throws job_error.
    explicit card_report(const std::string& path) : file_(path) {}

    /// The version of the library, the device, and what the report was asked for.
    void begin(const device_description&, const row& options);

    /// Writes a row of a stage and counts it.
    void add(const row&);

    /// Why no further stage makes sense; empty if the device executes kernels as far as is known.
    std::string obstacle() const;
    /// True if the device fails in double precision.
    bool lacks_double() const;

    /// Writes the verdict and the number of lines, and gives the file its name. Returns the verdict.
    std::string finish(bool interrupted);

  private:
    void write(const row&);
    std::size_t count(const std::string& what) const;

    output_file file_;
    std::size_t lines_ = 0;
    std::map<std::string, std::size_t> counts_;  // rows by "problem right", "execution float no", "fault", "time"
};

}  // namespace stockham::tools::report

// A JSON Lines file that grows row by row and can be continued. Each run that adds rows first writes a record of
// itself. Rows in the file leave out the device, its platform and driver, and the version, if they are those of the
// record.
#pragma once

#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "adapter.hpp"

namespace bench {

class row_file {
  public:
    /// Opens `path` for appending; with an empty path the rows are only kept in memory. With `resume`, continues an
    /// existing file, after removing an incomplete last line, or begins a new one. `where`: the device of the run, for
    /// its record. Throws stockham::argument_error if the file cannot be opened, exists although `resume` is false, or
    /// has other contents.
    row_file(std::string path, bool resume, const location& where);
    ~row_file();
    row_file(const row_file&) = delete;
    row_file& operator=(const row_file&) = delete;

    /// Writes one row and flushes it. Before the first row it writes the run's record, {"schema": .., "run":
    /// {"command", "commit", "kernels", ..}}.
    void add(const nlohmann::ordered_json&);
    bool has(const std::string& key) const { return place_.count(key) != 0; }
    /// The existing row with this key, or null.
    const nlohmann::ordered_json* find(const std::string& key) const;
    const std::vector<nlohmann::ordered_json>& rows() const { return rows_; }
    bool cut_off() const { return cut_off_; }

  private:
    void read(const std::string& path);
    void keep(const nlohmann::ordered_json&);
    void write(const nlohmann::ordered_json&);
    nlohmann::ordered_json record_;
    std::FILE* file_ = nullptr;
    bool cut_off_ = false, recorded_ = false;
    std::vector<nlohmann::ordered_json> rows_;
    std::map<std::string, std::size_t> place_;
};

}  // namespace bench

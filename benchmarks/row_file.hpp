// A file of JSON lines that grows row by row and can be continued; each run that adds to it begins with its record.
#pragma once

#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace bench {

class row_file {
  public:
    /// Opens `path` for appending; an empty path keeps the rows in memory alone. An existing file is continued if
    /// `resume` says so (a last line cut off in the middle is removed, a missing file begun), else refused.
    /// Throws stockham::argument_error for a file that cannot be opened, exists, or holds something else.
    row_file(std::string path, bool resume);
    ~row_file();
    row_file(const row_file&) = delete;
    row_file& operator=(const row_file&) = delete;

    /// Writes one row and flushes it; the first one stands behind the run's record, {"schema": .., "run": {"command",
    /// "commit", "kernels", ..}}.
    void add(const nlohmann::ordered_json&);
    bool has(const std::string& key) const { return place_.count(key) != 0; }
    /// A row already there, or null.
    const nlohmann::ordered_json* find(const std::string& key) const;
    const std::vector<nlohmann::ordered_json>& rows() const { return rows_; }
    bool cut_off() const { return cut_off_; }

  private:
    void read(const std::string& path);
    void keep(const nlohmann::ordered_json&);
    void write(const nlohmann::ordered_json&);
    std::FILE* file_ = nullptr;
    bool cut_off_ = false, recorded_ = false;
    std::vector<nlohmann::ordered_json> rows_;
    std::map<std::string, std::size_t> place_;
};

}  // namespace bench

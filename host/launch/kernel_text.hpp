// Kernel source, assembled from kernel files and from lines that the host writes.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "launch/embedded.hpp"

namespace stockham::internal {

/// The text of a file by its path from the repository's root: from the folder in the environment variable
/// STOCKHAM_KERNEL_DIR if it is set, else from these tables. Throws argument_error if there is no such file.
std::string file_text(const embedded_tables&, const std::string& path);

/// The same, but always from the tables.
std::string embedded_text(const embedded_tables&, const std::string& path);

/// Builds a kernel's source. Its `#line` directives name the file and the line that each line comes from, for compiler
/// messages and readers. `#include "name"` in a file adds that file, with `#pragma once` only the first time.
class kernel_text {
  public:
    explicit kernel_text(embedded_tables tables) : tables_(std::move(tables)) {}

    /// Adds a file, looked up like file_text(). Throws argument_error if there is no such file.
    void add_file(const std::string& path) { add_file(path, 0); }
    /// True the first time that it is called with this key, for text that a kernel needs once.
    bool is_new(const std::string& key) { return once_.insert(key).second; }
    /// Adds lines that the host writes. `#line` directives call them file "pass" and number them throughout the text.
    void add_lines(const std::string& lines);
    /// Adds lines that already have `#line` directives.
    void add_numbered_lines(const std::string& lines);

    std::string take() { return std::move(text_); }

  private:
    void add_file(const std::string& path, int depth);
    void add_line(const std::string& file, std::size_t number, std::string_view line);

    embedded_tables tables_;
    std::set<std::string> once_;
    std::string text_;
    std::string file_;         // file that the compiler assigns to the next line
    std::size_t number_ = 0;   // its line number
    std::size_t written_ = 0;  // lines written by the host
};

/// The tables of the library's own kernel files.
embedded_tables library_kernels();

/// The library's kernel files whose paths begin with `folder`, sorted by path.
std::vector<std::string> kernel_files(const std::string& folder);

/// The unchanged text of one of the library's files, looked up like file_text().
std::string library_file(const std::string& path);

/// The embedded text, whatever STOCKHAM_KERNEL_DIR says: for files that are not kernels.
std::string shipped_file(const std::string& path);

}  // namespace stockham::internal

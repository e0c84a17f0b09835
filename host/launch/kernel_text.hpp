// The text of a kernel, put together from kernel files and from lines that the host writes.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "launch/embedded.hpp"

namespace stockham::internal {

/// A file of these tables by its path from the repository's root, or of the folder that the environment's
/// STOCKHAM_KERNEL_DIR names. Throws argument_error if there is none.
std::string file_text(const embedded_tables&, const std::string& path);

/// .. as embedded, in any case.
std::string embedded_text(const embedded_tables&, const std::string& path);

/// `#line` lines in the text name the file and the line that each line comes from, so that a compiler's messages and a
/// reader find it. `#include "name"` in a file adds that file, one with `#pragma once` the first time only, one with
/// `#pragma once_per_pass` the first time of each pass.
class kernel_text {
  public:
    explicit kernel_text(embedded_tables tables) : tables_(std::move(tables)) {}

    /// Adds a file by its path from the repository's root, as embedded at build time, or from the folder that the
    /// environment's STOCKHAM_KERNEL_DIR names. Throws argument_error if there is none.
    void add_file(const std::string& path) { add_file(path, 0, 0); }
    /// The same for a file with functions of a radix: RADIX becomes this number wherever it stands there.
    void add_file(const std::string& path, unsigned radix) { add_file(path, radix, 0); }
    /// What comes from now on is of another pass, whose constants are others.
    void next_pass() { once_of_pass_.clear(); }
    /// Adds lines that the host writes. They go by the name "pass", numbered throughout the text.
    void add_lines(const std::string& lines);
    /// Adds lines that have `#line` lines of their own.
    void add_numbered_lines(const std::string& lines);

    std::string take() { return std::move(text_); }

  private:
    void add_file(const std::string& path, unsigned radix, int depth);
    void add_line(const std::string& file, std::size_t number, const std::string& line);

    embedded_tables tables_;
    std::set<std::string> once_;
    std::set<std::string> once_of_pass_;
    std::string text_;
    std::string file_;         // of the line that comes next unless a #line line says otherwise
    std::size_t number_ = 0;   // its number
    std::size_t written_ = 0;  // lines by the host
};

/// Tables of the kernel files that are part of the library.
embedded_tables library_kernels();

/// The library's kernel files whose paths begin so, in the order of their paths.
std::vector<std::string> kernel_files(const std::string& folder);

/// One of the files that the build embeds, as it is: by its path from the repository's root; or of the folder that
/// STOCKHAM_KERNEL_DIR names.
std::string library_file(const std::string& path);

/// .. whatever STOCKHAM_KERNEL_DIR says: what is no kernel.
std::string shipped_file(const std::string& path);

/// A text with the number in the place of each "RADIX": functions of one radix, whose loops have constant bounds before
/// a compiler looks at what calls them. 0 leaves the text as it is.
std::string for_radix(std::string text, unsigned radix);

}  // namespace stockham::internal

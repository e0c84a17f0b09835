// A journal of finished blocks, so that a transform goes on where another process was killed.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace stockham::tools {

/// What a journal belongs to: names and values, such as {"problem", "c2c f32 64"}.
using journal_key = std::vector<std::pair<std::string, std::string>>;

class journal {
  public:
    /// Opens the journal, or makes an empty one; with `anew` what it holds is dropped. A last line that was cut off by
    /// a crash is dropped, too. Throws job_error if the file cannot be used (open_continued()), if it belongs to
    /// something else, in which case the text states the difference, and if it was damaged.
    journal(const std::string& path, const journal_key&, bool anew = false);
    ~journal();
    journal(const journal&) = delete;
    journal& operator=(const journal&) = delete;

    /// True if the block was finished. Throws job_error if it was not although a later trip has begun.
    bool has(std::size_t trip, std::size_t block) const;
    std::size_t size() const { return blocks_.size(); }

    /// A random word that the journal got when it was empty: kept files that bear it belong to it.
    const std::string& run() const { return run_; }

    /// Adds a block; returns when it would survive a crash. Throws job_error.
    void add(std::size_t trip, std::size_t block);

    /// Throws job_error: "cannot resume: .. ; remove PATH to start anew".
    [[noreturn]] void refuse(const std::string& why) const;

    void remove();

  private:
    [[noreturn]] void fail(int code) const;
    std::string read() const;
    void open(const journal_key&, bool anew);
    void begin(const journal_key&);
    void check_header(const std::string& header, const journal_key&);
    bool take_line(const std::string& line);
    void append(const std::string&);

    const std::string path_;
    int fd_ = -1;
    std::string run_;
    std::string digest_;  // of the header and all lines so far
    std::set<std::pair<std::size_t, std::size_t>> blocks_;
};

}  // namespace stockham::tools

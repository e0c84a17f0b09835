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
    /// Opens the journal, or makes an empty one. A line that was cut off by a crash is dropped. Throws job_error if the
    /// file cannot be used, or if it belongs to something else: the text says what differs.
    journal(const std::string& path, const journal_key&);
    ~journal();
    journal(const journal&) = delete;
    journal& operator=(const journal&) = delete;

    bool has(std::size_t trip, std::size_t block) const { return blocks_.count({trip, block}) != 0; }
    std::size_t size() const { return blocks_.size(); }

    /// Adds a block; returns when it would survive a crash. Throws job_error.
    void add(std::size_t trip, std::size_t block);

    void remove();

  private:
    [[noreturn]] void fail(int code) const;
    void start(const journal_key&);
    void append(const std::string&);

    const std::string path_;
    int fd_ = -1;
    std::set<std::pair<std::size_t, std::size_t>> blocks_;
};

}  // namespace stockham::tools

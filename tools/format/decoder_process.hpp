// A child process that calls a library which decodes files: a damaged file that crashes the library ends the child, and
// is an error like any other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <sys/types.h>

#include "format/format.hpp"

namespace stockham::tools {

/// What the child answers: a few facts, and data, which is moved.
struct decoder_answer {
    std::vector<std::uint8_t> facts, data;
};

/// A question is two numbers, such as an offset and a number of bytes.
struct decoder_question {
    std::uint64_t first, second;
};

/// Runs in the child. May throw job_error.
using decoder_service = std::function<decoder_answer(const decoder_question&)>;

class decoder_process {
  public:
    /// Starts a child, which calls start() once and the service that this returns for each question. `name` is that of
    /// the file and `format` that of its format, for errors. `library` is the lock of the library's calls in this
    /// process: no thread may be within the library when the child gets its copy of the memory. The service must not
    /// take that lock. The child ends with the object, and with the thread that made it. Throws job_error.
    decoder_process(std::string name, std::string format, std::mutex& library,
                    const std::function<decoder_service()>& start);
    ~decoder_process();
    decoder_process(const decoder_process&) = delete;
    decoder_process& operator=(const decoder_process&) = delete;

    /// The answer. Throws job_error with the text of the error that the child threw, or if the child has crashed.
    /// Thread-safe.
    decoder_answer ask(const decoder_question&) const;

  private:
    [[noreturn]] void fail() const;

    const std::string name_, format_;
    mutable std::mutex guard_;
    mutable pid_t child_ = -1;
    mutable std::string end_;  // how it ended
    int socket_ = -1;
};

/// The pages of a file, whose reader `open` runs in a decoder_process.
std::unique_ptr<page_reader> pages_by_process(picture_data data, const std::string& format, std::mutex& library,
                                              std::unique_ptr<page_reader> (*open)(picture_data));

}  // namespace stockham::tools

// Turns by flock(), which no crash leaves behind.
#include "turn_lock.hpp"

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <stockham/error.hpp>

namespace bench {

namespace {

/// A waiting process asks again after this time, because it must also notice Ctrl-C and the end of its time.
constexpr std::chrono::milliseconds retry_after{5};

[[noreturn]] void refuse(const std::string& what, const std::string& path) {
    throw stockham::argument_error("turns", what + " " + path + ": " + std::generic_category().message(errno));
}

}  // namespace

/// Unlocks explicitly: closing does not while a forked child still has the file open.
turn::~turn() {
    flock(file_, LOCK_UN);
}

turn_lock::turn_lock(const std::string& path)
    : path_(path), file_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    if (file_ < 0) refuse("cannot open", path);
}

turn_lock::~turn_lock() {
    close(file_);
}

std::unique_ptr<turn> turn_lock::take(const std::function<bool()>& stopped) const {
    while (!stopped()) {
        if (flock(file_, LOCK_EX | LOCK_NB) == 0) return std::unique_ptr<turn>(new turn(file_));
        if (errno != EWOULDBLOCK && errno != EINTR) refuse("cannot lock", path_);
        std::this_thread::sleep_for(retry_after);
    }
    return nullptr;
}

std::unique_ptr<turn_lock> make_turn_lock(const std::string& path) {
    return path.empty() ? nullptr : std::make_unique<turn_lock>(path);
}

}  // namespace bench

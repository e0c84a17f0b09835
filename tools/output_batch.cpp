// Finished outputs of a job with many files: one sync of the disk serves many of them.
#include "output_batch.hpp"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fault.hpp"
#include "temporary_files.hpp"

namespace stockham::tools {

namespace {

// Fewer than a process may open, and than temporary_files.cpp can register.
constexpr std::size_t files_per_sync = 100;

std::atomic<output_batch*> current{nullptr};

void remove(finished_file& file) {
    ::unlink(file.temporary.c_str());
    forget_temporary(file.temporary);
    ::close(file.lock);
}

// Syncs the file systems that hold the files: a symbolic link may lead to another one. Returns 0 or errno.
int sync(const std::vector<finished_file>& files) {
    std::set<dev_t> synced;
    for (const auto& file : files) {
        struct stat about {};
        if (::fstat(file.lock, &about) != 0) return errno;
        if (synced.insert(about.st_dev).second && ::syncfs(file.lock) != 0) return errno;
    }
    return 0;
}

}  // namespace

int publish(finished_file& file) {
    const int code = ::rename(file.temporary.c_str(), file.target.c_str()) == 0 ? 0 : errno;
    if (code != 0) ::unlink(file.temporary.c_str());
    forget_temporary(file.temporary);
    ::close(file.lock);
    return code;
}

output_batch::output_batch() {
    current = this;
}

output_batch::~output_batch() {
    current = nullptr;
    for (auto& file : files_) remove(file);
}

bool output_batch::take(finished_file& file) {
    output_batch* const batch = current;
    if (batch == nullptr) return false;
    const std::lock_guard lock(batch->guard_);
    batch->files_.push_back(std::move(file));
    if (batch->files_.size() >= files_per_sync) batch->publish_all();
    return true;
}

void output_batch::finish() {
    const std::lock_guard lock(guard_);
    publish_all();
    if (!failure_.empty()) throw job_error(failure_);
}

void output_batch::publish_all() {
    const int code = sync(files_);
    for (auto& file : std::exchange(files_, {})) {
        if (code != 0) remove(file);
        keep_failure(file.name, code != 0 ? code : publish(file));
    }
}

void output_batch::keep_failure(const std::string& name, int code) {
    if (code != 0 && failure_.empty()) failure_ = fmt::format("cannot write {}: {}", name, std::strerror(code));
}

}  // namespace stockham::tools

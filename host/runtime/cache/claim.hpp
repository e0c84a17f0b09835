// Claims on work that several processes need: one does it, the others wait for the result.
#pragma once

#include <memory>
#include <string>

namespace stockham::internal {

/// A claim held for longer than this is not for work in progress. Compiling takes seconds, on a busy machine ten times
/// as long.
constexpr double longest_work_seconds = 60;

/// Holds the claim during its lifetime, by a file lock that ends with the process. It may not outlive the call of the
/// library that took it: the caller may wait for a process that waits for the claim.
class work_claim {
  public:
    virtual ~work_claim() = default;
};

/// Claims the work for this key by a file in the folder, which is made if missing. Null if another holds the claim or
/// claiming fails. `hopeless` is set if waiting is useless: this process is the holder, the holder is overdue, or
/// nothing can be claimed in that folder. Never throws because of files.
std::unique_ptr<work_claim> claim_work(const std::string& folder, const std::string& key, bool& hopeless);

}  // namespace stockham::internal

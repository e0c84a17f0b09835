// Claims on work that several processes would do: one does it, the others wait for its result.
#pragma once

#include <memory>
#include <string>

namespace stockham::internal {

/// Who holds a claim for longer than this keeps it for another reason than that it is at work. To compile takes
/// seconds, but on a machine that is busy with other things ten times as many.
constexpr double longest_work_seconds = 60;

/// Held for as long as it lives, by a lock on a file that goes with the process.
class work_claim {
  public:
    virtual ~work_claim() = default;
    /// What is still to do takes so many seconds at most, longest_work_seconds if not said: then nobody waits for it
    /// any more. The holder says so whenever it gets on with the work, or puts it aside.
    virtual void expect_within(double seconds) = 0;
};

/// Claims the work of this key, by a file in the folder (made if need be, as the disk store does). Null if another
/// holds it, or if it cannot be claimed; `hopeless` tells whether waiting is of no use: the holder is this very process
/// or is late, or nobody can claim anything there. Never throws because of files.
std::shared_ptr<work_claim> claim_work(const std::string& folder, const std::string& key, bool& hopeless);

}  // namespace stockham::internal

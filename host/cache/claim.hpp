// Claims on work that several processes would do: one does it, the others wait for its result.
#pragma once

#include <memory>
#include <string>

namespace stockham {

/// Who holds a claim for longer than this keeps it for another reason than that it is at work.
constexpr double longest_work_seconds = 10;

/// Claims the work of this key for as long as the result lives, by a lock on a file in the folder (made if need be, as
/// the disk store does) that goes with the process. Null if another holds it, or if it cannot be claimed; `hopeless`
/// tells whether waiting is of no use: the holder is this very process or has held it for too long, or nobody can claim
/// anything there. Never throws because of files.
std::shared_ptr<void> claim_work(const std::string& folder, const std::string& key, bool& hopeless);

}  // namespace stockham

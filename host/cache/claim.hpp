// Claims on work that several processes would do: one does it, the others wait for its result.
#pragma once

#include <memory>
#include <string>

namespace stockham {

/// Claims the work of this key for as long as the result lives, by a lock on a file in the folder that goes with the
/// process. Null if another holds it, or if it cannot be claimed; `within` tells whether the holder is this very
/// process (or nobody can claim anything there): then waiting is of no use. Never throws because of files.
std::shared_ptr<void> claim_work(const std::string& folder, const std::string& key, bool& within);

}  // namespace stockham

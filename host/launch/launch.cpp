// The digest by which launches share a program.
#include "launch/launch.hpp"

#include "base/sha256.hpp"

namespace stockham::internal {

std::string program_digest(const launch& l) {
    return hex(sha256().add(std::to_string(l.min_groups) + '|' + l.kernel + '|').add(l.source).digest());
}

}  // namespace stockham::internal

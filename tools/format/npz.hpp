// The bytes of an array in a .npz file.
#pragma once

#include <string>
#include <vector>

#include "image/picture.hpp"

namespace stockham::tools {

/// The .npy file of a member of an archive; an empty `member` is the only one. Throws job_error, with `name`, for a
/// broken archive, an unknown member, and one that unpacks to more than `most_bytes`.
std::vector<std::uint8_t> npz_member(const std::vector<std::uint8_t>& bytes, const std::string& name,
                                     const std::string& member, std::size_t most_bytes);

}  // namespace stockham::tools

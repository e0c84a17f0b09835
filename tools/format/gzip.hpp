// Files that gzip packed, such as .fits.gz: they have the format of the bytes within.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace stockham::tools {

/// True if these are the first bytes of a file that gzip packed.
bool is_gzip(const std::vector<std::uint8_t>& bytes);

/// The first unpacked bytes, at most `most`; fewer if the packed ones are damaged or end early.
std::vector<std::uint8_t> start_of_gzip(const std::vector<std::uint8_t>& packed, std::size_t most);

/// All unpacked bytes, from `packed[from]` on. Throws job_error, with `name`, for a damaged file and for one that
/// unpacks to more than `most` bytes.
std::vector<std::uint8_t> unpack_gzip(const std::vector<std::uint8_t>& packed, const std::string& name,
                                      std::size_t most, std::size_t from = 0);

/// "x.fits.gz" is "x.fits"; other names stay.
std::string name_without_gz(const std::string& path);

}  // namespace stockham::tools

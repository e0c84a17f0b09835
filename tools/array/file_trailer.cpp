// The trailer behind the data of an unfinished output.
#include "array/file_trailer.hpp"

#include <cstdlib>

#include <fmt/format.h>

namespace stockham::tools {

namespace {

// A power of two below the size of a disk's sector, to which trailers are aligned: a crash writes all of one or
// nothing.
constexpr std::size_t trailer_bytes = 64;
constexpr std::size_t digits = 20;

std::string text_of(const std::string& run, std::size_t blocks) {
    const std::string text = fmt::format("\nstockham kept {} {:0{}}\n", run, blocks, digits);
    return text + std::string(trailer_bytes - text.size(), ' ');
}

}  // namespace

file_trailer::file_trailer(output_file& file, std::size_t bytes)
    : file_(file), offset_((bytes + trailer_bytes - 1) / trailer_bytes * trailer_bytes) {}

void file_trailer::write(const std::string& run, std::size_t blocks) {
    const std::string text = text_of(run, blocks);
    file_.write_at(offset_, text.data(), text.size());
}

std::optional<std::size_t> file_trailer::read(const std::string& run) const {
    if (file_.size() != offset_ + trailer_bytes) return std::nullopt;
    std::string text(trailer_bytes, ' ');
    file_.read_at(offset_, text.data(), text.size());
    const std::size_t number = text_of(run, 0).find_last_not_of(" \n") + 1 - digits;
    const std::size_t blocks = std::strtoull(text.substr(number, digits).c_str(), nullptr, 10);
    if (text != text_of(run, blocks)) return std::nullopt;
    return blocks;
}

}  // namespace stockham::tools

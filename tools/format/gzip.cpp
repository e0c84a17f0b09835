// Files that gzip packed, through zlib.
#include "format/gzip.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <zlib.h>

#include "base/plain_text.hpp"
#include "bytes.hpp"
#include "fault.hpp"

namespace stockham::tools {

namespace {

enum class inflate_end { complete, full, damaged };

// Appends the bytes of all members of the file, at most `most`. The buffer grows with them, so a wrong length in the
// file takes no memory.
inflate_end inflate_members(const std::uint8_t* from, std::size_t left, std::size_t most,
                            std::vector<std::uint8_t>& out) {
    constexpr std::size_t block = std::size_t{1} << 16;
    constexpr int gzip_only = 15 + 16;
    z_stream stream{};
    if (inflateInit2(&stream, gzip_only) != Z_OK) throw std::bad_alloc();
    struct closer {
        z_stream& stream;
        ~closer() { inflateEnd(&stream); }
    } const at_end{stream};
    for (;;) {
        if (out.size() == most) return inflate_end::full;
        const std::size_t before = out.size(), room = std::min(std::max(block, before), most - before);
        out.resize(before + room);
        // zlib counts in 32 bits.
        constexpr std::size_t most_at_once = std::size_t{1} << 30;
        stream.next_in = const_cast<Bytef*>(from);
        stream.avail_in = static_cast<uInt>(std::min(left, most_at_once));
        stream.next_out = out.data() + before;
        stream.avail_out = static_cast<uInt>(std::min(room, most_at_once));
        const uInt given_in = stream.avail_in, given_out = stream.avail_out;
        const int state = inflate(&stream, Z_NO_FLUSH);
        const std::size_t taken = given_in - stream.avail_in;
        from += taken;
        left -= taken;
        out.resize(before + given_out - stream.avail_out);
        if (state == Z_STREAM_END) {
            // Another member may follow; tapes are filled up with zeros.
            if (left == 0 || *from != 0x1f) return inflate_end::complete;
            inflateReset(&stream);
        } else if (state != Z_OK) {
            return inflate_end::damaged;  // Z_BUF_ERROR: the file ends early
        }
    }
}

}  // namespace

bool is_gzip(const std::vector<std::uint8_t>& bytes) {
    return bytes.size() > 2 && bytes[0] == 0x1f && bytes[1] == 0x8b && bytes[2] == 8;
}

std::vector<std::uint8_t> start_of_gzip(const std::vector<std::uint8_t>& packed, std::size_t most) {
    std::vector<std::uint8_t> out;
    inflate_members(packed.data(), packed.size(), most, out);
    return out;
}

std::vector<std::uint8_t> unpack_gzip(const std::vector<std::uint8_t>& packed, const std::string& name,
                                      std::size_t most, std::size_t from) {
    std::vector<std::uint8_t> out;
    switch (inflate_members(packed.data() + from, packed.size() - from, most + 1, out)) {
    case inflate_end::complete:
        return out;
    case inflate_end::full:
        throw job_error(fmt::format("{}: unpacks to more than {} (see --max-pixels)", name, bytes_text(most)));
    default:
        throw job_error(fmt::format("{}: broken gzip: its data are damaged or cut off", name));
    }
}

std::string name_without_gz(const std::string& path) {
    constexpr std::size_t letters = 3;
    const bool is_packed = path.size() > letters && internal::lower(path.substr(path.size() - letters)) == ".gz";
    return is_packed ? path.substr(0, path.size() - letters) : path;
}

}  // namespace stockham::tools

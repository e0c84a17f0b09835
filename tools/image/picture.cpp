// Reads pictures by the format that their first bytes indicate, and writes PNG.
#include "image/picture.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "array/npy.hpp"
#include "bytes.hpp"
#include "fault.hpp"
#include "image/decode.hpp"
#include "input.hpp"
#include "output.hpp"

namespace stockham::tools {

namespace {

// Limits of a file's size: bytes per pixel (c16 in a .npy array), and bytes of other data such as profiles and
// previews.
constexpr std::size_t most_point_bytes = 16;
constexpr std::size_t most_other_bytes = std::size_t{1} << 26;

struct format {
    const char* magic;
    std::size_t magic_size;
    picture (*decode)(const std::vector<std::uint8_t>&, const std::string&, std::size_t max_pixels);
};

bool is_picture(const npy_header& header) {
    const auto& shape = header.shape;
    const bool sampled = header.type.kind == 'u' && header.type.size <= 2;
    return sampled && (shape.size() == 2 || (shape.size() == 3 && shape[2] <= 4));
}

picture decode_npy(const std::vector<std::uint8_t>& bytes, const std::string& name, std::size_t max_pixels) {
    const npy_header header = parse_npy(bytes, name);
    const auto& shape = header.shape;
    if (!is_picture(header))
        throw job_error(fmt::format("{}: a picture must be an array of u1 or u2 with shape (height, width) or "
                                    "(height, width, 1 to 4) (got {} with shape {})",
                                    name, header.type.text(), shape_text(shape)));
    const auto channels = shape.size() == 3 ? static_cast<unsigned>(shape[2]) : 1u;
    check_pixels({name, shape[1], shape[0], bytes.size()}, max_pixels);
    picture image = make_picture(name, shape[1], shape[0], channels, 8 * header.type.size);
    const std::uint8_t* at = bytes.data() + header.data_offset;
    const bool two = header.type.size == 2;
    const bool big = header.type.big_endian;
    for (std::size_t i = 0; i < image.samples.size(); ++i)
        image.samples[i] = two ? static_cast<std::uint16_t>(at[2 * i + (big ? 1 : 0)] | at[2 * i + (big ? 0 : 1)] << 8)
                               : std::uint16_t{at[i]};
    return image;
}

const format formats[] = {
    {"\x89PNG\r\n\x1a\n", 8, decode_png},
    {"\xff\xd8\xff", 3, decode_jpeg},
    {"II*\0", 4, decode_tiff},
    {"MM\0*", 4, decode_tiff},
    {"II+\0", 4, decode_tiff},
    {"MM\0+", 4, decode_tiff},
    {"\x93NUMPY", 6, decode_npy},
};

constexpr std::size_t longest_magic = 8;

bool starts_with(const std::vector<std::uint8_t>& bytes, const char* magic, std::size_t size) {
    return bytes.size() >= size && std::memcmp(bytes.data(), magic, size) == 0;
}

const format& format_of(const std::vector<std::uint8_t>& bytes, const std::string& name) {
    for (const format& f : formats)
        if (starts_with(bytes, f.magic, f.magic_size)) return f;
    throw job_error(fmt::format("{}: neither PNG, JPEG, TIFF nor .npy", name));
}

std::vector<std::uint8_t> read_start(input_file& file) {
    std::vector<std::uint8_t> start(longest_magic);
    start.resize(file.read_some(start.data(), start.size()));
    return start;
}

}  // namespace

picture make_picture(const std::string& name, std::size_t width, std::size_t height, unsigned channels, unsigned bits) {
    const picture_claim claim{name, width, height, 0};
    check_pixels(claim, highest_max_pixels);
    picture image = start_picture(claim, channels, bits);
    add_rows(image, height);
    return image;
}

std::vector<std::uint8_t> read_picture_file(const std::string& path, std::size_t max_pixels) {
    input_file file(path);
    std::vector<std::uint8_t> bytes = read_start(file);
    // Checks the first bytes before reading the rest, because a device or a pipe may never end.
    if (!bytes.empty()) format_of(bytes, file.name());
    read_rest(file, bytes, most_point_bytes * max_pixels + most_other_bytes);
    return bytes;
}

std::vector<std::uint8_t> encode_npy(const picture& image) {
    std::vector<std::size_t> shape = {image.height, image.width};
    if (image.channels > 1) shape.push_back(image.channels);
    const std::string header = make_npy_header(shape, image.bits == 8 ? "|u1" : "<u2");
    std::vector<std::uint8_t> bytes;
    bytes.reserve(header.size() + image.samples.size() * (image.bits / 8));
    bytes.assign(header.begin(), header.end());
    for (const std::uint16_t s : image.samples) {
        bytes.push_back(static_cast<std::uint8_t>(s & 0xff));
        if (image.bits == 16) bytes.push_back(static_cast<std::uint8_t>(s >> 8));
    }
    return bytes;
}

bool is_picture_file(const std::string& path) {
    input_file file(path);
    if (!file.is_regular()) return false;
    const std::vector<std::uint8_t> start = read_start(file);
    return std::any_of(std::begin(formats), std::end(formats), [&](const format& f) {
        return f.decode != decode_npy && starts_with(start, f.magic, f.magic_size);
    });
}

bool is_other_array(const std::vector<std::uint8_t>& bytes, const std::string& name) {
    return starts_with(bytes, "\x93NUMPY", 6) && !is_picture(parse_npy(bytes, name));
}

picture decode_picture(const std::vector<std::uint8_t>& bytes, const std::string& name, std::size_t max_pixels) {
    return format_of(bytes, name).decode(bytes, name, max_pixels);
}

picture read_picture(const std::string& path, std::size_t max_pixels) {
    return decode_picture(read_picture_file(path, max_pixels), path == "-" ? "standard input" : path, max_pixels);
}

void write_png(const picture& image, output_file& file) {
    const auto bytes = encode_png(image);
    file.write(bytes.data(), bytes.size());
    file.commit();
}

}  // namespace stockham::tools

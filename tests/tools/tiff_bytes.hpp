// TIFF files byte by byte, as other programs write them: one directory with any tags, and the samples behind it.
#pragma once

#include <cstring>

#include "picture_files.hpp"

namespace stockham::tools::test {

/// A tag with numbers of one type: 2 texts, 3 shorts, 4 longs, 5 rationals (two longs each) and 12 doubles.
struct tag_numbers {
    std::uint16_t tag;
    std::uint16_t type;
    std::vector<double> numbers;
};

inline tag_numbers text_tag(std::uint16_t tag, const std::string& text) {
    tag_numbers t{tag, 2, {text.begin(), text.end()}};
    t.numbers.push_back(0);
    return t;
}

/// The tags of a picture of unsigned integers of 16 bits, uncompressed and in one strip, behind which `samples` lie.
struct tiff_layout {
    std::uint32_t width, height, channels = 1;
    std::uint16_t photometric = PHOTOMETRIC_MINISBLACK;
    std::uint16_t bits = 16;
};

inline bytes tiff_of(const tiff_layout& layout, std::vector<tag_numbers> tags,
                     const std::vector<std::uint16_t>& samples, bool big_endian = false) {
    const auto put = [&](bytes& to, std::uint64_t value, unsigned size) {
        for (unsigned i = 0; i < size; ++i)
            to.push_back(static_cast<std::uint8_t>(value >> 8 * (big_endian ? size - 1 - i : i)));
    };
    const auto put_number = [&](bytes& to, double number, std::uint16_t type) {
        std::uint64_t bits = 0;
        if (type == 12)
            std::memcpy(&bits, &number, 8);
        else
            bits = static_cast<std::uint64_t>(number);
        put(to, bits, type <= 2 ? 1 : type == 3 ? 2 : type == 12 ? 8 : 4);
    };
    tags.push_back({256, 4, {static_cast<double>(layout.width)}});
    tags.push_back({257, 4, {static_cast<double>(layout.height)}});
    tags.push_back({258, 3, std::vector<double>(layout.channels, layout.bits)});
    tags.push_back({259, 3, {1}});
    tags.push_back({262, 3, {static_cast<double>(layout.photometric)}});
    tags.push_back({273, 4, {0}});
    tags.push_back({277, 3, {static_cast<double>(layout.channels)}});
    tags.push_back({278, 4, {static_cast<double>(layout.height)}});
    tags.push_back({279, 4, {static_cast<double>(layout.bits / 8u * layout.width * layout.height * layout.channels)}});
    std::sort(tags.begin(), tags.end(), [](const auto& a, const auto& b) { return a.tag < b.tag; });
    bytes values, directory;
    const std::size_t end = 8 + 2 + 12 * tags.size() + 4;
    std::vector<bytes> encoded;
    for (const tag_numbers& t : tags) {
        encoded.emplace_back();
        for (const double number : t.numbers) put_number(encoded.back(), number, t.type);
    }
    std::size_t all = 0;
    for (const bytes& each : encoded) all += each.size() > 4 ? each.size() + each.size() % 2 : 0;
    put(directory, tags.size(), 2);
    for (std::size_t k = 0; k < tags.size(); ++k) {
        if (tags[k].tag == 273) encoded[k].clear(), put(encoded[k], end + all, 4);
        put(directory, tags[k].tag, 2), put(directory, tags[k].type, 2);
        put(directory, tags[k].numbers.size() / (tags[k].type == 5 ? 2 : 1), 4);
        if (encoded[k].size() > 4) {
            put(directory, end + values.size(), 4);
            values.insert(values.end(), encoded[k].begin(), encoded[k].end());
            values.resize((values.size() + 1) / 2 * 2);
        } else {
            directory.insert(directory.end(), encoded[k].begin(), encoded[k].end());
            directory.resize(directory.size() + 4 - encoded[k].size());
        }
    }
    put(directory, 0, 4);
    bytes file = big_endian ? bytes{'M', 'M'} : bytes{'I', 'I'};
    put(file, 42, 2), put(file, 8, 4);
    for (const bytes* part : {&directory, &values}) file.insert(file.end(), part->begin(), part->end());
    for (const std::uint16_t s : samples) put(file, s, layout.bits / 8u);
    return file;
}

/// Numbers that differ.
inline std::vector<std::uint16_t> counted(std::size_t n) {
    std::vector<std::uint16_t> numbers(n);
    for (std::size_t i = 0; i < n; ++i) numbers[i] = static_cast<std::uint16_t>(7 * i + 1);
    return numbers;
}

inline picture_data data_of(bytes file, const std::string& name = "x.tif") {
    return {std::move(file), name, {}, default_max_pixels, {}};
}

}  // namespace stockham::tools::test

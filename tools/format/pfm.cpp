// PFM, the portable float map: a header of three lines, then rows of single-precision numbers from the bottom up. The
// sign of the third line is the byte order. P. Debevec, http://www.pauldebevec.com/Research/HDR/PFM/
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "base/plain_text.hpp"
#include "fault.hpp"
#include "format/decode.hpp"
#include "format/format.hpp"
#include "format/single_page.hpp"

namespace stockham::tools {

namespace {

// The words of the header, each followed by one white space.
std::vector<std::string> header_words(const picture_data& data, std::size_t& at) {
    constexpr std::size_t count = 4, longest = 20;
    std::vector<std::string> words;
    for (at = 0; words.size() < count; ++at) {
        std::string word;
        while (at < data.bytes.size() && !internal::is_space(static_cast<char>(data.bytes[at])) &&
               word.size() <= longest)
            word += static_cast<char>(data.bytes[at++]);
        if (word.empty() || word.size() > longest || at >= data.bytes.size())
            throw job_error(
                fmt::format("{}: broken PFM: its header must have a width, a height and a scale", data.name));
        words.push_back(word);
    }
    return words;
}

std::size_t size_of_word(const picture_data& data, const std::string& word) {
    constexpr std::size_t most_digits = 9;
    if (word.size() > most_digits || word.find_first_not_of("0123456789") != word.npos)
        throw job_error(fmt::format("{}: broken PFM: its header must have a width and a height below 10^9", data.name));
    return static_cast<std::size_t>(std::strtoul(word.c_str(), nullptr, 10));
}

picture decode_pfm(const picture_data& data) {
    std::size_t at = 0;
    const std::vector<std::string> words = header_words(data, at);
    const unsigned channels = words[0] == "PF" ? 3 : 1;
    const picture_claim claim{data.name, size_of_word(data, words[1]), size_of_word(data, words[2]), data.bytes.size()};
    const double scale = internal::read_number(words[3]).value_or(0);
    if (!std::isfinite(scale) || scale == 0)
        throw job_error(fmt::format("{}: broken PFM: its scale is no number other than 0", data.name));
    check_pixels(claim, data.max_pixels);
    const npy_type stored{'f', 4, scale > 0};
    const std::size_t bytes = claim.width * claim.height * channels * stored.size;
    if (bytes != data.bytes.size() - at)
        throw job_error(fmt::format("{}: broken PFM: {} bytes of samples, but {} x {} pixels need {}", data.name,
                                    data.bytes.size() - at, claim.width, claim.height, bytes));
    picture image = start_picture(claim, channels, sample_type::f32);
    for (std::size_t y = image.height; y-- > 0;)
        convert_samples(stored, data.bytes.data() + at + y * image.row_bytes(), image.width * channels,
                        add_rows(image, 1));
    return image;
}

std::vector<std::uint8_t> encode_pfm(const picture& image, const write_request&) {
    const std::string header = fmt::format("{}\n{} {}\n{}\n", image.channels == 3 ? "PF" : "Pf", image.width,
                                           image.height, is_big_endian_machine() ? "1.0" : "-1.0");
    std::vector<std::uint8_t> bytes(header.begin(), header.end());
    for (std::size_t y = image.height; y-- > 0;) {
        const std::uint8_t* row = image.bytes.data() + y * image.row_bytes();
        bytes.insert(bytes.end(), row, row + image.row_bytes());
    }
    return bytes;
}

std::unique_ptr<page_reader> open_pfm(picture_data data) {
    return std::make_unique<single_page>(std::move(data), decode_pfm);
}

std::unique_ptr<page_writer> create_pfm(output_file& file, const write_request& request) {
    return std::make_unique<single_page_writer>(file, request, encode_pfm);
}

}  // namespace

picture_format pfm_format() {
    using namespace format_sets;
    picture_format f;
    f.name = "PFM";
    f.extensions = {".pfm"};
    f.magics = {{"PF\n"}, {"Pf\n"}, {"PF\r"}, {"Pf\r"}, {"PF "}, {"Pf "}};
    f.types = f32;
    f.channels = grey | rgb;
    f.open = open_pfm;
    f.create = create_pfm;
    return f;
}

}  // namespace stockham::tools

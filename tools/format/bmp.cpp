// BMP, the bitmap of Windows: 1, 4 and 8 bits with a palette, 16, 24 and 32 bits with colours, also packed by run
// lengths. A palette of greys alone gives grey. https://learn.microsoft.com/en-us/windows/win32/gdi/bitmap-storage
#include <algorithm>
#include <array>
#include <cstdlib>

#include <fmt/format.h>

#include "fault.hpp"
#include "format/decode.hpp"
#include "format/format.hpp"
#include "format/single_page.hpp"

namespace stockham::tools {

namespace {

using colour = std::array<std::uint8_t, 4>;  // red, green, blue, alpha
enum packing : std::uint32_t { plain = 0, run_lengths_8 = 1, run_lengths_4 = 2, bit_fields = 3, bit_fields_alpha = 6 };

class bmp_decoder {
  public:
    explicit bmp_decoder(const picture_data& data) : data_(data), bytes_(data.bytes) { read_header(); }

    picture decode() {
        const std::size_t bits = bits_;
        if (bits <= 8) read_palette();
        const bool is_grey = bits <= 8 && std::all_of(palette_.begin(), palette_.end(),
                                                      [](const colour& c) { return c[0] == c[1] && c[1] == c[2]; });
        const bool has_alpha = masks_[3] != 0;
        picture image = start_picture({data_.name, width_, height_, bytes_.size()},
                                      is_grey     ? 1
                                      : has_alpha ? 4
                                                  : 3,
                                      sample_type::u8, has_alpha ? alpha_kind::straight : alpha_kind::none);
        add_rows(image, height_);
        const bool is_packed = packing_ == run_lengths_8 || packing_ == run_lengths_4;
        const std::vector<std::uint8_t> indices = is_packed ? unpack() : std::vector<std::uint8_t>();
        for (std::size_t y = 0; y < height_; ++y) {
            std::uint8_t* to = &image.bytes[(from_top_ ? y : height_ - 1 - y) * image.row_bytes()];
            for (std::size_t x = 0; x < width_; ++x) {
                const colour c = is_packed ? of_palette(indices[y * width_ + x]) : pixel(x, y);
                to = std::copy_n(c.begin(), image.channels, to);
            }
        }
        image.metadata.across = resolution_[0] * inches_per_metre;
        image.metadata.down = resolution_[1] * inches_per_metre;
        return image;
    }

  private:
    static constexpr double inches_per_metre = 0.0254;

    [[noreturn]] void fail(const std::string& why) const {
        throw job_error(fmt::format("{}: broken BMP: {}", data_.name, why));
    }

    std::uint32_t number(std::size_t at, std::size_t bytes) const {
        if (at > bytes_.size() || bytes_.size() - at < bytes) fail("the file ends too early");
        std::uint32_t value = 0;
        for (std::size_t i = bytes; i-- > 0;) value = value << 8 | bytes_[at + i];
        return value;
    }

    void read_header() {
        constexpr std::uint32_t oldest = 12, usual = 40, with_alpha = 56;
        pixels_ = number(10, 4);
        const std::uint32_t header = number(14, 4);
        if (header != oldest && header < usual) fail(fmt::format("its header has {} bytes", header));
        const bool is_old = header == oldest;
        const auto signed_number = [&](std::size_t at) {
            return is_old ? static_cast<std::int64_t>(number(at, 2)) : static_cast<std::int32_t>(number(at, 4));
        };
        const std::int64_t width = signed_number(18), height = signed_number(is_old ? 20 : 22);
        if (width < 0) fail("its width is negative");
        from_top_ = height < 0;
        width_ = static_cast<std::size_t>(width);
        height_ = static_cast<std::size_t>(std::abs(height));
        bits_ = number(is_old ? 24 : 28, 2);
        check_pixels({data_.name, width_, height_, bytes_.size()}, data_.max_pixels);
        packing_ = is_old ? plain : number(30, 4);
        if (!is_old)
            for (std::size_t k = 0; k < 2; ++k)
                resolution_[k] = std::max(0.0, static_cast<double>(static_cast<std::int32_t>(number(38 + 4 * k, 4))));
        static constexpr std::size_t known[] = {1, 4, 8, 16, 24, 32};
        const bool is_known = std::find(std::begin(known), std::end(known), bits_) != std::end(known);
        const bool has_fields = packing_ == bit_fields || packing_ == bit_fields_alpha;
        if (!is_known || (packing_ == run_lengths_8 && bits_ != 8) || (packing_ == run_lengths_4 && bits_ != 4) ||
            (has_fields && bits_ != 16 && bits_ != 32) || (packing_ > run_lengths_4 && !has_fields))
            throw job_error(fmt::format("{}: a BMP file with {} bits and the packing {} is not supported", data_.name,
                                        bits_, packing_));
        palette_at_ = 14 + header;
        entry_bytes_ = is_old ? 3 : 4;
        if (bits_ == 16) masks_ = {0x7c00, 0x3e0, 0x1f, 0};
        if (bits_ == 32) masks_ = {0xff0000, 0xff00, 0xff, 0};
        if (has_fields)
            for (std::size_t k = 0; k < 3; ++k) masks_[k] = number(54 + 4 * k, 4);
        if (packing_ == bit_fields_alpha || (has_fields && header >= with_alpha)) masks_[3] = number(66, 4);
        if (packing_ != plain && !has_fields) return;
        row_bytes_ = (width_ * bits_ + 31) / 32 * 4;
        if (pixels_ > bytes_.size() || row_bytes_ * height_ > bytes_.size() - pixels_)
            fail(fmt::format("{} x {} pixels of {} bits are more than the file has", width_, height_, bits_));
    }

    void read_palette() {
        const std::uint32_t stated = entry_bytes_ == 4 ? number(46, 4) : 0;
        const std::size_t count = stated == 0 ? std::size_t{1} << bits_ : stated;
        if (count > std::size_t{1} << bits_) fail("its palette has more colours than the pixels name");
        for (std::size_t k = 0; k < count; ++k) {
            const std::uint32_t entry = number(palette_at_ + k * entry_bytes_, 3);
            palette_.push_back({static_cast<std::uint8_t>(entry >> 16), static_cast<std::uint8_t>(entry >> 8),
                                static_cast<std::uint8_t>(entry), 255});
        }
    }

    colour of_palette(std::size_t index) const {
        if (index >= palette_.size()) fail("a pixel has no colour in the palette");
        return palette_[index];
    }

    // The pixel of a stored row.
    colour pixel(std::size_t x, std::size_t y) const {
        const std::size_t row = pixels_ + y * row_bytes_;
        if (bits_ <= 8) {
            const std::size_t per_byte = 8 / bits_, shift = 8 - bits_ * (1 + x % per_byte);
            return of_palette(bytes_[row + x / per_byte] >> shift & ((1u << bits_) - 1));
        }
        const std::uint32_t value = number(row + x * bits_ / 8, bits_ / 8);
        if (bits_ == 24)
            return {static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 8),
                    static_cast<std::uint8_t>(value), 255};
        return {field(value, 0), field(value, 1), field(value, 2), field(value, 3)};
    }

    // The bits of a mask, stretched to 0 to 255.
    std::uint8_t field(std::uint32_t value, std::size_t k) const {
        std::uint32_t mask = masks_[k];
        if (mask == 0) return 0;
        value &= mask;
        for (; (mask & 1) == 0; mask >>= 1) value >>= 1;
        return static_cast<std::uint8_t>((255ull * value + mask / 2) / mask);
    }

    // The palette's indices of all stored rows. Bytes 0 N: N is a command; else a count and what to repeat.
    std::vector<std::uint8_t> unpack() const {
        std::vector<std::uint8_t> out(width_ * height_);
        const bool is_4 = packing_ == run_lengths_4;
        std::size_t at = pixels_, x = 0, y = 0;
        const auto put = [&](std::size_t index) {
            if (y >= height_ || x >= width_) fail("its run lengths leave the picture");
            out[y * width_ + x++] = static_cast<std::uint8_t>(index);
        };
        const auto half = [&](std::uint32_t byte, std::size_t k) {
            return is_4 ? byte >> (k % 2 == 0 ? 4 : 0) & 15 : byte;
        };
        for (;;) {
            const std::uint32_t count = number(at, 1), byte = number(at + 1, 1);
            at += 2;
            if (count > 0) {
                for (std::size_t k = 0; k < count; ++k) put(half(byte, k));
            } else if (byte == 0) {
                x = 0;
                ++y;
            } else if (byte == 1) {
                return out;
            } else if (byte == 2) {
                x += number(at, 1);
                y += number(at + 1, 1);
                at += 2;
            } else {
                for (std::size_t k = 0; k < byte; ++k) put(half(number(at + (is_4 ? k / 2 : k), 1), k));
                const std::size_t used = is_4 ? (byte + 1) / 2 : byte;
                at += (used + 1) / 2 * 2;
            }
        }
    }

    const picture_data& data_;
    const std::vector<std::uint8_t>& bytes_;
    std::size_t width_ = 0, height_ = 0, bits_ = 0, pixels_ = 0, row_bytes_ = 0, palette_at_ = 0, entry_bytes_ = 4;
    std::uint32_t packing_ = plain;
    bool from_top_ = false;
    double resolution_[2] = {};  // pixels per metre
    std::array<std::uint32_t, 4> masks_{};
    std::vector<colour> palette_;
};

picture decode_bmp(const picture_data& data) {
    return bmp_decoder(data).decode();
}

std::unique_ptr<page_reader> open_bmp(picture_data data) {
    return std::make_unique<single_page>(std::move(data), decode_bmp);
}

}  // namespace

picture_format bmp_format() {
    picture_format f;
    f.name = "BMP";
    f.extensions = {".bmp", ".dib"};
    f.magics = {{"BM"}};
    f.open = open_bmp;
    return f;
}

}  // namespace stockham::tools

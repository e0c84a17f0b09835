// DICOM, the format of medical scanners: each frame is a page. Values are those of the modality, as its slope and
// intercept say, such as Hounsfield units; no window is applied. Frames packed as JPEG or JPEG 2000 are pictures of
// those formats. https://www.dicomstandard.org/current
#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "bytes.hpp"
#include "fault.hpp"
#include "format/decode.hpp"
#include "format/dicom_header.hpp"
#include "format/format.hpp"

namespace stockham::tools {

namespace {

using bytes = std::vector<std::uint8_t>;

// The segments of a frame, a byte of each sample in each: a signed length, then that number of bytes or one to repeat.
// PS3.5, annex G. Returns samples with the least significant byte first, channel after channel.
bytes unpack_run_lengths(const bytes& packed, const dicom_header& h, const std::string& name) {
    const auto fail = [&] { throw job_error(fmt::format("{}: broken DICOM: its run lengths are damaged", name)); };
    constexpr std::size_t header_bytes = 64;
    const std::size_t sample_bytes = h.bits_allocated / 8, pixels = h.rows * h.columns;
    const auto word = [&](std::size_t k) {
        std::size_t value = 0;
        for (std::size_t i = 4; i-- > 0;) value = value << 8 | packed[4 * k + i];
        return value;
    };
    if (packed.size() < header_bytes || word(0) != sample_bytes * h.channels || word(0) > 15) fail();
    bytes out(pixels * sample_bytes * h.channels);
    for (std::size_t segment = 0; segment < word(0); ++segment) {
        const std::size_t channel = segment / sample_bytes, byte = sample_bytes - 1 - segment % sample_bytes;
        std::uint8_t* to = &out[channel * pixels * sample_bytes + byte];
        std::size_t at = word(1 + segment), done = 0;
        while (done < pixels) {
            if (at >= packed.size()) fail();
            const auto run = static_cast<std::int8_t>(packed[at++]);
            if (run == -128) continue;
            const std::size_t count = std::min<std::size_t>(static_cast<std::size_t>(1 + std::abs(run)), pixels - done);
            const std::size_t taken = run < 0 ? 1 : count;
            if (packed.size() - std::min(at, packed.size()) < taken) fail();
            for (std::size_t k = 0; k < count; ++k, ++done) to[done * sample_bytes] = packed[at + (run < 0 ? 0 : k)];
            at += taken;
        }
    }
    return out;
}

class dicom_reader : public page_reader {
  public:
    explicit dicom_reader(picture_data data)
        : data_(std::move(data)), header_(read_dicom_header(data_.bytes, data_.name)) {
        check_header();
        const bool has_slices = header_.depth > 0 && !header_.is_in_time;
        if (header_.frames > 1) axes_ = {{header_.is_in_time ? 'T' : has_slices ? 'Z' : '?', header_.frames}};
        if (header_.packing != dicom_packing::none) find_frames();
    }

    std::size_t pages() const override { return header_.frames; }
    stack_axes axes() override { return axes_; }
    left_out_list left_out() override {
        left_out_list list;
        if (header_.other_elements > 0)
            list.push_back(count_text(header_.other_elements, "further element", "further elements"));
        if (header_.interpretation == "MONOCHROME1") list.push_back("that low values are bright (MONOCHROME1)");
        return list;
    }

    picture read(std::size_t index) override {
        picture page = unpacked(index);
        if (header_.slope != 1 || header_.intercept != 0) rescale(page);
        if (header_.across > 0) {
            page.metadata.across = 1 / header_.across;
            page.metadata.down = 1 / header_.down;
            page.metadata.unit = "mm";
            if (!axes_.empty() && axes_.front().name == 'Z') page.metadata.depth = header_.depth;
        }
        return page;
    }

  private:
    [[noreturn]] void fail(const std::string& why) const {
        throw job_error(fmt::format("{}: broken DICOM: {}", data_.name, why));
    }
    [[noreturn]] void refuse(const std::string& why) const { throw job_error(fmt::format("{}: {}", data_.name, why)); }

    void check_header() {
        dicom_header& h = header_;
        check_pixels({data_.name, h.columns, h.rows, data_.bytes.size()}, data_.max_pixels);
        static const char* known[] = {"MONOCHROME1", "MONOCHROME2", "RGB", "YBR_FULL"};
        const bool by_library = h.packing == dicom_packing::jpeg || h.packing == dicom_packing::jpeg2000;
        const bool is_known = std::find(std::begin(known), std::end(known), h.interpretation) != std::end(known);
        if (!is_known && !(by_library && h.interpretation.compare(0, 4, "YBR_") == 0))
            refuse(fmt::format("DICOM's photometric interpretation \"{}\" is not supported", h.interpretation));
        const bool is_grey = h.interpretation.compare(0, 10, "MONOCHROME") == 0;
        if (h.channels != (is_grey ? 1u : 3u)) fail(fmt::format("{} with {} samples", h.interpretation, h.channels));
        if (by_library) return;
        if (h.is_float) {
            if (h.bits_allocated != 32 && h.bits_allocated != 64) fail("its floating-point numbers have no type");
        } else if (h.bits_allocated != 8 && h.bits_allocated != 16 && h.bits_allocated != 32) {
            refuse(fmt::format("pixels of {} bits in DICOM are not supported (8, 16 and 32 are)", h.bits_allocated));
        } else if (h.bits_stored == 0 || h.high_bit >= h.bits_allocated || h.bits_stored > h.high_bit + 1) {
            fail(fmt::format("{} bits up to bit {} of {}", h.bits_stored, h.high_bit, h.bits_allocated));
        }
        if (h.interpretation == "YBR_FULL" && (h.bits_allocated != 8 || h.is_signed))
            refuse("luma and colour differences of other than 8 bits are not supported");
        if (h.packing != dicom_packing::none) return;
        const auto needed = product({h.frames, h.rows, h.columns, h.channels, h.bits_allocated / 8});
        if (!needed || *needed > h.pieces[0].second)
            fail(fmt::format("{} bytes of pixels, but {} frames of {} x {} pixels need more", h.pieces[0].second,
                             h.frames, h.columns, h.rows));
    }

    // A packed frame has a piece of its own, or the pieces from its offset on.
    void find_frames() {
        const auto& h = header_;
        if (h.frames == 1) {
            first_pieces_ = {0, h.pieces.size()};
        } else if (h.pieces.size() == h.frames) {
            for (std::size_t k = 0; k <= h.frames; ++k) first_pieces_.push_back(k);
        } else {
            std::size_t offset = 0;
            for (std::size_t k = 0; k < h.pieces.size(); offset += 8 + h.pieces[k++].second)
                if (first_pieces_.size() < h.frame_offsets.size() && h.frame_offsets[first_pieces_.size()] == offset)
                    first_pieces_.push_back(k);
            first_pieces_.push_back(h.pieces.size());
            if (first_pieces_.size() != h.frames + 1)
                fail(fmt::format("{} pieces of packed pixels for {} frames", h.pieces.size(), h.frames));
        }
    }

    // The frame of a file without packing. Big-endian words have their bytes swapped.
    bytes plain_frame(std::size_t index) const {
        const dicom_header& h = header_;
        const std::size_t size = h.rows * h.columns * h.channels * h.bits_allocated / 8, first = index * size;
        if (!h.big_endian || !h.in_words || h.bits_allocated != 8)
            return data_.bytes.part(h.pieces[0].first + first, size);
        const std::size_t start = first / 2 * 2, end = std::min((first + size + 1) / 2 * 2, h.pieces[0].second);
        bytes words = data_.bytes.part(h.pieces[0].first + start, end - start);
        for (std::size_t k = 0; k + 1 < words.size(); k += 2) std::swap(words[k], words[k + 1]);
        return {words.begin() + static_cast<std::ptrdiff_t>(first - start),
                words.begin() + static_cast<std::ptrdiff_t>(first - start + size)};
    }

    bytes packed_frame(std::size_t index) const {
        bytes frame;
        for (std::size_t k = first_pieces_[index]; k < first_pieces_[index + 1]; ++k) {
            const bytes piece = data_.bytes.part(header_.pieces[k].first, header_.pieces[k].second);
            frame.insert(frame.end(), piece.begin(), piece.end());
        }
        return frame;
    }

    picture unpacked(std::size_t index) const {
        const dicom_header& h = header_;
        if (h.packing == dicom_packing::none)
            return picture_of(plain_frame(index).data(), h.big_endian, h.planes_apart);
        if (h.packing == dicom_packing::run_lengths)
            return picture_of(unpack_run_lengths(packed_frame(index), h, data_.name).data(), false, true);
        bytes packed = packed_frame(index);
        if (h.packing == dicom_packing::jpeg && h.interpretation == "RGB") state_no_transform(packed);
        picture page = decode_picture(std::move(packed), data_.name, data_.max_pixels);
        if (page.width != h.columns || page.height != h.rows || page.channels != h.channels)
            fail(fmt::format("a frame has {} x {} pixels of {} channels, its header {} x {} of {}", page.width,
                             page.height, page.channels, h.columns, h.rows, h.channels));
        page.metadata = {};
        if (h.packing == dicom_packing::jpeg2000) take_sign(page);
        return page;
    }

    // JPEG takes three channels for luma and colour differences, unless Adobe's marker says otherwise.
    static void state_no_transform(bytes& jpeg) {
        static constexpr std::uint8_t adobe[] = {'A', 'd', 'o', 'b', 'e'};
        static constexpr std::uint8_t marker[] = {0xff, 0xee, 0, 14, 'A', 'd', 'o', 'b', 'e', 0, 100, 0, 0, 0, 0, 0};
        if (std::search(jpeg.begin(), jpeg.end(), std::begin(adobe), std::end(adobe)) != jpeg.end()) return;
        if (jpeg.size() > 2) jpeg.insert(jpeg.begin() + 2, std::begin(marker), std::end(marker));
    }

    // DICOM states whether numbers are signed; the packed picture may contradict it.
    void take_sign(picture& page) const {
        const unsigned bits = header_.bits_stored;
        if (bits == 0 || bits > 16 || page.type == sample_type::f64 || header_.is_signed == is_float(page.type)) return;
        picture other = start_picture({data_.name, page.width, page.height, 0}, page.channels,
                                      header_.is_signed ? sample_type::f32 : sample_type::u16);
        add_rows(other, other.height);
        const int range = 1 << bits;
        for (std::size_t i = 0; i < page.samples(); ++i) {
            const int value = static_cast<int>(page.at(i)) & (range - 1);
            other.set(i, header_.is_signed && value >= range / 2 ? value - range : value);
        }
        page = std::move(other);
    }

    // The type of the values: that of the stored bits, or floating point if they are signed or scaled.
    npy_type stored_type(bool big) const {
        const dicom_header& h = header_;
        return {h.is_float ? 'f' : h.is_signed ? 'i' : 'u', h.bits_allocated / 8, big};
    }

    picture picture_of(const std::uint8_t* from, bool big, bool planes_apart) const {
        const dicom_header& h = header_;
        const npy_type stored = stored_type(big);
        picture page = start_picture({data_.name, h.columns, h.rows, data_.bytes.size()}, h.channels, type_for(stored));
        std::uint8_t* to = add_rows(page, page.height);
        const bytes own = own_bits(from, big);
        if (!own.empty()) from = own.data();
        const bytes mixed = planes_apart && h.channels > 1 ? interleaved(from) : bytes();
        if (!mixed.empty()) from = mixed.data();
        convert_samples(stored, from, page.samples(), to);
        if (h.interpretation == "YBR_FULL") convert_ybr(page);
        return page;
    }

    // The channels of each pixel together.
    bytes interleaved(const std::uint8_t* planes) const {
        const dicom_header& h = header_;
        const std::size_t size = h.bits_allocated / 8, pixels = h.rows * h.columns;
        bytes out(pixels * h.channels * size);
        std::uint8_t* to = out.data();
        for (std::size_t i = 0; i < pixels; ++i)
            for (std::size_t c = 0; c < h.channels; ++c) to = std::copy_n(planes + (c * pixels + i) * size, size, to);
        return out;
    }

    // Samples whose value is in some of their bits, with the sign extended; none if the values fill them.
    bytes own_bits(const std::uint8_t* from, bool big) const {
        const dicom_header& h = header_;
        if (h.is_float || h.bits_stored == h.bits_allocated) return {};
        const std::size_t size = h.bits_allocated / 8, count = h.rows * h.columns * h.channels;
        bytes out(count * size);
        const unsigned lowest = h.high_bit + 1 - h.bits_stored;
        const std::uint32_t mask = (std::uint32_t{1} << h.bits_stored) - 1,
                            sign = std::uint32_t{1} << (h.bits_stored - 1);
        for (std::size_t k = 0; k < count; ++k) {
            std::uint32_t value = 0;
            for (std::size_t i = 0; i < size; ++i) value = value << 8 | from[k * size + (big ? i : size - 1 - i)];
            value = value >> lowest & mask;
            if (h.is_signed && (value & sign) != 0) value |= ~mask;
            for (std::size_t i = 0; i < size; ++i)
                out[k * size + (big ? size - 1 - i : i)] = static_cast<std::uint8_t>(value >> 8 * i);
        }
        return out;
    }

    // PS3.3, C.7.6.3.1.2: luma and colour differences of the full range.
    static void convert_ybr(picture& page) {
        for (std::size_t i = 0; i + 2 < page.bytes.size(); i += 3) {
            std::uint8_t* p = &page.bytes[i];
            const double luma = p[0], blue = p[1] - 128.0, red = p[2] - 128.0;
            const double rgb[] = {luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue};
            for (std::size_t c = 0; c < 3; ++c) p[c] = static_cast<std::uint8_t>(std::clamp(rgb[c], 0.0, 255.0) + 0.5);
        }
    }

    void rescale(picture& page) const {
        const bool fits_single = page.type != sample_type::f64 && header_.bits_allocated <= 16;
        picture scaled = start_picture({data_.name, page.width, page.height, 0}, page.channels,
                                       fits_single ? sample_type::f32 : sample_type::f64);
        add_rows(scaled, scaled.height);
        for (std::size_t i = 0; i < page.samples(); ++i) scaled.set(i, page.at(i) * header_.slope + header_.intercept);
        page = std::move(scaled);
    }

    const picture_data data_;
    dicom_header header_;
    stack_axes axes_;
    std::vector<std::size_t> first_pieces_;  // of each packed frame, and the number of pieces
};

std::unique_ptr<page_reader> open_dicom(picture_data data) {
    return std::make_unique<dicom_reader>(std::move(data));
}

}  // namespace

picture_format dicom_format() {
    picture_format f;
    f.name = "DICOM";
    f.extensions = {".dcm", ".dicom"};
    f.magics = {{"DICM", 128}};
    f.open = open_dicom;
    return f;
}

}  // namespace stockham::tools

// OpenEXR pictures of one part, through the library OpenEXR. Half precision and integers become single precision.
#include "format/format.hpp"

#ifdef STOCKHAM_HAS_OPENEXR
#include <algorithm>
#include <cstring>
#include <stdexcept>

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfInputFile.h>
#include <ImfOutputFile.h>
#include <fmt/format.h>

#include "fault.hpp"
#include "format/decode.hpp"
#include "format/single_page.hpp"

namespace stockham::tools {

namespace {

class exr_source : public Imf::IStream {
  public:
    explicit exr_source(const std::vector<std::uint8_t>& bytes) : Imf::IStream("memory"), bytes_(bytes) {}
    bool read(char* to, int count) override {
        const auto n = static_cast<std::size_t>(count);
        if (at_ > bytes_.size() || bytes_.size() - at_ < n) throw std::runtime_error("the file ends too early");
        std::memcpy(to, bytes_.data() + at_, n);
        at_ += n;
        return at_ < bytes_.size();
    }
    std::uint64_t tellg() override { return at_; }
    void seekg(std::uint64_t at) override { at_ = static_cast<std::size_t>(at); }

  private:
    const std::vector<std::uint8_t>& bytes_;
    std::size_t at_ = 0;
};

class exr_target : public Imf::OStream {
  public:
    explicit exr_target(std::vector<std::uint8_t>& bytes) : Imf::OStream("memory"), bytes_(bytes) {}
    void write(const char* from, int count) override {
        const auto n = static_cast<std::size_t>(count);
        if (bytes_.size() < at_ + n) bytes_.resize(at_ + n);
        std::memcpy(bytes_.data() + at_, from, n);
        at_ += n;
    }
    std::uint64_t tellp() override { return at_; }
    void seekp(std::uint64_t at) override { at_ = static_cast<std::size_t>(at); }

  private:
    std::vector<std::uint8_t>& bytes_;
    std::size_t at_ = 0;
};

using names = std::vector<std::string>;

// The names of a picture's channels in a file.
names channel_names(unsigned channels) {
    static const names sets[] = {{}, {"Y"}, {"Y", "A"}, {"R", "G", "B"}, {"R", "G", "B", "A"}};
    return sets[channels];
}

// The channels to read: colours or grey, with or without alpha, else the only channel, whatever its name. `left_out`
// gets the others.
names channels_to_read(const Imf::ChannelList& list, const std::string& name, names& left_out) {
    names all;
    for (auto channel = list.begin(); channel != list.end(); ++channel) {
        all.push_back(channel.name());
        if (channel.channel().xSampling != 1 || channel.channel().ySampling != 1)
            throw job_error(fmt::format("{}: channel {} has fewer samples than pixels", name, channel.name()));
    }
    const auto has = [&](const std::string& wanted) { return std::find(all.begin(), all.end(), wanted) != all.end(); };
    for (const unsigned channels : {4u, 3u, 2u, 1u}) {
        const names wanted = channel_names(channels);
        if (!std::all_of(wanted.begin(), wanted.end(), has)) continue;
        std::copy_if(all.begin(), all.end(), std::back_inserter(left_out), [&](const std::string& each) {
            return std::find(wanted.begin(), wanted.end(), each) == wanted.end();
        });
        return wanted;
    }
    if (all.size() == 1) return all;
    throw job_error(fmt::format("{}: its channels are {}; R, G, B or Y, or a single channel, can be read", name,
                                fmt::join(all, ", ")));
}

// A frame buffer for rows of interleaved single precision; `base` is where pixel (0, 0) would be.
Imf::FrameBuffer frame_of(const names& channels, char* base, std::size_t row_bytes) {
    Imf::FrameBuffer frame;
    for (std::size_t c = 0; c < channels.size(); ++c)
        frame.insert(channels[c],
                     Imf::Slice(Imf::FLOAT, base + c * sizeof(float), channels.size() * sizeof(float), row_bytes));
    return frame;
}

// A header is a list of attributes: name, type, four bytes of size, value. OpenEXR allocates any size before it reads.
void check_attributes(const std::vector<std::uint8_t>& bytes, std::size_t at) {
    const auto skip_text = [&] {
        const auto end = std::find(bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes.end(), 0);
        if (end == bytes.end()) throw std::runtime_error("the file ends too early");
        const std::size_t length = static_cast<std::size_t>(end - bytes.begin()) - at;
        at += length + 1;
        return length;
    };
    constexpr std::size_t size_bytes = 4;
    while (skip_text() > 0) {
        skip_text();
        if (bytes.size() - at < size_bytes) throw std::runtime_error("the file ends too early");
        std::size_t size = 0;
        for (std::size_t k = 0; k < size_bytes; ++k) size |= std::size_t{bytes[at + k]} << 8 * k;
        at += size_bytes;
        if (bytes.size() - at < size) throw std::runtime_error("an attribute is longer than the file");
        at += size;
    }
}

// The size that the header claims. An InputFile would allocate memory for it before it could be checked.
picture_claim claim_of(const picture_data& data) {
    constexpr int largest_tile = 4096;
    Imf::Header::setMaxTileSize(largest_tile, largest_tile);
    constexpr std::size_t version_at = 4, header_at = 8;
    if (data.bytes.size() < header_at) throw std::runtime_error("the file ends too early");
    check_attributes(data.bytes, header_at);
    int version = 0;
    for (std::size_t k = 0; k < 4; ++k) version |= data.bytes[version_at + k] << 8 * k;
    exr_source source(data.bytes);
    source.seekg(header_at);
    Imf::Header header;
    header.readFrom(source, version);
    const Imath::Box2i window = header.dataWindow();
    const picture_claim claim{data.name, static_cast<std::size_t>(std::int64_t{window.max.x} - window.min.x + 1),
                              static_cast<std::size_t>(std::int64_t{window.max.y} - window.min.y + 1),
                              data.bytes.size()};
    check_pixels(claim, data.max_pixels);
    return claim;
}

picture read_exr(const picture_data& data, left_out_list& left_out) {
    const picture_claim claim = claim_of(data);
    exr_source source(data.bytes);
    Imf::InputFile file(source, 1);
    const Imath::Box2i window = file.header().dataWindow();
    names others;
    const names channels = channels_to_read(file.header().channels(), data.name, others);
    if (!others.empty())
        left_out = {fmt::format("{} {}", others.size() == 1 ? "channel" : "channels", fmt::join(others, ", "))};
    picture image =
        start_picture(claim, static_cast<unsigned>(channels.size()), sample_type::f32,
                      channels.back() == "A" && channels.size() > 1 ? alpha_kind::associated : alpha_kind::none);
    // Memory is touched block by block, as far as the file has data.
    constexpr std::size_t block = 64;
    for (std::size_t y = 0; y < image.height; y += block) {
        const std::size_t rows = std::min(block, image.height - y);
        auto* to = reinterpret_cast<char*>(add_rows(image, rows));
        const auto row = static_cast<std::ptrdiff_t>(image.row_bytes());
        const auto pixel = static_cast<std::ptrdiff_t>(channels.size() * sizeof(float));
        const int first = window.min.y + static_cast<int>(y);
        file.setFrameBuffer(frame_of(channels, to - first * row - window.min.x * pixel, image.row_bytes()));
        file.readPixels(first, first + static_cast<int>(rows) - 1);
    }
    return image;
}

class exr_reader : public page_reader {
  public:
    explicit exr_reader(picture_data data) : data_(std::move(data)) {}
    std::size_t pages() const override { return 1; }
    left_out_list left_out() override { return left_out_; }
    picture read(std::size_t) override {
        try {
            return read_exr(data_, left_out_);
        } catch (const job_error&) {
            throw;
        } catch (const std::bad_alloc&) {
            throw;
        } catch (const std::exception& e) {
            throw job_error(fmt::format("{}: broken OpenEXR: {}", data_.name, e.what()));
        }
    }

  private:
    picture_data data_;
    left_out_list left_out_;
};

std::vector<std::uint8_t> encode_exr(const picture& image, const write_request& request) {
    const names channels = channel_names(image.channels);
    Imf::Header header(static_cast<int>(image.width), static_cast<int>(image.height));
    for (const std::string& name : channels) header.channels().insert(name, Imf::Channel(Imf::FLOAT));
    std::vector<std::uint8_t> bytes;
    try {
        exr_target target(bytes);
        Imf::OutputFile file(target, header, 1);
        auto* from = const_cast<char*>(reinterpret_cast<const char*>(image.bytes.data()));
        file.setFrameBuffer(frame_of(channels, from, image.row_bytes()));
        file.writePixels(static_cast<int>(image.height));
    } catch (const std::exception& e) {
        throw job_error(fmt::format("cannot write {}: {}", request.name, e.what()));
    }
    return bytes;
}

std::unique_ptr<page_reader> open_exr(picture_data data) {
    return std::make_unique<exr_reader>(std::move(data));
}

std::unique_ptr<page_writer> create_exr(output_file& file, const write_request& request) {
    return std::make_unique<single_page_writer>(file, request, encode_exr);
}

}  // namespace
}  // namespace stockham::tools

#endif

namespace stockham::tools {

picture_format exr_format() {
    using namespace format_sets;
    picture_format f;
    f.name = "OpenEXR";
    f.extensions = {".exr"};
    f.magics = {{"\x76\x2f\x31\x01"}};
    f.types = f32;
    f.channels = up_to_4;
    f.alpha = alpha_rule::associated;
    f.library = "OpenEXR";
#ifdef STOCKHAM_HAS_OPENEXR
    f.open = open_exr;
    f.create = create_exr;
#endif
    return f;
}

}  // namespace stockham::tools

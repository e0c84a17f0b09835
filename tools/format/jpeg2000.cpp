// JPEG 2000 pictures (.jp2) and bare code streams (.j2k), through OpenJPEG. Numbers of up to 16 bits are unchanged,
// also if they have fewer bits; signed and longer ones become floating point.
#include "format/format.hpp"

#ifdef STOCKHAM_HAS_OPENJPEG

#include <algorithm>
#include <cstring>
#include <mutex>

#include <fmt/format.h>
#include <openjpeg.h>

#include "fault.hpp"
#include "format/decode.hpp"
#include "format/single_page.hpp"

namespace stockham::tools {

namespace {

struct memory_stream {
    const std::vector<std::uint8_t>& bytes;
    std::size_t at = 0;
};

OPJ_SIZE_T read_stream(void* to, OPJ_SIZE_T wanted, void* user) {
    auto& s = *static_cast<memory_stream*>(user);
    const std::size_t n = std::min<std::size_t>(wanted, s.bytes.size() - s.at);
    if (n == 0) return static_cast<OPJ_SIZE_T>(-1);
    std::memcpy(to, s.bytes.data() + s.at, n);
    s.at += n;
    return n;
}

OPJ_BOOL seek_stream(OPJ_OFF_T to, void* user) {
    auto& s = *static_cast<memory_stream*>(user);
    if (to < 0 || static_cast<std::size_t>(to) > s.bytes.size()) return OPJ_FALSE;
    s.at = static_cast<std::size_t>(to);
    return OPJ_TRUE;
}

OPJ_OFF_T skip_stream(OPJ_OFF_T by, void* user) {
    auto& s = *static_cast<memory_stream*>(user);
    return seek_stream(static_cast<OPJ_OFF_T>(s.at) + by, user) == OPJ_TRUE ? by : -1;
}

void note_error(const char* text, void* user) {
    auto& note = *static_cast<std::string*>(user);
    if (note.empty()) note = std::string(text, std::strcspn(text, "\n"));
}

// JPEG 2000 without the boxes of a JP2 file.
bool is_codestream(const picture_data& data) {
    return data.bytes.size() > 0 && data.bytes[0] == 0xff;
}

class decoder {
  public:
    explicit decoder(const picture_data& data)
        : name_(data.name), input_{data.bytes},
          codec_(opj_create_decompress(is_codestream(data) ? OPJ_CODEC_J2K : OPJ_CODEC_JP2), opj_destroy_codec),
          stream_(opj_stream_create(std::size_t{1} << 16, OPJ_TRUE), opj_stream_destroy) {
        opj_set_error_handler(codec_.get(), note_error, &note_);
        opj_stream_set_user_data(stream_.get(), &input_, nullptr);
        opj_stream_set_user_data_length(stream_.get(), data.bytes.size());
        opj_stream_set_read_function(stream_.get(), read_stream);
        opj_stream_set_skip_function(stream_.get(), skip_stream);
        opj_stream_set_seek_function(stream_.get(), seek_stream);
        opj_dparameters_t parameters;
        opj_set_default_decoder_parameters(&parameters);
        opj_image_t* image = nullptr;
        if (opj_setup_decoder(codec_.get(), &parameters) != OPJ_TRUE ||
            opj_read_header(stream_.get(), codec_.get(), &image) != OPJ_TRUE)
            fail("its header is damaged");
        image_.reset(image);
    }

    const opj_image_t& image() const { return *image_; }
    std::size_t width() const { return image_->x1 - image_->x0; }
    std::size_t height() const { return image_->y1 - image_->y0; }

    void decode() {
        if (opj_decode(codec_.get(), stream_.get(), image_.get()) != OPJ_TRUE ||
            opj_end_decompress(codec_.get(), stream_.get()) != OPJ_TRUE)
            fail("its pixels are damaged or cut off");
        for (std::size_t c = 0; c < image_->numcomps; ++c)
            if (image_->comps[c].data == nullptr) fail(fmt::format("channel {} is missing", c + 1));
    }

    [[noreturn]] void fail(const std::string& why) const {
        throw job_error(fmt::format("{}: broken JPEG 2000: {}", name_, note_.empty() ? why : note_));
    }

  private:
    const std::string& name_;
    memory_stream input_;
    std::string note_;
    std::unique_ptr<opj_codec_t, void (*)(opj_codec_t*)> codec_;
    std::unique_ptr<opj_stream_t, void (*)(opj_stream_t*)> stream_;
    std::unique_ptr<opj_image_t, void (*)(opj_image_t*)> image_{nullptr, opj_image_destroy};
};

// The type that holds the numbers of all channels.
sample_type type_of(const opj_image_t& image) {
    unsigned bits = 0;
    bool is_signed = false;
    for (std::size_t c = 0; c < image.numcomps; ++c) {
        bits = std::max(bits, static_cast<unsigned>(image.comps[c].prec));
        is_signed = is_signed || image.comps[c].sgnd != 0;
    }
    constexpr unsigned bits_of_single = 24;
    if (bits > bits_of_single) return sample_type::f64;
    if (is_signed || bits > 16) return sample_type::f32;
    return bits > 8 ? sample_type::u16 : sample_type::u8;
}

// Channels of fewer points, such as those of colour differences, are repeated.
void copy_channel(const opj_image_t& source, std::size_t channel, picture& image) {
    const opj_image_comp_t& from = source.comps[channel];
    with_samples(image, [&](auto* samples) {
        using sample = std::decay_t<decltype(*samples)>;
        for (std::size_t y = 0; y < image.height; ++y) {
            const OPJ_INT32* row = from.data + std::min<std::size_t>(y / from.dy, from.h - 1) * from.w;
            for (std::size_t x = 0; x < image.width; ++x)
                samples[(y * image.width + x) * image.channels + channel] =
                    static_cast<sample>(row[std::min<std::size_t>(x / from.dx, from.w - 1)]);
        }
    });
}

// Luma and colour differences become red, green and blue. ITU-T T.800, annex M.
void convert_ycc(picture& image, double middle) {
    const double white = 2 * middle - 1;
    with_samples(image, [&](auto* samples) {
        using sample = std::decay_t<decltype(*samples)>;
        for (std::size_t i = 0; i + 2 < image.samples(); i += image.channels) {
            const auto luma = static_cast<double>(samples[i]);
            const double blue = static_cast<double>(samples[i + 1]) - middle;
            const double red = static_cast<double>(samples[i + 2]) - middle;
            const double rgb[] = {luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue};
            for (std::size_t c = 0; c < 3; ++c)
                samples[i + c] = static_cast<sample>(std::clamp(rgb[c], 0.0, white) + (is_float(image.type) ? 0 : 0.5));
        }
    });
}

picture decode_jpeg2000(const picture_data& data) {
    decoder d(data);
    const opj_image_t& header = d.image();
    const picture_claim claim{data.name, d.width(), d.height(), data.bytes.size()};
    check_pixels(claim, data.max_pixels);
    const std::size_t channels = header.numcomps;
    // A picture of one colour takes a few bytes, so the file's size says nothing.
    constexpr std::size_t channels_of_limit = 4;
    if (channels == 0 || channels > most_channels ||
        claim.width * claim.height > channels_of_limit * data.max_pixels / channels)
        throw job_error(fmt::format("{}: claims {} x {} pixels of {} channels, more than the limit of {} samples (see "
                                    "--max-pixels)",
                                    data.name, claim.width, claim.height, channels,
                                    channels_of_limit * data.max_pixels));
    d.decode();
    const opj_image_t& decoded = d.image();
    const bool has_alpha = channels % 2 == 0 && decoded.comps[channels - 1].alpha != 0;
    picture image = start_picture(claim, static_cast<unsigned>(channels), type_of(decoded),
                                  has_alpha ? alpha_kind::straight : alpha_kind::none);
    add_rows(image, image.height);
    for (std::size_t c = 0; c < channels; ++c) {
        const opj_image_comp_t& comp = decoded.comps[c];
        if (comp.w == 0 || comp.h == 0 || comp.dx == 0 || comp.dy == 0) d.fail("a channel has no pixels");
        copy_channel(decoded, c, image);
    }
    if (decoded.color_space == OPJ_CLRSPC_SYCC && channels >= 3)
        convert_ycc(image, static_cast<double>(1u << (decoded.comps[0].prec - 1)));
    if (decoded.icc_profile_buf != nullptr && decoded.icc_profile_len > 0 &&
        decoded.icc_profile_len <= most_metadata_bytes)
        image.metadata.icc.assign(decoded.icc_profile_buf, decoded.icc_profile_buf + decoded.icc_profile_len);
    return image;
}

std::unique_ptr<page_reader> open_jpeg2000(picture_data data) {
    return std::make_unique<single_page>(std::move(data), decode_jpeg2000);
}

std::mutex& jpeg2000_mutex() {
    static std::mutex mutex;
    return mutex;
}

}  // namespace
}  // namespace stockham::tools

#endif

namespace stockham::tools {

picture_format jpeg2000_format() {
    using std::string_literals::operator""s;
    picture_format f;
    f.name = "JPEG 2000";
    f.extensions = {".jp2", ".j2k", ".jpx", ".jpf", ".j2c", ".jpc"};
    f.magics = {{"\0\0\0\x0cjP  \r\n\x87\n"s}, {"\xff\x4f\xff\x51"}};
    f.library = "openjpeg";
#ifdef STOCKHAM_HAS_OPENJPEG
    f.open = open_jpeg2000;
    f.library_lock = jpeg2000_mutex;
#endif
    return f;
}

}  // namespace stockham::tools

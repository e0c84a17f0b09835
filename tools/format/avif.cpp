// AVIF, through libavif: grey and colours, of 8 bits, or of 16 bits if the file has more than 8. Images of a sequence
// are pages. The library brings 27 others, among them four encoders, so it is loaded when a file is read, in the
// process that decodes it.
#include "format/format.hpp"

#ifdef STOCKHAM_HAS_LIBAVIF

#include <algorithm>
#include <mutex>

#include <avif/avif.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include "fault.hpp"
#include "format/decode.hpp"

namespace stockham::tools {

namespace {

// The functions of the library that are used.
struct avif_library {
    explicit avif_library(const std::string& name) {
        handle = ::dlopen(STOCKHAM_AVIF_LIBRARY, RTLD_NOW | RTLD_LOCAL);
        if (handle == nullptr)
            throw job_error(fmt::format("{}: AVIF needs {}: {}", name, STOCKHAM_AVIF_LIBRARY, ::dlerror()));
        load(create, "avifDecoderCreate", name), load(destroy, "avifDecoderDestroy", name);
        load(set_memory, "avifDecoderSetIOMemory", name), load(parse, "avifDecoderParse", name);
        load(nth_image, "avifDecoderNthImage", name), load(result_text, "avifResultToString", name);
        load(set_defaults, "avifRGBImageSetDefaults", name), load(to_rgb, "avifImageYUVToRGB", name);
    }

    void* handle;
    decltype(avifDecoderCreate)* create;
    decltype(avifDecoderDestroy)* destroy;
    decltype(avifDecoderSetIOMemory)* set_memory;
    decltype(avifDecoderParse)* parse;
    decltype(avifDecoderNthImage)* nth_image;
    decltype(avifResultToString)* result_text;
    decltype(avifRGBImageSetDefaults)* set_defaults;
    decltype(avifImageYUVToRGB)* to_rgb;

  private:
    template <class Function>
    void load(Function*& to, const char* symbol, const std::string& name) {
        to = reinterpret_cast<Function*>(::dlsym(handle, symbol));
        if (to == nullptr) throw job_error(fmt::format("{}: {} lacks {}", name, STOCKHAM_AVIF_LIBRARY, symbol));
    }
};

// The orientation in EXIF's numbers: turned against the clock, then mirrored.
unsigned orientation_of(const avifImage& image) {
    static constexpr unsigned turned[] = {1, 8, 3, 6};
    static constexpr unsigned flipped_down[] = {4, 5, 2, 7}, flipped_across[] = {2, 7, 4, 5};
    const std::size_t turns = (image.transformFlags & AVIF_TRANSFORM_IROT) != 0 ? image.irot.angle % 4 : 0;
    if ((image.transformFlags & AVIF_TRANSFORM_IMIR) == 0) return turned[turns];
    return image.imir.mode == 0 ? flipped_down[turns] : flipped_across[turns];
}

class avif_reader : public page_reader {
  public:
    explicit avif_reader(picture_data data)
        : data_(std::move(data)), avif_(data_.name), decoder_(avif_.create(), avif_.destroy) {
        decoder_->imageSizeLimit = static_cast<std::uint32_t>(std::min<std::size_t>(data_.max_pixels, 0xffffffff));
        decoder_->strictFlags = AVIF_STRICT_DISABLED;  // programs forget some properties
        check(avif_.set_memory(decoder_.get(), data_.bytes.data(), data_.bytes.size()));
        check(avif_.parse(decoder_.get()));
        check_pixels({data_.name, decoder_->image->width, decoder_->image->height, data_.bytes.size()},
                     data_.max_pixels);
        if (decoder_->imageCount < 1) throw job_error(fmt::format("{}: broken AVIF: it has no image", data_.name));
    }

    std::size_t pages() const override { return static_cast<std::size_t>(decoder_->imageCount); }

    picture read(std::size_t index) override {
        check(avif_.nth_image(decoder_.get(), static_cast<std::uint32_t>(index)));
        const avifImage& image = *decoder_->image;
        const picture_claim claim{data_.name, image.width, image.height, data_.bytes.size()};
        check_pixels(claim, data_.max_pixels);
        const bool has_alpha = decoder_->alphaPresent != AVIF_FALSE,
                   is_grey = image.yuvFormat == AVIF_PIXEL_FORMAT_YUV400;
        const sample_type type = image.depth > 8 ? sample_type::u16 : sample_type::u8;
        const alpha_kind alpha = has_alpha ? alpha_kind::straight : alpha_kind::none;
        picture page = start_picture(claim, has_alpha ? 4 : 3, type, alpha);
        add_rows(page, page.height);
        avifRGBImage rgb{};
        avif_.set_defaults(&rgb, &image);
        rgb.format = has_alpha ? AVIF_RGB_FORMAT_RGBA : AVIF_RGB_FORMAT_RGB;
        rgb.depth = type == sample_type::u16 ? 16 : 8;
        rgb.pixels = page.bytes.data();
        rgb.rowBytes = static_cast<std::uint32_t>(page.row_bytes());
        check(avif_.to_rgb(&image, &rgb));
        if (is_grey) page = first_channel(page);
        if (image.icc.size > 0 && image.icc.size <= most_metadata_bytes)
            page.metadata.icc.assign(image.icc.data, image.icc.data + image.icc.size);
        if (image.exif.size > 0) keep_exif(page, image.exif.data, image.exif.size);
        turn_upright(page, orientation_of(image));
        return page;
    }

  private:
    void check(avifResult result) const {
        if (result == AVIF_RESULT_OK) return;
        throw job_error(fmt::format("{}: broken AVIF: {}", data_.name, avif_.result_text(result)));
    }

    // Red, which is grey, and alpha.
    static picture first_channel(const picture& colours) {
        picture grey =
            start_picture({"", colours.width, colours.height, 0}, colours.channels - 2, colours.type, colours.alpha);
        std::uint8_t* to = add_rows(grey, grey.height);
        const std::size_t size = size_of(colours.type);
        for (std::size_t i = 0; i < colours.pixels(); ++i) {
            const std::uint8_t* from = &colours.bytes[i * colours.channels * size];
            to = std::copy_n(from, size, to);
            if (colours.has_alpha()) to = std::copy_n(from + 3 * size, size, to);
        }
        return grey;
    }

    const picture_data data_;
    const avif_library avif_;
    const std::unique_ptr<avifDecoder, void (*)(avifDecoder*)> decoder_;
};

std::unique_ptr<page_reader> open_avif(picture_data data) {
    return std::make_unique<avif_reader>(std::move(data));
}

std::mutex& avif_mutex() {
    static std::mutex mutex;
    return mutex;
}

}  // namespace
}  // namespace stockham::tools

#endif

namespace stockham::tools {

picture_format avif_format() {
    picture_format f;
    f.name = "AVIF";
    f.extensions = {".avif"};
    f.magics = {{"ftypavif", 4}, {"ftypavis", 4}};
    f.library = "libavif";
#ifdef STOCKHAM_HAS_LIBAVIF
    f.open = open_avif;
    f.library_lock = avif_mutex;
#endif
    return f;
}

}  // namespace stockham::tools

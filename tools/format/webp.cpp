// WebP, through libwebp and libwebpmux. Quality 100 is written without loss.
#include "format/format.hpp"

#ifdef STOCKHAM_HAS_LIBWEBP
#include <algorithm>
#include <cstring>

#include <fmt/format.h>
#include <webp/decode.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include "fault.hpp"
#include "format/decode.hpp"
#include "format/single_page.hpp"

namespace stockham::tools {

namespace {

using container = std::unique_ptr<WebPMux, void (*)(WebPMux*)>;

WebPData data_of(const std::vector<std::uint8_t>& bytes) {
    return {bytes.data(), bytes.size()};
}

// Takes the colour profile and EXIF data. Returns the orientation.
unsigned take_metadata(picture& image, const std::vector<std::uint8_t>& bytes) {
    const WebPData whole = data_of(bytes);
    const container file(WebPMuxCreate(&whole, 0), WebPMuxDelete);
    if (!file) return 1;
    WebPData chunk;
    if (WebPMuxGetChunk(file.get(), "ICCP", &chunk) == WEBP_MUX_OK && chunk.size <= most_metadata_bytes)
        image.metadata.icc.assign(chunk.bytes, chunk.bytes + chunk.size);
    if (WebPMuxGetChunk(file.get(), "EXIF", &chunk) != WEBP_MUX_OK) return 1;
    // Some programs write the header of JPEG's marker.
    const std::size_t header = chunk.size >= 6 && std::memcmp(chunk.bytes, "Exif\0\0", 6) == 0 ? 6 : 0;
    keep_exif(image, chunk.bytes + header, chunk.size - header);
    return exif_orientation(chunk.bytes + header, chunk.size - header);
}

picture decode_webp(const picture_data& data) {
    WebPBitstreamFeatures features;
    const auto fail = [&](const char* why) { throw job_error(fmt::format("{}: broken WebP: {}", data.name, why)); };
    if (WebPGetFeatures(data.bytes.data(), data.bytes.size(), &features) != VP8_STATUS_OK)
        fail("its header is damaged");
    if (features.has_animation != 0)
        throw job_error(fmt::format("{}: an animation; only files with one picture are supported", data.name));
    const picture_claim claim{data.name, static_cast<std::size_t>(features.width),
                              static_cast<std::size_t>(features.height), data.bytes.size()};
    check_pixels(claim, data.max_pixels);
    // A picture of one colour takes a few bytes, so the file's size says nothing; WebP has at most 16383 rows.
    picture image = start_picture(claim, features.has_alpha != 0 ? 4 : 3, sample_type::u8,
                                  features.has_alpha != 0 ? alpha_kind::straight : alpha_kind::none);
    std::uint8_t* to = add_rows(image, image.height);
    const auto stride = static_cast<int>(image.row_bytes());
    const auto decode = image.channels == 4 ? WebPDecodeRGBAInto : WebPDecodeRGBInto;
    if (decode(data.bytes.data(), data.bytes.size(), to, image.bytes.size(), stride) == nullptr)
        fail("its pixels are damaged or cut off");
    turn_upright(image, take_metadata(image, data.bytes));
    return image;
}

// WebP has no grey: three equal channels.
picture with_colours(const picture& grey) {
    picture image = make_picture("WebP", grey.width, grey.height, grey.channels + 2, sample_type::u8, grey.alpha);
    image.metadata = grey.metadata;
    for (std::size_t i = 0; i < grey.pixels(); ++i) {
        const std::uint8_t* from = &grey.bytes[i * grey.channels];
        std::uint8_t* to = std::fill_n(&image.bytes[i * image.channels], 3, *from);
        if (grey.has_alpha()) *to = from[1];
    }
    return image;
}

// A file with a picture's metadata.
std::vector<std::uint8_t> with_metadata(std::vector<std::uint8_t> bytes, const picture_metadata& metadata) {
    if (metadata.icc.empty() && metadata.exif.empty()) return bytes;
    const WebPData whole = data_of(bytes), icc = data_of(metadata.icc), exif = data_of(metadata.exif);
    const container file(WebPMuxCreate(&whole, 0), WebPMuxDelete);
    if (!file) return {};
    if (icc.size > 0 && WebPMuxSetChunk(file.get(), "ICCP", &icc, 0) != WEBP_MUX_OK) return {};
    if (exif.size > 0 && WebPMuxSetChunk(file.get(), "EXIF", &exif, 0) != WEBP_MUX_OK) return {};
    WebPData made;
    WebPDataInit(&made);
    std::vector<std::uint8_t> out;
    if (WebPMuxAssemble(file.get(), &made) == WEBP_MUX_OK) out.assign(made.bytes, made.bytes + made.size);
    WebPDataClear(&made);
    return out;
}

std::vector<std::uint8_t> encode_webp(const picture& given, const write_request& request) {
    const picture& image = given.colours() == 1 ? with_colours(given) : given;
    const auto width = static_cast<int>(image.width), height = static_cast<int>(image.height);
    if (image.width > WEBP_MAX_DIMENSION || image.height > WEBP_MAX_DIMENSION)
        throw job_error(fmt::format("cannot write {}: WebP has at most {} pixels a side (got {} x {})", request.name,
                                    WEBP_MAX_DIMENSION, image.width, image.height));
    const auto stride = static_cast<int>(image.row_bytes());
    const auto quality = static_cast<float>(request.quality);
    std::uint8_t* out = nullptr;
    const std::uint8_t* from = image.bytes.data();
    const std::size_t size = image.channels == 4
                                 ? (request.quality == 100 ? WebPEncodeLosslessRGBA(from, width, height, stride, &out)
                                                           : WebPEncodeRGBA(from, width, height, stride, quality, &out))
                                 : (request.quality == 100 ? WebPEncodeLosslessRGB(from, width, height, stride, &out)
                                                           : WebPEncodeRGB(from, width, height, stride, quality, &out));
    const std::unique_ptr<std::uint8_t, void (*)(void*)> owner(out, WebPFree);
    auto bytes = with_metadata({out, out + size}, image.metadata);
    if (bytes.empty()) throw job_error(fmt::format("cannot write {}: libwebp failed", request.name));
    return bytes;
}

std::unique_ptr<page_reader> open_webp(picture_data data) {
    return std::make_unique<single_page>(std::move(data), decode_webp);
}

std::unique_ptr<page_writer> create_webp(output_file& file, const write_request& request) {
    return std::make_unique<single_page_writer>(file, request, encode_webp);
}

}  // namespace
}  // namespace stockham::tools

#endif

namespace stockham::tools {

picture_format webp_format() {
    using namespace format_sets;
    picture_format f;
    f.name = "WebP";
    f.extensions = {".webp"};
    f.magics = {{"RIFF"}};
    f.types = u8;
    f.channels = up_to_4;
    f.alpha = alpha_rule::straight;
    f.metadata = looks;
    f.library = "libwebp";
#ifdef STOCKHAM_HAS_LIBWEBP
    f.open = open_webp;
    f.create = create_webp;
#endif
    return f;
}

}  // namespace stockham::tools

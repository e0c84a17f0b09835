// FITS, through cfitsio: the first image of a file, or the one that FILE[NAME], FILE[NAME,VERSION] or FILE[NUMBER]
// names; numbers count from 0, the primary one. Rows are in the order of the file, as astropy reads them; further axes
// are pages. BZERO and BSCALE are applied, and undefined pixels (BLANK) are NaN. Cfitsio crashes on some damaged files,
// so open_pages() reads them in a process of their own.
#include "format/format.hpp"

#ifdef STOCKHAM_HAS_CFITSIO
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>

#include <fitsio.h>
#include <fmt/format.h>

#include "bytes.hpp"
#include "fault.hpp"
#include "format/decode.hpp"
#include "format/fits_cards.hpp"
#include "format/fits_file.hpp"

namespace stockham::tools {

namespace {

// The name of a file in memory.
constexpr const char* memory_name = "picture.fits";

// The type that holds all values of an image, with its scale applied.
sample_type type_of_image(int stored, bool has_blank) {
    if (stored == BYTE_IMG && !has_blank) return sample_type::u8;
    if (stored == USHORT_IMG && !has_blank) return sample_type::u16;
    const bool fits_single =
        stored == BYTE_IMG || stored == SBYTE_IMG || stored == SHORT_IMG || stored == USHORT_IMG || stored == FLOAT_IMG;
    return fits_single ? sample_type::f32 : sample_type::f64;
}

// The cards of the header at a byte of the file that say something about the picture beside its size and type. Names of
// others, which the picture does not hold any more, go to `left_out`.
void collect_cards(const file_bytes& file, std::size_t at, picture_metadata& m) {
    static const int kept[] = {TYP_UNIT_KEY, TYP_DISP_KEY, TYP_WCS_KEY,  TYP_REFSYS_KEY,
                               TYP_COMM_KEY, TYP_CONT_KEY, TYP_USER_KEY, TYP_HDUID_KEY};
    for (; at + card_length <= file.size(); at += card_length) {
        const auto bytes = file.part(at, card_length);
        std::string card(bytes.begin(), bytes.end());
        const std::string keyword = keyword_of(card);
        if (keyword == "END") return;
        // cfitsio writes two lines of comment about FITS itself.
        if (keyword.empty() || card.find("FITS (Flexible Image Transport System)") != card.npos ||
            card.find("and Astrophysics', volume 376") != card.npos)
            continue;
        const int kind = fits_get_keyclass(card.data());
        if (kind == TYP_RANG_KEY) m.left_out.push_back(keyword);
        if (std::find(std::begin(kept), std::end(kept), kind) != std::end(kept)) m.cards.push_back(card);
    }
}

// Blocks that begin a further header.
std::size_t count_extensions(const file_bytes& file) {
    constexpr std::size_t block = 2880;
    const std::string start = "XTENSION=";
    std::size_t n = 0;
    for (std::size_t at = block; at + block <= file.size(); at += block) {
        std::size_t same = 0;
        while (same < start.size() && file[at + same] == static_cast<std::uint8_t>(start[same])) ++same;
        n += same == start.size();
    }
    return n;
}

class fits_reader : public page_reader {
  public:
    explicit fits_reader(picture_data data) : data_(std::move(data)) {
        size_ = data_.bytes.size();
        int status = 0;
        // cfitsio would interpret brackets and the like in the user's name.
        if (const std::string path = data_.bytes.path(); !path.empty()) {
            fits_open_diskfile(&file_, path.c_str(), READONLY, &status);
        } else {
            memory_ = const_cast<std::uint8_t*>(data_.bytes.data());
            fits_open_memfile(&file_, memory_name, READONLY, &memory_, &size_, 0, nullptr, &status);
        }
        if (status != 0) fail(status);
        try {
            find_image();
        } catch (...) {
            close();
            throw;
        }
    }
    ~fits_reader() override { close(); }
    fits_reader(const fits_reader&) = delete;
    fits_reader& operator=(const fits_reader&) = delete;

    std::size_t pages() const override { return pages_; }
    stack_axes axes() override { return axes_; }
    left_out_list left_out() override {
        const std::size_t others = count_extensions(data_.bytes) - (in_extension_ ? 1 : 0);
        if (others == 0 || !data_.member.empty()) return {};
        return {count_text(others, "further extension", "further extensions")};
    }

    picture read(std::size_t index) override {
        picture image = start_picture({data_.name, width_, height_, size_}, 1, type_);
        std::uint8_t* to = add_rows(image, height_);
        const auto count = static_cast<LONGLONG>(image.pixels());
        // Undefined integers become these. Without them, numbers that are NaN or infinite in the file stay so.
        float nan = std::numeric_limits<float>::quiet_NaN();
        double nan_double = std::numeric_limits<double>::quiet_NaN();
        void* undefined = !has_undefined_             ? nullptr
                          : type_ == sample_type::f32 ? static_cast<void*>(&nan)
                          : type_ == sample_type::f64 ? static_cast<void*>(&nan_double)
                                                      : nullptr;
        int any = 0, status = 0;
        fits_read_img(file_, fits_type_of(type_).memory, 1 + static_cast<LONGLONG>(index) * count, count, undefined, to,
                      &any, &status);
        if (status != 0) fail(status);
        image.metadata = metadata_;
        return image;
    }

  private:
    [[noreturn]] void fail(int status) const {
        fits_clear_errmsg();
        throw job_error(fmt::format("{}: broken FITS: {}", data_.name, fits_status_text(status)));
    }

    void close() {
        int status = 0;
        if (file_ != nullptr) fits_close_file(file_, &status);
        file_ = nullptr;
    }

    // Moves to the image that the user names, or to the first one with pixels.
    void find_image() {
        int status = 0, axes = 0, kind = IMAGE_HDU;
        if (!data_.member.empty()) {
            move_to_extension(file_, data_.member, data_.name);
            fits_get_hdu_type(file_, &kind, &status);
            if (kind == IMAGE_HDU) fits_get_img_dim(file_, &axes, &status);
            if (status != 0) fail(status);
            if (kind != IMAGE_HDU || axes == 0)
                throw job_error(fmt::format("{}: {} is no image, but a table or a header", data_.name, data_.member));
            return read_shape(axes);
        }
        for (;;) {
            fits_get_hdu_type(file_, &kind, &status);
            if (kind == IMAGE_HDU) fits_get_img_dim(file_, &axes, &status);
            if (status != 0) fail(status);
            if (kind == IMAGE_HDU && axes > 0) break;
            if (fits_movrel_hdu(file_, 1, &kind, &status) == 0) continue;
            if (status != END_OF_FILE) fail(status);
            fits_clear_errmsg();
            throw job_error(fmt::format("{}: it contains no image, only tables or headers", data_.name));
        }
        read_shape(axes);
    }

    void read_shape(int axes) {
        constexpr int most_axes = 16;
        if (axes < 2 || axes > most_axes)
            throw job_error(fmt::format("{}: its image has {} axes, must have 2 to {}", data_.name, axes, most_axes));
        LONGLONG lengths[most_axes] = {};
        int status = 0, stored = 0;
        fits_get_img_sizell(file_, axes, lengths, &status);
        fits_get_img_equivtype(file_, &stored, &status);
        if (status != 0) fail(status);
        const std::vector<std::size_t> shape(lengths, lengths + axes);
        width_ = shape[0];
        height_ = shape[1];
        const auto pages = product({shape.begin() + 2, shape.end()});
        const picture_claim claim{data_.name, width_, height_, size_};
        check_pixels(claim, data_.max_pixels);
        const bool compressed = fits_is_compressed_image(file_, &status) != 0;
        const auto samples = product({width_, height_, pages ? *pages : 0});
        if (!pages || *pages == 0 || !samples)
            throw job_error(fmt::format("{}: the shape of its image is {}", data_.name, shape_text(shape)));
        check_unpacked(claim, *samples, compressed ? max_deflate_expansion : 1);
        check_end(*samples, compressed);
        pages_ = *pages;
        for (std::size_t axis = shape.size(); axis-- > 2;)
            if (shape[axis] > 1) axes_.push_back({'?', shape[axis]});
        read_cards(shape.size() > 2 && shape[2] != pages_);
        long blank = 0;
        const bool has_blank = fits_read_key(file_, TLONG, "BLANK", &blank, nullptr, &status) == 0;
        fits_clear_errmsg();
        type_ = type_of_image(stored, has_blank);
        has_undefined_ = has_blank || compressed;
    }

    // The header of the picture, and before it the first one, which holds for all extensions. `is_flattened`: pages
    // come from several axes, so what is stated of the third one does not hold.
    void read_cards(bool is_flattened) {
        LONGLONG header = 0, start = 0, end = 0;
        int status = 0;
        fits_get_hduaddrll(file_, &header, &start, &end, &status);
        if (status != 0) fail(status);
        in_extension_ = header > 0;
        if (in_extension_) collect_cards(data_.bytes, 0, metadata_);
        const std::size_t shared = metadata_.cards.size();
        collect_cards(data_.bytes, static_cast<std::size_t>(header), metadata_);
        auto& cards = metadata_.cards;
        const auto is_replaced = [&](const std::string& card) {
            const std::string keyword = keyword_of(card);
            return keyword != "COMMENT" && keyword != "HISTORY" && keyword != "CONTINUE" &&
                   std::any_of(cards.begin() + static_cast<std::ptrdiff_t>(shared), cards.end(),
                               [&](const std::string& other) { return keyword_of(other) == keyword; });
        };
        const auto shared_end = cards.begin() + static_cast<std::ptrdiff_t>(shared);
        cards.erase(std::remove_if(cards.begin(), shared_end, is_replaced), shared_end);
        if (!is_flattened) return;
        const auto is_later = [](const std::string& card) { return is_of_later_axis(keyword_of(card)); };
        const auto later =
            std::stable_partition(cards.begin(), cards.end(), [&](const auto& c) { return !is_later(c); });
        for (auto card = later; card != cards.end(); ++card) metadata_.left_out.push_back(keyword_of(*card));
        cards.erase(later, cards.end());
    }

    // cfitsio reads zeros beyond the end of a file. Padding to whole blocks may be missing.
    void check_end(std::size_t samples, bool compressed) const {
        constexpr LONGLONG block = 2880;
        LONGLONG header = 0, start = 0, end = 0;
        int bits = 0, status = 0;
        fits_get_hduaddrll(file_, &header, &start, &end, &status);
        fits_get_img_type(file_, &bits, &status);
        if (status != 0) fail(status);
        const auto needed =
            compressed ? end - block + 1 : start + static_cast<LONGLONG>(samples) * (std::abs(bits) / 8);
        if (needed > static_cast<LONGLONG>(size_))
            throw job_error(fmt::format("{}: broken FITS: the file ends too early", data_.name));
    }

    picture_data data_;
    void* memory_ = nullptr;
    std::size_t size_ = 0;
    fitsfile* file_ = nullptr;
    std::size_t pages_ = 1, width_ = 0, height_ = 0;
    sample_type type_ = sample_type::f32;
    stack_axes axes_;
    picture_metadata metadata_;
    bool in_extension_ = false;
    bool has_undefined_ = false;  // pixels that are marked as undefined
};

std::unique_ptr<page_reader> open_fits(picture_data data) {
    return std::make_unique<fits_reader>(std::move(data));
}

}  // namespace
}  // namespace stockham::tools

#endif

namespace stockham::tools {

picture_format fits_format() {
    using namespace format_sets;
    picture_format f;
    f.name = "FITS";
    f.extensions = {".fits", ".fit", ".fts"};
    f.magics = {{"SIMPLE  ="}};
    f.types = any_type;
    f.channels = grey;
    f.metadata = holds_cards;
    f.many_pages = true;
    f.has_members = true;
    f.library = "cfitsio";
#ifdef STOCKHAM_HAS_CFITSIO
    f.open = open_fits;
    f.create = create_fits;
    f.library_lock = fits_mutex;
#endif
    return f;
}

}  // namespace stockham::tools

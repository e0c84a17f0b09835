// FITS, through cfitsio: the first image of a file, or the one that FILE[NAME], FILE[NAME,VERSION] or FILE[NUMBER]
// names; numbers count from 0, the primary one. Rows are in the order of the file, as astropy reads them; further axes
// are pages. BZERO and BSCALE are applied, and undefined pixels (BLANK) are NaN. Cfitsio crashes on some damaged files,
// so open_pages() reads them in a process of their own.
#include "format/format.hpp"

#ifdef STOCKHAM_HAS_CFITSIO
#include <cstdlib>
#include <limits>
#include <mutex>
#include <optional>

#include <fitsio.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "bytes.hpp"
#include "fault.hpp"
#include "format/decode.hpp"
#include "format/fits_cards.hpp"
#include "output.hpp"

namespace stockham::tools {

namespace {

// The name of a file in memory.
constexpr const char* memory_name = "picture.fits";

std::string status_text(int status) {
    char text[FLEN_STATUS] = "";
    fits_get_errstatus(status, text);
    return text;
}

// How a sample type is called in memory and in a file.
struct fits_type {
    sample_type type;
    int memory;
    int stored;
};
constexpr fits_type fits_types[] = {{sample_type::u8, TBYTE, BYTE_IMG},
                                    {sample_type::u16, TUSHORT, USHORT_IMG},
                                    {sample_type::f32, TFLOAT, FLOAT_IMG},
                                    {sample_type::f64, TDOUBLE, DOUBLE_IMG}};

const fits_type& names_of(sample_type type) {
    return fits_types[static_cast<int>(type)];
}

// The number of an extension; nothing for another text.
std::optional<int> number_of(const std::string& text) {
    constexpr std::size_t most_digits = 6;
    if (text.empty() || text.size() > most_digits || text.find_first_not_of("0123456789") != text.npos)
        return std::nullopt;
    return std::stoi(text);
}

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
        fits_read_img(file_, names_of(type_).memory, 1 + static_cast<LONGLONG>(index) * count, count, undefined, to,
                      &any, &status);
        if (status != 0) fail(status);
        image.metadata = metadata_;
        return image;
    }

  private:
    [[noreturn]] void fail(int status) const {
        fits_clear_errmsg();
        throw job_error(fmt::format("{}: broken FITS: {}", data_.name, status_text(status)));
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
            find_extension(data_.member);
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

    void find_extension(const std::string& member) {
        int status = 0;
        if (const auto number = number_of(member)) {
            fits_movabs_hdu(file_, *number + 1, nullptr, &status);
        } else {
            const std::size_t comma = std::min(member.rfind(','), member.size());
            const auto version = comma < member.size() ? number_of(member.substr(comma + 1)) : 0;
            std::string name = member.substr(0, version ? comma : member.size());
            constexpr std::size_t longest_name = 68;
            if (name.size() > longest_name) status = BAD_HDU_NUM;
            fits_movnam_hdu(file_, ANY_HDU, name.data(), version.value_or(0), &status);
        }
        if (status == 0) return;
        fits_clear_errmsg();
        throw job_error(fmt::format("{}: it has no extension {}; it has {}", data_.name, member, extension_list()));
    }

    // "0, 1 (SCI), 2 (ERR)"
    std::string extension_list() {
        constexpr int most_listed = 30;
        std::string list;
        int count = 0, status = 0;
        fits_get_num_hdus(file_, &count, &status);
        for (int k = 0; k < std::min(count, most_listed); ++k) {
            char name[FLEN_VALUE] = "";
            status = 0;
            fits_movabs_hdu(file_, k + 1, nullptr, &status);
            const bool has_name = fits_read_key(file_, TSTRING, "EXTNAME", name, nullptr, &status) == 0;
            list += fmt::format("{}{}{}", k > 0 ? ", " : "", k, has_name ? fmt::format(" ({})", name) : "");
        }
        fits_clear_errmsg();
        return count > most_listed ? fmt::format("{} and {} more", list, count - most_listed) : list;
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

// The lock of all calls of cfitsio.
std::mutex& fits_mutex() {
    static std::mutex mutex;
    return mutex;
}

// cfitsio makes the header in memory. The samples of each page follow, with the most significant byte first.
class fits_writer : public page_writer {
  public:
    fits_writer(output_file& file, const write_request& request) : out_(file), request_(request) {
        if (number_of(request_.member))
            throw job_error(fmt::format("cannot write {}: the image needs a name, not the number {}", request_.name,
                                        request_.member));
    }

    void add(const picture& page) override {
        if (written_ == 0) write_header(page);
        const std::size_t size = size_of(page.type);
        std::vector<std::uint8_t> stored = page.bytes;
        if (!is_big_endian_machine())
            for (auto at = stored.begin(); at != stored.end(); at += static_cast<std::ptrdiff_t>(size))
                std::reverse(at, at + static_cast<std::ptrdiff_t>(size));
        if (page.type == sample_type::u16)  // BZERO is 32768
            for (std::size_t i = 0; i < stored.size(); i += 2) stored[i] ^= 0x80;
        out_.write(stored.data(), stored.size());
        written_ += stored.size();
    }

    void finish() override {
        const std::vector<std::uint8_t> padding((block - written_ % block) % block);
        out_.write(padding.data(), padding.size());
    }

  private:
    static constexpr std::size_t block = 2880;

    void write_header(const picture& page) {
        const std::lock_guard lock(fits_mutex());
        void* memory = nullptr;
        std::size_t size = 0;
        fitsfile* file = nullptr;
        int status = 0;
        fits_create_memfile(&file, &memory, &size, block, std::realloc, &status);
        const int axes = request_.pages > 1 ? 3 : 2;
        LONGLONG ones[] = {1, 1, 1};  // cfitsio would fill the memory of all pixels
        fits_create_imgll(file, names_of(page.type).stored, axes, ones, &status);
        for (const std::string& card : page.metadata.cards) fits_write_record(file, card.c_str(), &status);
        if (!request_.member.empty())
            fits_update_key(file, TSTRING, "EXTNAME", request_.member.data(), "name of this image", &status);
        fits_set_hdustruc(file, &status);
        fits_flush_file(file, &status);
        LONGLONG header = 0, data = 0, end = 0;
        fits_get_hduaddrll(file, &header, &data, &end, &status);
        if (status == 0) {
            std::string text(static_cast<const char*>(memory), static_cast<std::size_t>(data));
            const std::size_t lengths[] = {page.width, page.height, request_.pages};
            for (int axis = 0; axis < axes; ++axis)
                text.replace(text.find(fmt::format("NAXIS{}  = ", axis + 1)) + 10, 20,
                             fmt::format("{:>20}", lengths[axis]));
            out_.write(text.data(), text.size());
        }
        int closed = 0;
        fits_clear_errmsg();
        if (file != nullptr) fits_close_file(file, &closed);
        std::free(memory);
        if (status != 0) throw job_error(fmt::format("cannot write {}: {}", request_.name, status_text(status)));
    }

    output_file& out_;
    write_request request_;
    std::size_t written_ = 0;
};

std::unique_ptr<page_reader> open_fits(picture_data data) {
    return std::make_unique<fits_reader>(std::move(data));
}

std::unique_ptr<page_writer> create_fits(output_file& file, const write_request& request) {
    return std::make_unique<fits_writer>(file, request);
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

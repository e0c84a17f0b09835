// GIF, through giflib: every frame of an animation is a page, composed as a viewer shows it. A file whose palettes have
// greys alone is grey; transparent colours and uncovered parts give alpha.
#include "format/format.hpp"

#ifdef STOCKHAM_HAS_GIFLIB

#include <algorithm>
#include <cstring>
#include <mutex>

#include <fmt/format.h>
#include <gif_lib.h>

#include "fault.hpp"
#include "format/decode.hpp"

namespace stockham::tools {

namespace {

struct memory_stream {
    const std::vector<std::uint8_t>& bytes;
    std::size_t at = 0;
};

int read_stream(GifFileType* gif, GifByteType* to, int wanted) {
    auto& s = *static_cast<memory_stream*>(gif->UserData);
    const std::size_t n = std::min(static_cast<std::size_t>(wanted), s.bytes.size() - s.at);
    if (n > 0) std::memcpy(to, s.bytes.data() + s.at, n);
    s.at += n;
    return static_cast<int>(n);
}

// A frame: its place on the canvas, and what its control block says.
struct frame {
    std::size_t left = 0, top = 0, width = 0, height = 0;
    int transparent = NO_TRANSPARENT_COLOR;
    int disposal = DISPOSAL_UNSPECIFIED;
    std::vector<GifColorType> palette;
    bool interlaced = false;
};

// Reads the frames of a file one after the other.
class frame_reader {
  public:
    frame_reader(const std::vector<std::uint8_t>& bytes, const std::string& name) : name_(name), stream_{bytes} {
        int error = 0;
        gif_ = DGifOpen(&stream_, read_stream, &error);
        if (gif_ == nullptr) fail(error);
    }
    ~frame_reader() {
        int error = 0;
        DGifCloseFile(gif_, &error);
    }
    frame_reader(const frame_reader&) = delete;
    frame_reader& operator=(const frame_reader&) = delete;

    std::size_t width() const { return static_cast<std::size_t>(gif_->SWidth); }
    std::size_t height() const { return static_cast<std::size_t>(gif_->SHeight); }

    // The next frame, without its pixels; false at the end of the file.
    bool next(frame& f) {
        GraphicsControlBlock control{DISPOSAL_UNSPECIFIED, false, 0, NO_TRANSPARENT_COLOR};
        for (;;) {
            GifRecordType type = UNDEFINED_RECORD_TYPE;
            if (DGifGetRecordType(gif_, &type) == GIF_ERROR) fail(gif_->Error);
            if (type == TERMINATE_RECORD_TYPE) return false;
            if (type == IMAGE_DESC_RECORD_TYPE) break;
            if (type == EXTENSION_RECORD_TYPE) read_extension(control);
        }
        if (DGifGetImageDesc(gif_) == GIF_ERROR) fail(gif_->Error);
        const GifImageDesc& image = gif_->Image;
        const auto length = [](int value) { return static_cast<std::size_t>(value); };
        f.left = length(image.Left), f.top = length(image.Top);
        f.width = length(image.Width), f.height = length(image.Height);
        if (f.width == 0 || f.height == 0 || f.left + f.width > width() || f.top + f.height > height())
            throw job_error(
                fmt::format("{}: broken GIF: a frame does not lie within {} x {} pixels", name_, width(), height()));
        f.transparent = control.TransparentColor;
        f.disposal = control.DisposalMode;
        f.interlaced = image.Interlace;
        const ColorMapObject* map = image.ColorMap != nullptr ? image.ColorMap : gif_->SColorMap;
        if (map == nullptr) throw job_error(fmt::format("{}: broken GIF: a frame has no palette", name_));
        f.palette.assign(map->Colors, map->Colors + map->ColorCount);
        return true;
    }

    // Skips the pixels of a frame.
    void skip() {
        int size = 0;
        GifByteType* block = nullptr;
        if (DGifGetCode(gif_, &size, &block) == GIF_ERROR) fail(gif_->Error);
        while (block != nullptr)
            if (DGifGetCodeNext(gif_, &block) == GIF_ERROR) fail(gif_->Error);
    }

    // Calls use(row, its colours) for the rows of a frame, in the order of the file.
    template <class Use>
    void read(const frame& f, Use use) {
        static constexpr std::size_t starts[] = {0, 4, 2, 1}, steps[] = {8, 8, 4, 2};
        std::vector<GifPixelType> row(f.width);
        const auto read_row = [&](std::size_t y) {
            if (DGifGetLine(gif_, row.data(), static_cast<int>(f.width)) == GIF_ERROR) fail(gif_->Error);
            use(y, row);
        };
        for (std::size_t pass = 0; pass < (f.interlaced ? 4 : 1); ++pass)
            for (std::size_t y = f.interlaced ? starts[pass] : 0; y < f.height; y += f.interlaced ? steps[pass] : 1)
                read_row(y);
    }

  private:
    void read_extension(GraphicsControlBlock& control) {
        int code = 0;
        GifByteType* block = nullptr;
        if (DGifGetExtension(gif_, &code, &block) == GIF_ERROR) fail(gif_->Error);
        while (block != nullptr) {
            if (code == GRAPHICS_EXT_FUNC_CODE) DGifExtensionToGCB(block[0], block + 1, &control);
            if (DGifGetExtensionNext(gif_, &block) == GIF_ERROR) fail(gif_->Error);
        }
    }

    [[noreturn]] void fail(int error) const {
        const char* text = GifErrorString(error);
        throw job_error(fmt::format("{}: broken GIF: {}", name_, text != nullptr ? text : "its data are damaged"));
    }

    const std::string& name_;
    memory_stream stream_;
    GifFileType* gif_ = nullptr;
};

class gif_reader : public page_reader {
  public:
    explicit gif_reader(picture_data data) : data_(std::move(data)) {
        frame_reader frames(data_.bytes, data_.name);
        width_ = frames.width();
        height_ = frames.height();
        check_pixels({data_.name, width_, height_, data_.bytes.size()}, data_.max_pixels);
        for (frame f; frames.next(f); ++pages_) {
            const bool covers = f.width == width_ && f.height == height_;
            has_alpha_ = has_alpha_ || f.transparent != NO_TRANSPARENT_COLOR || (pages_ == 0 && !covers) ||
                         f.disposal == DISPOSE_BACKGROUND;
            is_grey_ = is_grey_ && std::all_of(f.palette.begin(), f.palette.end(), [](const GifColorType& c) {
                           return c.Red == c.Green && c.Green == c.Blue;
                       });
            frames.skip();
        }
        if (pages_ == 0) throw job_error(fmt::format("{}: broken GIF: it has no picture", data_.name));
        // Many programs call the pixels of a frame transparent that the last one has already.
        if (has_alpha_) has_alpha_ = shows_background();
    }

    std::size_t pages() const override { return pages_; }

    // Frames are differences to earlier ones, so reading goes on from the last page, or starts again.
    picture read(std::size_t index) override {
        if (!frames_ || index < next_) {
            frames_ = std::make_unique<frame_reader>(data_.bytes, data_.name);
            canvas_ = start_picture({data_.name, width_, height_, data_.bytes.size()},
                                    (is_grey_ ? 1u : 3u) + (has_alpha_ ? 1u : 0u), sample_type::u8,
                                    has_alpha_ ? alpha_kind::straight : alpha_kind::none);
            add_rows(canvas_, height_);
            disposed_ = {};
            next_ = 0;
        }
        for (; next_ <= index; ++next_) draw();
        return canvas_;
    }

  private:
    // True if a page has a transparent pixel. Pages have alpha while this looks at them.
    bool shows_background() {
        bool found = false;
        for (std::size_t k = 0; k < pages_ && !found; ++k) {
            const picture page = read(k);
            for (std::size_t i = page.channels - 1; i < page.bytes.size(); i += page.channels)
                found = found || page.bytes[i] == 0;
        }
        frames_.reset();
        return found;
    }

    void draw() {
        dispose();
        frame f;
        if (!frames_->next(f)) throw job_error(fmt::format("{}: broken GIF: a frame is missing", data_.name));
        if (f.disposal == DISPOSE_PREVIOUS) before_ = canvas_.bytes;
        frames_->read(f, [&](std::size_t y, const std::vector<GifPixelType>& row) {
            std::uint8_t* to = place(f, y);
            for (const GifPixelType pixel : row) {
                // The transparent colour may lie beyond the palette.
                if (pixel != f.transparent) {
                    if (pixel >= f.palette.size())
                        throw job_error(
                            fmt::format("{}: broken GIF: a pixel has no colour in its palette", data_.name));
                    put(to, f.palette[pixel]);
                }
                to += canvas_.channels;
            }
        });
        disposed_ = f;
    }

    std::uint8_t* place(const frame& f, std::size_t row) {
        return &canvas_.bytes[((f.top + row) * width_ + f.left) * canvas_.channels];
    }

    void put(std::uint8_t* to, const GifColorType& colour) const {
        *to++ = colour.Red;
        if (!is_grey_) *to++ = colour.Green, *to++ = colour.Blue;
        if (has_alpha_) *to = 255;
    }

    // What the last frame leaves for the next one.
    void dispose() {
        if (disposed_.disposal == DISPOSE_PREVIOUS) canvas_.bytes = before_;
        if (disposed_.disposal != DISPOSE_BACKGROUND) return;
        for (std::size_t y = 0; y < disposed_.height; ++y)
            std::fill_n(place(disposed_, y), disposed_.width * canvas_.channels, std::uint8_t{0});
    }

    picture_data data_;
    std::size_t width_ = 0, height_ = 0, pages_ = 0, next_ = 0;
    bool has_alpha_ = false, is_grey_ = true;
    std::unique_ptr<frame_reader> frames_;
    picture canvas_;
    frame disposed_;
    std::vector<std::uint8_t> before_;
};

std::unique_ptr<page_reader> open_gif(picture_data data) {
    return std::make_unique<gif_reader>(std::move(data));
}

std::mutex& gif_mutex() {
    static std::mutex mutex;
    return mutex;
}

}  // namespace
}  // namespace stockham::tools

#endif

namespace stockham::tools {

picture_format gif_format() {
    picture_format f;
    f.name = "GIF";
    f.extensions = {".gif"};
    f.magics = {{"GIF87a"}, {"GIF89a"}};
    f.library = "giflib";
#ifdef STOCKHAM_HAS_GIFLIB
    f.open = open_gif;
    f.library_lock = gif_mutex;
#endif
    return f;
}

}  // namespace stockham::tools

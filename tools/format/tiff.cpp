// The TIFF reader, through libtiff: files, their pages and metadata.
#include <algorithm>
#include <cstdio>
#include <memory>

#include <fmt/format.h>
#include <tiffio.h>

#include "bytes.hpp"
#include "fault.hpp"
#include "format/decode.hpp"
#include "format/format.hpp"
#include "format/tiff_metadata.hpp"
#include "format/tiff_planes.hpp"
#include "format/tiff_samples.hpp"

namespace stockham::tools {

namespace {

struct open_file {
    file_bytes bytes;
    std::size_t at = 0;
    bool missed = false;  // a read went beyond the end
};

tmsize_t on_read(thandle_t handle, void* to, tmsize_t wanted) {
    auto* f = static_cast<open_file*>(handle);
    const std::size_t left = f->at < f->bytes.size() ? f->bytes.size() - f->at : 0;
    const std::size_t n = std::min<std::size_t>(left, wanted);
    if (n < static_cast<std::size_t>(wanted)) f->missed = true;
    try {
        f->bytes.read_at(f->at, to, n);
    } catch (const std::exception& e) {  // which must not cross libtiff's C frames
        TIFFError("read", "%s", e.what());
        f->missed = true;
        return 0;  // libtiff clears its buffer from the number on that a read returns, so -1 would be before its start
    }
    f->at += n;
    return static_cast<tmsize_t>(n);
}

tmsize_t on_write(thandle_t, void*, tmsize_t) {
    return 0;
}

toff_t on_seek(thandle_t handle, toff_t offset, int whence) {
    auto* f = static_cast<open_file*>(handle);
    const std::size_t base = whence == SEEK_CUR ? f->at : whence == SEEK_END ? f->bytes.size() : 0;
    f->at = base + offset;
    return f->at;
}

toff_t on_size(thandle_t handle) {
    return static_cast<open_file*>(handle)->bytes.size();
}

int on_close(thandle_t) {
    return 0;
}

using tiff_handle = std::unique_ptr<TIFF, void (*)(TIFF*)>;

// True if the current directory holds a preview or a mask of another one.
bool is_version_of_another(TIFF* tiff) {
    std::uint32_t kind = 0;
    TIFFGetField(tiff, TIFFTAG_SUBFILETYPE, &kind);
    return (kind & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) != 0;
}

// The offsets of the directories that hold a page; previews and masks of pages do not count. `others` gets their
// number.
std::vector<std::uint64_t> find_pages(TIFF* tiff, const std::string& name, std::size_t& others) {
    if (is_version_of_another(tiff))
        throw job_error(fmt::format("{}: its first picture is a preview or a mask of another one", name));
    std::vector<std::uint64_t> offsets;
    for (;;) {
        if (is_version_of_another(tiff))
            ++others;
        else
            offsets.push_back(TIFFCurrentDirOffset(tiff));
        if (TIFFLastDirectory(tiff) != 0) return offsets;
        if (TIFFReadDirectory(tiff) == 0) fail_tiff(name);
    }
}

// Mode `m` disables memory mapping, `D` defers reading the strip offsets. A single allocation is limited to the largest
// size that the file can expand to.
tiff_handle open_handle(open_file& file, const std::string& name, std::size_t max_pixels) {
#if TIFFLIB_VERSION >= 20221213
    const std::size_t most = std::min(max_tiff_expansion(0) * file.bytes.size(), 32 * max_pixels) + (1 << 20);
    const std::unique_ptr<TIFFOpenOptions, void (*)(TIFFOpenOptions*)> options(TIFFOpenOptionsAlloc(),
                                                                               TIFFOpenOptionsFree);
    TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), static_cast<tmsize_t>(most));
    return {TIFFClientOpenExt(name.c_str(), "rmD", &file, on_read, on_write, on_seek, on_close, on_size, nullptr,
                              nullptr, options.get()),
            TIFFClose};
#else
    static_cast<void>(max_pixels);
    return {TIFFClientOpen(name.c_str(), "rmD", &file, on_read, on_write, on_seek, on_close, on_size, nullptr, nullptr),
            TIFFClose};
#endif
}

class tiff_reader : public page_reader {
  public:
    explicit tiff_reader(picture_data data)
        : name_(data.name), max_pixels_(data.max_pixels), file_{std::move(data.bytes)}, tiff_(nullptr, TIFFClose) {
        prepare_libtiff();
        tiff_ = open_handle(file_, name_, max_pixels_);
        if (!tiff_) fail_tiff(name_);
        // libtiff ignores tags that it cannot read, and would read a picture without its palette as grey.
        if (file_.missed) throw job_error(fmt::format("{}: broken TIFF: the file ends too early", name_));
        std::size_t others = 0;
        pages_ = find_pages(tiff_.get(), name_, others);
        if (others > 0) left_out_.push_back(count_text(others, "preview or mask", "previews and masks"));
        if (TIFFSetSubDirectory(tiff_.get(), pages_[0]) == 0) fail_tiff(name_);
        const layout_tags tags = read_tags(tiff_.get());
        description_ = read_description(tiff_.get());
        if (pages_.size() == 1) stack_ = find_planes(tiff_.get(), tags, description_, pages_[0], file_.bytes, name_);
        if (stack_.missing > 0)
            left_out_.push_back(count_text(stack_.missing,
                                           "plane that its description states and the file does not have",
                                           "planes that its description states and the file does not have"));
        if (loses_precision(tags)) left_out_.push_back("the precision of its samples beyond 8 bits");
    }

    std::size_t pages() const override { return stack_.planes > 1 ? stack_.planes : pages_.size(); }
    stack_axes axes() override { return axes_of_stack(description_, pages()); }
    left_out_list left_out() override { return left_out_; }

    picture read(std::size_t index) override {
        prepare_libtiff();
        TIFF* tiff = tiff_.get();
        const std::uint64_t directory = pages_[stack_.planes > 1 ? 0 : index];
        if (TIFFSetSubDirectory(tiff, directory) == 0) fail_tiff(name_);
        const layout_tags tags = read_tags(tiff);
        picture image = stack_.planes > 1 ? read_plane(tiff, tags, stack_, index, file_.bytes, name_, max_pixels_)
                                          : read_samples(tiff, tags, name_, file_.bytes.size(), max_pixels_);
        image.metadata = read_tiff_metadata(tiff, file_.bytes, directory, description_);
        image.metadata.uncompressed = tags.compression == COMPRESSION_NONE;
        turn_upright(image, tags.orientation);
        return image;
    }

  private:
    std::string name_;
    std::size_t max_pixels_;
    open_file file_;
    tiff_handle tiff_;
    std::vector<std::uint64_t> pages_;
    std::string description_;  // of the first page
    plane_stack stack_;
    left_out_list left_out_;
};

std::unique_ptr<page_reader> open_tiff(picture_data data) {
    return std::make_unique<tiff_reader>(std::move(data));
}

}  // namespace

picture_format tiff_format() {
    using namespace format_sets;
    using std::string_literals::operator""s;
    picture_format f;
    f.name = "TIFF";
    f.extensions = {".tif", ".tiff"};
    f.magics = {{"II*\0"s}, {"MM\0*"s}, {"II+\0"s}, {"MM\0+"s}};
    f.types = any_type;
    f.channels = any_channels;
    f.alpha = alpha_rule::named;
    f.metadata = looks | holds_print_size | holds_pixel_size | holds_description | holds_geo;
    f.many_pages = true;
    f.library = "libtiff";
    f.open = open_tiff;
    f.create = create_tiff;
    return f;
}

}  // namespace stockham::tools

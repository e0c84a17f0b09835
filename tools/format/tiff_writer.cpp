// The TIFF writer, through libtiff: one directory per page, compressed without loss.
#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <exception>

#include <fmt/format.h>
#include <tiffio.h>

#include "fault.hpp"
#include "format/exif.hpp"
#include "format/format.hpp"
#include "format/tiff_metadata.hpp"
#include "output.hpp"

namespace stockham::tools {

namespace {

// libtiff returns to earlier bytes when it links directories.
struct tiff_target {
    output_file* file;
    std::size_t at = 0, size = 0;
    std::exception_ptr failure = nullptr;  // must not cross libtiff's C frames

    void append(const void* from, std::size_t bytes) {
        file->write_at(size, from, bytes);
        size += bytes;
    }

    template <class Use>
    tmsize_t move(std::size_t bytes, Use use) {
        try {
            use();
        } catch (...) {
            failure = std::current_exception();
            return -1;
        }
        at += bytes;
        size = std::max(size, at);
        return static_cast<tmsize_t>(bytes);
    }
};

tmsize_t write_bytes(thandle_t handle, void* from, tmsize_t count) {
    auto& t = *static_cast<tiff_target*>(handle);
    const auto n = static_cast<std::size_t>(count);
    return t.move(n, [&] { t.file->write_at(t.at, from, n); });
}

tmsize_t read_back(thandle_t handle, void* to, tmsize_t count) {
    auto& t = *static_cast<tiff_target*>(handle);
    const std::size_t n = std::min(t.at < t.size ? t.size - t.at : 0, static_cast<std::size_t>(count));
    return std::max<tmsize_t>(0, t.move(n, [&] { t.file->read_at(t.at, to, n); }));  // as the reader's on_read()
}

toff_t seek_target(thandle_t handle, toff_t offset, int whence) {
    auto& t = *static_cast<tiff_target*>(handle);
    t.at = static_cast<std::size_t>(offset) + (whence == SEEK_CUR ? t.at : whence == SEEK_END ? t.size : 0);
    return t.at;
}

toff_t size_of_target(thandle_t handle) {
    return static_cast<tiff_target*>(handle)->size;
}

int close_target(thandle_t) {
    return 0;
}

thread_local char write_error[200];

void keep_error(const char*, const char* format, va_list arguments) {
    if (write_error[0] == '\0') std::vsnprintf(write_error, sizeof write_error, format, arguments);
}

// A classic TIFF has offsets of 32 bits; the margin is for compression that makes noise longer.
constexpr std::uint64_t most_classic_bytes = 3'500'000'000;

class tiff_writer : public page_writer {
  public:
    tiff_writer(output_file& file, const write_request& request)
        : file_(file), request_(request),
          scratch_(file.is_regular() ? nullptr : scratch_for(file)), target_{scratch_ ? scratch_.get() : &file},
          tiff_(nullptr, TIFFClose) {}

    void add(const picture& page) override {
        TIFFSetErrorHandler(keep_error);
        TIFFSetWarningHandler(nullptr);
        write_error[0] = '\0';
        if (!tiff_) open(page);
        TIFF* t = tiff_.get();
        set_tags(page);
        for (std::size_t y = 0; y < page.height; ++y) {
            const std::uint8_t* row = page.bytes.data() + y * page.row_bytes();
            row_.assign(row, row + page.row_bytes());  // the predictor overwrites it
            if (TIFFWriteScanline(t, row_.data(), static_cast<std::uint32_t>(y), 0) < 0) fail();
        }
        if (TIFFWriteDirectory(t) == 0) fail();
        ++written_;
    }

    void finish() override {
        tiff_.reset();
        if (target_.failure) std::rethrow_exception(target_.failure);
        std::vector<std::uint8_t> block(std::size_t{1} << 20);
        for (std::size_t at = 0; scratch_ && at < target_.size; at += block.size()) {
            block.resize(std::min(block.size(), target_.size - at));
            scratch_->read_at(at, block.data(), block.size());
            file_.write(block.data(), block.size());
        }
    }

  private:
    [[noreturn]] void fail() const {
        if (target_.failure) std::rethrow_exception(target_.failure);
        throw job_error(
            fmt::format("cannot write {}: {}", request_.name, write_error[0] != '\0' ? write_error : "out of memory"));
    }

    void open(const picture& page) {
        big_ = std::uint64_t{page.bytes.size()} * request_.pages > most_classic_bytes;
        tiff_.reset(TIFFClientOpen(request_.name.c_str(), big_ ? "w8m" : "wm", &target_, read_back, write_bytes,
                                   seek_target, close_target, size_of_target, nullptr, nullptr));
        if (!tiff_) fail();
    }

    void set_tags(const picture& page) {
        TIFF* t = tiff_.get();
        TIFFSetField(t, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(page.width));
        TIFFSetField(t, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(page.height));
        TIFFSetField(t, TIFFTAG_BITSPERSAMPLE, static_cast<int>(8 * size_of(page.type)));
        TIFFSetField(t, TIFFTAG_SAMPLESPERPIXEL, static_cast<int>(page.channels));
        TIFFSetField(t, TIFFTAG_SAMPLEFORMAT, is_float(page.type) ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT);
        TIFFSetField(t, TIFFTAG_PHOTOMETRIC, page.rgb ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK);
        TIFFSetField(t, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
        set_compression(page);
        set_extra_samples(page);
        if (request_.pages > 1) {
            TIFFSetField(t, TIFFTAG_SUBFILETYPE, FILETYPE_PAGE);
            if (request_.pages <= 0xffff)
                TIFFSetField(t, TIFFTAG_PAGENUMBER, static_cast<int>(written_), static_cast<int>(request_.pages));
        }
        set_exif(read_exif(page.metadata.exif));
        set_tiff_metadata(t, page.metadata, written_ == 0, request_.pages);
    }

    // What the samples beyond grey or RGB are: alpha, or nothing that TIFF has a name for.
    void set_extra_samples(const picture& page) {
        const unsigned own = page.rgb ? 3 : 1;
        if (page.channels == own) return;
        std::vector<std::uint16_t> kinds(page.channels - own, EXTRASAMPLE_UNSPECIFIED);
        if (page.has_alpha())
            kinds.back() = page.alpha == alpha_kind::straight ? EXTRASAMPLE_UNASSALPHA : EXTRASAMPLE_ASSOCALPHA;
        TIFFSetField(tiff_.get(), TIFFTAG_EXTRASAMPLES, static_cast<int>(kinds.size()), kinds.data());
    }

    // libtiff appends to the file, so directories that are already there stay where they are.
    void set_exif(const exif_data& data) {
        TIFF* t = tiff_.get();
        for (const exif_entry& text : data.camera) TIFFSetField(t, text.tag, text.value.data());
        const auto append = [&](std::uint32_t tag, const std::vector<exif_entry>& entries) {
            if (entries.empty()) return;
            target_.append("", target_.size % 2);
            const std::uint64_t offset = target_.size;
            const auto directory = encode_directory(entries, offset, big_);
            target_.append(directory.data(), directory.size());
            TIFFSetField(t, tag, offset);
        };
        append(TIFFTAG_EXIFIFD, data.exposure);
        append(TIFFTAG_GPSIFD, data.position);
    }

    // Floating-point numbers hardly compress, and few programs read their predictor. Deflate takes several times as
    // long as a filter: an input without compression shows that speed matters more than size.
    void set_compression(const picture& page) {
        TIFF* t = tiff_.get();
        if (is_float(page.type) || page.metadata.uncompressed) {
            TIFFSetField(t, TIFFTAG_COMPRESSION, COMPRESSION_NONE);
        } else {
            TIFFSetField(t, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
            TIFFSetField(t, TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL);
            TIFFSetField(t, TIFFTAG_ZIPQUALITY, 4);  // filtered pictures hardly compress better at higher levels
        }
        constexpr std::size_t strip_bytes = std::size_t{1} << 18;
        const std::size_t rows = std::clamp<std::size_t>(strip_bytes / page.row_bytes(), 1, page.height);
        TIFFSetField(t, TIFFTAG_ROWSPERSTRIP, static_cast<std::uint32_t>(rows));
    }

    output_file& file_;
    write_request request_;
    const std::unique_ptr<output_file> scratch_;  // of an output that is no regular file
    tiff_target target_;
    std::unique_ptr<TIFF, void (*)(TIFF*)> tiff_;
    std::vector<std::uint8_t> row_;
    std::size_t written_ = 0;
    bool big_ = false;
};

}  // namespace

std::unique_ptr<page_writer> create_tiff(output_file& file, const write_request& request) {
    return std::make_unique<tiff_writer>(file, request);
}

}  // namespace stockham::tools

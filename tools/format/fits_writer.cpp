// The FITS writer, through cfitsio.
#include "format/fits_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

#include "fault.hpp"
#include "format/decode.hpp"
#include "output.hpp"

namespace stockham::tools {

namespace {

// cfitsio makes the header in memory. The samples of each page follow, with the most significant byte first.
class fits_writer : public page_writer {
  public:
    fits_writer(output_file& file, const write_request& request) : out_(file), request_(request) {
        if (extension_number(request_.member))
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
        fits_create_imgll(file, fits_type_of(page.type).stored, axes, ones, &status);
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
        if (status != 0) throw job_error(fmt::format("cannot write {}: {}", request_.name, fits_status_text(status)));
    }

    output_file& out_;
    write_request request_;
    std::size_t written_ = 0;
};

}  // namespace

std::unique_ptr<page_writer> create_fits(output_file& file, const write_request& request) {
    return std::make_unique<fits_writer>(file, request);
}

}  // namespace stockham::tools

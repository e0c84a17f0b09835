// What the reader and the writer of FITS files share.
#include "format/fits_file.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "fault.hpp"

namespace stockham::tools {

namespace {

constexpr fits_type fits_types[] = {{sample_type::u8, TBYTE, BYTE_IMG},
                                    {sample_type::u16, TUSHORT, USHORT_IMG},
                                    {sample_type::f32, TFLOAT, FLOAT_IMG},
                                    {sample_type::f64, TDOUBLE, DOUBLE_IMG}};

// "0, 1 (SCI), 2 (ERR)"
std::string extension_list(fitsfile* file) {
    constexpr int most_listed = 30;
    std::string list;
    int count = 0, status = 0;
    fits_get_num_hdus(file, &count, &status);
    for (int k = 0; k < std::min(count, most_listed); ++k) {
        char name[FLEN_VALUE] = "";
        status = 0;
        fits_movabs_hdu(file, k + 1, nullptr, &status);
        const bool has_name = fits_read_key(file, TSTRING, "EXTNAME", name, nullptr, &status) == 0;
        list += fmt::format("{}{}{}", k > 0 ? ", " : "", k, has_name ? fmt::format(" ({})", name) : "");
    }
    fits_clear_errmsg();
    return count > most_listed ? fmt::format("{} and {} more", list, count - most_listed) : list;
}

}  // namespace

std::string fits_status_text(int status) {
    char text[FLEN_STATUS] = "";
    fits_get_errstatus(status, text);
    return text;
}

const fits_type& fits_type_of(sample_type type) {
    return fits_types[static_cast<int>(type)];
}

std::optional<int> extension_number(const std::string& text) {
    constexpr std::size_t most_digits = 6;
    if (text.empty() || text.size() > most_digits || text.find_first_not_of("0123456789") != text.npos)
        return std::nullopt;
    return std::stoi(text);
}

void move_to_extension(fitsfile* file, const std::string& member, const std::string& name) {
    int status = 0;
    if (const auto number = extension_number(member)) {
        fits_movabs_hdu(file, *number + 1, nullptr, &status);
    } else {
        const std::size_t comma = std::min(member.rfind(','), member.size());
        const auto version = comma < member.size() ? extension_number(member.substr(comma + 1)) : 0;
        std::string word = member.substr(0, version ? comma : member.size());
        constexpr std::size_t longest_name = 68;
        if (word.size() > longest_name) status = BAD_HDU_NUM;
        fits_movnam_hdu(file, ANY_HDU, word.data(), version.value_or(0), &status);
    }
    if (status == 0) return;
    fits_clear_errmsg();
    throw job_error(fmt::format("{}: it has no extension {}; it has {}", name, member, extension_list(file)));
}

std::mutex& fits_mutex() {
    static std::mutex mutex;
    return mutex;
}

}  // namespace stockham::tools

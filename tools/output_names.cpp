// Checks the names of output files: a name must not promise another kind of content.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/messages/printable.hpp"
#include "format/format.hpp"
#include "output.hpp"

namespace stockham::tools {

namespace fs = std::filesystem;

namespace {

struct kind_of_output {
    output_kind kind;
    const char* how;  // "arrays are written as NumPy's .npy"
    std::vector<std::string> extensions;
};

std::vector<std::string> extensions_of_pictures() {
    std::vector<std::string> all;
    for (const picture_format& f : picture_formats()) all.insert(all.end(), f.extensions.begin(), f.extensions.end());
    return all;
}

// The extensions of pictures are those of the table of formats.
const std::vector<kind_of_output>& kinds_of_output() {
    static const std::vector<kind_of_output> kinds = {
        {output_kind::picture, "pictures are written in the format of the extension", extensions_of_pictures()},
        {output_kind::array, "arrays are written as NumPy's .npy or as HDF5", {".npy", ".h5", ".hdf5"}},
        {output_kind::table, "tables are written as CSV", {".csv", ".txt", ".dat"}},
        {output_kind::plot, "plots are written as SVG or PNG", {".svg", ".png"}},
        {output_kind::json, "results, wisdom and profiles are written as JSON", {".json"}},
        {output_kind::log, "logs are written as text", {".log", ".tsv"}},
    };
    return kinds;
}

// Extensions of formats that the command never writes.
const char* const other_extensions[] = {".gif", ".bmp", ".heic", ".jp2", ".mat", ".pdf",
                                        ".cl",  ".cpp", ".hpp",  ".py",  ".zip"};

bool has_other_extension(const kind_of_output& own, const fs::path& path) {
    const std::string extension = extension_of(path.string());
    const auto has = [&](const auto& some) {
        return std::find(std::begin(some), std::end(some), extension) != std::end(some);
    };
    if (has(own.extensions)) return false;
    const auto& kinds = kinds_of_output();
    return has(other_extensions) ||
           std::any_of(kinds.begin(), kinds.end(), [&](const auto& kind) { return has(kind.extensions); });
}

}  // namespace

std::string output_name_error(output_kind kind, const std::string& path) {
    const auto& kinds = kinds_of_output();
    const auto& own = *std::find_if(kinds.begin(), kinds.end(), [&](const auto& k) { return k.kind == kind; });
    const std::string file = kind == output_kind::picture || kind == output_kind::array ? split_path(path).file : path;
    std::error_code ignored;
    const fs::path target = fs::is_symlink(file, ignored) ? fs::weakly_canonical(file, ignored) : fs::path();
    if (!has_other_extension(own, file) && !has_other_extension(own, target)) return {};
    return fmt::format("{}: {}; use the extension {}", internal::in_quotes(path), own.how, own.extensions.front());
}

}  // namespace stockham::tools

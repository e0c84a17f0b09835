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

using extensions = std::vector<std::string>;

const extensions tables = {".csv", ".txt", ".dat"};

extensions extensions_of_pictures() {
    extensions all;
    for (const picture_format& f : picture_formats())
        if (f.is_written()) all.insert(all.end(), f.extensions.begin(), f.extensions.end());
    return all;
}

extensions figures() {
    extensions all = extensions_of_pictures();
    all.push_back(".svg");
    return all;
}

extensions with(extensions some, const extensions& more) {
    some.insert(some.end(), more.begin(), more.end());
    return some;
}

// The extensions of pictures are those of the table of formats.
const std::vector<kind_of_output>& kinds_of_output() {
    static const std::vector<kind_of_output> kinds = {
        {output_kind::picture, "pictures are written in the format of the extension", extensions_of_pictures()},
        {output_kind::figure, "spectra are written as pictures or .svg", figures()},
        {output_kind::array, "arrays are written as NumPy's .npy or as HDF5", {".npy", ".h5", ".hdf5"}},
        {output_kind::table, "tables are written as CSV", tables},
        {output_kind::plot, "plots are written as SVG or PNG", {".svg", ".png"}},
        {output_kind::json, "results, wisdom and profiles are written as JSON", {".json"}},
        {output_kind::log, "logs are written as text", {".log", ".tsv"}},
        {output_kind::report, "reports are written as text", {".txt"}},
        {output_kind::spectrogram, "spectrograms are written as arrays, tables or figures, signals as .npy or .wav",
         with(with({".npy", ".wav"}, tables), figures())},
        {output_kind::samples, "spectra are written as NumPy's .npy or as CSV", with({".npy"}, tables)},
        {output_kind::shifts, "shifts are written as CSV or JSON", with(tables, {".json"})},
    };
    return kinds;
}

bool has_other_extension(const kind_of_output& own, const fs::path& path) {
    const std::string extension = extension_of(path.string());
    return !extension.empty() &&
           std::find(own.extensions.begin(), own.extensions.end(), extension) == own.extensions.end();
}

}  // namespace

std::string output_name_error(output_kind kind, const std::string& path, std::optional<bool> format) {
    const auto& kinds = kinds_of_output();
    const auto& own = *std::find_if(kinds.begin(), kinds.end(), [&](const auto& k) { return k.kind == kind; });
    const bool has_members = kind == output_kind::picture || kind == output_kind::array;
    const std::string file = has_members ? split_path(path).file : path;
    std::error_code ignored;
    const fs::path target = fs::is_symlink(file, ignored) ? fs::weakly_canonical(file, ignored) : fs::path();
    const bool fits = !has_other_extension(own, file) && !has_other_extension(own, target);
    if (fits || format.value_or(false) || fs::is_directory(file, ignored)) return {};
    return fmt::format("{}: {}; use the extension {}{}", internal::in_quotes(path), own.how, own.extensions.front(),
                       format ? ", or --format" : "");
}

}  // namespace stockham::tools

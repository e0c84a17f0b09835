// The other files from which an HDF5 file may take data. Each file is checked before HDF5 opens it; HDF5 looks for a
// name in several folders, so all files that it could find there are checked.
#include "format/hdf5_sources.hpp"

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "fault.hpp"
#include "format/hdf5_dataset.hpp"

namespace stockham::tools {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_nested = 16;        // virtual data sets of virtual data sets
constexpr unsigned most_of_a_series = 100000;  // files of one pattern

// The text that a function of HDF5 writes, which is first called for the length.
template <class Write>
std::string text_from(const Write& write) {
    const ssize_t length = write(nullptr, 0);
    if (length <= 0) return {};
    std::string text(static_cast<std::size_t>(length) + 1, '\0');
    write(text.data(), text.size());
    text.resize(static_cast<std::size_t>(length));
    return text;
}

// A name of a series of sources: %b is the number, %% a percent sign.
std::string name_in_series(const std::string& pattern, unsigned number) {
    std::string name;
    for (std::size_t k = 0; k < pattern.size(); ++k) {
        const char next = pattern[k] == '%' && k + 1 < pattern.size() ? pattern[k + 1] : '\0';
        if (next == 'b')
            name += std::to_string(number);
        else
            name += pattern[k];
        k += next == 'b' || next == '%';
    }
    return name;
}

bool is_series(const std::string& pattern) {
    return name_in_series(pattern, 0) != name_in_series(pattern, 1);
}

bool is_there(const std::string& path) {
    std::error_code ignored;
    return fs::exists(path, ignored);
}

}  // namespace

std::string hdf5_sources::refusal(const std::string& file, const char* how) const {
    return fmt::format("{}: takes data from another {} ({}); --external-data allows that", file_,
                       file == "." ? "data set" : "file, " + file, how);
}

// The file that HDF5 finds under a name that stands in the file `beside`; empty if there is none. Throws job_error if
// one of those that it could find is not a regular file.
std::string hdf5_sources::locate(const std::string& file, const std::string& beside) const {
    const fs::path name = file, folder = fs::path(beside).parent_path();
    std::error_code ignored;
    const fs::path real_folder = fs::canonical(beside, ignored).parent_path();
    std::string found;
    for (const fs::path& path : {name.is_absolute() ? name : folder / name, real_folder / name, name,
                                 folder / name.filename(), real_folder / name.filename()}) {
        if (!is_there(path.string())) continue;
        if (!fs::is_regular_file(path, ignored))
            throw job_error(
                fmt::format("{}: {}, from which it takes data, is not a regular file", file_, path.string()));
        if (found.empty()) found = path.string();
    }
    return found;
}

void hdf5_sources::guard(hid_t access) {
    for (const char* folders : {"HDF5_EXTFILE_PREFIX", "HDF5_VDS_PREFIX", "HDF5_EXT_PREFIX"}) ::unsetenv(folders);
    H5Pset_elink_cb(access, on_link, this);
    H5Pset_efile_prefix(access, "${ORIGIN}");
}

// HDF5 is about to follow an external link. No exception may pass through it.
herr_t hdf5_sources::on_link(const char* parent_file, const char*, const char* file, const char*, unsigned*, hid_t,
                             void* self) {
    auto& own = *static_cast<hdf5_sources*>(self);
    own.has_other_ = true;
    try {
        if (!own.allowed_)
            own.refused_link_ = own.refusal(file, "an external link");
        else
            own.locate(file, parent_file);
    } catch (const std::exception& e) {
        own.refused_link_ = e.what();
    }
    return own.refused_link_.empty() ? 0 : -1;
}

void hdf5_sources::check_links() const {
    if (!refused_link_.empty()) throw job_error(refused_link_);
}

void hdf5_sources::check_storage(hid_t properties, const std::string& file) {
    const int files = H5Pget_external_count(properties);
    for (int k = 0; k < files; ++k) {
        has_other_ = true;
        constexpr std::size_t longest = 4096;
        char name[longest + 1] = "";
        off_t offset = 0;
        hsize_t bytes = 0;
        H5Pget_external(properties, static_cast<unsigned>(k), longest, name, &offset, &bytes);
        if (!allowed_) throw job_error(refusal(name, "external storage"));
        if (locate(name, file).empty())
            throw job_error(fmt::format("{}: {}, from which it takes data, does not exist", file_, name));
    }
}

void hdf5_sources::check_one(const source& named, const source& place) {
    const std::string file = named.first == "." ? place.first : locate(named.first, place.first);
    if (file.empty())
        throw job_error(fmt::format("{}: {}, from which it takes data, does not exist", file_, named.first));
    std::error_code ignored;
    const source key{fs::canonical(file, ignored).string(), named.second};
    if (open_.count(key) != 0)
        throw job_error(
            fmt::format("{}: broken HDF5: the virtual data set {} takes data from itself", file_, key.second));
    if (!checked_.insert(key).second) return;
    if (open_.size() >= most_nested)
        throw job_error(
            fmt::format("{}: more than {} virtual data sets take data from each other", file_, most_nested));
    const h5_id opened(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    const h5_id access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
    guard(access.get());
    const h5_id set(H5Dopen2(opened.get(), key.second.c_str(), access.get()), H5Dclose);
    check_links();
    if (!set.valid())
        throw job_error(fmt::format("{}: {} has no data set {}, from which it takes data", file_, file, key.second));
    check_all(set.get(), {file, key.second});
}

void hdf5_sources::check_mapping(const source& named, const source& place) {
    if (!allowed_) throw job_error(refusal(named.first, "a virtual data set"));
    if (!is_series(named.first) && !is_series(named.second))
        return check_one({name_in_series(named.first, 0), name_in_series(named.second, 0)}, place);
    // A series ends with the first file or data set that is missing. One in a single file needs no check but the first.
    for (unsigned k = 0; k < most_of_a_series; ++k) {
        const source next{name_in_series(named.first, k), name_in_series(named.second, k)};
        if (k > 0 && (!is_series(named.first) || locate(next.first, place.first).empty())) return;
        check_one(next, place);
    }
}

void hdf5_sources::check_virtual(hid_t properties, const source& place) {
    if (H5Pget_layout(properties) != H5D_VIRTUAL) return;
    has_other_ = true;
    std::size_t count = 0;
    H5Pget_virtual_count(properties, &count);
    for (std::size_t k = 0; k < count; ++k) {
        const std::string file =
            text_from([&](char* to, std::size_t n) { return H5Pget_virtual_filename(properties, k, to, n); });
        const std::string set =
            text_from([&](char* to, std::size_t n) { return H5Pget_virtual_dsetname(properties, k, to, n); });
        check_mapping({file, set}, place);
    }
}

void hdf5_sources::check_all(hid_t dataset, const source& place) {
    std::error_code ignored;
    const source key{fs::canonical(place.first, ignored).string(), place.second};
    open_.insert(key);
    const h5_id properties(H5Dget_create_plist(dataset), H5Pclose);
    check_storage(properties.get(), place.first);
    check_virtual(properties.get(), place);
    open_.erase(key);
}

void hdf5_sources::check(hid_t dataset) {
    check_links();
    const std::string file = text_from([&](char* to, std::size_t n) { return H5Fget_name(dataset, to, n); });
    const std::string name = text_from([&](char* to, std::size_t n) { return H5Iget_name(dataset, to, n); });
    check_all(dataset, {allowed_ ? file : file_, name});
}

}  // namespace stockham::tools

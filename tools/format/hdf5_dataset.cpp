// A data set of an HDF5 file: its shape, type and identifiers.
#include "format/hdf5_dataset.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "bytes.hpp"
#include "fault.hpp"
#include "format/decode.hpp"
#include "format/hdf5_sources.hpp"

namespace stockham::tools {

namespace {

// An object of a file: its kind, and a text that tells it from all others.
struct object_facts {
    H5O_type_t kind = H5O_TYPE_UNKNOWN;
    std::string identity;
};

object_facts facts_of(hid_t group, const std::string& name) {
#if H5_VERSION_GE(1, 12, 0)
    H5O_info2_t info;
    if (H5Oget_info_by_name3(group, name.c_str(), &info, H5O_INFO_BASIC, H5P_DEFAULT) < 0) return {};
    return {info.type, std::string(reinterpret_cast<const char*>(&info.token), sizeof info.token)};
#else
    H5O_info_t info;
    if (H5Oget_info_by_name(group, name.c_str(), &info, H5P_DEFAULT) < 0) return {};
    return {info.type, std::to_string(info.addr)};
#endif
}

// Looks for data sets. The library's own walk takes cubic time for nested groups. Links to names are not followed.
class dataset_walk {
  public:
    explicit dataset_walk(hid_t file) { visit(h5_id(H5Gopen2(file, "/", H5P_DEFAULT), H5Gclose), "/", 0); }
    const std::vector<std::string>& names() const { return names_; }

  private:
    static constexpr std::size_t most_names = 1000, most_links = 100000;
    static constexpr int most_nested = 64;

    static herr_t add_link(hid_t, const char* name, const H5L_info_t* info, void* list) {
        auto& links = *static_cast<std::vector<std::string>*>(list);
        if (info->type == H5L_TYPE_HARD) links.emplace_back(name);
        return links.size() < most_links ? 0 : 1;
    }

    void visit(const h5_id& group, const std::string& path, int depth) {
        std::vector<std::string> links;
        H5Literate(group.get(), H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, add_link, &links);
        for (const std::string& name : links) {
            if (names_.size() >= most_names || ++links_ > most_links) return;
            const object_facts facts = facts_of(group.get(), name);
            if (!visited_.insert(facts.identity).second) continue;
            if (facts.kind == H5O_TYPE_DATASET) names_.push_back(path + name);
            if (facts.kind == H5O_TYPE_GROUP && depth < most_nested)
                visit(h5_id(H5Gopen2(group.get(), name.c_str(), H5P_DEFAULT), H5Gclose), path + name + "/", depth + 1);
        }
    }

    std::vector<std::string> names_;
    std::set<std::string> visited_;
    std::size_t links_ = 0;
};

std::vector<std::string> datasets_of(const h5_id& file) {
    return dataset_walk(file.get()).names();
}

std::string path_of_dataset(const h5_id& file, const std::string& name, const std::string& member) {
    if (!member.empty()) return member;
    const auto names = datasets_of(file);
    if (names.size() == 1) return names.front();
    throw job_error(fmt::format("{}: which data set? Write {}:/PATH; it has {}", name, name,
                                names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
}

// True for a pair of real numbers of the same type with these names.
bool is_pair(hid_t type, const complex_names& names) {
    return H5Tget_nmembers(type) == 2 && H5Tget_member_index(type, names.real) == 0 &&
           H5Tget_member_index(type, names.imaginary) == 1 && H5Tget_member_class(type, 0) == H5T_FLOAT &&
           H5Tget_member_class(type, 1) == H5T_FLOAT;
}

complex_names names_of(hid_t dataset) {
    const h5_id type(H5Dget_type(dataset), H5Tclose);
    for (const complex_names& names : known_complex_names)
        if (H5Tget_class(type.get()) == H5T_COMPOUND && is_pair(type.get(), names)) return names;
    return known_complex_names[0];
}

// A chunk of the data may meet several blocks of an array; those in this cache are not unpacked again.
h5_id dataset_access() {
    constexpr std::size_t slots = 12421, bytes = std::size_t{64} << 20;
    h5_id access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
    H5Pset_chunk_cache(access.get(), slots, bytes, 1);
    return access;
}

}  // namespace

std::mutex& hdf5_mutex() {
    static std::mutex mutex;
    return mutex;
}

h5_id open_hdf5_file(const std::string& path) {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // errors are reported as exceptions
    return h5_id(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
}

h5_id in_memory() {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // errors are reported as exceptions
    h5_id access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    constexpr std::size_t growth = std::size_t{1} << 20;
    H5Pset_fapl_core(access.get(), growth, 0);
    return access;
}

std::size_t elements_of(const std::vector<std::size_t>& shape, const std::string& name) {
    const auto elements = product(shape);
    if (!elements || *elements == 0)
        throw job_error(fmt::format("{}: the shape of its data set is {}", name, shape_text(shape)));
    return *elements;
}

h5_id type_in_memory(const npy_type& type, const complex_names& names) {
    if (type.kind == 'c') {
        const hid_t part = type.size == 8 ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
        h5_id pair(H5Tcreate(H5T_COMPOUND, type.size), H5Tclose);
        H5Tinsert(pair.get(), names.real, 0, part);
        H5Tinsert(pair.get(), names.imaginary, type.size / 2, part);
        return pair;
    }
    const hid_t of_size[3][4] = {{H5T_NATIVE_INT8, H5T_NATIVE_INT16, H5T_NATIVE_INT32, H5T_NATIVE_INT64},
                                 {H5T_NATIVE_UINT8, H5T_NATIVE_UINT16, H5T_NATIVE_UINT32, H5T_NATIVE_UINT64},
                                 {-1, -1, H5T_NATIVE_FLOAT, H5T_NATIVE_DOUBLE}};
    const std::size_t row = type.kind == 'i' ? 0 : type.kind == 'u' ? 1 : 2;
    const std::size_t column = type.size == 1 ? 0 : type.size == 2 ? 1 : type.size == 4 ? 2 : 3;
    return h5_id(H5Tcopy(of_size[row][column]), H5Tclose);
}

hdf5_dataset::hdf5_dataset(h5_id file, std::string name, const std::string& member, bool external)
    : name_(std::move(name)), file_(std::move(file)) {
    if (!file_.valid()) throw job_error(fmt::format("{}: broken HDF5: the file cannot be opened", name_));
    const h5_id access = dataset_access();
    hdf5_sources sources(name_, external);
    sources.guard(access.get());
    dataset_ = h5_id(H5Dopen2(file_.get(), path_of_dataset(file_, name_, member).c_str(), access.get()), H5Dclose);
    sources.check_links();
    if (!dataset_.valid())
        throw job_error(
            fmt::format("{}: has no data set {}; it has {}", name_, member, fmt::join(datasets_of(file_), ", ")));
    sources.check(dataset_.get());
    has_other_sources_ = sources.has_other();
    names_ = names_of(dataset_.get());
    const h5_id space(H5Dget_space(dataset_.get()), H5Sclose);
    const int rank = H5Sget_simple_extent_ndims(space.get());
    std::vector<hsize_t> lengths(static_cast<std::size_t>(std::max(rank, 0)));
    if (rank > 0) H5Sget_simple_extent_dims(space.get(), lengths.data(), nullptr);
    shape_.assign(lengths.begin(), lengths.end());
}

npy_type hdf5_dataset::element_type() const {
    const h5_id type(H5Dget_type(dataset_.get()), H5Tclose);
    const H5T_class_t kind = H5Tget_class(type.get());
    const auto size = static_cast<unsigned>(H5Tget_size(type.get()));
    if (kind == H5T_COMPOUND && is_pair(type.get(), names_) && (size == 8 || size == 16)) return {'c', size, false};
    const bool is_signed = kind == H5T_INTEGER && H5Tget_sign(type.get()) == H5T_SGN_2;
    const bool known = size == 1 || size == 2 || size == 4 || size == 8;
    if ((kind != H5T_INTEGER && kind != H5T_FLOAT) || !known)
        throw job_error(fmt::format("{}: its elements are neither integers, nor real numbers of 1 to 8 bytes, nor "
                                    "complex numbers as pairs of r and i, or of real and imag",
                                    name_));
    return {kind == H5T_FLOAT ? 'f' : is_signed ? 'i' : 'u', size, false};
}

h5_id hdf5_dataset::in_memory_as(const npy_type& type) const {
    return type_in_memory(type, names_);
}

void hdf5_dataset::check_storage(std::size_t file_bytes) const {
    const h5_id creation(H5Dget_create_plist(dataset_.get()), H5Pclose);
    const haddr_t offset = H5Dget_offset(dataset_.get());
    const bool is_compact = H5Pget_layout(creation.get()) == H5D_COMPACT;
    if (offset == HADDR_UNDEF && !is_compact) return;
    const h5_id type(H5Dget_type(dataset_.get()), H5Tclose);
    auto factors = shape_;
    factors.push_back(H5Tget_size(type.get()));
    const auto bytes = product(factors);
    if (!bytes || *bytes > H5Dget_storage_size(dataset_.get()) ||
        (!is_compact && (offset > file_bytes || *bytes > file_bytes - offset)))
        throw job_error(fmt::format("{}: broken HDF5: the file is too short for its data set", name_));
}

void hdf5_dataset::read(std::size_t first, std::size_t count, const npy_type& type, void* to) const {
    const h5_id memory = in_memory_as(type);
    auto* at = static_cast<std::uint8_t*>(to);
    // The range consists of boxes, as large as its place in the array allows: whole slices along one axis.
    while (count > 0) {
        std::vector<hsize_t> start(shape_.size()), lengths(shape_.size(), 1);
        std::size_t axis = shape_.size() - 1, slice = 1, rest = first;
        for (std::size_t k = shape_.size(); k-- > 0; rest /= shape_[k]) start[k] = rest % shape_[k];
        while (axis > 0 && start[axis] == 0 && slice * shape_[axis] <= count) {
            lengths[axis] = shape_[axis];
            slice *= shape_[axis--];
        }
        lengths[axis] = std::min<std::size_t>(shape_[axis] - static_cast<std::size_t>(start[axis]), count / slice);
        const std::size_t n = slice * static_cast<std::size_t>(lengths[axis]);
        read_part(start, lengths, memory.get(), at);
        at += n * type.size;
        first += n;
        count -= n;
    }
}

void hdf5_dataset::read_part(const std::vector<hsize_t>& start, const std::vector<hsize_t>& count, hid_t type,
                             void* to) const {
    hsize_t elements = 1;
    for (const auto n : count) elements *= n;
    const h5_id space(H5Dget_space(dataset_.get()), H5Sclose);
    const h5_id memory(H5Screate_simple(1, &elements, nullptr), H5Sclose);
    if (H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr) < 0 ||
        H5Dread(dataset_.get(), type, memory.get(), space.get(), H5P_DEFAULT, to) < 0)
        throw job_error(fmt::format("{}: broken HDF5: the data cannot be read", name_));
}

}  // namespace stockham::tools

// Data sets of HDF5 files: FILE.h5:/PATH. Axes are those of a .npy array (array_pages.hpp).
#include <algorithm>

#include <fmt/format.h>
#include <hdf5.h>

#include "bytes.hpp"
#include "fault.hpp"
#include "format/array_pages.hpp"
#include "format/decode.hpp"
#include "format/format.hpp"
#include "output.hpp"

namespace stockham::tools {

namespace {

// An HDF5 identifier, and the function that closes it.
class h5_id {
  public:
    h5_id() = default;
    h5_id(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
    ~h5_id() {
        if (id_ >= 0) close_(id_);
    }
    h5_id(h5_id&& other) noexcept : id_(other.id_), close_(other.close_) { other.id_ = -1; }
    h5_id& operator=(h5_id&& other) noexcept {
        std::swap(id_, other.id_);
        std::swap(close_, other.close_);
        return *this;
    }
    hid_t get() const { return id_; }
    bool valid() const { return id_ >= 0; }

  private:
    hid_t id_ = -1;
    herr_t (*close_)(hid_t) = nullptr;
};

hid_t memory_type(sample_type type) {
    switch (type) {
    case sample_type::u8:
        return H5T_NATIVE_UINT8;
    case sample_type::u16:
        return H5T_NATIVE_UINT16;
    case sample_type::f32:
        return H5T_NATIVE_FLOAT;
    default:
        return H5T_NATIVE_DOUBLE;
    }
}

// The access properties of a file that is only in memory.
h5_id in_memory() {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // errors are reported as exceptions
    h5_id access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    constexpr std::size_t growth = std::size_t{1} << 20;
    H5Pset_fapl_core(access.get(), growth, 0);
    return access;
}

herr_t add_dataset(hid_t, const char* name, const H5O_info_t* info, void* list) {
    constexpr std::size_t most_names = 1000;
    auto& names = *static_cast<std::vector<std::string>*>(list);
    if (info->type == H5O_TYPE_DATASET) names.push_back(std::string("/") + name);
    return names.size() < most_names ? 0 : 1;
}

// The data set of a file in memory.
class hdf5_dataset {
  public:
    explicit hdf5_dataset(picture_data& data) : name_(data.name), member_(data.member), file_bytes_(data.bytes.size()) {
        const h5_id access = in_memory();
        // HDF5 copies the image.
        H5Pset_file_image(access.get(), data.bytes.data(), data.bytes.size());
        file_ = h5_id(H5Fopen("memory.h5", H5F_ACC_RDONLY, access.get()), H5Fclose);
        if (!file_.valid()) throw job_error(fmt::format("{}: broken HDF5: the file cannot be opened", name_));
        data.bytes = {};
        dataset_ = h5_id(H5Dopen2(file_.get(), path_of_dataset().c_str(), H5P_DEFAULT), H5Dclose);
        if (!dataset_.valid())
            throw job_error(
                fmt::format("{}: has no data set {}; it has {}", name_, member_, fmt::join(datasets(), ", ")));
        read_shape();
    }

    hid_t get() const { return dataset_.get(); }
    std::size_t file_bytes() const { return file_bytes_; }
    const std::vector<std::size_t>& shape() const { return shape_; }

    // The type of the elements in NumPy's terms. h5py stores complex numbers as pairs of the real numbers r and i.
    npy_type element_type() const {
        const h5_id type(H5Dget_type(dataset_.get()), H5Tclose);
        const H5T_class_t kind = H5Tget_class(type.get());
        const auto size = static_cast<unsigned>(H5Tget_size(type.get()));
        if (kind == H5T_COMPOUND && H5Tget_nmembers(type.get()) == 2 && H5Tget_member_index(type.get(), "r") == 0 &&
            H5Tget_member_index(type.get(), "i") == 1 && H5Tget_member_class(type.get(), 0) == H5T_FLOAT &&
            (size == 8 || size == 16))
            return {'c', size, false};
        const bool is_signed = kind == H5T_INTEGER && H5Tget_sign(type.get()) == H5T_SGN_2;
        const bool known = size == 1 || size == 2 || size == 4 || size == 8;
        if ((kind != H5T_INTEGER && kind != H5T_FLOAT) || !known)
            throw job_error(fmt::format("{}: its elements are neither integers, nor real numbers of 1 to 8 bytes, nor "
                                        "complex numbers as pairs of r and i",
                                        name_));
        return {kind == H5T_FLOAT ? 'f' : is_signed ? 'i' : 'u', size, false};
    }

  private:
    std::vector<std::string> datasets() const {
        std::vector<std::string> names;
        H5Ovisit(file_.get(), H5_INDEX_NAME, H5_ITER_NATIVE, add_dataset, &names);
        return names;
    }

    std::string path_of_dataset() {
        if (!member_.empty()) return member_;
        const auto names = datasets();
        if (names.size() == 1) return names.front();
        throw job_error(fmt::format("{}: which data set? Write {}:/PATH; it has {}", name_, name_,
                                    names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
    }

    void read_shape() {
        const h5_id space(H5Dget_space(dataset_.get()), H5Sclose);
        const int rank = H5Sget_simple_extent_ndims(space.get());
        std::vector<hsize_t> lengths(static_cast<std::size_t>(std::max(rank, 0)));
        if (rank > 0) H5Sget_simple_extent_dims(space.get(), lengths.data(), nullptr);
        shape_.assign(lengths.begin(), lengths.end());
    }

    std::string name_, member_;
    std::size_t file_bytes_;
    h5_id file_, dataset_;
    std::vector<std::size_t> shape_;
};

class hdf5_reader : public page_reader {
  public:
    explicit hdf5_reader(picture_data data) : data_(std::move(data)), dataset_(data_), shape_(dataset_.shape()) {
        layout_ = layout_of(dataset_.element_type(), shape_, data_.name, data_.max_pixels);
        const auto bytes = product(shape_);
        if (!bytes || *bytes == 0)
            throw job_error(fmt::format("{}: the shape of its data set is {}", data_.name, shape_text(shape_)));
        check_unpacked({data_.name, layout_.width, layout_.height, dataset_.file_bytes()}, *bytes,
                       max_deflate_expansion);
    }

    std::size_t pages() const override { return layout_.pages; }

    picture read(std::size_t index) override {
        const picture_claim claim{data_.name, layout_.width, layout_.height, 0};
        picture image = start_picture(claim, layout_.channels, type_for(layout_.type));
        std::uint8_t* to = add_rows(image, image.height);
        std::vector<hsize_t> start(shape_.size()), count(shape_.begin(), shape_.end());
        std::size_t rest = index;
        for (std::size_t axis = layout_.page_axes; axis-- > 0; rest /= shape_[axis]) {
            start[axis] = rest % shape_[axis];
            count[axis] = 1;
        }
        const h5_id space(H5Dget_space(dataset_.get()), H5Sclose);
        const hsize_t samples = image.samples();
        const h5_id memory(H5Screate_simple(1, &samples, nullptr), H5Sclose);
        if (H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr) < 0 ||
            H5Dread(dataset_.get(), memory_type(image.type), memory.get(), space.get(), H5P_DEFAULT, to) < 0)
            throw job_error(fmt::format("{}: broken HDF5: the data cannot be read", data_.name));
        return image;
    }

  private:
    picture_data data_;
    hdf5_dataset dataset_;
    page_layout layout_;
    std::vector<std::size_t> shape_;
};

// The type of elements in memory; complex numbers are pairs of r and i.
h5_id type_in_memory(const npy_type& type) {
    if (type.kind == 'c') {
        const hid_t part = type.size == 8 ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
        h5_id pair(H5Tcreate(H5T_COMPOUND, type.size), H5Tclose);
        H5Tinsert(pair.get(), "r", 0, part);
        H5Tinsert(pair.get(), "i", type.size / 2, part);
        return pair;
    }
    const hid_t of_size[3][4] = {{H5T_NATIVE_INT8, H5T_NATIVE_INT16, H5T_NATIVE_INT32, H5T_NATIVE_INT64},
                                 {H5T_NATIVE_UINT8, H5T_NATIVE_UINT16, H5T_NATIVE_UINT32, H5T_NATIVE_UINT64},
                                 {-1, -1, H5T_NATIVE_FLOAT, H5T_NATIVE_DOUBLE}};
    const std::size_t row = type.kind == 'i' ? 0 : type.kind == 'u' ? 1 : 2;
    const std::size_t column = type.size == 1 ? 0 : type.size == 2 ? 1 : type.size == 4 ? 2 : 3;
    return h5_id(H5Tcopy(of_size[row][column]), H5Tclose);
}

class hdf5_writer : public page_writer {
  public:
    hdf5_writer(output_file& file, const write_request& request) : out_(file), request_(request) {
        const h5_id access = in_memory();
        file_ = h5_id(H5Fcreate("memory.h5", H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), H5Fclose);
        if (!file_.valid()) fail();
    }

    void add(const picture& page) override {
        if (written_ == 0) create_dataset(page);
        std::vector<hsize_t> start(shape_.size()), count(shape_);
        if (request_.pages > 1) {
            start[0] = written_;
            count[0] = 1;
        }
        const h5_id space(H5Dget_space(dataset_.get()), H5Sclose);
        const hsize_t samples = page.samples();
        const h5_id memory(H5Screate_simple(1, &samples, nullptr), H5Sclose);
        if (H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr) < 0 ||
            H5Dwrite(dataset_.get(), memory_type(page.type), memory.get(), space.get(), H5P_DEFAULT,
                     page.bytes.data()) < 0)
            fail();
        ++written_;
    }

    void finish() override {
        dataset_ = h5_id();
        H5Fflush(file_.get(), H5F_SCOPE_GLOBAL);
        const ssize_t size = H5Fget_file_image(file_.get(), nullptr, 0);
        if (size <= 0) fail();
        std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size));
        if (H5Fget_file_image(file_.get(), bytes.data(), bytes.size()) != size) fail();
        out_.write(bytes.data(), bytes.size());
    }

  private:
    [[noreturn]] void fail() const { throw job_error(fmt::format("cannot write {}: HDF5 failed", request_.name)); }

    void create_dataset(const picture& page) {
        const auto shape = shape_of(page, request_.pages);
        shape_.assign(shape.begin(), shape.end());
        const h5_id space(H5Screate_simple(static_cast<int>(shape_.size()), shape_.data(), nullptr), H5Sclose);
        const h5_id links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
        H5Pset_create_intermediate_group(links.get(), 1);
        const h5_id creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
        H5Pset_obj_track_times(creation.get(), false);  // the same picture gives the same bytes
        const std::string path = request_.member.empty() ? "/data" : request_.member;
        dataset_ = h5_id(H5Dcreate2(file_.get(), path.c_str(), memory_type(page.type), space.get(), links.get(),
                                    creation.get(), H5P_DEFAULT),
                         H5Dclose);
        if (!dataset_.valid())
            throw job_error(fmt::format("cannot write {}: HDF5 cannot make a data set {}", request_.name, path));
    }

    output_file& out_;
    write_request request_;
    h5_id file_, dataset_;
    std::vector<hsize_t> shape_;
    hsize_t written_ = 0;
};

}  // namespace

std::unique_ptr<page_reader> open_hdf5(picture_data data) {
    return std::make_unique<hdf5_reader>(std::move(data));
}

std::vector<std::uint8_t> array_of_hdf5(picture_data data) {
    const hdf5_dataset set(data);
    npy_type type = set.element_type();
    if (type.kind == 'f' && type.size == 2) type.size = 4;  // HDF5 widens half precision
    const auto elements = product(set.shape());
    const auto bytes = product({elements.value_or(0), std::size_t{type.size}});
    if (!elements || *elements == 0 || !bytes)
        throw job_error(fmt::format("{}: the shape of its data set is {}", data.name, shape_text(set.shape())));
    if (*bytes / max_deflate_expansion > set.file_bytes())
        throw job_error(fmt::format("{}: the file is too short for its data set of {} bytes", data.name, *bytes));
    const std::string order = type.size == 1 ? "|" : is_big_endian_machine() ? ">" : "<";
    const std::string header = make_npy_header(set.shape(), order + type.text());
    std::vector<std::uint8_t> npy(header.begin(), header.end());
    npy.resize(header.size() + *bytes);
    if (H5Dread(set.get(), type_in_memory(type).get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, npy.data() + header.size()) < 0)
        throw job_error(fmt::format("{}: broken HDF5: the data cannot be read", data.name));
    return npy;
}

std::unique_ptr<page_writer> create_hdf5(output_file& file, const write_request& request) {
    return std::make_unique<hdf5_writer>(file, request);
}

}  // namespace stockham::tools

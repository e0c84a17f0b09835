// Pictures in data sets of HDF5 files: FILE.h5:/PATH. Axes are those of a .npy array (array_pages.hpp). HDF5 crashes on
// some damaged files, so open_pages() reads them in a process of their own.
#include "format/format.hpp"

#ifdef STOCKHAM_HAS_HDF5
#include <algorithm>

#include <fmt/format.h>

#include "bytes.hpp"
#include "fault.hpp"
#include "format/array_pages.hpp"
#include "format/decode.hpp"
#include "format/hdf5_dataset.hpp"
#include "output.hpp"

namespace stockham::tools {

namespace {

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

// Opens a file in memory, and releases the bytes, which HDF5 copies. A file that takes data from others is opened in
// its folder.
h5_id open_image(picture_data& data) {
    if (data.external) {
        data.bytes = {};
        return open_hdf5_file(data.name);
    }
    const h5_id access = in_memory();
    H5Pset_file_image(access.get(), data.bytes.data(), data.bytes.size());
    h5_id file(H5Fopen("memory.h5", H5F_ACC_RDONLY, access.get()), H5Fclose);
    data.bytes = {};
    return file;
}

// In a process of its own, which needs no lock.
class hdf5_reader final : public page_reader {
  public:
    explicit hdf5_reader(picture_data data)
        : data_(std::move(data)), file_bytes_(data_.bytes.size()),
          dataset_(open_image(data_), data_.name, data_.member, data_.external) {
        const auto& shape = dataset_.shape();
        dataset_.check_storage(file_bytes_);
        layout_ = layout_of(dataset_.element_type(), shape, data_);
        if (!dataset_.has_other_sources())
            check_unpacked({data_.name, layout_.width, layout_.height, file_bytes_}, elements_of(shape, data_.name),
                           max_deflate_expansion);
    }

    std::size_t pages() const override { return layout_.pages; }
    stack_axes axes() override { return layout_.axes; }

    picture read(std::size_t index) override {
        const auto& shape = dataset_.shape();
        const picture_claim claim{data_.name, layout_.width, layout_.height, 0};
        picture image = start_picture(claim, layout_.channels, type_for(layout_.type));
        std::vector<hsize_t> start(shape.size()), count(shape.begin(), shape.end());
        std::size_t rest = index;
        for (std::size_t axis = layout_.page_axes; axis-- > 0; rest /= shape[axis]) {
            start[axis] = rest % shape[axis];
            count[axis] = 1;
        }
        dataset_.read_part(start, count, memory_type(image.type), add_rows(image, image.height));
        return image;
    }

  private:
    picture_data data_;
    const std::size_t file_bytes_;
    hdf5_dataset dataset_;
    page_layout layout_;
};

class hdf5_pages_writer {
  public:
    hdf5_pages_writer(output_file& file, const write_request& request) : out_(file), request_(request) {
        const h5_id access = in_memory();
        file_ = h5_id(H5Fcreate("memory.h5", H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), H5Fclose);
        if (!file_.valid()) fail();
    }

    void add(const picture& page) {
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

    void finish() {
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

class hdf5_writer : public page_writer {
  public:
    hdf5_writer(output_file& file, const write_request& request) : pages_(file, request) {}
    void add(const picture& page) override {
        pages_.use([&](hdf5_pages_writer& p) { p.add(page); });
    }
    void finish() override {
        pages_.use([](hdf5_pages_writer& p) { p.finish(); });
    }

  private:
    hdf5_object<hdf5_pages_writer> pages_;
};

std::unique_ptr<page_reader> open_hdf5(picture_data data) {
    return std::make_unique<hdf5_reader>(std::move(data));
}

std::unique_ptr<page_writer> create_hdf5(output_file& file, const write_request& request) {
    return std::make_unique<hdf5_writer>(file, request);
}

}  // namespace
}  // namespace stockham::tools

#endif

namespace stockham::tools {

picture_format hdf5_format() {
    using namespace format_sets;
    picture_format f;
    f.name = "HDF5";
    f.extensions = {".h5", ".hdf5"};
    f.magics = {{"\x89HDF\r\n\x1a\n"}};
    f.types = any_type;
    f.channels = any_channels;
    f.alpha = alpha_rule::unnamed;
    f.many_pages = true;
    f.has_members = true;
    f.library = "hdf5";
#ifdef STOCKHAM_HAS_HDF5
    f.open = open_hdf5;
    f.create = create_hdf5;
    f.array = array_of_hdf5;
    f.frame = frame_of_hdf5;
    f.library_lock = hdf5_mutex;
#endif
    return f;
}

}  // namespace stockham::tools

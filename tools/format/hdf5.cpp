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

// A file that takes data from others is opened in its folder. Bytes in memory are copied by HDF5, and released.
h5_id open_file(picture_data& data) {
    if (data.external) return open_hdf5_file(data.name);
    if (const std::string path = data.bytes.path(); !path.empty()) return open_hdf5_file(path);
    const h5_id access = in_memory();
    H5Pset_file_image(access.get(), const_cast<std::uint8_t*>(data.bytes.data()), data.bytes.size());
    h5_id file(H5Fopen("memory.h5", H5F_ACC_RDONLY, access.get()), H5Fclose);
    data.bytes = {};
    return file;
}

// In a process of its own, which needs no lock.
class hdf5_reader final : public page_reader {
  public:
    explicit hdf5_reader(picture_data data)
        : data_(std::move(data)), file_bytes_(data_.bytes.size()),
          dataset_(open_file(data_), data_.name, data_.member, data_.external) {
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

std::unique_ptr<page_reader> open_hdf5(picture_data data) {
    return std::make_unique<hdf5_reader>(std::move(data));
}

std::unique_ptr<page_writer> create_hdf5(output_file& file, const write_request& request) {
    return write_as_array(file, request, frame_of_hdf5);
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

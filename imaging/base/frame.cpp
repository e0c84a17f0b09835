// A part of a picture within a larger, periodic frame.
#include "imaging/base/frame.hpp"

#include <cstring>

namespace stockham::imaging_internal {

namespace {

constexpr const char* frame_file = "imaging/cl/frame.cl";

bool is_whole(const box& part, const extents& shape) {
    return part.size == shape;
}

// Calls copy(index in the view, index in the packed box, elements) for each row of the box.
template <class Copy>
void each_row(const extents& shape, const box& part, Copy copy) {
    const std::size_t axes = shape.size(), row = part.size.back();
    const std::size_t rows = points(part.size) / row;
    for (std::size_t k = 0; k < rows; ++k) {
        std::size_t rest = k, place = part.start.back(), stride = shape.back();
        for (std::size_t a = axes - 1; a-- > 0;) {
            place += (part.start[a] + rest % part.size[a]) * stride;
            rest /= part.size[a];
            stride *= shape[a];
        }
        copy(place, k * row, row);
    }
}

void copy_device(device_work& work, cl_mem from, std::size_t from_byte, cl_mem to, std::size_t to_byte,
                 std::size_t bytes) {
    check_cl(clEnqueueCopyBuffer(work.queue(), from, to, from_byte, to_byte, bytes, 0, nullptr, nullptr),
             "clEnqueueCopyBuffer");
}

}  // namespace

cl_uint4 lengths_of(const extents& shape) {
    cl_uint4 lengths{};
    for (std::size_t a = 0; a < 4; ++a)
        lengths.s[a] = a < shape.size() ? static_cast<cl_uint>(shape[shape.size() - 1 - a]) : 1;
    return lengths;
}

cl_uint4 starts_of(const extents& place) {
    cl_uint4 starts{};
    for (std::size_t a = 0; a < place.size(); ++a) starts.s[a] = static_cast<cl_uint>(place[place.size() - 1 - a]);
    return starts;
}

device_array upload_box(device_work& work, const imaging::array_view& view, const box& part) {
    if (is_whole(part, view.shape)) return work.upload(view);
    const device_array made = work.make(part.size);
    const std::size_t size = element_bytes(view);
    std::vector<char> packed(view.host != nullptr ? made.bytes() : 0);
    each_row(view.shape, part, [&](std::size_t place, std::size_t at, std::size_t row) {
        if (view.host != nullptr)
            std::memcpy(&packed[at * size], static_cast<const char*>(view.host) + place * size, row * size);
        else
            copy_device(work, view.buffer, view.offset + place * size, made.get(), at * size, row * size);
    });
    if (view.host != nullptr) work.write(made, packed.data());
    return made;
}

void download_box(device_work& work, const device_array& array, const imaging::array_view& view, const box& part) {
    if (is_whole(part, view.shape)) return work.download(array, view);
    const std::size_t size = element_bytes(view);
    std::vector<char> packed(view.host != nullptr ? array.bytes() : 0);
    if (view.host != nullptr) work.read(array, packed.data());
    each_row(view.shape, part, [&](std::size_t place, std::size_t at, std::size_t row) {
        if (view.host != nullptr)
            std::memcpy(static_cast<char*>(view.host) + place * size, &packed[at * size], row * size);
        else
            copy_device(work, array.get(), at * size, view.buffer, view.offset + place * size, row * size);
    });
    work.wait();
}

device_array framed(device_work& work, const device_array& array, const extents& lengths, imaging::boundary beyond) {
    const device_array made = work.make(lengths);
    work.run(frame_file, "frame", made.size(), array, lengths_of(array.shape), made, lengths_of(lengths),
             static_cast<cl_int>(beyond), cl_ulong{made.size()});
    return made;
}

device_array cut(device_work& work, const device_array& frame, const box& part) {
    const device_array made = work.make(part.size);
    work.run(frame_file, "cut", made.size(), frame, lengths_of(frame.shape), starts_of(part.start), made,
             lengths_of(part.size), cl_ulong{made.size()});
    return made;
}

device_array centred(device_work& work, const device_array& kernel, const extents& lengths, double factor) {
    const device_array made = work.make(lengths);
    work.run(frame_file, "centre", made.size(), kernel, lengths_of(kernel.shape), made, lengths_of(lengths),
             real_argument{factor}, cl_ulong{made.size()});
    return made;
}

}  // namespace stockham::imaging_internal

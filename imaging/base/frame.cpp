// A part of a picture within a larger, periodic frame.
#include "imaging/base/frame.hpp"

#include <algorithm>

namespace stockham::imaging_internal {

namespace {

constexpr const char* frame_file = "imaging/cl/frame.cl";

bool is_whole(const box& part, const extents& shape) {
    return part.size == shape;
}

// A box of a view: the distance of its first byte from the view's, and its rows.
struct box_rows {
    std::size_t first = 0;
    strided_box rows;

    box_rows(const imaging::array_view& view, const box& part) {
        std::size_t pitch = element_bytes(view);
        rows.row_bytes = part.size.back() * pitch;
        for (std::size_t a = view.shape.size(); a-- > 0; pitch *= view.shape[a]) {
            first += part.start[a] * pitch;
            if (a + 1 == view.shape.size()) continue;
            rows.counts.insert(rows.counts.begin(), part.size[a]);
            rows.pitches.insert(rows.pitches.begin(), pitch);
        }
    }
};

// Copies a box of one or two axes of rows between buffers, or a single row. Packed rows have no pitches.
void copy_box(device_work& work, cl_mem from, std::size_t from_byte, const extents& from_pitches, cl_mem to,
              std::size_t to_byte, const extents& to_pitches, const strided_box& rows) {
    const auto fastest = [](const extents& of, std::size_t axis) { return axis < of.size() ? of.rbegin()[axis] : 0; };
    const std::size_t from_origin[] = {from_byte, 0, 0}, to_origin[] = {to_byte, 0, 0};
    const std::size_t region[] = {rows.row_bytes, std::max<std::size_t>(fastest(rows.counts, 0), 1),
                                  std::max<std::size_t>(fastest(rows.counts, 1), 1)};
    detail::check_call(clEnqueueCopyBufferRect(work.queue(), from, to, from_origin, to_origin, region,
                                               fastest(from_pitches, 0), fastest(from_pitches, 1),
                                               fastest(to_pitches, 0), fastest(to_pitches, 1), 0, nullptr, nullptr),
                       "clEnqueueCopyBufferRect");
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
    const auto [first, rows] = box_rows(view, part);
    if (view.host != nullptr)
        work.session().upload(made.get(), rows, static_cast<const char*>(view.host) + first);
    else
        copy_box(work, view.buffer, view.offset + first, rows.pitches, made.get(), 0, {}, rows);
    return made;
}

void download_box(device_work& work, const device_array& array, const imaging::array_view& view, const box& part) {
    if (is_whole(part, view.shape)) return work.download(array, view);
    const auto [first, rows] = box_rows(view, part);
    if (view.host != nullptr) return work.session().download(array.get(), rows, static_cast<char*>(view.host) + first);
    copy_box(work, array.get(), 0, {}, view.buffer, view.offset + first, rows.pitches, rows);
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

// A part of a picture within a larger, periodic frame.
#include "imaging/base/frame.hpp"

namespace stockham::imaging_internal {

namespace {

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

// Calls copy(byte of the view, byte of the packed box) for each row.
template <class Copy>
void each_row(const strided_box& rows, Copy copy) {
    for (std::size_t row = 0; row < points(rows.counts); ++row) {
        std::size_t rest = row, place = 0;
        for (std::size_t a = rows.counts.size(); a-- > 0; rest /= rows.counts[a])
            place += rest % rows.counts[a] * rows.pitches[a];
        copy(place, row * rows.row_bytes);
    }
}

}  // namespace

device_array upload_box(device_work& work, const imaging::array_view& view, const box& part) {
    if (is_whole(part, view.shape)) return work.upload(view);
    const device_array made = work.make(part.size);
    const box_rows of(view, part);
    if (view.host != nullptr) {
        work.session().upload(made.get(), of.rows, static_cast<const char*>(view.host) + of.first);
        return made;
    }
    each_row(of.rows, [&](std::size_t place, std::size_t packed) {
        work.copy(view.buffer, view.offset + of.first + place, made.get(), packed, of.rows.row_bytes);
    });
    return made;
}

void download_box(device_work& work, const device_array& array, const imaging::array_view& view, const box& part) {
    if (is_whole(part, view.shape)) return work.download(array, view);
    const box_rows of(view, part);
    if (view.host != nullptr)
        return work.session().download(array.get(), of.rows, static_cast<char*>(view.host) + of.first);
    each_row(of.rows, [&](std::size_t place, std::size_t packed) {
        work.copy(array.get(), packed, view.buffer, view.offset + of.first + place, of.rows.row_bytes);
    });
    work.wait();
}

device_array framed(device_work& work, const device_array& array, const extents& lengths, imaging::boundary beyond) {
    const device_array made = work.make(lengths);
    work.run(frame_file, "frame", made.size(), array, lengths_of(array.shape), made, lengths_of(lengths),
             static_cast<cl_int>(beyond), cl_ulong{made.size()});
    return made;
}

device_array extended(device_work& work, const device_array& array, const extension& by) {
    const device_array made = work.make(by.lengths);
    work.run(frame_file, "extend", made.size(), array, made,
             structure(lengths_of(array.shape), starts_of(by.before), lengths_of(by.extent), lengths_of(by.lengths)),
             static_cast<cl_int>(by.beyond), real_argument{by.minus}, real_argument{by.value});
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

// The pictures of a call: an array, or a source of frames, which are uploaded in groups.
#include "imaging/registration/picture_stack.hpp"

#include <string>

#include <stockham/error.hpp>

namespace stockham::imaging_internal {

using imaging::array_view;

array_view part_of(const array_view& stack, std::size_t first, std::size_t pictures) {
    array_view part = stack;
    part.shape[0] = pictures;
    const std::size_t skipped = first * stack.shape[1] * stack.shape[2] * element_bytes(stack);
    if (part.host != nullptr)
        part.host = static_cast<char*>(part.host) + skipped;
    else
        part.offset += skipped;
    return part;
}

picture_stack::picture_stack(const imaging::frame_source& source, const char* field)
    : view_{source.shape, source.precision}, read_(source.read) {
    if (source.shape.size() != 3 || count(view_) == 0 || !read_)
        throw argument_error(field, std::string(field) + ": must be a source of frames {frames, height, width}");
}

device_array picture_stack::upload(device_work& work, std::size_t first, std::size_t pictures) {
    if (!read_) return work.upload(part_of(view_, first, pictures));
    array_view part = view_;
    part.shape[0] = pictures;
    frames_.resize(count(part) * element_bytes(part));
    part.host = frames_.data();
    read_(first, pictures, part.host);
    return work.upload(part);
}

}  // namespace stockham::imaging_internal

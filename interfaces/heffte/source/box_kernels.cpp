// Sets the arguments of the kernels and chooses between a plain copy and a transposing one.
#include "box_kernels.hpp"

#include <array>
#include <utility>

namespace stockham {
inline namespace v0_2 {
namespace boxes {

namespace {

constexpr std::size_t tile = 16;
static_assert(tile * tile == box_kernels::group_items, "a work-group transposes a tile");

/// Moves the dimension that is contiguous in the source to the second place, if another one is contiguous in the
/// target. False if there is none: a plain copy is right.
bool make_transposition(box_copy& box) {
    if (box.to[0] != 1 || box.from[0] == 1 || box.points[0] == 1) return false;
    for (std::size_t k = 1; k < 3; ++k) {
        if (box.from[k] != 1 || box.points[k] == 1) continue;
        for (auto* each : {&box.points, &box.from, &box.to}) std::swap((*each)[1], (*each)[k]);
        return true;
    }
    return false;
}

cl_ulong4 vector_of(const std::array<cl_ulong, 3>& numbers) {
    return {{numbers[0], numbers[1], numbers[2], 0}};
}

/// A type of this size whose values are copied unchanged.
const char* type_of(std::size_t element) {
    return element == 4 ? "uint" : element == 8 ? "uint2" : "uint4";
}

}  // namespace

device_kernel& box_kernels::named(const char* name, const std::string& element) {
    device_kernel& kernel = kernels_[name + (' ' + element)];
    if (!kernel)
        kernel = own.kernel(boxes_internal::stockham_heffte_objects_files[0].text, name,
                            "-DTILE=" + std::to_string(tile) + " -Delement=" + element);
    return kernel;
}

void box_kernels::launch(const device_kernel& kernel, cl_ulong groups) const {
    kernel.execute(own.queue(), {static_cast<std::size_t>(groups) * group_items, 1, 1}, {group_items, 1, 1});
}

void box_kernels::copy(std::size_t element, box_copy box, const device_memory& from, const device_memory& to) {
    if (!box.points[0] || !box.points[1] || !box.points[2]) return;
    const bool transposes = make_transposition(box);
    const std::lock_guard<std::mutex> lock(mutex_);
    device_kernel& kernel = named(transposes ? "transpose_box" : "copy_box", type_of(element));
    kernel.set(0, from);
    kernel.set(1, to);
    kernel.set(2, vector_of(box.points));
    kernel.set(3, vector_of(box.from));
    kernel.set(4, vector_of(box.to));
    cl_ulong width = tile;
    if (!transposes) {
        for (width = 1; width < group_items && width < box.points[0];) width *= 2;
        kernel.set(5, width);
    }
    const cl_ulong height = group_items / width;
    const cl_ulong groups = (box.points[0] + width - 1) / width * ((box.points[1] + height - 1) / height);
    launch(kernel, groups * box.points[2]);
}

}  // namespace boxes
}  // namespace v0_2
}  // namespace stockham

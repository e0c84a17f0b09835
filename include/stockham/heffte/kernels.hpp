// The small kernels of heFFTe's backend for data in device memory: copies of boxes, transposed or not, and scaling.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include <stockham/stockham.hpp>

#ifndef CL_VERSION_2_0
#error "stockham/heffte_device.hpp: shared virtual memory needs CL_TARGET_OPENCL_VERSION 200 or above"
#endif

namespace heffte {
namespace stockham_detail {

inline void check_call(cl_int code, const char* call) {
    if (code != CL_SUCCESS) throw ::stockham::opencl_error(call, code);
}

/// A copy between boxes: `points` elements along each dimension, the fastest of the target first, and the strides of
/// each dimension in the source and in the target, in elements.
struct box_copy {
    std::array<cl_ulong, 3> points, from, to;
};

/// Copies of boxes, and scaling. A work-group copies a rectangle of the first two dimensions, `width` elements wide; a
/// transposing one goes through local memory, so that it reads and writes neighbours. Work-groups are counted along one
/// dimension, because some devices have few along the others.
constexpr const char* kernel_source = R"(
#define PLACE(width, height) \
    const ulong a = get_local_id(0) % (width), b = get_local_id(0) / (width); \
    const ulong across = (n.x + (width) - 1) / (width), down = (n.y + (height) - 1) / (height); \
    const ulong i = get_group_id(0) % across * (width), j = get_group_id(0) / across % down * (height); \
    const ulong k = get_group_id(0) / across / down;
#define COPY(name, element) \
kernel void copy_##name(global const element* from, global element* to, ulong4 n, ulong4 read, ulong4 write, \
                        ulong width) { \
    PLACE(width, get_local_size(0) / width) \
    if (i + a < n.x && j + b < n.y) \
        to[(i + a) * write.x + (j + b) * write.y + k * write.z] = \
            from[(i + a) * read.x + (j + b) * read.y + k * read.z]; \
} \
kernel void transpose_##name(global const element* from, global element* to, ulong4 n, ulong4 read, ulong4 write, \
                             ulong width) { \
    local element tile[TILE][TILE + 1]; \
    PLACE(TILE, TILE) \
    if (i + b < n.x && j + a < n.y) \
        tile[b][a] = from[(i + b) * read.x + (j + a) * read.y + k * read.z]; \
    barrier(CLK_LOCAL_MEM_FENCE); \
    if (i + a < n.x && j + b < n.y) \
        to[(i + a) * write.x + (j + b) * write.y + k * write.z] = tile[a][b]; \
}
COPY(4, uint)
COPY(8, uint2)
COPY(16, uint4)
#define SCALE(name, real) \
kernel void scale_##name(global real* data, ulong n, real factor) { \
    if (get_global_id(0) < n) data[get_global_id(0)] *= factor; \
}
SCALE(4, float)
#ifdef cl_khr_fp64
SCALE(8, double)
#endif
)";

/// These kernels, compiled for the device of a queue. Not thread-safe. Members throw opencl_error.
class box_kernels {
  public:
    /// Work-items of a work-group.
    static constexpr std::size_t group_items = 256;

    box_kernels(cl_context context, cl_device_id device) {
        cl_int code = CL_SUCCESS;
        const char* source = kernel_source;
        const cl_program made = clCreateProgramWithSource(context, 1, &source, nullptr, &code);
        check_call(code, "clCreateProgramWithSource");
        program_.reset(made, clReleaseProgram);
        const std::string options = "-DTILE=" + std::to_string(tile);
        code = clBuildProgram(program_.get(), 1, &device, options.c_str(), nullptr, nullptr);
        if (code != CL_SUCCESS) throw ::stockham::opencl_error("clBuildProgram", code, build_log(device));
    }

    /// `element` has 4, 8 or 16 bytes.
    void copy(cl_command_queue queue, std::size_t element, box_copy box, const void* from, void* to) {
        if (!box.points[0] || !box.points[1] || !box.points[2]) return;
        const bool transposes = make_transposition(box);
        const cl_kernel kernel = named((transposes ? "transpose_" : "copy_") + std::to_string(element));
        set(kernel, from, to);
        set(kernel, 2, vector(box.points));
        set(kernel, 3, vector(box.from));
        set(kernel, 4, vector(box.to));
        cl_ulong width = tile;
        if (!transposes)
            for (width = 1; width < group_items && width < box.points[0];) width *= 2;
        set(kernel, 5, width);
        const cl_ulong height = group_items / width;
        const cl_ulong groups = (box.points[0] + width - 1) / width * ((box.points[1] + height - 1) / height);
        launch(queue, kernel, groups * box.points[2]);
    }

    /// Multiplies `n` numbers of type `real`, float or double.
    template <typename real>
    void scale(cl_command_queue queue, real* data, std::size_t n, double factor) {
        if (!n) return;
        const cl_kernel kernel = named("scale_" + std::to_string(sizeof(real)));
        check_call(clSetKernelArgSVMPointer(kernel, 0, data), "clSetKernelArgSVMPointer");
        set(kernel, 1, static_cast<cl_ulong>(n));
        set(kernel, 2, static_cast<real>(factor));
        launch(queue, kernel, (n + group_items - 1) / group_items);
    }

  private:
    static constexpr std::size_t tile = 16;
    static_assert(tile * tile == group_items, "a work-group transposes a tile");

    std::string build_log(cl_device_id device) const {
        std::size_t size = 0;
        clGetProgramBuildInfo(program_.get(), device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
        std::string log(size, ' ');
        if (size) clGetProgramBuildInfo(program_.get(), device, CL_PROGRAM_BUILD_LOG, size, &log[0], nullptr);
        return log;
    }

    cl_kernel named(const std::string& name) {
        std::shared_ptr<_cl_kernel>& kernel = kernels_[name];
        if (!kernel) {
            cl_int code = CL_SUCCESS;
            const cl_kernel made = clCreateKernel(program_.get(), name.c_str(), &code);
            check_call(code, "clCreateKernel");
            kernel.reset(made, clReleaseKernel);
        }
        return kernel.get();
    }

    static std::array<cl_ulong, 4> vector(const std::array<cl_ulong, 3>& of) { return {of[0], of[1], of[2], 0}; }

    template <typename value>
    static void set(cl_kernel kernel, cl_uint argument, const value& to) {
        check_call(clSetKernelArg(kernel, argument, sizeof to, &to), "clSetKernelArg");
    }
    static void set(cl_kernel kernel, const void* from, const void* to) {
        check_call(clSetKernelArgSVMPointer(kernel, 0, from), "clSetKernelArgSVMPointer");
        check_call(clSetKernelArgSVMPointer(kernel, 1, to), "clSetKernelArgSVMPointer");
    }

    static void launch(cl_command_queue queue, cl_kernel kernel, cl_ulong groups) {
        const std::size_t items = static_cast<std::size_t>(groups) * group_items, group = group_items;
        check_call(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &group, 0, nullptr, nullptr),
                   "clEnqueueNDRangeKernel");
    }

    /// Moves the dimension that is contiguous in the source to the second place, if another one is contiguous in the
    /// target. False if there is none: a plain copy is right.
    static bool make_transposition(box_copy& box) {
        if (box.to[0] != 1 || box.from[0] == 1 || box.points[0] == 1) return false;
        for (std::size_t k = 1; k < 3; ++k) {
            if (box.from[k] != 1 || box.points[k] == 1) continue;
            for (auto* each : {&box.points, &box.from, &box.to}) std::swap((*each)[1], (*each)[k]);
            return true;
        }
        return false;
    }

    std::shared_ptr<_cl_program> program_;
    std::map<std::string, std::shared_ptr<_cl_kernel>> kernels_;
};

}  // namespace stockham_detail
}  // namespace heffte

// An OpenCL layer that writes the programs, kernel arguments, buffers and launches of a process to the folder
// STOCKHAM_CAPTURE, for the interpreter of AMD machine code. With STOCKHAM_CAPTURE_RESULTS the kernels run, and the
// layer also writes the buffers after each launch; else only the interpreter executes them.
#undef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_icd.h>
#include <CL/cl_layer.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace {

using nlohmann::json;

struct argument {
    std::vector<unsigned char> value;  // empty for local memory
    std::size_t bytes = 0;
};

struct program {
    int number;  // in the order of creation: a handle may come back
    std::string options;
};

struct place {
    int number;
    cl_mem whole;
    std::size_t origin;  // of a sub-buffer
};

struct capture {
    _cl_icd_dispatch below{}, table{};
    std::string folder;
    std::mutex lock;
    std::map<cl_program, program> programs;
    std::map<cl_kernel, std::map<cl_uint, argument>> arguments;
    std::map<cl_mem, place> buffers;
    int created = 0, launches = 0;
};
capture* state = nullptr;  // never destroyed: programs may call OpenCL from static destructors

void write(const std::string& name, const void* data, std::size_t bytes) {
    std::ofstream(state->folder + "/" + name, std::ios::binary)
        .write(static_cast<const char*>(data), std::streamsize(bytes));
}

cl_program CL_API_CALL create_program(cl_context context, cl_uint count, const char** texts, const std::size_t* lengths,
                                      cl_int* error) {
    const cl_program made = state->below.clCreateProgramWithSource(context, count, texts, lengths, error);
    const std::lock_guard guard(state->lock);
    std::string all;
    for (cl_uint i = 0; i < count; ++i)
        all += lengths && lengths[i] ? std::string(texts[i], lengths[i]) : std::string(texts[i]);
    state->programs[made] = {state->created, ""};
    write("program_" + std::to_string(state->created++) + ".cl", all.data(), all.size());
    return made;
}

cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, std::size_t bytes, void* host, cl_int* error) {
    const cl_mem made = state->below.clCreateBuffer(context, flags, bytes, host, error);
    const std::lock_guard guard(state->lock);
    state->buffers[made] = {state->created++, made, 0};
    return made;
}

cl_mem CL_API_CALL create_part(cl_mem whole, cl_mem_flags flags, cl_buffer_create_type type, const void* region,
                               cl_int* error) {
    const cl_mem made = state->below.clCreateSubBuffer(whole, flags, type, region, error);
    const std::lock_guard guard(state->lock);
    state->buffers[made] = {state->buffers.at(whole).number, whole,
                            static_cast<const cl_buffer_region*>(region)->origin};
    return made;
}

cl_int CL_API_CALL build_program(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                                 void(CL_CALLBACK* done)(cl_program, void*), void* user) {
    {
        const std::lock_guard guard(state->lock);
        state->programs.at(program).options = options ? options : "";
    }
    return state->below.clBuildProgram(program, count, devices, options, done, user);
}

cl_int CL_API_CALL set_argument(cl_kernel kernel, cl_uint index, std::size_t bytes, const void* value) {
    {
        const std::lock_guard guard(state->lock);
        argument& a = state->arguments[kernel][index];
        a.bytes = bytes;
        a.value.clear();
        const auto* first = static_cast<const unsigned char*>(value);
        if (value) a.value.assign(first, first + bytes);
    }
    return state->below.clSetKernelArg(kernel, index, bytes, value);
}

/// The buffer that an argument names; null if it is a number or local memory.
cl_mem buffer_of(const argument& a) {
    cl_mem memory = nullptr;
    if (a.value.size() == sizeof memory) std::memcpy(&memory, a.value.data(), sizeof memory);
    return state->buffers.count(memory) > 0 ? memory : nullptr;
}

/// Writes the contents of a kernel's buffers before or after a launch.
void write_buffers(cl_kernel kernel, cl_command_queue queue, int launch, const std::string& when) {
    for (const auto& each : state->arguments[kernel]) {
        const cl_mem memory = buffer_of(each.second);
        if (!memory) continue;
        const auto& [number, whole, origin] = state->buffers.at(memory);
        std::size_t bytes = 0;
        state->below.clGetMemObjectInfo(whole, CL_MEM_SIZE, sizeof bytes, &bytes, nullptr);
        std::vector<char> contents(bytes);
        state->below.clEnqueueReadBuffer(queue, whole, CL_TRUE, 0, bytes, contents.data(), 0, nullptr, nullptr);
        write("launch_" + std::to_string(launch) + when + std::to_string(number) + ".bin", contents.data(), bytes);
    }
}

json description(const argument& a) {
    if (a.value.empty()) return {{"local", a.bytes}};
    const cl_mem memory = buffer_of(a);
    if (!memory) return {{"value", a.value}};
    const place& at = state->buffers.at(memory);
    return {{"buffer", at.number}, {"origin", at.origin}, {"handle", reinterpret_cast<std::uintptr_t>(memory)}};
}

std::vector<std::size_t> three(cl_uint rank, const std::size_t* sizes) {
    std::vector<std::size_t> all(3, 1);
    if (sizes) std::copy(sizes, sizes + rank, all.begin());
    return all;
}

cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel, cl_uint rank, const std::size_t* offset,
                          const std::size_t* global, const std::size_t* local, cl_uint count, const cl_event* wait,
                          cl_event* done) {
    const std::lock_guard guard(state->lock);
    if (count) state->below.clWaitForEvents(count, wait);
    state->below.clFinish(queue);
    cl_program program = nullptr;
    char name[256] = "";
    state->below.clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, nullptr);
    state->below.clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, nullptr);
    const int number = state->launches++;
    const auto& [program_number, options] = state->programs.at(program);
    json record = {{"program", program_number},   {"kernel", name},
                   {"options", options},          {"global", three(rank, global)},
                   {"local", three(rank, local)}, {"arguments", json::array()}};
    for (const auto& each : state->arguments[kernel]) record["arguments"].push_back(description(each.second));
    std::ofstream(state->folder + "/launches.json", std::ios::app) << record << '\n';
    write_buffers(kernel, queue, number, "_before_");
    if (!std::getenv("STOCKHAM_CAPTURE_RESULTS"))
        return done ? state->below.clEnqueueMarkerWithWaitList(queue, 0, nullptr, done) : CL_SUCCESS;
    const cl_int result =
        state->below.clEnqueueNDRangeKernel(queue, kernel, rank, offset, global, local, count, wait, done);
    state->below.clFinish(queue);
    write_buffers(kernel, queue, number, "_after_");
    return result;
}

/// The imaging library's kernels differ on CPUs. Under this layer every device is a GPU.
cl_int CL_API_CALL device_info(cl_device_id device, cl_device_info question, std::size_t size, void* value,
                               std::size_t* written) {
    const cl_int result = state->below.clGetDeviceInfo(device, question, size, value, written);
    if (question == CL_DEVICE_TYPE && value && result == CL_SUCCESS) {
        const cl_device_type type = CL_DEVICE_TYPE_GPU;
        std::memcpy(value, &type, sizeof type);
    }
    return result;
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info question, std::size_t size, void* value,
                                               std::size_t* written) {
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    const char name[] = "stockham-capture";
    const bool asks_name = question == CL_LAYER_NAME;
    if (!asks_name && question != CL_LAYER_API_VERSION) return CL_INVALID_VALUE;
    const std::size_t bytes = asks_name ? sizeof name : sizeof version;
    if (value && size < bytes) return CL_INVALID_VALUE;
    if (value) std::memcpy(value, asks_name ? static_cast<const void*>(name) : &version, bytes);
    if (written) *written = bytes;
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint count, const cl_icd_dispatch* target, cl_uint* layer_count,
                                            const cl_icd_dispatch** layer) {
    const char* folder = std::getenv("STOCKHAM_CAPTURE");
    constexpr std::size_t functions = sizeof(_cl_icd_dispatch) / sizeof(void*);
    if (!target || !layer_count || !layer || !folder || count < functions) return CL_INVALID_VALUE;
    state = new capture;
    state->folder = folder;
    state->below = state->table = *target;
    state->table.clCreateProgramWithSource = create_program;
    state->table.clCreateBuffer = create_buffer;
    state->table.clCreateSubBuffer = create_part;
    state->table.clBuildProgram = build_program;
    state->table.clSetKernelArg = set_argument;
    state->table.clEnqueueNDRangeKernel = launch;
    state->table.clGetDeviceInfo = device_info;
    *layer_count = functions;
    *layer = &state->table;
    return CL_SUCCESS;
}

}  // extern "C"
#pragma GCC visibility pop

// Functions of OpenCL 2.0 and of an extension, which not every ICD loader and driver has.
#include "runtime/opencl/addresses.hpp"

#include <string>

#include "runtime/opencl/opencl.hpp"

// The library must also load beside an ICD loader of OpenCL 1.2, which lacks these functions. Windows has no weak
// symbols; its header would define macros for thousands of names.
#ifdef _WIN32
extern "C" __declspec(dllimport) void* __stdcall GetModuleHandleA(const char*);
extern "C" __declspec(dllimport) void* __stdcall GetProcAddress(void*, const char*);
#else
extern "C" __attribute__((weak)) cl_int clSetKernelArgSVMPointer(cl_kernel, cl_uint, const void*);
extern "C" __attribute__((weak)) cl_int clSetKernelExecInfo(cl_kernel, cl_uint, std::size_t, const void*);
extern "C" __attribute__((weak)) cl_int clEnqueueSVMMemcpy(cl_command_queue, cl_bool, void*, const void*, std::size_t,
                                                           cl_uint, const cl_event*, cl_event*);
#endif

namespace stockham::internal {

namespace {

// Values of OpenCL 2.0 and of cl_intel_unified_shared_memory.
constexpr cl_device_info svm_capabilities = 0x1053;
constexpr cl_uint allocation_type = 0x419A, allocation_base = 0x419B, allocation_size = 0x419C;
constexpr cl_uint unknown_type = 0x4196;
constexpr cl_uint svm_pointers = 0x11B6, intel_pointers = 0x4203;

#ifdef _WIN32
void* of_loader(const char* name) {
    void* const loader = GetModuleHandleA("OpenCL.dll");
    return loader ? GetProcAddress(loader, name) : nullptr;
}
#define OF_LOADER(function) of_loader(#function)
#else
#define OF_LOADER(function) function
#endif

/// Devices of OpenCL 1.2 do not know the query.
bool has_shared_virtual_memory(cl_device_id device) {
    cl_ulong capabilities = 0;
    const cl_int code = clGetDeviceInfo(device, svm_capabilities, sizeof capabilities, &capabilities, nullptr);
    return is_valid(code, "clGetDeviceInfo", CL_INVALID_VALUE) && capabilities != 0;
}

}  // namespace

address_space::address_space(cl_device_id device) {
    reach_ = reinterpret_cast<reach_function>(OF_LOADER(clSetKernelExecInfo));
    if (has_shared_virtual_memory(device)) {
        set_ = reinterpret_cast<set_function>(OF_LOADER(clSetKernelArgSVMPointer));
        copy_ = reinterpret_cast<copy_function>(OF_LOADER(clEnqueueSVMMemcpy));
    }
    const auto extensions = query_string(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS, "clGetDeviceInfo");
    if (extensions.find("cl_intel_unified_shared_memory") == std::string::npos) return;
    const auto platform = query<cl_platform_id>(clGetDeviceInfo, device, CL_DEVICE_PLATFORM, "clGetDeviceInfo");
    const auto function = [&](const char* name) { return clGetExtensionFunctionAddressForPlatform(platform, name); };
    set_intel_ = reinterpret_cast<set_function>(function("clSetKernelArgMemPointerINTEL"));
    copy_intel_ = reinterpret_cast<copy_function>(function("clEnqueueMemcpyINTEL"));
    info_ = reinterpret_cast<info_function>(function("clGetMemAllocInfoINTEL"));
}

std::optional<address_space::allocation> address_space::allocation_of(cl_context context, const void* address) const {
    const auto is_known = [&](cl_uint what, auto& value) {
        return info_(context, address, what, sizeof value, &value, nullptr) == CL_SUCCESS;
    };
    cl_uint type = unknown_type;
    allocation found;
    if (!info_ || !is_known(allocation_type, type) || type == unknown_type || !is_known(allocation_base, found.begin) ||
        !is_known(allocation_size, found.bytes))
        return {};
    return found;
}

void address_space::set(cl_context context, cl_kernel kernel, cl_uint argument, const void* address) const {
    const bool by_intel = set_intel_ && (!set_ || allocation_of(context, address));
    const auto function = by_intel ? set_intel_ : set_;
    check_cl(function ? function(kernel, argument, address) : CL_INVALID_OPERATION,
             by_intel ? "clSetKernelArgMemPointerINTEL" : "clSetKernelArgSVMPointer");
}

void address_space::reach(cl_context context, cl_kernel kernel, const std::vector<const void*>& addresses) const {
    if (addresses.empty()) return;
    const bool by_intel = set_intel_ && (!set_ || allocation_of(context, addresses[0]));
    const auto bytes = addresses.size() * sizeof addresses[0];
    check_cl(reach_ ? reach_(kernel, by_intel ? intel_pointers : svm_pointers, bytes, addresses.data())
                    : CL_INVALID_OPERATION,
             "clSetKernelExecInfo");
}

void address_space::copy(cl_context context, cl_command_queue queue, bool waits, side of_device, void* to,
                         const void* from, std::size_t bytes, cl_event* done) const {
    const bool by_intel = copy_intel_ && (!copy_ || allocation_of(context, of_device == side::to ? to : from));
    const auto function = by_intel ? copy_intel_ : copy_;
    check_cl(function ? function(queue, waits, to, from, bytes, 0, nullptr, done) : CL_INVALID_OPERATION,
             by_intel ? "clEnqueueMemcpyINTEL" : "clEnqueueSVMMemcpy");
}

}  // namespace stockham::internal

// Inserts `.minnctapersm` into NVIDIA's PTX.
#include "runtime/programs/leaner_program.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "profile/vendor.hpp"

namespace stockham::internal {

namespace {

/// 0 unless the vendor is NVIDIA: no other reports it.
cl_uint registers_of(cl_device_id device) {
    cl_uint registers = 0;
    if (clGetDeviceInfo(device, registers_per_block_nv, sizeof registers, &registers, nullptr) != CL_SUCCESS) return 0;
    return registers;
}

constexpr const char* groups_directive = ".minnctapersm ";

bool is_ptx(const std::string& text) {
    return text.find(".version") != text.npos && text.find(".target sm_") != text.npos;
}

/// The program's PTX if it has one device; otherwise empty.
std::string ptx_of(cl_program program) {
    std::size_t size = 0;
    cl_uint devices = 0;
    if (clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof devices, &devices, nullptr) != CL_SUCCESS ||
        devices != 1 || clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr) != CL_SUCCESS ||
        size == 0)
        return {};
    std::string text(size, '\0');
    auto* bytes = reinterpret_cast<unsigned char*>(text.data());
    if (clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, nullptr) != CL_SUCCESS) return {};
    return is_ptx(text) ? text : std::string();
}

/// True if a kernel uses more private memory than a few words. (The build log also reports it, but not for programs
/// from the driver's cache.)
bool spills(cl_program program, cl_device_id device) {
    constexpr cl_ulong few_bytes = 32;
    cl_uint count = 0;
    if (clCreateKernelsInProgram(program, 0, nullptr, &count) != CL_SUCCESS) return false;
    std::vector<cl_kernel> made(count);
    if (clCreateKernelsInProgram(program, count, made.data(), nullptr) != CL_SUCCESS) return false;
    bool any = false;
    for (cl_kernel kernel : made) {
        const kernel_object owned(kernel);
        cl_ulong bytes = 0;
        const auto code =
            clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_PRIVATE_MEM_SIZE, sizeof bytes, &bytes, nullptr);
        any = any || (code == CL_SUCCESS && bytes > few_bytes);
    }
    return any;
}

std::uint64_t whole(std::uint64_t n, std::uint64_t unit) {
    return (n + unit - 1) / unit * unit;
}

program_object built(cl_context context, cl_device_id device, const std::string& ptx, const char* options) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(ptx.data());
    const std::size_t size = ptx.size();
    cl_int status = CL_SUCCESS, code = CL_SUCCESS;
    program_object made(clCreateProgramWithBinary(context, 1, &device, &size, &bytes, &status, &code));
    if (code != CL_SUCCESS || status != CL_SUCCESS) return {};
    if (build_program(made.get(), device, options) != CL_SUCCESS) return {};
    return made;
}

}  // namespace

unsigned registers_in_log(const std::string& log) {
    constexpr std::string_view before = "Used ", after = " registers";
    unsigned most = 0;
    for (auto at = log.find(before); at != log.npos; at = log.find(before, at + 1)) {
        const char* begin = log.data() + at + before.size();
        unsigned number = 0;
        const auto end = std::from_chars(begin, log.data() + log.size(), number).ptr;
        if (log.compare(static_cast<std::size_t>(end - log.data()), after.size(), after) == 0)
            most = std::max(most, number);
    }
    return most;
}

std::uint64_t groups_by_registers(std::uint64_t registers, unsigned each, std::uint64_t work_items) {
    constexpr std::uint64_t warp = 32, granule = 8;
    return registers / (whole(each, granule) * whole(work_items, warp));
}

program_object with_registers_for(cl_context context, cl_device_id device, cl_program program, const launch& launch,
                                  const char* options) {
    const auto registers = registers_of(device);
    if (launch.min_groups < 2 || registers == 0) return {};
    // Assembling again takes as long as the first time: only if too few work-groups fit.
    const auto used = registers_in_log(build_log(program, device));
    if (used && groups_by_registers(registers, used, launch.work_items) >= launch.min_groups) return {};
    const auto text = ptx_of(program);
    const auto at = text.find(".reqntid");
    if (at == text.npos) return {};
    for (unsigned resident = launch.min_groups; resident > 1; --resident) {
        auto ptx = text;
        auto made = built(context, device, ptx.insert(at, groups_directive + std::to_string(resident) + "\n"), options);
        if (!made || !spills(made.get(), device)) return made;
    }
    return {};
}

bool is_found_by_source(const device_description& d, const std::string& binary, bool kept) {
    return kept && is_nvidia(d) && is_ptx(binary) && binary.find(groups_directive) == binary.npos;
}

bool nvidia_keeps_programs(const char* disable, const char* path, const char* home) {
    if (disable && std::string_view(disable) != "0") return false;
    std::error_code ignored;
    if (path) return std::filesystem::is_directory(path, ignored);
    return home && std::filesystem::is_directory(std::filesystem::path(home) / ".nv" / "ComputeCache", ignored);
}

}  // namespace stockham::internal

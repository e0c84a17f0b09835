// Chooses the device that kernels are planned and compiled for.
#include "target.hpp"

#include <cstdlib>

#include <stockham/error.hpp>

#include "clang_compiler.hpp"
#include "nvidia_compiler.hpp"

namespace bench {

namespace {

constexpr unsigned h200_capability = 90;

/// A connected device with the H200's compute capability; null if there is none.
cl_device_id find_h200() {
    for (auto device : stockham::devices())
        if (compute_capability(device) == h200_capability) return device;
    return nullptr;
}

void compile_by_clang(kernel_target& t) {
    t.compiler = make_clang_compiler(t.unit->name);
    t.remark = std::string("compiled for ") + t.unit->name + "; no AMD card ran it";
}

void compile_on(kernel_target& t, cl_device_id device) {
    t.compiler = make_nvidia_compiler(device);
    t.remark = "compiled on " + stockham::describe(device).name;
}

void compile_nowhere(kernel_target& t, const std::string& why) {
    t.remark = why + "; registers, scratch and occupancy are unknown; local memory as planned";
}

kernel_target described_target(const std::string& name) {
    kernel_target t;
    t.unit = find_compute_unit(name);
    if (!t.unit)
        throw stockham::argument_error("for", "--for must be one of " + compute_unit_names() + ", not '" + name + "'");
    t.device = stockham::named_description(name);
    if (t.device.vendor == "AMD")
        compile_by_clang(t);
    else if (const auto device = find_h200())
        compile_on(t, device);
    else
        compile_nowhere(t, "not compiled: no NVIDIA device of compute capability 9.0 is connected");
    return t;
}

kernel_target connected_target() {
    kernel_target t;
    const auto device = stockham::choose_device();
    t.device = stockham::describe(device);
    const auto capability = compute_capability(device);
    // AMD appends features to names: gfx90a:sramecc+:xnack-
    t.unit =
        find_compute_unit(capability == h200_capability ? "h200" : t.device.name.substr(0, t.device.name.find(':')));
    if (capability)
        compile_on(t, device);
    else if (t.unit)
        compile_by_clang(t);
    else
        compile_nowhere(t, "not compiled: the compiler of " + t.device.name + " does not report resources");
    return t;
}

}  // namespace

kernel_target choose_target(const std::string& described) {
    // NVIDIA's driver returns no log for programs from its cache. It reads this variable when it is loaded.
    setenv("CUDA_CACHE_DISABLE", "1", 1);
    return described.empty() ? connected_target() : described_target(described);
}

}  // namespace bench

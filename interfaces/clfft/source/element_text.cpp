// Generates the OpenCL C around clFFT's callbacks.
#include "element_text.hpp"

#include <string_view>

namespace clfft {

namespace {

std::string real_name(const element_form& f) {
    return f.f64 ? "double" : "float";
}
std::string value_name(const element_form& f) {
    return real_name(f) + (f.real ? "" : "2");
}

/// Enables double precision by either extension.
std::string head(const element_form& f) {
    if (!f.f64) return "";
    return "#ifdef cl_khr_fp64\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#elif defined(cl_amd_fp64)\n"
           "#pragma OPENCL EXTENSION cl_amd_fp64 : enable\n#endif\n";
}

/// Computes an element's coordinates and its address; element k of the launch belongs to transform b of the batch.
const char* const place_text = "    const ulong k = get_global_id(0);\n"
                               "    if (k >= count) return;\n"
                               "    const ulong x = k % nx, rest = k / nx, y = rest % ny, z = rest / ny % nz;\n"
                               "    const ulong b = rest / ny / nz + first;\n"
                               "    const ulong place = x * sx + y * sy + z * sz + b * distance;\n"
                               "    const ulong at = first * nx * ny * nz + k;\n";

std::string kernel_head(const char* name, const callback& c, const element_form& f) {
    std::string text = head(f);
    if (c) text += c.text + "\n";
    text += std::string("kernel void ") + name + "(global void* data, global void* imaginary, global " + value_name(f) +
            "* packed, global void* user, ulong nx, ulong ny, ulong nz, ulong sx, ulong sy, ulong sz, ulong distance, "
            "ulong first, ulong count) {\n";
    if (c && c.local_bytes) text += "    local ulong memory[" + std::to_string((c.local_bytes + 7) / 8) + "];\n";
    return text + place_text;
}

std::string last_argument(const callback& c) {
    return c.local_bytes ? ", (local void*)memory" : "";
}

}  // namespace

bool can_be_fused(const callback& c, const element_form& f) {
    if (f.planar || c.local_bytes) return false;
    for (const char* word : {"barrier", "local", "get_", "include", "stockham_", "on_load", "on_store"})
        if (c.text.find(word) != std::string::npos) return false;
    return true;
}

std::string fused_load(const callback& c, const element_form& f) {
    const auto call = c.name + "((global void*)input, (uint)place, (global void*)user)";
    return c.text + "\nelement on_load(global const void* input, ulong place, global const void* user) {\n    return " +
           (f.real ? "(element)(" + call + ", 0)" : call) + ";\n}\n";
}

std::string fused_store(const callback& c, const element_form& f) {
    return c.text + "\nvoid on_store(global void* output, ulong place, element value, global void* user) {\n    " +
           c.name + "(output, (uint)place, user, " + (f.real ? "value.x" : "value") + ");\n}\n";
}

std::string load_kernel(const callback& c, const element_form& f) {
    const auto real = real_name(f), value = value_name(f);
    std::string loaded;
    if (c)
        loaded = c.name + "(data, " + (f.planar ? "imaginary, " : "") + "(uint)place, user" + last_argument(c) + ")";
    else if (f.planar)
        loaded = "(" + value + ")(((global const " + real + "*)data)[place], ((global const " + real +
                 "*)imaginary)[place])";
    else
        loaded = "((global const " + value + "*)data)[place]";
    return kernel_head("clfft_load", c, f) + "    packed[at] = " + loaded + ";\n}\n";
}

std::string store_kernel(const callback& c, const element_form& f) {
    const auto real = real_name(f), value = value_name(f);
    std::string stored;
    if (c)
        stored = "    " + c.name + "(data, " + (f.planar ? "imaginary, " : "") + "(uint)place, user, " +
                 (f.planar ? "value.x, value.y" : "value") + last_argument(c) + ");\n";
    else if (f.planar)
        stored = "    ((global " + real + "*)data)[place] = value.x;\n    ((global " + real +
                 "*)imaginary)[place] = value.y;\n";
    else
        stored = "    ((global " + value + "*)data)[place] = value;\n";
    return kernel_head("clfft_store", c, f) + "    const " + value + " value = packed[at];\n" + stored + "}\n";
}

}  // namespace clfft

// Callbacks, compiled by themselves first: then what is wrong is the user's, line by line.
#include "runtime/callbacks.hpp"

#include <string>

#include <stockham/error.hpp>

#include "runtime/context_state.hpp"
#include "runtime/opencl.hpp"

namespace stockham {

namespace {

/// What a callback may use, and a kernel that calls it as the library does.
std::string trial_source(const char* name, const std::string& text, const problem& p, double_support fp64) {
    const bool is_double = p.precision == precision::f64;
    const std::string real = is_double ? "double" : "float";
    std::string source;
    if (is_double)
        source += std::string("#pragma OPENCL EXTENSION ") +
                  (fp64 == double_support::amd ? "cl_amd_fp64" : "cl_khr_fp64") + " : enable\n";
    source += "#define REAL " + real + "\ntypedef " + real + "2 element;\n#line 1 \"" + name + "\"\n" + text +
              "\n#line 1 \"the kernel that calls " + name + "\"\n";
    const bool loads = std::string(name) == "on_load";
    return source +
           (loads ? "kernel void trial(global element* to, global const void* input, global const void* user) {\n"
                    "    to[0] = on_load(input, 0, user);\n}\n"
                  : "kernel void trial(global void* output, global void* user) {\n"
                    "    on_store(output, 0, (element)(0), user);\n}\n");
}

void try_callback(cl_context context, cl_device_id device, const char* name, const std::string& text, const problem& p,
                  double_support fp64) {
    const auto source = trial_source(name, text, p, fp64);
    const char* lines = source.c_str();
    cl_int code = CL_SUCCESS;
    const program_object program(clCreateProgramWithSource(context, 1, &lines, nullptr, &code));
    check_cl(code, "clCreateProgramWithSource");
    if (clBuildProgram(program.get(), 1, &device, "", nullptr, nullptr) != CL_SUCCESS)
        throw callback_error(name, std::string(name) + ": the callback does not compile",
                             build_log(program.get(), device));
}

}  // namespace

problem with_callbacks(cl_context context, cl_device_id device, problem p, const transform& t,
                       const plan_options& options) {
    const auto take = [&](const char* name, const std::string& text, memory_form& form) {
        if (text.empty()) return;
        if (p.in_place)
            throw argument_error(name,
                                 std::string(name) + ": callbacks are for out of place in '" + to_string(t) + "'");
        if (form.numbers == numbers::planar)
            throw argument_error(name, std::string(name) + ": planar data have no callbacks in '" + to_string(t) + "'");
        try_callback(context, device, name, text, p, context_state::of(context)->description(device).fp64);
        form.half = false;
        form.callback = text;
    };
    take("on_load", options.on_load, p.in_form);
    take("on_store", options.on_store, p.out_form);
    return p;
}

}  // namespace stockham

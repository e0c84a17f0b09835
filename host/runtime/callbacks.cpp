// Callbacks, compiled by themselves first: then what is wrong is the user's, line by line.
#include "runtime/callbacks.hpp"

#include <string>

#include <stockham/error.hpp>

#include "runtime/opencl.hpp"

namespace stockham {

namespace {

/// The callback and a kernel that calls it as the library does. Not every compiler heeds #line: the text comes first.
std::string trial_source(const std::string& name, const std::string& text) {
    return text + (name == "on_load" ? "\nkernel void trial(global element* to, global const void* input, global const "
                                       "void* user) {\n    to[0] = on_load(input, 0, user);\n}\n"
                                     : "\nkernel void trial(global void* output, global void* user) {\n"
                                       "    on_store(output, 0, (element)(0), user);\n}\n");
}

void try_callback(cl_context context, cl_device_id device, const char* name, const std::string& text,
                  const problem& p) {
    const auto source = trial_source(name, text);
    const char* lines = source.c_str();
    const char* options =
        p.precision == precision::f64 ? "-DREAL=double -Delement=double2" : "-DREAL=float -Delement=float2";
    cl_int code = CL_SUCCESS;
    const program_object program(clCreateProgramWithSource(context, 1, &lines, nullptr, &code));
    check_cl(code, "clCreateProgramWithSource");
    if (clBuildProgram(program.get(), 1, &device, options, nullptr, nullptr) != CL_SUCCESS)
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
        try_callback(context, device, name, text, p);
        form.half = false;
        form.callback = text;
    };
    take("on_load", options.on_load, p.in_form);
    take("on_store", options.on_store, p.out_form);
    return p;
}

}  // namespace stockham

// Converts the options and buffers of C callers.
#include "c_api/options.hpp"

namespace stockham::c_api {

plan_options options_in(const stockham_plan_options* given) {
    plan_options options;
    if (!given) return options;
    const auto c = struct_in(given, stockham_default_plan_options(), "options");
    options.rigor = value_in(rigors, c.rigor, "rigor");
    options.time_limit = c.time_limit;
    if (c.progress)
        options.progress = [call = c.progress, data = c.progress_data](const tuning_progress& so_far) {
            const stockham_progress shown{
                sizeof shown, so_far.done, so_far.total, so_far.best_seconds, so_far.candidate.c_str(), so_far.seconds};
            return call(&shown, data) != 0;
        };
    options.on_load = optional_text_in(c.on_load, "on_load", most_long_text);
    options.on_store = optional_text_in(c.on_store, "on_store", most_long_text);
    if (c.wisdom) options.wisdom = &value_of(c.wisdom, "wisdom");
    options.expert.plan_string = optional_text_in(c.plan_string, "plan_string");
    if (c.plan_for) options.expert.plan_for = &value_of(c.plan_for, "plan_for");
    options.expert.search_again = c.search_again != 0;
    return options;
}

device_memory memory_in(cl_mem buffer, const void* address, const char* field) {
    if (buffer && address)
        throw argument_error(field, std::string("buffers: ") + field + " and " + field + "_address are both given");
    return address ? device_memory::at(address) : device_memory(buffer);
}

convolution_description description_in(const stockham_convolution_description* given) {
    const auto c = struct_in(given, stockham_default_convolution_description(), "description");
    return {value_of(c.signal, "signal").described, c.correlate != 0, c.spectrum_each != 0, c.kernels,
            c.kernel_distance};
}

buffers buffers_in(const stockham_buffers* given) {
    const auto c = struct_in(given, stockham_default_buffers(), "buffers");
    return {memory_in(c.input, c.input_address, "input"),
            memory_in(c.output, c.output_address, "output"),
            memory_in(c.workspace, c.workspace_address, "workspace"),
            memory_in(c.input_imaginary, c.input_imaginary_address, "input_imaginary"),
            memory_in(c.output_imaginary, c.output_imaginary_address, "output_imaginary"),
            memory_in(c.load_data, c.load_data_address, "load_data"),
            memory_in(c.store_data, c.store_data_address, "store_data"),
            memory_in(c.spectrum, c.spectrum_address, "spectrum")};
}

void check_wait_list(cl_uint count, const cl_event* wait) {
    if (count > 0) check_pointer(wait, "wait");
}

}  // namespace stockham::c_api

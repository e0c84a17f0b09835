// The C functions of stockham/c/convolution.h.
#include "c_api/options.hpp"

using namespace stockham;
using namespace stockham::c_api;

stockham_code stockham_convolution_create(cl_context context, cl_device_id device,
                                          const stockham_convolution_description* description,
                                          const stockham_plan_options* options, stockham_convolution** made) {
    return guarded([&] {
        check_pointer(made, "convolution");
        *made = make_handle<stockham_convolution>(context, device, description_in(description), options_in(options));
    });
}

void stockham_convolution_free(stockham_convolution* made) {
    free_handle(made);
}

stockham_code stockham_convolution_spectrum(const stockham_convolution* made, stockham_problem** problem) {
    return guarded([&] {
        check_pointer(problem, "problem");
        *problem = make_handle<stockham_problem>(value_of(made, "convolution").spectrum_transform());
    });
}

stockham_code stockham_convolution_workspace_size(const stockham_convolution* made, size_t* bytes) {
    return guarded([&] {
        check_pointer(bytes, "bytes");
        *bytes = value_of(made, "convolution").workspace_size();
    });
}

stockham_code stockham_convolution_launches(const stockham_convolution* made, size_t* launches) {
    return guarded([&] {
        check_pointer(launches, "launches");
        *launches = value_of(made, "convolution").launches();
    });
}

stockham_code stockham_convolution_text(const stockham_convolution* made, char** text) {
    return guarded([&] {
        check_pointer(text, "text");
        *text = new_text(value_of(made, "convolution").to_string());
    });
}

stockham_code stockham_convolution_enqueue(const stockham_convolution* made, cl_command_queue queue,
                                           const stockham_buffers* all, cl_uint wait_count, const cl_event* wait,
                                           cl_event* done) {
    return guarded([&] { enqueue_for(value_of(made, "convolution"), queue, all, wait_count, wait, done); });
}

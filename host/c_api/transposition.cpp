// The C functions of stockham/c/transposition.h.
#include "c_api/options.hpp"

using namespace stockham;
using namespace stockham::c_api;

namespace {

permutation permutation_in(const stockham_permutation* given) {
    const auto c = struct_in(given, stockham_default_permutation(), "permutation");
    permutation p;
    p.lengths = array_in(c.lengths, c.axes, "lengths");
    p.order = array_in(c.order, c.axes, "order");
    p.batch = c.batch;
    p.element = value_in(elements, c.element, "element");
    p.placement = value_in(placements, c.placement, "placement");
    p.plain = c.plain != 0;
    return p;
}

}  // namespace

stockham_code stockham_transposition_create(cl_context context, cl_device_id device,
                                            const stockham_permutation* permutation, stockham_transposition** made) {
    return guarded([&] {
        check_pointer(made, "transposition");
        *made = make_handle<stockham_transposition>(context, device, permutation_in(permutation));
    });
}

void stockham_transposition_free(stockham_transposition* made) {
    free_handle(made);
}

stockham_code stockham_transposition_text(const stockham_transposition* made, char** text) {
    return guarded([&] {
        check_pointer(text, "text");
        *text = new_text(value_of(made, "transposition").to_string());
    });
}

stockham_code stockham_transposition_workspace_size(const stockham_transposition* made, size_t* bytes) {
    return guarded([&] {
        check_pointer(bytes, "bytes");
        *bytes = value_of(made, "transposition").workspace_size();
    });
}

stockham_code stockham_transposition_enqueue(const stockham_transposition* made, cl_command_queue queue,
                                             const stockham_buffers* given, cl_uint wait_count, const cl_event* wait,
                                             cl_event* done) {
    return guarded([&] {
        const auto& ready = value_of(made, "transposition");
        const auto all = buffers_in(given);
        if (all.input_imaginary || all.output_imaginary || all.load_data || all.store_data || all.spectrum)
            throw argument_error("buffers", "buffers: a transposition uses only an input, an output and a workspace");
        check_wait_list(wait_count, wait);
        owned<cl_event> finished(ready.enqueue(queue, all.input, all.output, all.workspace, wait_count, wait));
        if (done) *done = finished.release();
    });
}

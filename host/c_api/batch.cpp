// The C functions of stockham/c/batch.h.
#include <stockham/batch.hpp>

#include "c_api/options.hpp"

using namespace stockham;
using namespace stockham::c_api;

namespace {

batch_item item_in(const stockham_item* given) {
    const auto c = struct_in(given, stockham_default_item(), "items");
    return {memory_in(c.input, c.input_address, "input"),
            memory_in(c.output, c.output_address, "output"),
            c.input_offset,
            c.output_offset,
            memory_in(c.input_imaginary, c.input_imaginary_address, "input_imaginary"),
            memory_in(c.output_imaginary, c.output_imaginary_address, "output_imaginary")};
}

/// The items of a list, whose distance is the size that the first one names.
std::vector<batch_item> items_in(const stockham_item* items, std::size_t count) {
    std::vector<batch_item> all;
    if (count == 0) return all;
    check_struct(items, sizeof *items, alignof(stockham_item), "items");
    const auto each = items->struct_size;
    all.reserve(count);
    for (std::size_t k = 0; k < count; ++k) {
        const auto* item = reinterpret_cast<const stockham_item*>(reinterpret_cast<const std::byte*>(items) + k * each);
        if (item->struct_size != each)
            throw code_error(STOCKHAM_STRUCT, "items",
                             "items: the struct_size of items[" + std::to_string(k) + "] differs from the first one's");
        all.push_back(item_in(item));
    }
    return all;
}

/// Enqueues by a plan or a batch, with an event if `done` is not NULL.
template <class Enqueue, class Execute>
void enqueue_items(const stockham_item* items, std::size_t count, const stockham_buffers* shared, cl_uint wait_count,
                   const cl_event* wait, cl_event* done, const Enqueue& enqueue, const Execute& execute) {
    const auto all = items_in(items, count);
    const auto common = shared ? buffers_in(shared) : buffers{};
    check_wait_list(wait_count, wait);
    if (done)
        *done = enqueue(all, common);
    else
        execute(all, common);
}

}  // namespace

stockham_code stockham_plan_enqueue_many(const stockham_plan* made, cl_command_queue queue, const stockham_item* items,
                                         size_t count, const stockham_buffers* shared, cl_uint wait_count,
                                         const cl_event* wait, cl_event* done) {
    return guarded([&] {
        const auto& ready = value_of(made, "plan");
        enqueue_items(
            items, count, shared, wait_count, wait, done,
            [&](const auto& all, const auto& b) { return ready.enqueue_many(queue, all, b, wait_count, wait); },
            [&](const auto& all, const auto& b) { ready.execute_many(queue, all, b, wait_count, wait); });
    });
}

stockham_code stockham_batch_create(cl_context context, cl_device_id device, const stockham_problem* const* problems,
                                    size_t count, const stockham_plan_options* options, stockham_batch** made) {
    return guarded([&] {
        check_pointer(made, "batch");
        if (count) check_pointer(problems, "problems");
        std::vector<transform> all;
        all.reserve(count);
        for (std::size_t k = 0; k < count; ++k) all.push_back(value_of(problems[k], "problems").described);
        *made = make_handle<stockham_batch>(context, device, all, options_in(options));
    });
}

void stockham_batch_free(stockham_batch* made) {
    free_handle(made);
}

stockham_code stockham_batch_text(const stockham_batch* made, char** text) {
    return guarded([&] {
        check_pointer(text, "text");
        *text = new_text(value_of(made, "batch").to_string());
    });
}

stockham_code stockham_batch_size(const stockham_batch* made, size_t* count) {
    return guarded([&] {
        check_pointer(count, "count");
        *count = value_of(made, "batch").size();
    });
}

stockham_code stockham_batch_workspace_size(const stockham_batch* made, size_t* bytes) {
    return guarded([&] {
        check_pointer(bytes, "bytes");
        *bytes = value_of(made, "batch").workspace_size();
    });
}

stockham_code stockham_batch_enqueue(const stockham_batch* made, cl_command_queue queue, const stockham_item* items,
                                     size_t count, const stockham_buffers* shared, cl_uint wait_count,
                                     const cl_event* wait, cl_event* done) {
    return guarded([&] {
        const auto& ready = value_of(made, "batch");
        enqueue_items(
            items, count, shared, wait_count, wait, done,
            [&](const auto& all, const auto& b) { return ready.enqueue(queue, all, b, wait_count, wait); },
            [&](const auto& all, const auto& b) { ready.execute(queue, all, b, wait_count, wait); });
    });
}

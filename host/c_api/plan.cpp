// The C functions of stockham/c/plan.h.
#include <algorithm>
#include <memory>

#include "c_api/options.hpp"

using namespace stockham;
using namespace stockham::c_api;

stockham_code stockham_plan_create(cl_context context, cl_device_id device, const stockham_problem* problem,
                                   const stockham_plan_options* options, stockham_plan** made) {
    return guarded([&] {
        check_pointer(made, "plan");
        *made =
            make_handle<stockham_plan>(context, device, value_of(problem, "problem").described, options_in(options));
    });
}

void stockham_plan_free(stockham_plan* made) {
    free_handle(made);
}

stockham_code stockham_plan_problem(const stockham_plan* made, stockham_problem** problem) {
    return guarded([&] {
        check_pointer(problem, "problem");
        *problem = make_handle<stockham_problem>(value_of(made, "plan").problem());
    });
}

stockham_code stockham_plan_workspace_size(const stockham_plan* made, size_t* bytes) {
    return guarded([&] {
        check_pointer(bytes, "bytes");
        *bytes = value_of(made, "plan").workspace_size();
    });
}

stockham_code stockham_plan_launches(const stockham_plan* made, size_t* launches) {
    return guarded([&] {
        check_pointer(launches, "launches");
        *launches = value_of(made, "plan").launches();
    });
}

stockham_code stockham_plan_text(const stockham_plan* made, char** text) {
    return guarded([&] {
        check_pointer(text, "text");
        *text = new_text(value_of(made, "plan").to_string());
    });
}

stockham_code stockham_plan_string(const stockham_plan* made, char** text) {
    return guarded([&] {
        check_pointer(text, "text");
        *text = new_text(value_of(made, "plan").plan_string());
    });
}

stockham_code stockham_plan_enqueue(const stockham_plan* made, cl_command_queue queue, const stockham_buffers* all,
                                    cl_uint wait_count, const cl_event* wait, cl_event* done) {
    return guarded([&] { enqueue_for(value_of(made, "plan"), queue, all, wait_count, wait, done); });
}

stockham_code stockham_plan_enqueue_each(const stockham_plan* made, cl_command_queue queue, const stockham_buffers* all,
                                         cl_uint wait_count, const cl_event* wait, cl_event** events, size_t* count) {
    return guarded([&] {
        const auto& ready = value_of(made, "plan");
        const auto given = buffers_in(all);
        check_wait_list(wait_count, wait);
        check_pointer(events, "events");
        check_pointer(count, "count");
        // Allocates before launching, which cannot be undone. Out-of-order queues launch passes that share a launch
        // separately.
        const auto room = std::max<std::size_t>(2, ready.launches());
        std::unique_ptr<cl_event, void (*)(void*)> list(static_cast<cl_event*>(new_memory(room * sizeof(cl_event))),
                                                        stockham_free);
        const auto launched = ready.enqueue_each(queue, given, wait_count, wait);
        std::copy(launched.begin(), launched.end(), list.get());
        *count = launched.size();
        *events = list.release();
    });
}

stockham_code stockham_plan_preview(const stockham_problem* problem, const stockham_description* description,
                                    const stockham_plan_options* options, char** text) {
    return guarded([&] {
        const auto& described = value_of(problem, "problem").described;
        const auto& device = value_of(description, "description");
        check_pointer(text, "text");
        *text = new_text(plan_text(described, device, estimate(device, described, options_in(options)).plan_string));
    });
}

stockham_code stockham_plan_cost(const stockham_problem* problem, const stockham_description* description,
                                 const stockham_plan_options* options, stockham_estimate* cost) {
    return guarded([&] {
        const auto& described = value_of(problem, "problem").described;
        check_struct(cost, sizeof *cost, alignof(stockham_estimate), "estimate");
        const auto e = estimate(value_of(description, "description"), described, options_in(options));
        struct_out(cost, {0, e.launches, e.workspace_size, e.bytes_moved, e.seconds, e.measured});
    });
}

stockham_code stockham_plan_good_size(const stockham_problem* problem, const stockham_description* description,
                                      size_t axis, size_t* good) {
    return guarded([&] {
        const auto& described = value_of(problem, "problem").described;
        check_pointer(good, "good");
        *good = good_size(value_of(description, "description"), described, axis);
    });
}

stockham_code stockham_plan_kernels(const stockham_problem* problem, const stockham_description* description,
                                    const char* plan_string, char*** sources, size_t* count) {
    return guarded([&] {
        const auto& described = value_of(problem, "problem").described;
        texts_out(
            plan_kernels(described, value_of(description, "description"), optional_text_in(plan_string, "plan_string")),
            sources, "sources", count);
    });
}

stockham_code stockham_compile_candidates(cl_context context, cl_device_id device, const stockham_problem* problem,
                                          int rigor, unsigned shard, unsigned shards, size_t* compiled) {
    return guarded([&] {
        check_pointer(compiled, "compiled");
        *compiled = compile_candidates(context, device, value_of(problem, "problem").described,
                                       value_in(rigors, rigor, "rigor"), shard, shards);
    });
}

// The C functions of stockham/c/session.h.
#include <stockham/session.hpp>

#include "c_api/options.hpp"

using namespace stockham;
using namespace stockham::c_api;

namespace {

session_options options_of(const stockham_session_options* given) {
    session_options options;
    if (!given) return options;
    const auto c = struct_in(given, stockham_default_session_options(), "options");
    const auto take = [](auto& to, auto from) {
        if (from) to = from;
    };
    take(options.memory, c.memory);
    take(options.plans, c.plans);
    take(options.copy_threads, c.copy_threads);
    take(options.kept.programs, c.kept_programs);
    take(options.kept.plans, c.kept_plans);
    take(options.kept.tables, c.kept_tables);
    take(options.kept.table_bytes, c.kept_table_bytes);
    return options;
}

}  // namespace

stockham_code stockham_session_create(cl_context context, stockham_session** made) {
    return guarded([&] {
        check_pointer(made, "session");
        *made = make_handle<stockham_session>(context);
    });
}

stockham_code stockham_session_open(cl_device_id device, const stockham_session_options* options,
                                    stockham_session** made) {
    return guarded([&] {
        check_pointer(made, "session");
        *made = make_handle<stockham_session>(device, options_of(options));
    });
}

stockham_code stockham_session_of_queue(cl_command_queue queue, const stockham_session_options* options,
                                        stockham_session** made) {
    return guarded([&] {
        check_pointer(made, "session");
        *made = make_handle<stockham_session>(queue, options_of(options));
    });
}

void stockham_session_free(stockham_session* made) {
    free_handle(made);
}

stockham_code stockham_session_objects(const stockham_session* of, cl_context* context, cl_device_id* device,
                                       cl_command_queue* queue) {
    return guarded([&] {
        const auto& s = value_of(of, "session");
        const cl_command_queue found = queue ? s.queue() : nullptr;
        if (context) *context = s.context();
        if (device) *device = s.device();
        if (queue) *queue = found;
    });
}

stockham_code stockham_session_memory(const stockham_session* of, size_t* usable, size_t* max_allocation, size_t* idle,
                                      int* shares_host_memory) {
    return guarded([&] {
        const auto& s = value_of(of, "session");
        if (usable) *usable = s.usable_memory();
        if (max_allocation) *max_allocation = s.max_allocation();
        if (idle) *idle = s.idle_bytes();
        if (shares_host_memory) *shares_host_memory = s.shares_host_memory();
    });
}

stockham_code stockham_session_shortage(const stockham_session* of, const stockham_problem* problem, char** text) {
    return guarded([&] {
        check_pointer(text, "text");
        *text = new_text(value_of(of, "session").shortage(value_of(problem, "problem").described));
    });
}

stockham_code stockham_session_upload(const stockham_session* of, cl_mem to, size_t offset, const void* from,
                                      size_t bytes) {
    return guarded([&] {
        const auto& s = value_of(of, "session");
        if (bytes) check_pointer(from, "from");
        s.upload(to, bytes, from, offset);
    });
}

stockham_code stockham_session_download(const stockham_session* of, cl_mem from, size_t offset, void* to,
                                        size_t bytes) {
    return guarded([&] {
        const auto& s = value_of(of, "session");
        if (bytes) check_pointer(to, "to");
        s.download(from, bytes, to, offset);
    });
}

stockham_code stockham_session_run(const stockham_session* of, const stockham_problem* problem,
                                   const stockham_plan_options* options, const void* input, void* output) {
    return guarded([&] {
        const auto& s = value_of(of, "session");
        s.run(*s.plan(value_of(problem, "problem").described, options_in(options)), input, output);
    });
}

stockham_code stockham_session_finish(const stockham_session* of) {
    return guarded([&] { value_of(of, "session").finish(); });
}

stockham_code stockham_session_trim(const stockham_session* of, int and_plans) {
    return guarded([&] {
        const auto& s = value_of(of, "session");
        and_plans ? s.clear() : s.trim();
    });
}

// The C functions of stockham/c/job.h.
#include <stockham/job.hpp>

#include "c_api/options.hpp"

using namespace stockham;
using namespace stockham::c_api;

namespace {

job_options options_of(const stockham_job_options* given) {
    job_options options;
    if (!given) return options;
    const auto c = struct_in(given, stockham_default_job_options(), "options");
    options.devices = array_in(c.devices, c.device_count, "devices");
    options.device_memory = c.device_memory;
    options.chunk_bytes = c.chunk_bytes;
    options.pinned = c.pinned != 0;
    options.copy_threads = c.copy_threads;
    options.patience = c.patience;
    options.plan = options_in(c.plan);
    if (c.progress)
        options.progress = [call = c.progress, data = c.progress_data](const job_progress& p) {
            return call(p.done, p.total, p.seconds, data) != 0;
        };
    if (c.message)
        options.message = [call = c.message, data = c.message_data](const std::string& text) {
            call(text.c_str(), data);
        };
    return options;
}

void report_out(stockham_job_report* to, const job_report& report) {
    if (!to) return;
    auto made = stockham_default_job_report();
    made.complete = report.complete;
    made.seconds = report.seconds;
    for (const auto& share : report.shares) made.dropped += !share.failure.empty();
    struct_out(to, made);
}

void check_report(const stockham_job_report* report) {
    if (report) check_struct(report, sizeof *report, alignof(stockham_job_report), "report");
}

void check_result(int result, const char* function) {
    if (result != 0)
        throw argument_error(function,
                             std::string("the function ") + function + " of a job returned " + std::to_string(result));
}

}  // namespace

stockham_code stockham_job_create(const stockham_problem* problem, const stockham_job_options* options,
                                  stockham_job** made) {
    return guarded([&] {
        check_pointer(made, "job");
        *made = make_handle<stockham_job>(value_of(problem, "problem").described, options_of(options));
    });
}

stockham_code stockham_job_create_units(const stockham_problem* unit, size_t units, const stockham_job_options* options,
                                        stockham_job** made) {
    return guarded([&] {
        check_pointer(made, "job");
        *made = make_handle<stockham_job>(value_of(unit, "unit").described, units, options_of(options));
    });
}

stockham_code stockham_job_create_convolution(const stockham_convolution_description* description, const void* spectrum,
                                              const stockham_job_options* options, stockham_job** made) {
    return guarded([&] {
        check_pointer(made, "job");
        *made = make_handle<stockham_job>(description_in(description), spectrum, options_of(options));
    });
}

void stockham_job_free(stockham_job* made) {
    free_handle(made);
}

stockham_code stockham_job_sizes(const stockham_job* made, size_t* units, size_t* input_pitch, size_t* output_pitch) {
    return guarded([&] {
        const auto& ready = value_of(made, "job");
        if (units) *units = ready.units();
        if (input_pitch) *input_pitch = ready.input_pitch();
        if (output_pitch) *output_pitch = ready.output_pitch();
    });
}

stockham_code stockham_job_run(stockham_job* made, const void* input, void* output, stockham_job_report* report) {
    return guarded([&] {
        check_report(report);
        report_out(report, value_of(made, "job").run(input, output));
    });
}

stockham_code stockham_job_run_between(stockham_job* made, stockham_job_read read, void* read_data,
                                       stockham_job_write write, void* write_data, stockham_job_report* report) {
    return guarded([&] {
        check_report(report);
        auto& ready = value_of(made, "job");
        if (!read) throw argument_error("read", "the function read of a job is null");
        if (!write) throw argument_error("write", "the function write of a job is null");
        const auto source = [&](std::size_t first, std::size_t units, void* to) {
            check_result(read(first, units, to, read_data), "read");
        };
        const auto sink = [&](std::size_t first, std::size_t units, const void* from) {
            check_result(write(first, units, from, write_data), "write");
        };
        report_out(report, ready.run(source, sink));
    });
}

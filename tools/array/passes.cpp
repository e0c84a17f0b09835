// Fits the transforms of an array into a device's memory: in units of as many as fit, or one axis at a time.
#include "array/passes.hpp"

#include "array/stack_io.hpp"
#include "fault.hpp"

namespace stockham::tools {

namespace {

struct fit {
    stack s;
    std::string shortage;  // empty if it fits
};

fit try_units(const engine& e, const stack_request& request, const std::string& plan_string) {
    fit f = {make_stack(request), {}};
    f.s.plan_string = plan_string;
    try {
        f.shortage = unit_shortage(e, f.s);
    } catch (const unsupported_error&) {
        if (plan_string.empty()) throw;
        f.s.plan_string.clear();  // some plans need a minimum number of transforms
        f.shortage = unit_shortage(e, f.s);
    }
    return f;
}

// Halves the transforms, blocks or lines per unit until a unit fits; the smallest unit may still not fit.
fit fit_parts(const engine& e, stack_request request) {
    fit f = try_units(e, request, {});
    if (f.shortage.empty() || f.s.parts == 1) return f;
    // Keeps the plan of the full unit, because rounding depends on it. Its string is valid for most batch sizes.
    const std::string plan_string = plan(e.context(), e.device(), f.s.unit).plan_string();
    while (!f.shortage.empty() && f.s.parts > 1) {
        request.most_parts = f.s.parts / 2;
        f = try_units(e, request, plan_string);
    }
    return f;
}

// Tries slabs if whole blocks do not fit.
fit fit_units(const engine& e, stack_request request) {
    fit f = fit_parts(e, request);
    if (f.shortage.empty() || !has_slabs(request)) return f;
    request.slabs = true;
    return fit_parts(e, request);
}

}  // namespace

std::vector<stack> make_passes(const engine& e, const stack_request& request) {
    fit f = fit_units(e, request);
    if (f.shortage.empty()) return {f.s};
    std::vector<stack> passes;
    stack_request some = request;
    // The last axes first, as many at a time as fit: each pass moves the array over the link once.
    for (std::size_t end = request.axes.size(); end > 0; some.real = false) {
        std::size_t begin = passes.empty() ? 1 : 0;
        for (; begin < end; ++begin) {
            some.axes.assign(request.axes.begin() + static_cast<std::ptrdiff_t>(begin),
                             request.axes.begin() + static_cast<std::ptrdiff_t>(end));
            f = fit_units(e, some);
            if (f.shortage.empty()) break;
        }
        if (begin == end) throw job_error(f.shortage);
        passes.push_back(f.s);
        end = begin;
    }
    return passes;
}

void run_passes(const std::vector<stack>& passes, const stream_ends& ends, void* between, const pass_runner& run) {
    std::size_t done = 0;
    for (const stack& s : passes) {
        stream_ends here = ends;
        if (&s != &passes.front())
            here.read = [&](std::size_t first, std::size_t n, void* to) { copy_units(s, first, n, between, to); };
        if (&s != &passes.back())
            here.write = [&](std::size_t first, std::size_t n, const void* from) {
                put_units(s, first, n, from, between);
            };
        here.progress = [&](std::size_t units) { ends.progress(done + units); };
        run(s, here);
        done += s.units;
    }
}

std::vector<stream_report> run_passes(const engine& e, const std::vector<stack>& passes, const stream_options& options,
                                      const stream_ends& ends, void* between) {
    std::vector<stream_report> reports;
    run_passes(passes, ends, between,
               [&](const stack& s, const stream_ends& here) { reports.push_back(run_stream(e, s, options, here)); });
    return reports;
}

}  // namespace stockham::tools

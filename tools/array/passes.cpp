// How an array's transforms fit a device's memory: in units of as many as fit, or an axis at a time.
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
        f.s.plan_string.clear();  // some choices need many transforms side by side
        f.shortage = unit_shortage(e, f.s);
    }
    return f;
}

// Units of as many transforms, blocks or lines as fit, or of one that does not.
fit fit_parts(const engine& e, stack_request request) {
    fit f = try_units(e, request, {});
    if (f.shortage.empty() || f.s.parts == 1) return f;
    // The bits depend on the plan, which whose string holds for most numbers of transforms.
    const std::string plan_string = plan(e.context(), e.device(), f.s.unit).plan_string();
    while (!f.shortage.empty() && f.s.parts > 1) {
        request.most_parts = f.s.parts / 2;
        f = try_units(e, request, plan_string);
    }
    return f;
}

// Slabs where whole blocks do not fit.
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
    stack_request one = request;
    for (std::size_t k = request.axes.size(); k-- > 0; one.real = false) {
        one.axes = {request.axes[k]};
        f = fit_units(e, one);
        if (!f.shortage.empty()) throw job_error(f.shortage);
        passes.push_back(f.s);
    }
    return passes;
}

std::vector<stream_report> run_passes(const engine& e, const std::vector<stack>& passes, const stream_options& options,
                                      const stream_ends& ends, void* between) {
    std::vector<stream_report> reports;
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
        reports.push_back(run_stream(e, s, options, here));
        done += s.units;
    }
    return reports;
}

}  // namespace stockham::tools

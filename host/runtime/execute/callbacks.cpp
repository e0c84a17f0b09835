// Compiles callbacks on their own first, so that errors refer to the user's text and its line numbers.
#include "runtime/execute/callbacks.hpp"

#include <string>
#include <vector>

#include <stockham/error.hpp>

#include "kernel/callback_text.hpp"
#include "runtime/opencl/opencl.hpp"
#include "runtime/programs/context_state.hpp"

namespace stockham::internal {

namespace {

struct callback {
    const char* name;
    const std::string* text;
};

/// Compiles callbacks for one device and one precision.
struct text_trial {
    cl_context context;
    cl_device_id device;
    stockham::precision precision;
    double_support fp64;

    const char* element() const { return precision == precision::f64 ? "double2" : "float2"; }

    /// A kernel that calls the function as the library does.
    std::string caller(const callback& c) const {
        const std::string name = c.name;
        if (name == "on_load")
            return "\nkernel void stockham_load(global " + std::string(element()) +
                   "* to, global const void* input, global const void* user) {\n    to[0] = on_load(input, 0, "
                   "user);\n}\n";
        return "\nkernel void stockham_store(global void* output, global void* user) {\n    on_store(output, 0, (" +
               std::string(element()) + ")(0), user);\n}\n";
    }

    /// The build log if the source does not compile; otherwise empty.
    std::string refusal(const std::string& source, const std::string& more_options) const {
        const char* lines = source.c_str();
        cl_int code = CL_SUCCESS;
        const program_object program(clCreateProgramWithSource(context, 1, &lines, nullptr, &code));
        check_cl(code, "clCreateProgramWithSource");
        if (build_program(program.get(), device, compiler_options() + more_options) == CL_SUCCESS) return {};
        const auto log = build_log(program.get(), device);
        return log.empty() ? "the compiler gives no reason" : log;
    }

    /// Compiles the text on its own. It comes first in the source, because not every compiler obeys #line.
    std::string refusal_alone(const callback& c) const {
        const std::string real = precision == precision::f64 ? "double" : "float";
        return refusal(*c.text + caller(c), " -DREAL=" + real + " -Delement=" + element());
    }

    /// Compiles the texts wrapped as kernels contain them.
    std::string refusal_enclosed(const std::vector<callback>& all) const {
        std::string source;
        for (const auto& c : all) source += enclosed_callback(c.name, *c.text, precision, fp64);
        for (const auto& c : all) source += caller(c);
        return refusal(source, "");
    }

    /// Compiles both together, since a pass may use both. If that fails, compiles them one by one to find the culprit.
    void compile(const std::vector<callback>& all) const {
        const auto log = refusal_enclosed(all);
        if (log.empty()) return;
        const auto blame = [](const callback& c, const std::string& why, const std::string& what) {
            if (!why.empty()) throw callback_error(c.name, c.name + (": the callback does not compile" + what), why);
        };
        for (const auto& c : all) blame(c, refusal_alone(c), "");
        for (const auto& c : all) blame(c, refusal_enclosed({c}), "");
        blame(all.back(), log, std::string(" together with ") + all.front().name);
    }
};

}  // namespace

problem with_callbacks(cl_context context, const device_description& real, cl_device_id device, problem p,
                       const transform& t, const plan_options& options) {
    std::vector<callback> all;
    const text_trial trial{context, device, p.precision, real.fp64};
    const auto take = [&](const char* name, const std::string& text, memory_form& form) {
        if (text.empty()) return;
        if (form.numbers == numbers::planar)
            throw argument_error(name, std::string(name) + ": callbacks do not support planar data in '" +
                                           to_string(t) + "'");
        all.push_back({name, &text});
        form.half = false;
        form.callback = text;
    };
    take("on_load", options.on_load, p.in_form);
    take("on_store", options.on_store, p.out_form);
    if (all.size() == 1 && p.in_place && p.in_form.half != p.out_form.half)
        throw argument_error(all[0].name,
                             all[0].name + (": in place, half-precision data need callbacks on both sides or on "
                                            "neither; otherwise input and output elements differ in size, in '" +
                                            to_string(t) + "'"));
    if (!all.empty()) trial.compile(all);
    return p;
}

void rethrow_for_callbacks(const problem& p, const opencl_error& e) {
    const bool load = !p.in_form.callback.empty(), store = !p.out_form.callback.empty();
    if (e.call() != "clBuildProgram" || !(load || store)) throw;
    const std::string name = load ? "on_load" : "on_store";
    throw callback_error(name, name + (load && store ? " or on_store" : "") + ": the kernels do not compile with it",
                         e.build_log());
}

}  // namespace stockham::internal

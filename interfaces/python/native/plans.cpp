// Makes plans with the GIL released, and enqueues them on handles passed from Python.
#include "plans.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

namespace {

stockham::rigor rigor_of(const std::string& word) {
    using stockham::rigor;
    for (rigor each : {rigor::estimate, rigor::measure, rigor::patient, rigor::exhaustive, rigor::wisdom_only})
        if (word == stockham::to_string(each)) return each;
    throw stockham::argument_error("rigor", "rigor: '" + word +
                                                "' is not one of estimate, measure, patient, exhaustive, "
                                                "wisdom_only");
}

// Called after each candidate of a search. It also handles signals, so that Ctrl-C ends the search.
bool report_progress(const nb::object& progress, const stockham::tuning_progress& now) {
    interpreter_locked locked;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (progress.is_none()) return true;
    const nb::object more = call_python(progress, now.done, now.total, now.best_seconds, now.candidate);
    return more.is_none() || nb::cast<bool>(more);
}

python_plan make_plan(cl_integer context, cl_integer device, const stockham::transform& what,
                      const std::string& on_load, const std::string& on_store, const std::string& plan_string,
                      const std::string& rigor, double time_limit, bool search_again, stockham::wisdom* wisdom,
                      const nb::object& progress) {
    check_process();
    stockham::plan_options options;
    options.on_load = on_load;
    options.on_store = on_store;
    options.expert.plan_string = plan_string;
    options.rigor = rigor_of(rigor);
    options.time_limit = time_limit;
    options.expert.search_again = search_again;
    options.wisdom = wisdom;
    options.progress = [&](const stockham::tuning_progress& now) { return report_progress(progress, now); };
    python_plan made;
    interpreter_unlocked unlocked;
    made.plan = std::make_unique<stockham::plan>(as<cl_context>(context), as<cl_device_id>(device), what, options);
    return made;
}

// With `event`, returns a new event that the caller owns; else 0. The GIL stays locked, so that no other Python thread
// enqueues launches between those of one execution. Executions on an in-order queue can therefore share a workspace.
cl_integer run(const python_plan& self, cl_integer queue, const stockham::buffers& all,
               const std::vector<cl_integer>& wait, bool event) {
    check_process();
    const std::vector<cl_event> events = events_of(wait);
    const auto count = static_cast<cl_uint>(events.size());
    const cl_event* first = events.empty() ? nullptr : events.data();
    if (event) return as_integer(self.plan->enqueue(as<cl_command_queue>(queue), all, count, first));
    self.plan->execute(as<cl_command_queue>(queue), all, count, first);
    return 0;
}

cl_integer enqueue(const python_plan& self, cl_integer queue, const memory_argument& input,
                   const memory_argument& output, const memory_argument& workspace, const std::vector<cl_integer>& wait,
                   bool event, const memory_argument& load_data, const memory_argument& store_data,
                   const memory_argument& input_imaginary, const memory_argument& output_imaginary) {
    stockham::buffers all;
    all.input = memory_of(input);
    all.output = memory_of(output);
    all.workspace = memory_of(workspace);
    all.load_data = memory_of(load_data);
    all.store_data = memory_of(store_data);
    all.input_imaginary = memory_of(input_imaginary);
    all.output_imaginary = memory_of(output_imaginary);
    return run(self, queue, all, wait, event);
}

// Enqueues executions in a loop, as a C++ program would. interfaces/python/benchmarks/call_overhead.py compares
// Python's calls with this one.
void enqueue_repeatedly(const python_plan& self, cl_integer queue, cl_integer input, cl_integer output,
                        cl_integer workspace, std::size_t count) {
    check_process();
    interpreter_unlocked unlocked;
    for (std::size_t k = 0; k < count; ++k)
        clReleaseEvent(self.plan->enqueue(as<cl_command_queue>(queue), as<cl_mem>(input), as<cl_mem>(output),
                                          as<cl_mem>(workspace)));
}

void wait_for(cl_integer event) {
    check_process();
    interpreter_unlocked unlocked;
    const cl_event one = as<cl_event>(event);
    const cl_int code = clWaitForEvents(1, &one);
    if (code != CL_SUCCESS) throw stockham::opencl_error("clWaitForEvents", code);
}

void release_event(cl_integer event) {
    if (!is_forked_child()) clReleaseEvent(as<cl_event>(event));
}

}  // namespace

void add_plans(nb::module_& m) {
    nb::class_<shared_address>(m, "Address")
        .def(
            "__init__", [](shared_address* made, cl_integer value) { new (made) shared_address{value}; },
            nb::arg("value"))
        .def_ro("value", &shared_address::value);
    nb::class_<python_plan>(m, "Plan")
        .def_prop_ro("problem", [](const python_plan& p) { return p.plan->problem(); })
        .def_prop_ro("workspace_size", [](const python_plan& p) { return p.plan->workspace_size(); })
        .def_prop_ro("launches", [](const python_plan& p) { return p.plan->launches(); })
        // For the interpreter's exit: destroying a plan saves its kernels, which is slow with PoCL.
        .def("abandon", [](python_plan& p) { static_cast<void>(p.plan.release()); })
        .def("to_string", [](const python_plan& p) { return p.plan->to_string(); })
        .def("plan_string", [](const python_plan& p) { return p.plan->plan_string(); })
        .def("enqueue", &enqueue, nb::arg("queue"), nb::arg("input"), nb::arg("output"), nb::arg("workspace"),
             nb::arg("wait"), nb::arg("event"), nb::arg("load_data") = 0, nb::arg("store_data") = 0,
             nb::arg("input_imaginary") = 0, nb::arg("output_imaginary") = 0)
        .def("enqueue_repeatedly", &enqueue_repeatedly, nb::arg("queue"), nb::arg("input"), nb::arg("output"),
             nb::arg("workspace"), nb::arg("count"));
    m.def("make_plan", &make_plan, nb::arg("context"), nb::arg("device"), nb::arg("what"), nb::arg("on_load") = "",
          nb::arg("on_store") = "", nb::arg("plan_string") = "", nb::arg("rigor") = "estimate",
          nb::arg("time_limit") = 0.0, nb::arg("search_again") = false, nb::arg("wisdom").none() = nb::none(),
          nb::arg("progress").none() = nb::none());
    m.def("wait_for", &wait_for, nb::arg("event"));
    m.def("release_event", &release_event, nb::arg("event"));
}

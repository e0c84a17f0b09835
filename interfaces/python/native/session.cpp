// Sessions and pinned memory, which transform host arrays with the GIL released.
#include <memory>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "plans.hpp"

namespace {

struct python_pinned_memory {
    std::unique_ptr<stockham::pinned_memory> memory;

    python_pinned_memory(const python_session& owner, std::size_t bytes) {
        check_process();
        interpreter_unlocked unlocked;
        memory = std::make_unique<stockham::pinned_memory>(owner.session->pinned(bytes));
    }
    ~python_pinned_memory() {
        if (is_forked_child()) static_cast<void>(memory.release());
    }
};

// Takes the arrays' addresses. The caller keeps the arrays alive, which have the sizes of the plan.
void run_arrays(const python_session& self, const python_plan& plan, cl_integer input, cl_integer output,
                bool keep_gaps) {
    check_process();
    interpreter_unlocked unlocked;
    self.session->run(*plan.plan, as<const void*>(input), as<void*>(output), keep_gaps);
}

void run_transform(const python_session& self, const stockham::transform& what, cl_integer input, cl_integer output) {
    check_process();
    interpreter_unlocked unlocked;
    self.session->run(*self.session->plan(what), as<const void*>(input), as<void*>(output));
}

void upload(const python_session& self, cl_integer to, std::size_t offset, cl_integer from, std::size_t bytes) {
    check_process();
    interpreter_unlocked unlocked;
    self.session->upload(as<cl_mem>(to), bytes, as<const void*>(from), offset);
}

void download(const python_session& self, cl_integer from, std::size_t offset, cl_integer to, std::size_t bytes) {
    check_process();
    interpreter_unlocked unlocked;
    self.session->download(as<cl_mem>(from), bytes, as<void*>(to), offset);
}

// Releases memory, except that of the parent in a forked child.
template <class Call>
auto releasing_call(Call call) {
    return [call](const python_session& self) {
        if (is_forked_child()) return;
        interpreter_unlocked unlocked;
        call(*self.session);
    };
}

// Calls a member that waits or takes long.
template <class Call>
auto unlocked_call(Call call) {
    return [call](const python_session& self) {
        check_process();
        interpreter_unlocked unlocked;
        return call(*self.session);
    };
}

}  // namespace

void add_session(nb::module_& m) {
    using stockham::session;
    nb::class_<python_session>(m, "Session")
        .def(nb::init<cl_integer, cl_integer, cl_integer, std::size_t, std::size_t>(), nb::arg("device"),
             nb::arg("context") = 0, nb::arg("queue") = 0, nb::arg("memory") = 0, nb::arg("plans") = 32)
        .def_prop_ro("context", [](const python_session& self) { return as_integer(self.session->context()); })
        .def_prop_ro("queue", unlocked_call([](const session& s) { return as_integer(s.queue()); }))
        .def_prop_ro("device", [](const python_session& self) { return as_integer(self.session->device()); })
        .def_prop_ro("usable_memory", [](const python_session& self) { return self.session->usable_memory(); })
        .def_prop_ro("max_allocation", [](const python_session& self) { return self.session->max_allocation(); })
        .def_prop_ro("shares_host_memory",
                     [](const python_session& self) { return self.session->shares_host_memory(); })
        .def_prop_ro("idle_bytes", [](const python_session& self) { return self.session->idle_bytes(); })
        .def(
            "shortage",
            [](const python_session& self, const std::vector<std::size_t>& sizes) {
                return self.session->shortage(sizes);
            },
            nb::arg("sizes"))
        .def(
            "shortage_of",
            [](const python_session& self, const stockham::transform& what) { return self.session->shortage(what); },
            nb::arg("what"))
        .def("run", &run_arrays, nb::arg("plan"), nb::arg("input"), nb::arg("output"), nb::arg("keep_gaps") = false)
        .def("run_transform", &run_transform, nb::arg("what"), nb::arg("input"), nb::arg("output"))
        .def("upload", &upload, nb::arg("to"), nb::arg("offset"), nb::arg("source"), nb::arg("bytes"))
        .def("download", &download, nb::arg("source"), nb::arg("offset"), nb::arg("to"), nb::arg("bytes"))
        .def("finish", unlocked_call([](const session& s) { s.finish(); }))
        .def(
            "keep",
            [](const python_session& self, std::size_t plans) {
                stockham::context_limits most;
                most.plans = most.programs = plans;
                self.session->keep(most);
            },
            nb::arg("plans"))
        .def("trim", releasing_call([](const session& s) { s.trim(); }))
        .def("clear", releasing_call([](const session& s) { s.clear(); }));
    nb::class_<python_pinned_memory>(m, "PinnedMemory")
        .def(nb::init<const python_session&, std::size_t>(), nb::arg("session"), nb::arg("bytes"))
        .def_prop_ro("address", [](const python_pinned_memory& self) { return as_integer(self.memory->data()); });
}

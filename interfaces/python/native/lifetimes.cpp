// Keeps Python objects until OpenCL events are complete: the owners of shared virtual memory, which OpenCL, unlike
// buffer objects, does not retain while commands use it.
#include <mutex>
#include <vector>

#include "module.hpp"
#include "process.hpp"

namespace {

std::mutex guard;
std::vector<PyObject*> finished;  // to be released by a thread that holds the GIL
bool is_release_pending = false;
bool is_stopped = false;

// Python calls it with the GIL held, between two bytecodes of the main thread.
int release_finished(void*) {
    std::vector<PyObject*> now;
    {
        const std::lock_guard<std::mutex> locked(guard);
        now.swap(finished);
        is_release_pending = false;
    }
    for (PyObject* each : now) Py_DECREF(each);
    return 0;
}

// Called in a thread of the driver, which cannot take the GIL: the interpreter may be waiting for that thread.
void CL_CALLBACK on_complete(cl_event, cl_int, void* object) {
    const std::lock_guard<std::mutex> locked(guard);
    if (is_stopped) return;
    finished.push_back(static_cast<PyObject*>(object));
    if (!is_release_pending) is_release_pending = Py_AddPendingCall(&release_finished, nullptr) == 0;
}

// If OpenCL refuses the callback, the object is never released: the device may still use its memory.
void keep_until(cl_integer event, const nb::object& object) {
    check_process();
    release_finished(nullptr);  // what a full list of pending calls has left
    PyObject* const kept = nb::object(object).release().ptr();
    const cl_int code = clSetEventCallback(as<cl_event>(event), CL_COMPLETE, &on_complete, kept);
    if (code != CL_SUCCESS) throw stockham::opencl_error("clSetEventCallback", code);
}

// Before the interpreter exits. Objects that the device still uses are never released.
void stop_releasing() {
    if (is_forked_child()) return;  // the lock may have been held by a thread that the child lacks
    const std::lock_guard<std::mutex> locked(guard);
    is_stopped = true;
}

}  // namespace

void add_lifetimes(nb::module_& m) {
    m.def("keep_until", &keep_until, nb::arg("event"), nb::arg("object"));
    m.def("finish_calls", &finish_calls, nb::arg("seconds"));
    m.def("stop_releasing", &stop_releasing);
}

// Runs jobs with the GIL released. The threads of a job take it again to call Python's functions.
#include "module.hpp"

#include <mutex>
#include <tuple>

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <stockham/job.hpp>

#include "process.hpp"

namespace {

// Device, units, chunks, seconds, failure.
using share_tuple = std::tuple<cl_integer, std::size_t, std::size_t, double, std::string>;
// Complete, seconds, shares.
using report_tuple = std::tuple<bool, double, std::vector<share_tuple>>;

struct python_job {
    std::unique_ptr<stockham::job> job;
    // Of the current run: the caller of run() owns them.
    std::mutex running;
    nb::handle progress, message;

    python_job() = default;
    python_job(const python_job&) = delete;
    python_job& operator=(const python_job&) = delete;
    // Destroying a job waits for its threads, which may be waiting for the GIL.
    ~python_job() {
        if (is_forked_child()) {
            static_cast<void>(job.release());
            return;
        }
        interpreter_unlocked unlocked;
        job.reset();
    }
};

// The job that has called a Python function in this thread.
thread_local const python_job* calling = nullptr;

// Around a call of a Python function by a job.
class call_scope {
  public:
    explicit call_scope(const python_job* job) : before_(calling) { calling = job; }
    ~call_scope() { calling = before_; }
    call_scope(const call_scope&) = delete;
    call_scope& operator=(const call_scope&) = delete;

  private:
    interpreter_locked locked_;
    const python_job* before_;
};

// It also handles signals, so that Ctrl-C ends the run.
bool report_progress(const python_job& self, const stockham::job_progress& now) {
    const call_scope scope(&self);
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (self.progress.is_none()) return true;
    const nb::object more = call_python(self.progress, now.done, now.total, now.seconds);
    const int truth = more.is_none() ? 1 : PyObject_IsTrue(more.ptr());
    if (truth < 0) throw nb::python_error();
    return truth != 0;
}

void report_message(const python_job& self, const std::string& text) {
    const call_scope scope(&self);
    call_python(self.message, text);
}

std::unique_ptr<python_job> make_job(const stockham::transform& what, const std::vector<cl_integer>& devices,
                                     std::size_t device_memory, std::size_t chunk_bytes, bool pinned,
                                     unsigned copy_threads, double patience, const std::string& plan_string,
                                     bool messages, cl_integer spectrum, bool correlate) {
    check_process();
    auto made = std::make_unique<python_job>();
    stockham::job_options options;
    for (cl_integer each : devices) options.devices.push_back(as<cl_device_id>(each));
    options.device_memory = device_memory;
    options.chunk_bytes = chunk_bytes;
    options.pinned = pinned;
    options.copy_threads = copy_threads;
    options.patience = patience;
    options.plan.expert.plan_string = plan_string;
    options.progress = [self = made.get()](const stockham::job_progress& now) { return report_progress(*self, now); };
    if (messages) options.message = [self = made.get()](const std::string& text) { report_message(*self, text); };
    interpreter_unlocked unlocked;
    if (spectrum) {
        stockham::convolution_description convolution;
        convolution.signal = what;
        convolution.correlate = correlate;
        made->job = std::make_unique<stockham::job>(convolution, as<const void*>(spectrum), options);
    } else {
        made->job = std::make_unique<stockham::job>(what, options);
    }
    return made;
}

report_tuple tuple_of(const stockham::job_report& report) {
    std::vector<share_tuple> shares;
    for (const auto& s : report.shares) shares.emplace_back(as_integer(s.device), s.units, s.chunks, s.busy, s.failure);
    return {report.complete, report.seconds, std::move(shares)};
}

// Runs the job by `call` with these functions.
template <class Call>
report_tuple run_with(python_job& self, const nb::object& progress, const nb::object& message, Call call) {
    check_process();
    if (calling == &self) throw std::runtime_error("a function that a job calls must not run the same job");
    interpreter_unlocked unlocked;
    const std::lock_guard<std::mutex> alone(self.running);
    self.progress = progress;
    self.message = message;
    return tuple_of(call(*self.job));
}

// Takes the arrays' addresses. The caller keeps the arrays alive and passes arrays of the right sizes.
report_tuple run_job(python_job& self, cl_integer input, cl_integer output, const nb::object& progress,
                     const nb::object& message) {
    return run_with(self, progress, message,
                    [&](stockham::job& job) { return job.run(as<const void*>(input), as<void*>(output)); });
}

// The functions of a run. A thread that a driver has not let go of may keep this object longer than the run; the
// functions are then gone.
struct endpoints {
    const python_job* job;
    nb::object read, write;

    void call(nb::object endpoints::*which, std::size_t first, std::size_t units, void* data, std::size_t bytes,
              int flags) const {
        const call_scope scope(job);
        const nb::object function = this->*which;
        if (!function.is_valid()) throw std::runtime_error("the run is over");
        PyObject* view = PyMemoryView_FromMemory(static_cast<char*>(data), static_cast<Py_ssize_t>(bytes), flags);
        if (!view) throw nb::python_error();
        call_python(function, first, units, nb::steal(view));
    }
};

report_tuple run_job_between(python_job& self, const nb::object& read, const nb::object& write,
                             const nb::object& progress, const nb::object& message) {
    const auto all = std::make_shared<endpoints>(endpoints{&self, read, write});
    struct clear {
        endpoints& ends;
        ~clear() { ends.read = ends.write = nb::object(); }
    } const at_the_end{*all};
    return run_with(self, progress, message, [&](stockham::job& job) {
        const std::size_t input = job.input_pitch(), output = job.output_pitch();
        return job.run(
            [all, input](std::size_t first, std::size_t units, void* to) {
                all->call(&endpoints::read, first, units, to, units * input, PyBUF_WRITE);
            },
            [all, output](std::size_t first, std::size_t units, const void* from) {
                all->call(&endpoints::write, first, units, const_cast<void*>(from), units * output, PyBUF_READ);
            });
    });
}

}  // namespace

void add_jobs(nb::module_& m) {
    nb::class_<python_job>(m, "Job")
        .def_prop_ro("units", [](const python_job& self) { return self.job->units(); })
        .def_prop_ro("input_pitch", [](const python_job& self) { return self.job->input_pitch(); })
        .def_prop_ro("output_pitch", [](const python_job& self) { return self.job->output_pitch(); })
        .def("run", &run_job, nb::arg("input"), nb::arg("output"), nb::arg("progress").none(),
             nb::arg("message").none())
        .def("run_between", &run_job_between, nb::arg("read"), nb::arg("write"), nb::arg("progress").none(),
             nb::arg("message").none());
    m.def("make_job", &make_job, nb::arg("what"), nb::arg("devices"), nb::arg("device_memory") = 0,
          nb::arg("chunk_bytes") = 0, nb::arg("pinned") = false, nb::arg("copy_threads") = 0,
          nb::arg("patience") = 20.0, nb::arg("plan_string") = "", nb::arg("messages") = false, nb::arg("spectrum") = 0,
          nb::arg("correlate") = false);
}

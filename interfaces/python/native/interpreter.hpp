// The lock of the interpreter, in threads that may outlive it.
#pragma once

#include <utility>

#include <unistd.h>

#include <nanobind/nanobind.h>

/// Calls a function of CPython that takes the lock. Once the interpreter ends, CPython before 3.14 answers daemon
/// threads and those of the library by pthread_exit(), whose unwinding ends the process when it meets a function that
/// must not throw. Such a thread waits for the end of the process instead, as CPython 3.14 lets it do.
template <class Take>
auto take_interpreter(Take take) noexcept {
    try {
        return take();
    } catch (...) {  // the unwinding of pthread_exit(): CPython throws nothing
        for (;;) ::pause();
    }
}

/// Calls a Python function. Whatever runs there may ask for the lock, too, so no object of C++ lies between.
template <class... Args>
nanobind::object call_python(nanobind::handle function, Args&&... args) {
    const nanobind::tuple given = nanobind::make_tuple(std::forward<Args>(args)...);
    PyObject* const result = take_interpreter([&] { return PyObject_CallObject(function.ptr(), given.ptr()); });
    if (result == nullptr) throw nanobind::python_error();
    return nanobind::steal(result);
}

/// Called before the interpreter ends, in the thread that ends it: waits for the calls that other threads have made,
/// for some seconds at most, because drivers fail if the process ends around them. Later calls of other threads wait
/// for the end of the process.
void finish_calls(double seconds);

namespace calls {
void enter();
void leave();
}  // namespace calls

/// Releases the lock, which the thread holds, until its destructor takes it again.
class interpreter_unlocked {
  public:
    interpreter_unlocked() : state_(PyEval_SaveThread()) { calls::enter(); }
    ~interpreter_unlocked() {
        calls::leave();
        take_interpreter([&] { PyEval_RestoreThread(state_); });
    }
    interpreter_unlocked(const interpreter_unlocked&) = delete;
    interpreter_unlocked& operator=(const interpreter_unlocked&) = delete;

  private:
    PyThreadState* state_;
};

/// Takes the lock in any thread.
class interpreter_locked {
  public:
    interpreter_locked() : state_(take_interpreter([] { return PyGILState_Ensure(); })) {}
    ~interpreter_locked() { PyGILState_Release(state_); }
    interpreter_locked(const interpreter_locked&) = delete;
    interpreter_locked& operator=(const interpreter_locked&) = delete;

  private:
    PyGILState_STATE state_;
};

// stockham's exceptions cross the boundary of the shared library with their types, fields and base classes.
#include <cstdio>
#include <functional>
#include <stdexcept>

#include <stockham/stockham.hpp>

namespace {

int failures = 0;

void expect(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "failed: %s\n", what);
    ++failures;
}

/// True if the call throws an exception that a handler for E catches and `right` accepts.
template <class E>
bool throws(const std::function<void()>& call, const std::function<bool(const E&)>& right) {
    try {
        call();
    } catch (const E& caught) {
        std::printf("%s\n", caught.what());
        return right(caught);
    } catch (...) {
    }
    return false;
}

}  // namespace

int main() {
    const auto wrong = [] { stockham::parse_transform("c2c f32 nonsense"); };
    const auto too_many = [] {
        stockham::transform what;
        what.lengths = {2, 2, 2, 2, 2, 2};
        check(what);
    };
    // Constructor and type are the library's. No OpenCL call fails on every machine.
    const auto no_device = [] { throw stockham::opencl_error("clGetDeviceInfo", CL_INVALID_DEVICE); };

    expect(throws<stockham::argument_error>(wrong, [](const auto& e) { return !e.field().empty(); }),
           "a wrong text is an argument_error with a field");
    expect(throws<stockham::unsupported_error>(too_many, [](const auto& e) { return !e.rule().empty(); }),
           "a number of axes beyond the library is an unsupported_error with a rule");
    expect(throws<stockham::opencl_error>(
               no_device, [](const auto& e) { return e.code() == CL_INVALID_DEVICE && !e.call().empty(); }),
           "an opencl_error has its call and code");
    for (const auto& call :
         {std::function<void()>(wrong), std::function<void()>(too_many), std::function<void()>(no_device)}) {
        expect(throws<stockham::error>(call, [](const auto& e) { return *e.what() != 0; }),
               "each is a stockham::error");
        expect(throws<std::runtime_error>(call, [](const auto& e) { return *e.what() != 0; }),
               "each is a std::runtime_error");
    }
    return failures == 0 ? 0 : 1;
}

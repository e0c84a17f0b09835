// Runs transforms of the program's arrays through the session: sides as they lie are arrays, others are functions that
// gather and scatter.
#include "device.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include <stockham/estimate.hpp>

namespace fftw_device {

device::device() : session_(guarded([] { return stockham::session(stockham::choose_device()); })) {}

device& device::open() {
    struct outcome {
        std::unique_ptr<device> opened;
        std::exception_ptr failure;
    };
    // Never destroyed: the program may execute plans until it ends, after the destructors of this library.
    static auto* const once = [] {
        auto* made = new outcome;
        try {
            made->opened.reset(new device);
        } catch (...) {
            made->failure = std::current_exception();
        }
        return made;
    }();
    if (once->failure) std::rethrow_exception(once->failure);
    return *once->opened;
}

double device::predicted_seconds(const shape& s) const {
    return guarded([&] { return stockham::estimate(session_.device(), transform_of(s)).seconds; });
}

std::string device::shortage(const shape& s) const {
    return guarded([&] { return session_.shortage(transform_of(s)); });
}

std::unique_ptr<device_transform> device::compile(const shape& s) const {
    if (const auto why = shortage(s); !why.empty()) throw too_large(why);
    return guarded([&] {
        auto made = std::make_unique<device_transform>(
            device_transform{s, host_side(s.what, true), host_side(s.what, false),
                             stockham::plan(session_.context(), session_.device(), transform_of(s))});
        const auto& t = made->plan.problem();
        const auto why = session_.shortage({input_bytes(t), output_bytes(t), made->plan.workspace_size()});
        if (!why.empty()) throw too_large(why);
        return made;
    });
}

void device::gather(const host_side& side, const arrays& a, std::size_t first, std::size_t count, void* to) const {
    const std::size_t element = side.element_bytes();
    session_.in_parts(count, element, [&](std::size_t begin, std::size_t n) {
        side.gather(a.in, a.in_imaginary, first + begin, n, static_cast<char*>(to) + begin * element);
    });
}

void device::store(const host_side& side, bool as_is, const void* from, std::size_t first, std::size_t count,
                   const arrays& a) const {
    const std::size_t element = side.element_bytes();
    if (as_is) return session_.copy(static_cast<char*>(a.out) + first * element, from, count * element);
    session_.in_parts(count, element, [&](std::size_t begin, std::size_t n) {
        side.scatter(static_cast<const char*>(from) + begin * element, first + begin, n, a.out, a.out_imaginary);
    });
}

void device::collect(std::size_t total, std::size_t first, std::size_t bytes, const void* from) {
    if (staging_bytes_ < total) {
        staging_bytes_ = 0;
        staging_.reset();
        staging_.reset(new char[total]);  // not filled with zeros
        staging_bytes_ = total;
    }
    session_.copy(staging_.get() + first, from, bytes);
}

void device::execute(const device_transform& t, const arrays& a, bool in_place, bool& stored) {
    const bool in_as_is = t.how.input_as_is, out_as_is = t.how.output_as_is;
    const std::size_t in_element = t.input.element_bytes(), out_element = t.output.element_bytes();
    const std::size_t total = t.output.count_as(out_as_is) * out_element;
    const auto read = [&](std::size_t first, std::size_t bytes, void* to) {
        gather(t.input, a, first / in_element, bytes / in_element, to);
    };
    const auto write = [&](std::size_t first, std::size_t bytes, const void* from) {
        store(t.output, out_as_is, from, first / out_element, bytes / out_element, a);
    };
    // Parts arrive in order.
    const auto write_in_place = [&](std::size_t first, std::size_t bytes, const void* from) {
        if (bytes < total) collect(total, first, bytes, from);
        if (first + bytes < total) return;
        write(0, total, bytes < total ? staging_.get() : from);
        stored = true;
    };
    const auto in = in_as_is ? stockham::host_input(a.in) : stockham::host_input(read);
    const auto out = in_place    ? stockham::host_output(write_in_place)
                     : out_as_is ? stockham::host_output(a.out)
                                 : stockham::host_output(write);
    guarded([&] { session_.run(t.plan, in, out); });
}

void device::run(const device_transform& t, const arrays& a, bool in_place) {
    const std::lock_guard lock(mutex_);
    bool stored = false;
    try {
        execute(t, a, in_place, stored);
        keep_little(t.plan);
    } catch (const std::exception& e) {
        if (stored) throw partial_failure(device_failure(e.what(), CL_OUT_OF_RESOURCES));
        throw;
    }
}

/// Other processes may share the device.
void device::keep_little(const stockham::plan& last) {
    const auto& t = last.problem();
    largest_ = std::max(largest_, input_bytes(t) + output_bytes(t) + last.workspace_size());
    guarded([&] {
        if (session_.idle_bytes() > 2 * largest_) session_.trim();
    });
}

void device::alone(const std::function<void()>& body) {
    const std::lock_guard lock(mutex_);
    guarded([&] { session_.trim(); });
    staging_.reset();
    staging_bytes_ = 0;
    body();
}

}  // namespace fftw_device

// Conversion to and from the device's numbers, and execution on buffers of one trial.
#include "tools/harness/oracle/run_trial.hpp"

#include <cstring>
#include <optional>

#include <CL/cl_half.h>

#include "tools/harness/opencl.hpp"

namespace reference {

namespace harness = stockham::harness;

namespace {

template <class Number, class Convert>
std::vector<unsigned char> bytes_as(const std::vector<long double>& numbers, const Convert& convert) {
    std::vector<Number> converted;
    for (auto x : numbers) converted.push_back(convert(x));
    std::vector<unsigned char> bytes(converted.size() * sizeof(Number));
    if (!bytes.empty()) std::memcpy(bytes.data(), converted.data(), bytes.size());
    return bytes;
}

template <class Number, class Convert>
std::vector<long double> numbers_as(const std::vector<unsigned char>& bytes, const Convert& convert) {
    std::vector<Number> raw(bytes.size() / sizeof(Number));
    if (!bytes.empty()) std::memcpy(raw.data(), bytes.data(), raw.size() * sizeof(Number));
    std::vector<long double> numbers;
    for (auto x : raw) numbers.push_back(convert(x));
    return numbers;
}

/// A buffer with data, or none for a side without such numbers.
class filled_buffer {
  public:
    filled_buffer(const std::vector<unsigned char>& data, cl_context context, cl_command_queue queue)
        : queue_(queue), bytes_(data.size()) {
        if (bytes_) memory_ = harness::make_buffer(context, bytes_, CL_MEM_READ_WRITE, data.data());
    }
    cl_mem get() const { return memory_.get(); }
    std::vector<unsigned char> read() const {
        std::vector<unsigned char> bytes(bytes_);
        if (bytes_)
            harness::check_cl(clEnqueueReadBuffer(queue_, get(), CL_TRUE, 0, bytes_, bytes.data(), 0, nullptr, nullptr),
                              "clEnqueueReadBuffer");
        return bytes;
    }

  private:
    cl_command_queue queue_;
    std::size_t bytes_;
    harness::memory_object memory_;
};

void execute(const stockham::plan& plan, const stockham::buffers& all, cl_command_queue queue) {
    const harness::event_object done(plan.enqueue(queue, all));
    const cl_event event = done.get();
    harness::check_cl(clWaitForEvents(1, &event), "clWaitForEvents");
}

}  // namespace

std::vector<unsigned char> number_bytes(const std::vector<long double>& numbers, stockham::precision p) {
    if (p == stockham::precision::f16)
        return bytes_as<cl_half>(numbers,
                                 [](long double x) { return cl_half_from_float(static_cast<float>(x), CL_HALF_RTE); });
    return p == stockham::precision::f32
               ? bytes_as<float>(numbers, [](long double x) { return static_cast<float>(x); })
               : bytes_as<double>(numbers, [](long double x) { return static_cast<double>(x); });
}

std::vector<long double> bytes_numbers(const std::vector<unsigned char>& bytes, stockham::precision p) {
    if (p == stockham::precision::f16)
        return numbers_as<cl_half>(bytes, [](cl_half x) { return static_cast<long double>(cl_half_to_float(x)); });
    return p == stockham::precision::f32
               ? numbers_as<float>(bytes, [](float x) { return static_cast<long double>(x); })
               : numbers_as<double>(bytes, [](double x) { return static_cast<long double>(x); });
}

verdict judge(const stockham::plan& plan, const device_trial& made, cl_context context, cl_command_queue queue) {
    const auto& t = made.what;
    const bool in_place = t.placement == stockham::placement::in_place;
    const auto bytes = [&](const std::vector<long double>& numbers) { return number_bytes(numbers, t.precision); };
    const auto& first = in_place ? made.output : made.input;
    const auto in_bytes = bytes(first.numbers), in_more = bytes(first.imaginary);
    const filled_buffer in(in_bytes, context, queue), in_imaginary(in_more, context, queue);
    std::optional<filled_buffer> out, out_imaginary;
    if (!in_place) {
        out.emplace(bytes(made.output.numbers), context, queue);
        out_imaginary.emplace(bytes(made.output.imaginary), context, queue);
    }
    const auto &result = in_place ? in : *out, &result_imaginary = in_place ? in_imaginary : *out_imaginary;
    const auto before = result.read();
    stockham::buffers all;
    all.input = in.get();
    all.input_imaginary = in_imaginary.get();
    if (!in_place) {
        all.output = out->get();
        all.output_imaginary = out_imaginary->get();
    }
    execute(plan, all, queue);
    const auto result_bytes = result.read();
    const memory after{bytes_numbers(result_bytes, t.precision), bytes_numbers(result_imaginary.read(), t.precision)};
    verdict found;
    found.error = relative_error(to_elements(after, kind_of(t, false)), made.wanted, made.where);
    found.spoilt = spoilt_numbers(made, after);
    found.unreal = unreal_ends(t, to_elements(after, kind_of(t, false)));
    if (!in_place) found.input_written = in.read() != in_bytes || in_imaginary.read() != in_more;
    found.untouched = result_bytes == before;
    return found;
}

}  // namespace reference

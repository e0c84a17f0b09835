// A program with OpenCL-CLHPP's types, compiled with and without CL_HPP_ENABLE_EXCEPTIONS. It calls every adapter,
// checks a round trip of a picture and a transpose, and checks that stockham's errors keep their types.
#include <algorithm>
#include <complex>
#include <cstdio>
#include <vector>

#include <stockham/clhpp.hpp>
#include <stockham/error.hpp>

namespace {

constexpr std::size_t height = 8, width = 32;
using picture = std::vector<std::complex<float>>;
constexpr std::size_t bytes = height * width * sizeof(picture::value_type);

int failures = 0;

void expect(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "failed: %s\n", what);
    ++failures;
}

picture numbers() {
    picture values(height * width);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = {static_cast<float>(i % 7), static_cast<float>(i)};
    return values;
}

void round_trip(const cl::Context& context, const cl::Device& device, const cl::CommandQueue& queue) {
    stockham::transform what;
    what.lengths = {height, width};
    const stockham::plan forward = stockham::make_plan(context, device, what);
    what.direction = stockham::direction::inverse;
    what.placement = stockham::placement::in_place;
    what.scale = 1.0 / (height * width);
    const stockham::plan inverse = stockham::make_plan(context, device, what);

    const picture original = numbers();
    picture result(original.size());
    const cl::Buffer in(context, CL_MEM_READ_WRITE, bytes);
    const cl::Buffer out(context, CL_MEM_READ_WRITE, bytes);
    const cl::Buffer workspace(context, CL_MEM_READ_WRITE, std::max<std::size_t>(forward.workspace_size(), 1));
    std::vector<cl::Event> uploaded(1);
    queue.enqueueWriteBuffer(in, CL_FALSE, 0, bytes, original.data(), nullptr, &uploaded[0]);
    const std::vector<cl::Event> there{stockham::enqueue(forward, queue, in, out, workspace, uploaded)};
    const std::vector<cl::Event> back{stockham::enqueue(inverse, queue, out, {}, {}, there)};
    queue.enqueueReadBuffer(out, CL_TRUE, 0, bytes, result.data(), &back);

    float worst = 0;
    for (std::size_t i = 0; i < result.size(); ++i) worst = std::max(worst, std::abs(result[i] - original[i]));
    expect(worst < 1e-4F, "forward and inverse give the picture back");
}

void transpose(const cl::Context& context, const cl::Device& device, const cl::CommandQueue& queue) {
    stockham::permutation what;
    what.lengths = {height, width};
    what.order = {1, 0};
    const stockham::transposition turn = stockham::make_transposition(context, device, what);

    const picture original = numbers();
    picture result(original.size());
    const cl::Buffer in(context, CL_MEM_READ_WRITE, bytes);
    const cl::Buffer out(context, CL_MEM_READ_WRITE, bytes);
    queue.enqueueWriteBuffer(in, CL_TRUE, 0, bytes, original.data());
    const std::vector<cl::Event> done{stockham::enqueue(turn, queue, in, out)};
    queue.enqueueReadBuffer(out, CL_TRUE, 0, bytes, result.data(), &done);

    bool equal = true;
    for (std::size_t y = 0; y < height; ++y) {
        for (std::size_t x = 0; x < width; ++x) equal &= result[x * height + y] == original[y * width + x];
    }
    expect(equal, "a transpose transposes");
}

/// A kernel whose spectrum is 1 everywhere does not change a signal.
void convolve(const cl::Context& context, const cl::Device& device, const cl::CommandQueue& queue) {
    constexpr std::size_t n = 48;
    stockham::convolution_description what;
    what.signal = stockham::parse_transform("c2c f32 48 scale=0.020833333333333332");
    const stockham::convolution ready = stockham::make_convolution(context, device, what);

    std::vector<std::complex<float>> signal(n), result(n), ones(n, 1);
    for (std::size_t k = 0; k < n; ++k) signal[k] = {static_cast<float>(k % 7), static_cast<float>(k % 5)};
    const cl::Buffer in(context, signal.begin(), signal.end(), true), spectrum(context, ones.begin(), ones.end(), true);
    const cl::Buffer out(context, CL_MEM_READ_WRITE, n * sizeof signal[0]);
    stockham::buffers all;
    all.input = in();
    all.output = out();
    all.spectrum = spectrum();
    const std::vector<cl::Event> done{stockham::enqueue(ready, queue, all)};
    queue.enqueueReadBuffer(out, CL_TRUE, 0, n * sizeof signal[0], result.data(), &done);
    float worst = 0;
    for (std::size_t k = 0; k < n; ++k) worst = std::max(worst, std::abs(result[k] - signal[k]));
    expect(worst < 1e-5F, "a convolution with an impulse changes nothing");
}

/// The two rows of an array, forward by one plan and back by a batch.
void many(const cl::Context& context, const cl::Device& device, const cl::CommandQueue& queue) {
    constexpr std::size_t n = 16;
    const stockham::plan forward = stockham::make_plan(context, device, stockham::parse_transform("c2c f32 16"));
    const auto inverse = stockham::parse_transform("c2c f32 16 inv scale=0.0625");
    const stockham::batch back = stockham::make_batch(context, device, {inverse, inverse});

    std::vector<std::complex<float>> signal(2 * n), result(2 * n);
    for (std::size_t k = 0; k < 2 * n; ++k) signal[k] = {static_cast<float>(k % 5), static_cast<float>(k)};
    constexpr std::size_t row = n * sizeof signal[0];
    const cl::Buffer in(context, signal.begin(), signal.end(), true);
    const cl::Buffer spectra(context, CL_MEM_READ_WRITE, 2 * row), out(context, CL_MEM_READ_WRITE, 2 * row);
    const std::vector<cl::Event> there{
        stockham::enqueue_many(forward, queue, {{in(), spectra()}, {in(), spectra(), row, row}})};
    const std::vector<cl::Event> done{
        stockham::enqueue(back, queue, {{spectra(), out()}, {spectra(), out(), row, row}}, {}, there)};
    queue.enqueueReadBuffer(out, CL_TRUE, 0, 2 * row, result.data(), &done);
    float worst = 0;
    for (std::size_t k = 0; k < 2 * n; ++k) worst = std::max(worst, std::abs(result[k] - signal[k]));
    expect(worst < 1e-4F, "two rows forward and back are the same");
}

void errors(const cl::Context& context, const cl::Device& device, const cl::CommandQueue& queue) {
    bool caught = false;
    try {
        stockham::make_plan(context, device, stockham::transform{});
    } catch (const stockham::argument_error&) {
        caught = true;
    }
    expect(caught, "a transform with no lengths is an argument_error");

    caught = false;
    const stockham::plan plan = stockham::make_plan(context, device, stockham::parse_transform("c2c f32 16 in"));
    try {
        stockham::enqueue(plan, queue, cl::Buffer(context, CL_MEM_READ_WRITE, 8));
    } catch (const stockham::error&) {
        caught = true;
    }
    expect(caught, "a buffer that is too small is an error");
}

}  // namespace

int main() {
    const std::vector<cl::Device> all = stockham::clhpp_devices();
    const cl::Device device = stockham::choose_clhpp_device();
    expect(std::any_of(all.begin(), all.end(), [&](const cl::Device& d) { return d() == device(); }),
           "the chosen device is one of all devices");
    expect(!stockham::describe(device).name.empty(), "the device has a name");

    const cl::Context context(device);
    const cl::CommandQueue queue(context, device);
    const stockham::session keep = stockham::make_session(context);
    round_trip(context, device, queue);
    many(context, device, queue);
    transpose(context, device, queue);
    convolve(context, device, queue);
    errors(context, device, queue);
    return failures == 0 ? 0 : 1;
}

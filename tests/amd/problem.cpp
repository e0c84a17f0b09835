// problem DEVICE PROBLEM FOLDER: plans the problem for a device description, runs it, and writes the expected result in
// long double, which numbers the transform may change, and the gate. A problem is a problem string; after the word
// `convolve` or `correlate` it describes the signals. `shift f32` and `shift f64` find the shift between two arrays, by
// imaging kernels that no command runs. Above the capture layer, the launches are written, too.
#include <cstdio>
#include <fstream>

#include <stockham/convolution.hpp>
#include <stockham/device.hpp>
#include <stockham/imaging/correlation.hpp>

#include "support/convolved.hpp"
#include "tools/harness/opencl.hpp"
#include "tools/harness/oracle/run_trial.hpp"

namespace {

using namespace stockham;

/// The buffers of a trial on the device; those that are not needed are null.
struct trial_buffers {
    trial_buffers(const device_trial& t, cl_context context) {
        const auto fill = [&](const std::vector<long double>& numbers) {
            const auto bytes = reference::number_bytes(numbers, t.what.precision);
            return bytes.empty() ? harness::memory_object()
                                 : harness::make_buffer(context, bytes.size(), CL_MEM_READ_WRITE, bytes.data());
        };
        output = fill(t.output.numbers), output_imaginary = fill(t.output.imaginary);
        const bool in_place = t.what.placement == placement::in_place;
        if (!in_place) input = fill(t.input.numbers), input_imaginary = fill(t.input.imaginary);
        all.input = in_place ? output.get() : input.get();
        all.input_imaginary = in_place ? output_imaginary.get() : input_imaginary.get();
        if (!in_place) all.output = output.get(), all.output_imaginary = output_imaginary.get();
    }
    harness::memory_object input, input_imaginary, output, output_imaginary;
    buffers all;
};

/// A convolution as a trial, with its kernel's spectrum on the device.
device_trial convolution_trial(const convolution_description& d, std::vector<reference::number>& kernel) {
    const bool real = d.signal.kind == kind::r2c;
    const auto points = points_of(d.signal);
    const auto signals = random_signal(points * d.signal.batch, real, d.signal.precision, 1);
    kernel = random_signal(points, real, d.signal.precision, 2);
    const auto form = real ? element_kind::real : element_kind::interleaved;
    device_trial t{d.signal, to_memory(signals, form), to_memory(signals, form), convolved(d, signals, kernel), {}, {}};
    t.may_change.assign(t.output.numbers.size(), true);
    return t;
}

void write(const std::string& folder, const device_trial& t, const trial_buffers& b, element_kind form, double gate) {
    const auto wanted = to_memory(t.wanted, form);
    const auto named = t.where.empty() ? t.may_change : named_numbers(t.what, false, wanted.numbers.size());
    std::ofstream expected(folder + "/expected.bin", std::ios::binary), marks(folder + "/marks.bin", std::ios::binary);
    for (const auto* numbers : {&wanted.numbers, &wanted.imaginary}) {
        expected.write(reinterpret_cast<const char*>(numbers->data()),
                       std::streamsize(numbers->size() * sizeof(long double)));
        for (std::size_t k = 0; k < numbers->size(); ++k) marks.put(named[k] ? 2 : t.may_change[k] ? 1 : 0);
    }
    std::ofstream(folder + "/problem.json")
        << "{\"outputs\": [" << reinterpret_cast<std::uintptr_t>(b.output.get()) << ", "
        << reinterpret_cast<std::uintptr_t>(b.output_imaginary.get())
        << "], \"number_bytes\": " << real_size(t.what.precision) << ", \"gate\": " << gate << "}\n";
}

template <class T>
void find_shift(cl_context context, cl_device_id device) {
    const std::vector<std::size_t> shape = {20, 24};
    std::vector<T> reference(20 * 24), moving(reference.size());
    std::mt19937 random(1);
    for (std::size_t k = 0; k < reference.size(); ++k)
        reference[k] = moving[(k + 3 * 24 + 5) % moving.size()] = std::uniform_real_distribution<T>(-1, 1)(random);
    imaging::correlation_options options;
    options.upsampling = 10;
    options.disambiguate = true;
    imaging::find_correlation_peak(imaging::engine(context, device), imaging::view_of(reference, shape),
                                   imaging::view_of(moving, shape), options);
}

void run(const char* device_name, std::string text, const std::string& folder) {
    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    harness::check_cl(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    harness::check_cl(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    const auto context = harness::make_context(device);
    if (text == "shift f32") return find_shift<float>(context.get(), device);
    if (text == "shift f64") return find_shift<double>(context.get(), device);
    const auto queue = harness::make_queue(context.get(), device);
    const device_description card = named_description(device_name);
    plan_options options;
    options.expert.plan_for = &card;
    const auto first = text.substr(0, text.find(' '));
    if (first != "convolve" && first != "correlate") {
        const transform t = parse_transform(text);
        const plan ready(context.get(), device, t, options);
        std::mt19937 random(1);
        const auto trial = make_trial(t, random);
        const trial_buffers b(trial, context.get());
        ready.execute(queue.get(), b.all);
        harness::check_cl(clFinish(queue.get()), "clFinish");
        return write(folder, trial, b, kind_of(t, false), reference::gate(t));
    }
    convolution_description d;
    d.signal = parse_transform(text.substr(first.size() + 1));
    d.correlate = first == "correlate";
    d.signal.scale = 1.0 / 1024;
    std::vector<reference::number> kernel;
    const auto trial = convolution_trial(d, kernel);
    const auto form = d.signal.kind == kind::r2c ? element_kind::real : element_kind::interleaved;
    const convolution ready(context.get(), device, d, options);
    const plan spectrum_plan(context.get(), device, ready.spectrum_transform(), options);
    const auto kernel_bytes = reference::number_bytes(to_memory(kernel, form).numbers, d.signal.precision);
    const auto source =
        harness::make_buffer(context.get(), kernel_bytes.size(), CL_MEM_READ_WRITE, kernel_bytes.data());
    const auto spectrum = harness::make_buffer(context.get(), kernel.size() * element_size(d.signal.precision));
    trial_buffers b(trial, context.get());
    b.all.spectrum = spectrum.get();
    spectrum_plan.execute(queue.get(), source.get(), spectrum.get());
    ready.execute(queue.get(), b.all);
    harness::check_cl(clFinish(queue.get()), "clFinish");
    const auto one = reference::gate(complex_of(d.signal, direction::forward, 1));
    write(folder, trial, b, form, 4 * one * (d.signal.precision == precision::f32 ? 0x1p29 : 1));
}

}  // namespace

int main(int count, char** arguments) {
    try {
        if (count != 4) throw std::runtime_error("usage: problem DEVICE PROBLEM FOLDER");
        run(arguments[1], arguments[2], arguments[3]);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}

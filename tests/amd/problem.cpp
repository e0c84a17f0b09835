// problem DEVICE PROBLEM FOLDER: plans the problem for a device description, runs it, and writes the expected result in
// long double and the gate. Above the capture layer, the launches are written, too.
#include <cstdio>
#include <fstream>
#include <random>

#include <stockham/device.hpp>
#include <stockham/estimate.hpp>
#include <stockham/plan.hpp>
#include <stockham/transform.hpp>

#include "tools/harness/opencl.hpp"
#include "tools/harness/oracle/reference.hpp"
#include "tools/harness/oracle/run_trial.hpp"

namespace {

std::vector<long double> parts(const std::vector<reference::number>& numbers, bool real) {
    std::vector<long double> all;
    for (const auto& n : numbers) {
        all.push_back(n.real());
        if (!real) all.push_back(n.imag());
    }
    return all;
}

int run(const char* device_name, const char* text, const std::string& folder) {
    using namespace stockham;
    const transform t = parse_transform(text);
    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    harness::check_cl(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    harness::check_cl(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    const auto context = harness::make_context(device);
    const auto queue = harness::make_queue(context.get(), device);
    const device_description card = named_description(device_name);
    plan_options options;
    options.expert.plan_for = &card;
    const plan p(context.get(), device, t, options);

    const bool real_in = t.kind != stockham::kind::c2c && t.kind != stockham::kind::c2r,
               real_out = t.kind != stockham::kind::c2c && t.kind != stockham::kind::r2c;
    const std::size_t number_size = t.precision == precision::f64 ? 8 : t.precision == precision::f32 ? 4 : 2;
    const auto numbers = [&](std::size_t bytes, bool real) { return bytes / number_size / (real ? 1 : 2); };
    std::mt19937 random(1);
    const auto input = reference::uniform(numbers(input_bytes(t), real_in), t.precision, random);
    const std::vector<reference::number> before(numbers(output_bytes(t), real_out));
    const auto expected = parts(reference::transform(t, input, before), real_out);
    const auto bytes = reference::number_bytes(parts(input, real_in), t.precision);
    const auto in = harness::make_buffer(context.get(), bytes.size(), CL_MEM_READ_WRITE, bytes.data());
    const auto out = harness::make_buffer(context.get(), output_bytes(t));
    const auto work = p.workspace_size() ? harness::make_buffer(context.get(), p.workspace_size())
                                         : harness::make_buffer(context.get(), 16);
    p.execute(queue.get(), in.get(), out.get(), p.workspace_size() ? work.get() : nullptr);
    harness::check_cl(clFinish(queue.get()), "clFinish");

    std::ofstream(folder + "/expected.bin", std::ios::binary)
        .write(reinterpret_cast<const char*>(expected.data()), std::streamsize(expected.size() * sizeof(long double)));
    const cl_mem memory = out.get();
    std::ofstream(folder + "/problem.json")
        << "{\"output\": " << reinterpret_cast<std::uintptr_t>(memory) << ", \"number_bytes\": " << number_size
        << ", \"gate\": " << reference::gate(t) << "}\n";
    return 0;
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 4) {
        std::fputs("usage: problem DEVICE PROBLEM FOLDER\n", stderr);
        return 2;
    }
    try {
        return run(arguments[1], arguments[2], arguments[3]);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}

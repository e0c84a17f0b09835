// Transforms a batch of double-precision lines with the caller's workspace and events. The host waits only at the end.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

#include <stockham/stockham.hpp>

int main() try {
    constexpr double turn = 6.283185307179586;
    constexpr std::size_t n = 4096, batch = 64;
    using element = std::complex<double>;
    std::vector<element> lines(n * batch), result(n * batch);
    for (std::size_t b = 0; b < batch; ++b) {  // line b is a wave of frequency b
        for (std::size_t i = 0; i < n; ++i) {
            lines[b * n + i] = std::polar(1.0, turn * static_cast<double>(b * i % n) / n);
        }
    }
    const std::size_t bytes = lines.size() * sizeof(element);

    cl_device_id device = stockham::choose_device();
    const stockham::owned_context context(clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr));
    // Out of order, if the device supports it, so that uploads can overlap executions.
    cl_command_queue_properties order = 0;
    clGetDeviceInfo(device, CL_DEVICE_QUEUE_PROPERTIES, sizeof order, &order, nullptr);
    order &= CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    const stockham::owned_queue queue(clCreateCommandQueue(context.get(), device, order, nullptr));
    const auto make_buffer = [&](std::size_t size) {
        return stockham::owned_buffer(clCreateBuffer(context.get(), CL_MEM_READ_WRITE, size, nullptr, nullptr));
    };
    const stockham::owned_buffer in = make_buffer(bytes), out = make_buffer(bytes);

    // A problem string describes a transform in one line. Errors and `stockham plan` print it, too.
    const stockham::plan plan(context.get(), device, stockham::parse_transform("c2c f64 4096 b64"));

    // With the caller's workspace, an execution allocates nothing. Concurrent executions need one workspace each.
    stockham::owned_buffer workspace;
    if (plan.workspace_size() > 0) workspace = make_buffer(plan.workspace_size());

    // Only the events define the order of the commands.
    cl_event made = nullptr;
    clEnqueueWriteBuffer(queue.get(), in.get(), CL_FALSE, 0, bytes, lines.data(), 0, nullptr, &made);
    const stockham::event uploaded(made);
    const stockham::event done = enqueue(plan, queue.get(), {in.get(), out.get(), workspace.get()}, {uploaded});
    const cl_event transformed = done.get();
    clEnqueueReadBuffer(queue.get(), out.get(), CL_FALSE, 0, bytes, result.data(), 1, &transformed, &made);
    wait(stockham::event(made));

    double worst = 0;
    for (std::size_t b = 0; b < batch; ++b) {  // its transform is n at frequency b and zero elsewhere
        for (std::size_t k = 0; k < n; ++k) {
            worst = std::max(worst, std::abs(result[b * n + k] - (k == b ? static_cast<double>(n) : 0.0)));
        }
    }
    std::printf("%s: largest deviation %.1e\n", to_string(plan.problem()).c_str(), worst / n);

    return worst / n < 1e-14 ? 0 : 1;
} catch (const stockham::unsupported_error& problem) {
    std::fprintf(stderr, "%s\n", problem.what());  // no double precision on this device
    return 1;
} catch (const stockham::error& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    return 1;
}

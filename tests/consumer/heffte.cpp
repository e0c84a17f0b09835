// The installed backends for heFFTe: their headers need no other files than the installed ones and heFFTe's, and
// libstockham_heffte.so has what they call.
#include <complex>
#include <vector>

#include <stockham/heffte_device.hpp>

int main() {
    using executor = heffte::one_dim_backend<heffte::backend::stockham>::executor;
    std::vector<std::complex<double>> x(8);
    x[0] = 1;
    executor(nullptr, heffte::box3d<>({0, 0, 0}, {7, 0, 0}), 0).forward(x.data(), nullptr);
    for (const std::complex<double>& each : x)
        if (each != 1.0) return 1;
    try {
        heffte::gpu::device_set(1);
    } catch (const stockham::argument_error& e) {
        return e.field() == "device" ? 0 : 1;
    }
    return 1;
}

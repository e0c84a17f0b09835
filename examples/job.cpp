// Transforms a batch that lies in host memory on all devices of the machine.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <string>
#include <vector>

#include <stockham/stockham.hpp>

int main() try {
    constexpr std::size_t n = 1024, batch = 2000;
    constexpr double turn = 6.283185307179586;
    std::vector<std::complex<float>> lines(n * batch);
    for (std::size_t b = 0; b < batch; ++b)  // line b is the wave of frequency b mod n
        for (std::size_t i = 0; i < n; ++i)
            lines[b * n + i] = std::polar(1.0F, static_cast<float>(turn * static_cast<double>(b * i % n) / n));

    // [job]
    stockham::job_options options;
    options.devices = stockham::devices();  // the default is one device
    options.message = [](const std::string& line) { std::fprintf(stderr, "%s\n", line.c_str()); };
    stockham::job job(stockham::parse_transform("c2c f32 1024 b2000 in"), options);
    const stockham::job_report report = job.run(lines.data());  // waits
    for (const auto& share : report.shares)
        std::printf("%zu lines on %s\n", share.units, stockham::describe(share.device).name.c_str());
    // [job]

    double worst = 0;
    for (std::size_t b = 0; b < batch; ++b)
        for (std::size_t k = 0; k < n; ++k)
            worst = std::max(worst, static_cast<double>(std::abs(lines[b * n + k] - (k == b % n ? float{n} : 0.0F))));
    std::printf("largest deviation %.1e\n", worst / n);
    return worst / n < 1e-6 ? 0 : 1;
} catch (const stockham::error& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    return 1;
}

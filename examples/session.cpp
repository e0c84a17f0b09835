// A session: what fits on a device, a transform of host memory, and a kernel of the caller beside it.
#include <complex>
#include <cstdio>
#include <exception>
#include <vector>

#include <stockham/stockham.hpp>

namespace {

constexpr const char* source = R"(
kernel void power(global const float2* spectrum, global float* power) {
    const size_t k = get_global_id(0);
    power[k] = dot(spectrum[k], spectrum[k]);
}
)";

}  // namespace

int main() try {
    // [run]
    const stockham::session session(stockham::choose_device());
    const auto what = stockham::parse_transform("c2c f32 256x256");
    if (const auto why = session.shortage(what); !why.empty()) {  // counts the workspace, compiles nothing
        std::printf("the transform %s\n", why.c_str());
        return 1;
    }
    std::vector<std::complex<float>> picture(256 * 256), spectrum(picture.size());
    picture[0] = 1;
    session.run(*session.plan(what), picture.data(), spectrum.data());
    // [run]

    // [kernel]
    const auto in =
        session.buffer(spectrum.size() * sizeof spectrum[0]);  // from the pool; the destructor gives it back
    const auto out = session.buffer(spectrum.size() * sizeof(float));
    session.upload(in.get(), spectrum.size() * sizeof spectrum[0], spectrum.data());
    auto power = session.kernel(source, "power");  // compiled once, then from the program cache
    power.set(0, in.get());
    power.set(1, out.get());
    power.execute(session.queue(), {spectrum.size(), 1, 1});
    std::vector<float> powers(spectrum.size());
    session.download(out.get(), powers.size() * sizeof(float), powers.data());
    // [kernel]

    for (const float each : powers)
        if (each < 0.999F || each > 1.001F) return 1;  // a point has a flat spectrum
    std::printf("flat spectrum\n");
    return 0;
} catch (const std::exception& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    return 1;
}

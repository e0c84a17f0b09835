// Turns problems into transforms.
#include "library.hpp"

#include <algorithm>
#include <vector>

#include <stockham/opencl.hpp>
#include <stockham/version.hpp>

#include "host_side.hpp"
#include "real_fftw.hpp"

namespace fftw_device {

namespace {

using sizes = std::vector<std::size_t>;

stockham::kind kind_of(const problem& p) {
    switch (kind_on_device(p)) {
    case problem_kind::c2c:
        return stockham::kind::c2c;
    case problem_kind::r2c:
        return stockham::kind::r2c;
    case problem_kind::c2r:
        return stockham::kind::c2r;
    case problem_kind::r2r:
        break;
    }
    const int kind = p.kinds.front();
    if (std::any_of(p.kinds.begin(), p.kinds.end(), [kind](int each) { return each != kind; }))
        throw refusal("axes with different kinds");
    switch (kind) {
    case FFTW_REDFT00:
        return stockham::kind::dct1;
    case FFTW_REDFT10:
        return stockham::kind::dct2;
    case FFTW_REDFT01:
        return stockham::kind::dct3;
    case FFTW_REDFT11:
        return stockham::kind::dct4;
    case FFTW_RODFT00:
        return stockham::kind::dst1;
    case FFTW_RODFT10:
        return stockham::kind::dst2;
    case FFTW_RODFT01:
        return stockham::kind::dst3;
    case FFTW_RODFT11:
        return stockham::kind::dst4;
    default:
        throw refusal("half-complex data or Hartley transforms along several axes");
    }
}

/// The problem without axes and loops of one point, which move nothing. (Cosine and sine transforms scale a point.)
problem without_points(problem p) {
    const auto is_point = [](const dimension& d) { return d.n == 1; };
    p.loops.erase(std::remove_if(p.loops.begin(), p.loops.end(), is_point), p.loops.end());
    for (std::size_t k = p.kinds.size(); k-- > 0;) {
        const int kind = p.kinds[k];
        if (!is_point(p.dims[k]) || (kind != FFTW_R2HC && kind != FFTW_HC2R && kind != FFTW_DHT)) continue;
        p.dims.erase(p.dims.begin() + static_cast<std::ptrdiff_t>(k));
        p.kinds.erase(p.kinds.begin() + static_cast<std::ptrdiff_t>(k));
    }
    if (p.kind == problem_kind::r2r) return p;
    // The last axis of real data is the one that is halved.
    const auto last = p.kind == problem_kind::c2c ? p.dims.end() : p.dims.end() - 1;
    p.dims.erase(std::remove_if(p.dims.begin(), last, is_point), last);
    return p;
}

sizes strides_of(const std::vector<dimension>& list, bool input) {
    sizes all;
    for (const auto& d : list) all.push_back(static_cast<std::size_t>(input ? d.is : d.os));
    return all;
}

/// Strides of a side without gaps in the order of its loops and axes; `loops` receives those of the loops.
sizes packed_strides(const host_side& side, std::size_t loops_count, sizes& loops) {
    const auto& axes = side.axes();
    sizes all(axes.size(), 1);
    for (std::size_t k = axes.size(); k-- > 1;) all[k - 1] = all[k] * static_cast<std::size_t>(axes[k].n);
    loops.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(loops_count));
    return {all.begin() + static_cast<std::ptrdiff_t>(loops_count), all.end()};
}

/// Fills in one side's layout and returns the strides of its loops. Packed strides stay empty, so that wisdom finds the
/// transform.
sizes lay_out(const problem& p, bool input, bool as_is, stockham::layout& layout) {
    sizes loops;
    const auto packed = packed_strides(host_side(p, input), p.loops.size(), loops);
    if (!as_is) return loops;
    if (const auto strides = strides_of(p.dims, input); strides != packed) layout.strides = strides;
    return strides_of(p.loops, input);
}

/// True if the loops of a side are one batch of packed transforms.
bool is_packed_batch(const problem& p, bool input, const stockham::layout& layout, const sizes& loops) {
    sizes packed;
    packed_strides(host_side(p, input), p.loops.size(), packed);
    return layout.strides.empty() && loops == packed;
}

/// Why the library cannot have this shape; empty: it can.
std::string objection(const shape& s) {
    try {
        stockham::check(transform_of(s));
        return {};
    } catch (const stockham::error& e) {
        return e.what();
    }
}

}  // namespace

stockham::transform transform_of(const shape& s) {
    const problem& p = s.what;
    stockham::transform t;
    for (const auto& d : p.dims) t.lengths.push_back(static_cast<std::size_t>(d.n));
    t.kind = kind_of(p);
    t.precision = p.f64 ? stockham::precision::f64 : stockham::precision::f32;
    const bool inverse = t.kind == stockham::kind::c2r || (t.kind == stockham::kind::c2c && p.sign > 0);
    t.direction = inverse ? stockham::direction::inverse : stockham::direction::forward;
    const auto in = lay_out(p, true, s.input_as_is, t.input), out = lay_out(p, false, s.output_as_is, t.output);
    if (is_packed_batch(p, true, t.input, in) && is_packed_batch(p, false, t.output, out)) {
        for (const auto& d : p.loops) t.batch *= static_cast<std::size_t>(d.n);
    } else if (p.loops.size() == 1 && in[0] > 0 && out[0] > 0) {
        t.batch = static_cast<std::size_t>(p.loops[0].n);
        t.input.distance = in[0];
        t.output.distance = out[0];
    } else {
        for (std::size_t k = 0; k < p.loops.size(); ++k)
            t.loops.push_back({static_cast<std::size_t>(p.loops[k].n), in[k], out[k]});
    }
    return t;
}

bool device_failure::out_of_memory() const noexcept {
    return code_ == CL_MEM_OBJECT_ALLOCATION_FAILURE || code_ == CL_INVALID_BUFFER_SIZE ||
           code_ == CL_OUT_OF_HOST_MEMORY;
}

shape shape_of(const problem& given) {
    shape s{without_points(given)};
    const problem& p = s.what;
    if (p.dims.empty()) throw refusal("transforms of one point");
    kind_of(p);
    s.input_as_is = host_side(p, true).has_span();
    s.output_as_is = host_side(p, false).has_span();
    std::string why;
    for (const auto& each : layouts_of(s)) {
        why = objection(each);
        if (why.empty()) return each;
    }
    throw refusal(why);
}

std::string library_version() {
    return stockham::version();
}

}  // namespace fftw_device

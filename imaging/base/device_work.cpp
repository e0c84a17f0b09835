// The work of one call on the device of an engine.
#include "imaging/base/device_work.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include <stockham/estimate.hpp>

#include "imaging/base/kernel_files.hpp"
#include "imaging/base/transforms.hpp"

namespace stockham::imaging_internal {

namespace {

constexpr std::size_t group_size = 64;  // work-items of a work-group

// The lines above each kernel file.
std::string prelude(const device_description& device, precision in) {
    return std::string(device.kind == device_kind::cpu ? "#define CPU 1\n" : "") +
           (in == precision::f32 ? "#define SINGLE 1\n" : "") + kernel_file("imaging/cl/prelude.cl") +
           kernel_file("imaging/cl/boundary.cl");
}

extents packed_strides(const extents& shape) {
    extents strides(shape.size(), 1);
    for (std::size_t a = shape.size(); a-- > 1;) strides[a - 1] = strides[a] * shape[a];
    return strides;
}

}  // namespace

std::size_t memory_bytes(const imaging::array_view& view) {
    const extents strides = view.strides.empty() ? packed_strides(view.shape) : view.strides;
    std::size_t last = 0;
    for (std::size_t a = 0; a < strides.size(); ++a) last += (view.shape[a] - 1) * strides[a];
    return (last + 1) * element_bytes(view);
}

cl_uint4 lengths_of(const extents& shape) {
    cl_uint4 lengths{};
    for (std::size_t a = 0; a < 4; ++a)
        lengths.s[a] = a < shape.size() ? static_cast<cl_uint>(shape[shape.size() - 1 - a]) : 1;
    return lengths;
}

cl_uint4 starts_of(const extents& place) {
    cl_uint4 starts{};
    for (std::size_t a = 0; a < place.size(); ++a) starts.s[a] = static_cast<cl_uint>(place[place.size() - 1 - a]);
    return starts;
}

std::string text_of(const extents& shape) {
    std::string text;
    for (const std::size_t n : shape) text += (text.empty() ? "" : " x ") + std::to_string(n);
    return text;
}

std::string bytes_text(std::size_t bytes) {
    static constexpr const char* units[] = {"bytes", "KB", "MB", "GB", "TB"};
    double amount = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (; amount >= 1000 && unit + 1 < std::size(units); ++unit) amount /= 1000;
    return number_text(amount, 3) + ' ' + units[unit];
}

// std::to_chars() ignores the host's locale.
std::string number_text(double value, int digits) {
    char text[32];  // sign, digits, point, exponent
    return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits).ptr};
}

device_work::device_work(const imaging::engine& on, stockham::precision precision)
    : turn_(on.own_state().turn), state_(on.own_state()), precision_(precision), queue_(session().queue()),
      memory_(session().usable_memory()) {
    if (precision == stockham::precision::f64 && device().fp64 == double_support::none)
        throw unsupported_error("double precision", device().name + " has no double precision");
}

// Commands of a call that failed may still write the caller's buffers.
device_work::~device_work() {
    clFinish(queue());
}

std::size_t device_work::largest_array() const noexcept {
    return std::min(session().max_allocation(), memory());
}

// Arrays of this call come before those that the engine keeps for later ones.
device_buffer device_work::buffer(std::size_t bytes) {
    for (;;) {
        try {
            return session().buffer(bytes);
        } catch (const unsupported_error& e) {
            if (e.rule() != "memory") throw;
            if (state_.arrays.empty()) throw imaging::memory_error(bytes, memory(), e.what());
            state_.arrays.clear();
        }
    }
}

device_array device_work::make(extents shape, bool is_complex) {
    device_array made{{}, std::move(shape), precision_, is_complex};
    if (made.bytes() > largest_array())
        throw imaging::memory_error(made.bytes(), largest_array(),
                                    "an array of " + text_of(made.shape) + " points needs " + bytes_text(made.bytes()) +
                                        " on the device and the limit is " + bytes_text(largest_array()));
    made.buffer = std::make_shared<const device_buffer>(buffer(made.bytes()));
    return made;
}

extents device_work::good_lengths(extents least) {
    stockham::transform t;
    t.kind = kind::r2c;
    t.precision = precision_;
    for (std::size_t a = 0; a < least.size(); ++a) {
        if (least[a] == 1) continue;
        t.lengths = least;
        const std::string key = to_string(t) + " axis " + std::to_string(a);
        auto& known = state_.lengths[key];
        if (known == 0) known = good_size(device(), t, a);
        least[a] = known;
    }
    return least;
}

device_array device_work::upload(const imaging::array_view& view) {
    const device_array made = make(view.shape, view.is_complex);
    if (view.number != imaging::number_type::real || !view.strides.empty())
        unpack(view, made);
    else if (view.host != nullptr)
        write(made, view.host);
    else
        copy(view.buffer, view.offset, made.get(), 0, made.bytes());
    return made;
}

// An array in host memory travels in its own type, and the device converts it.
void device_work::unpack(const imaging::array_view& view, const device_array& to) {
    const extents strides = view.strides.empty() ? packed_strides(view.shape) : view.strides;
    device_buffer copied;
    cl_mem from = view.buffer;
    std::size_t first = view.offset / element_bytes(view);
    if (view.host != nullptr) {
        const std::size_t bytes = memory_bytes(view);
        copied = buffer(bytes);
        session().upload(copied.get(), bytes, view.host);
        from = copied.get();
        first = 0;
    }
    const cl_uint4 n = lengths_of(view.shape);
    run_grid(frame_file, "unpack", {n.s[0], n.s[1], std::size_t{n.s[2]} * n.s[3]}, from, cl_ulong{first},
             static_cast<cl_uint>(view.number), n, starts_of(strides), to);
}

void device_work::download(const device_array& array, const imaging::array_view& view) {
    if (view.host != nullptr) return read(array, view.host);
    copy(array.get(), 0, view.buffer, view.offset, array.bytes());
    wait();
}

void device_work::copy(cl_mem from, std::size_t from_byte, cl_mem to, std::size_t to_byte, std::size_t bytes) {
    detail::check_call(clEnqueueCopyBuffer(queue(), from, to, from_byte, to_byte, bytes, 0, nullptr, nullptr),
                       "clEnqueueCopyBuffer");
}

// The workspace may be lent again at once: what uses it next comes later in the queue.
void device_work::transform(const stockham::transform& problem, const device_array& in, const device_array& out) {
    const auto ready = session().plan(problem);
    const device_buffer workspace = buffer(ready->workspace_size());
    ready->execute(queue(), in.get(), out.get(), workspace.get());
}

void device_work::forward(const device_array& real, const device_array& spectrum) {
    transform(real_transform(kind::r2c, real.shape, 1, precision_), real, spectrum);
}

void device_work::inverse(const device_array& spectrum, const device_array& real) {
    transform(real_transform(kind::c2r, real.shape, 1, precision_), spectrum, real);
}

device_array device_work::whole_spectrum(const device_array& real) {
    const device_array made = make(real.shape, true);
    stockham::transform t = real_transform(kind::r2c, real.shape, 1, precision_);
    t.full_spectrum = true;
    transform(t, real, made);
    return made;
}

void device_work::convolve(const device_array& pictures, const device_array& spectrum, const device_array& out,
                           bool correlate) {
    convolution_description d;
    d.signal =
        real_transform(kind::r2c, {pictures.shape.begin() + 1, pictures.shape.end()}, pictures.shape[0], precision_);
    d.signal.scale = 1 / static_cast<double>(points(d.signal.lengths));
    d.correlate = correlate;
    const std::string key = stockham::to_string(d.signal) + (correlate ? " correlate" : "");
    const std::shared_ptr<const convolution>* known = state_.convolutions.find(key);
    const auto fused = known != nullptr ? *known
                                        : state_.convolutions.add(key, std::make_shared<const convolution>(
                                                                           session().context(), session().device(), d));
    const device_buffer workspace = buffer(fused->workspace_size());
    buffers b;
    b.input = pictures.get();
    b.output = out.get();
    b.spectrum = spectrum.get();
    b.workspace = workspace.get();
    fused->execute(queue(), b);
}

device_kernel& device_work::kernel_of(const char* file, const char* kernel) {
    device_kernel& ready = state_.kernels[{file, kernel, precision_}];
    if (!ready)
        ready =
            session().kernel(prelude(device(), precision_) + "#line 1 \"" + file + "\"\n" + kernel_file(file), kernel);
    return ready;
}

void device_work::enqueue(const device_kernel& kernel, std::size_t items) {
    const std::size_t local = std::min(group_size, device().max_work_group);
    kernel.execute(queue(), {(std::max<std::size_t>(items, 1) + local - 1) / local * local, 1, 1}, {local, 1, 1});
}

// A work-group takes as much of the fastest dimension as it has, up to its size, and the rest of the second one.
// Only the fastest dimension may get more work-items than asked for.
void device_work::enqueue_grid(const device_kernel& kernel, const std::array<std::size_t, 3>& items) {
    const std::size_t most = std::min(group_size, device().max_work_group);
    std::size_t local[2] = {1, 1};
    while (2 * local[0] <= most && local[0] < items[0]) local[0] *= 2;
    while (2 * local[0] * local[1] <= most && items[1] % (2 * local[1]) == 0) local[1] *= 2;
    kernel.execute(queue(), {(items[0] + local[0] - 1) / local[0] * local[0], items[1], items[2]},
                   {local[0], local[1], 1});
}

std::size_t device_work::reduction_items(std::size_t points) noexcept {
    constexpr std::size_t most_items = 4096;
    return std::min(points, most_items);
}

device_array device_work::sum_columns(const device_array& partial, std::size_t items, std::size_t columns) {
    constexpr std::size_t lanes = 64;
    const device_array some = make({lanes, columns}), all = make({columns});
    run(arithmetic_file, "sum_columns", lanes * columns, partial, cl_ulong{items}, cl_ulong{columns}, some,
        cl_ulong{lanes});
    run(arithmetic_file, "sum_columns", columns, some, cl_ulong{lanes}, cl_ulong{columns}, all, cl_ulong{1});
    return all;
}

std::vector<double> device_work::values(const device_array& real) {
    std::vector<double> all(real.size());
    if (precision_ == stockham::precision::f64) {
        read(real, all.data());
        return all;
    }
    std::vector<float> single(real.size());
    read(real, single.data());
    std::copy(single.begin(), single.end(), all.begin());
    return all;
}

double device_work::reduce(const char* kernel, const device_array& real) {
    const std::size_t items = reduction_items(real.size());
    const device_array partial = make({items});
    run(arithmetic_file, kernel, items, real, cl_ulong{real.size()}, partial, cl_ulong{items});
    return values(sum_columns(partial, items, 1)).front();
}

double device_work::sum(const device_array& real) {
    return reduce("sums", real);
}

double device_work::sum_of_squares(const device_array& real) {
    return reduce("sums_of_squares", real);
}

device_work::range_of_values device_work::range(const device_array& real) {
    const std::size_t items = reduction_items(real.size());
    const device_array partial = make({items, 3});
    run(arithmetic_file, "ranges", items, real, cl_ulong{real.size()}, partial, cl_ulong{items});
    const std::vector<double> parts = values(partial);
    range_of_values all{parts[0], parts[1], true};
    for (std::size_t i = 0; i < items; ++i) {
        all.least = std::min(all.least, parts[3 * i]);
        all.most = std::max(all.most, parts[3 * i + 1]);
        all.finite = all.finite && parts[3 * i + 2] == 0;
    }
    return all;
}

}  // namespace stockham::imaging_internal

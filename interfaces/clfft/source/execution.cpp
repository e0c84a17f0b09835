// Executes a description with the stockham library, directly or through packed memory.
#include "execution.hpp"

#include <algorithm>

#include "call.hpp"

namespace clfft {

namespace {

constexpr std::size_t most_queues = 8;  // whose temporary memory is kept

std::vector<std::size_t> reversed(const std::vector<std::size_t>& numbers) {
    return {numbers.rbegin(), numbers.rend()};
}

std::vector<std::size_t> strides_of(const description& d, const side& s) {
    std::vector<std::size_t> strides(s.strides.begin(), s.strides.begin() + static_cast<int>(d.dim));
    if (&s == &d.output && d.transposed == CLFFT_TRANSPOSED) strides = {d.lengths[1], 1};
    return strides;
}

places places_of(const description& d, const side& s) {
    return {is_real(s.layout), is_planar(s.layout), reversed(strides_of(d, s)), s.distance, {}};
}

/// The layout of packed memory: interleaved, without gaps.
places packed_places(const description& d, const side& s) {
    places p;
    p.real = is_real(s.layout);
    std::size_t stride = 1;
    for (const auto n : points_of(d, s)) {
        p.strides.insert(p.strides.begin(), stride);
        stride *= n;
    }
    p.distance = stride;
    return p;
}

element_form form_of(const description& d, const side& s) {
    return {is_real(s.layout), is_planar(s.layout), d.precision == CLFFT_DOUBLE};
}

/// True if elements of two transforms may share an address. May return true for layouts that do not overlap.
bool may_overlap(const std::vector<std::size_t>& points, std::vector<std::size_t> strides, std::size_t batch,
                 std::size_t distance) {
    std::vector<std::pair<std::size_t, std::size_t>> loops;
    for (std::size_t k = 0; k < points.size(); ++k) loops.emplace_back(strides[k], points[k]);
    loops.emplace_back(distance, batch);
    std::sort(loops.begin(), loops.end());
    std::size_t reach = 0;  // of all loops so far
    for (const auto& [stride, n] : loops) {
        if (n == 1) continue;
        if (stride <= reach) return true;
        reach += (n - 1) * stride;
    }
    return false;
}

element_places element_places_of(const description& d, const side& s) {
    element_places p;
    const auto points = points_of(d, s);
    const auto strides = strides_of(d, s);
    std::copy(points.begin(), points.end(), p.lengths.begin());
    std::copy(strides.begin(), strides.end(), p.strides.begin());
    p.distance = s.distance;
    p.batch = d.batch;
    p.one_by_one = d.batch > 1 && &s == &d.output && may_overlap(points, strides, d.batch, s.distance);
    return p;
}

/// For c2r the library loads some elements twice, but clFFT calls a callback once per element.
bool fuses_load(const description& d) {
    return !is_real(d.output.layout) && can_be_fused(d.on_load, form_of(d, d.input));
}

transform_request direct_request(const execution_request& e) {
    const auto& d = e.what;
    transform_request r;
    r.lengths = reversed({d.lengths.begin(), d.lengths.begin() + static_cast<int>(d.dim)});
    r.batch = d.batch;
    r.inverse = e.direction == CLFFT_BACKWARD;
    r.f64 = d.precision == CLFFT_DOUBLE;
    r.in_place = d.location == CLFFT_INPLACE;
    r.scale = r.inverse ? d.backward_scale : d.forward_scale;
    r.input = places_of(d, d.input);
    r.output = places_of(d, d.output);
    return r;
}

bool executes_in_order(cl_command_queue queue) {
    cl_command_queue_properties properties = 0;
    check_call(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, nullptr),
               "clGetCommandQueueInfo");
    return !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}

}  // namespace

execution::execution(const stockham::session& session, const execution_request& e)
    : session_(session), on_load_(e.what.on_load), on_store_(e.what.on_store) {
    const bool has_callback = on_load_ || on_store_;
    try {
        prepare(e, true);
    } catch (const refusal& why) {
        // A callback that does not compile within the library's kernels may compile in a kernel of its own.
        if (!has_callback || why.status() != CLFFT_BUILD_PROGRAM_FAILURE) throw;
        prepare(e, false);
    }
}

/// Takes the first variant that the library accepts; variants with fewer passes come first.
void execution::prepare(const execution_request& e, bool fuse) {
    const auto& d = e.what;
    const bool fused_in = fuse && on_load_ && fuses_load(d);
    const bool fused_out = fuse && on_store_ && can_be_fused(on_store_, form_of(d, d.output));
    const bool copies_input = e.overlapping || becomes_interleaved_in_place(d);
    const bool must_load = copies_input || (on_load_ && !fused_in), must_store = on_store_ && !fused_out;
    constexpr std::pair<bool, bool> variants[] = {{false, false}, {true, false}, {false, true}, {true, true}};
    for (const auto& [load, store] : variants) {
        if ((must_load && !load) || (must_store && !store)) continue;
        auto r = direct_request(e);
        if (load) r.input = packed_places(d, d.input);
        if (store) r.output = packed_places(d, d.output);
        if (load || store) r.in_place = false;
        if (!accepts(r)) continue;
        if (fused_in && !load) r.input.callback = fused_load(on_load_, form_of(d, d.input));
        if (fused_out && !store) r.output.callback = fused_store(on_store_, form_of(d, d.output));
        part_sizes bytes{};
        if (load) {
            load_ = std::make_unique<element_pass>(session_, way::load, on_load_, form_of(d, d.input),
                                                   element_places_of(d, d.input));
            bytes[0] = load_->packed_bytes();
        }
        if (store) {
            store_ = std::make_unique<element_pass>(session_, way::store, on_store_, form_of(d, d.output),
                                                    element_places_of(d, d.output));
            bytes[1] = store_->packed_bytes();
        }
        transform_ = std::make_unique<ready_transform>(session_, r);
        bytes[2] = transform_->workspace_bytes();
        shape_ = shape_of(bytes, session_.device());
        return;
    }
    refuse(CLFFT_BUGCHECK, "the library supports no layout of this transform");
}

stockham::session execution::session_of(cl_command_queue queue) const {
    const std::lock_guard lock(mutex_);
    for (const auto& each : queues_)
        if (each.first == queue) return each.second;
    queues_.emplace_front(queue, queue);
    if (queues_.size() > most_queues) queues_.pop_back();
    return queues_.front().second;
}

cl_event execution::run(const order& o, buffer_pair input, buffer_pair output, cl_mem temporary) const {
    if (temporary || !shape_.total) return run_with(o, input, output, scratch(temporary, shape_));
    const bool is_lent = environment("CLFFT_REQUEST_LIB_NOMEMALLOC").empty() && executes_in_order(o.queue);
    if (!is_lent) return run_with(o, input, output, scratch(session_.context(), shape_.bytes));
    const stockham::session session = session_of(o.queue);
    return run_with(o, input, output, scratch(session, shape_.bytes));
}

cl_event execution::run_with(const order& o, buffer_pair input, buffer_pair output, const scratch& s) const {
    const cl_mem packed_in = s.part(0), packed_out = s.part(1);
    order next = o;
    cl_event done = nullptr;
    const auto step = [&](bool is_last, const auto& body) {
        next.needs_event = !is_last || o.needs_event;
        const std::shared_ptr<void> before(done, [](void* e) {
            if (e) clReleaseEvent(static_cast<cl_event>(e));
        });
        done = body();
        if (!is_last) next.wait = {done};
    };
    if (load_) step(false, [&] { return load_->run(next, input, packed_in); });
    const buffer_pair from = load_ ? buffer_pair{packed_in, nullptr} : input;
    const buffer_pair to = store_ ? buffer_pair{packed_out, nullptr} : output;
    step(!store_, [&] { return transform_->run(next, from, to, s.part(2), on_load_.user_data, on_store_.user_data); });
    if (store_) step(true, [&] { return store_->run(next, output, packed_out); });
    return done;
}

}  // namespace clfft

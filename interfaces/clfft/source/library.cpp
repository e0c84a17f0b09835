// Turns requests into transforms of the stockham library and runs their plans.
#include "library.hpp"

#include <algorithm>

#include <stockham/error.hpp>
#include <stockham/program_cache.hpp>
#include <stockham/session.hpp>

#include "call.hpp"

namespace clfft {

namespace {

/// Leaves out strides that equal the library's defaults, so that wisdom finds the transform.
stockham::layout layout_of(const transform_request& r, const places& p, const std::vector<std::size_t>& points) {
    stockham::layout l;
    l.form = p.planar ? stockham::storage::planar : stockham::storage::interleaved;
    auto room = points;
    if (r.in_place && p.real) room.back() = 2 * (points.back() / 2 + 1);
    std::vector<std::size_t> packed(room.size(), 1);
    for (std::size_t k = room.size() - 1; k > 0; --k) packed[k - 1] = packed[k] * room[k];
    const bool is_packed = p.strides == packed;
    if (!is_packed) l.strides = p.strides;
    const bool follows = is_packed && p.distance == packed[0] * room[0];
    if (r.batch > 1 && !follows) l.distance = p.distance;
    return l;
}

stockham::transform without_batch(const transform_request& r) {
    stockham::transform t;
    t.lengths = r.lengths;
    t.kind = r.input.real ? stockham::kind::r2c : r.output.real ? stockham::kind::c2r : stockham::kind::c2c;
    t.precision = r.f64 ? stockham::precision::f64 : stockham::precision::f32;
    t.direction = r.inverse ? stockham::direction::inverse : stockham::direction::forward;
    t.placement = r.in_place ? stockham::placement::in_place : stockham::placement::out_of_place;
    t.scale = r.scale;
    return t;
}

stockham::transform with_batch(const transform_request& r) {
    auto t = without_batch(r);
    t.batch = r.batch;
    t.input = layout_of(r, r.input, stockham::input_lengths(t));
    t.output = layout_of(r, r.output, stockham::output_lengths(t));
    return t;
}

/// The same transform with the batch as a loop, whose inputs may overlap.
stockham::transform with_loop(const transform_request& r) {
    auto t = with_batch(r);
    t.batch = 1;
    t.loops = {{r.batch, r.input.distance, r.output.distance}};
    t.input.distance = t.output.distance = 0;
    return t;
}

bool is_sound(const stockham::transform& t) {
    try {
        stockham::check(t);
        return true;
    } catch (const stockham::argument_error& e) {
        // No other layout would help: report this to the client.
        for (const char* field : {"lengths", "scale"})
            if (e.field() == field) throw;
        return false;
    }
}

/// The library takes a distance of 0 for packed; a client of clFFT means that all transforms have one address.
bool has_zero_distance(const transform_request& r) {
    return r.batch > 1 && (r.input.distance == 0 || r.output.distance == 0);
}

bool is_sound_with_batch(const transform_request& r) {
    return !has_zero_distance(r) && is_sound(with_batch(r));
}

stockham::transform transform_of(const transform_request& r) {
    return is_sound_with_batch(r) ? with_batch(r) : with_loop(r);
}

}  // namespace

bool accepts(const transform_request& r) {
    if (is_sound_with_batch(r)) return true;
    return r.batch > 1 && is_sound(with_loop(r));
}

ready_transform::ready_transform(const stockham::session& session, const transform_request& r) {
    stockham::plan_options options;
    options.on_load = r.input.callback;
    options.on_store = r.output.callback;
    try {
        plan_ = session.plan(transform_of(r), options);
    } catch (const stockham::callback_error& e) {
        refuse(CLFFT_BUILD_PROGRAM_FAILURE, e.what() + ("\n" + e.build_log()));
    }
}

std::size_t ready_transform::workspace_bytes() const {
    return plan_->workspace_size();
}

cl_event ready_transform::run(const order& o, buffer_pair input, buffer_pair output, cl_mem workspace, cl_mem load_data,
                              cl_mem store_data) const {
    stockham::buffers all;
    all.input = input.first;
    all.input_imaginary = input.second;
    all.output = output.first;
    all.output_imaginary = output.second;
    all.workspace = workspace;
    all.load_data = load_data;
    all.store_data = store_data;
    const auto n = static_cast<cl_uint>(o.wait.size());
    const cl_event* wait = o.wait.empty() ? nullptr : o.wait.data();
    try {
        if (o.needs_event) return plan_->enqueue(o.queue, all, n, wait);
        plan_->execute(o.queue, all, n, wait);
        return nullptr;
    } catch (const stockham::argument_error& e) {
        const auto& field = e.field();
        refuse(field == "queue" || field.find("wait") != std::string::npos ? CLFFT_INVALID_CONTEXT
                                                                           : CLFFT_INVALID_MEM_OBJECT,
               e.what());
    }
}

void keep_programs_in(const std::string& folder) {
    auto cache = stockham::current_program_cache();
    cache.folder = folder;
    stockham::use_program_cache(cache);
}

}  // namespace clfft

// The three ways through the device.
//
// FFTW can take over after a failure because the input is never touched before all results have arrived: the device
// computes out of place, and results of a transform in place are stored at the end. A batch in pieces in place has a
// list of the finished units.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include <stockham/transform.hpp>

#include "base/files/host_memory.hpp"
#include "real_fftw.hpp"
#include "real_plan.hpp"
#include "state.hpp"
#include "transport.hpp"

namespace fftw_device {

namespace {

std::size_t product(const std::vector<dimension>& list) {
    std::size_t all = 1;
    for (const auto& d : list) all *= static_cast<std::size_t>(d.n);
    return all;
}

/// The problem of one unit of a batch.
problem unit_of(problem p) {
    p.loops.clear();
    return p;
}

/// Numbers in an element of the program's arrays.
std::int64_t numbers_in(const problem& p, bool is_complex) {
    return is_complex && !p.split ? 2 : 1;
}

/// The arrays of a unit: those of the batch, moved along its loops.
arrays arrays_of_unit(const problem& p, const arrays& a, std::size_t unit) {
    std::int64_t in = 0, out = 0;
    auto rest = static_cast<std::int64_t>(unit);
    for (auto loop = p.loops.rbegin(); loop != p.loops.rend(); ++loop) {
        in += rest % loop->n * loop->is;
        out += rest % loop->n * loop->os;
        rest /= loop->n;
    }
    const std::int64_t number = p.f64 ? 8 : 4;
    in *= number * numbers_in(p, complex_input(p));
    out *= number * numbers_in(p, complex_output(p));
    const auto moved = [](void* array, std::int64_t by) -> void* {
        return array ? static_cast<char*>(array) + by : nullptr;
    };
    return {moved(a.in, in), moved(a.in_imaginary, in), moved(a.out, out), moved(a.out_imaginary, out)};
}

/// True if each unit's results take the place of its own input, so that units may be finished in any order.
bool units_stay_apart(const problem& p) {
    const std::int64_t in = numbers_in(p, complex_input(p)), out = numbers_in(p, complex_output(p));
    return std::all_of(p.loops.begin(), p.loops.end(),
                       [&](const dimension& loop) { return loop.is * in == loop.os * out; });
}

/// FFTW's way to single units of a batch in place, made before the device begins.
class unit_by_fftw {
  public:
    /// Throws refusal if FFTW makes no plan.
    unit_by_fftw(const problem& batch, const arrays& a)
        : batch_(batch), unit_(unit_of(batch)), at_(a),
          plan_(make_real_plan(unit_, arrays_of_unit(batch, a, 0), FFTW_ESTIMATE | FFTW_UNALIGNED)) {
        if (!plan_) throw refusal("FFTW could not finish the batch if the device failed");
    }
    ~unit_by_fftw() { destroy_real_plan(unit_, plan_); }
    unit_by_fftw(const unit_by_fftw&) = delete;
    unit_by_fftw& operator=(const unit_by_fftw&) = delete;
    void compute(std::size_t unit) const { execute_real_plan(unit_, plan_, arrays_of_unit(batch_, at_, unit)); }

  private:
    const problem& batch_;
    const problem unit_;
    const arrays at_;
    void* const plan_;
};

/// Null without FFTW.
std::unique_ptr<unit_by_fftw> rest_by_fftw(const problem& batch, const arrays& a) {
    return has_real(batch.f64) ? std::make_unique<unit_by_fftw>(batch, a) : nullptr;
}

/// Copies elements of the program's input, from number `first` on, to packed memory.
void gather(const host_side& side, const arrays& a, std::size_t first, std::size_t count, void* to) {
    const std::size_t element = side.element_bytes();
    device_session().in_parts(count, element, [&](std::size_t begin, std::size_t n) {
        side.gather(a.in, a.in_imaginary, first + begin, n, static_cast<char*>(to) + begin * element);
    });
}

/// Copies elements as the device has written them to the program's output: in the program's layout (`as_is`, numbers
/// count its span) or packed.
void store(const host_side& side, bool as_is, const void* from, std::size_t first, std::size_t count, const arrays& a) {
    const std::size_t element = side.element_bytes();
    if (as_is) return device_session().copy(static_cast<char*>(a.out) + first * element, from, count * element);
    device_session().in_parts(count, element, [&](std::size_t begin, std::size_t n) {
        side.scatter(static_cast<const char*>(from) + begin * element, first + begin, n, a.out, a.out_imaginary);
    });
}

/// Keeps a part of the results of a transform in place.
void collect(device_record& device, std::size_t total, std::size_t first, std::size_t bytes, const void* from) {
    if (device.staging_bytes < total) {
        device.staging_bytes = 0;
        device.staging.reset();
        device.staging.reset(new char[total]);  // not filled with zeros
        device.staging_bytes = total;
    }
    device.session->copy(device.staging.get() + first, from, bytes);
}

/// Other processes may share the device.
void keep_little(device_record& device, const stockham::plan& last) {
    const auto& t = last.problem();
    device.largest = std::max(device.largest, input_bytes(t) + output_bytes(t) + last.workspace_size());
    if (device.session->idle_bytes() > 2 * device.largest) device.session->trim();
}

/// A program with arrays of this size may have little memory left. FFTW needs none beside them.
void check_host_memory(std::uint64_t needed) {
    const auto present = stockham::internal::free_host_memory();
    if (needed > present)
        throw refusal("trips need " + std::to_string(needed) + " bytes of host memory beside the arrays, and " +
                      std::to_string(present) + " are available");
}

/// Options of a client of the device's session. Exceptions say what its messages would.
template <class Options>
Options options_for(const stockham::session& on) {
    Options made;
    made.devices = {on.device()};
    made.message = [](const std::string&) {};
    return made;
}

}  // namespace

bool transport::may_go_in_pieces(const stockham::session& on) const {
    return product(shape_.what.loops) >= 2 && (!shape_.what.in_place || units_stay_apart(shape_.what)) &&
           guarded([&] { return on.shortage(transform_of({unit_of(shape_.what)})); }).empty();
}

/// True if a batch should overlap its transfers: they take longer than a job's threads need to start.
bool transport::overlaps_transfers(const stockham::session& on) const {
    constexpr double worth_it = 128e6;  // bytes
    constexpr std::size_t least_units = 16;
    const double bytes = static_cast<double>(input_.count()) * (shape_.what.f64 ? 16 : 8);
    return !on.shares_host_memory() && product(shape_.what.loops) >= least_units && bytes >= worth_it &&
           may_go_in_pieces(on);
}

void transport::plan_way(const stockham::session& on) {
    if (overlaps_transfers(on)) return plan_pieces(on);
    try {
        plan_whole(on);
    } catch (const too_large&) {
        whole_.reset();
        may_go_in_pieces(on) ? plan_pieces(on) : plan_trips(on);
    }
}

void transport::plan_whole(const stockham::session& on) {
    const auto t = transform_of(shape_);
    if (const auto why = guarded([&] { return on.shortage(t); }); !why.empty()) throw too_large(why);
    guarded([&] {
        whole_.emplace(on.context(), on.device(), t);
        const auto why = on.shortage({input_bytes(t), output_bytes(t), whole_->workspace_size()});
        if (!why.empty()) throw too_large(why);
    });
}

void transport::plan_pieces(const stockham::session& on) {
    guarded([&] {
        pieces_ = std::make_unique<stockham::job>(transform_of({shape_.what}), options_for<stockham::job_options>(on));
    });
    in_pieces_ = true;
    if (logs()) log(to_string(what_) + ": the device computes it in pieces");
}

/// Divides into trips, and compiles nothing. Sides keep the program's layout if trips support it; the others are
/// packed.
void transport::plan_trips(const stockham::session& on) {
    const auto options = options_for<stockham::out_of_core_options>(on);
    std::string why;
    for (const auto& s : layouts_of(shape_)) try {
            guarded([&] { trips_.emplace(transform_of(s), options); });
            shape_ = s;
            break;
        } catch (const refusal& e) {
            why = e.what();
        }
    if (!trips_) throw refusal(why);
    const auto cost = guarded([&] { return trips_->estimate(); });
    scratch_bytes_ = cost.scratch_bytes;
    if (logs())
        log(to_string(what_) + ": larger than the device's memory: the device computes it in " +
            std::to_string(cost.trips.size()) + " trips");
}

void transport::go(const arrays& a, bool in_place, outcome& left) {
    if (trips_) return go_in_trips(a, in_place);
    if (!in_pieces_) {
        try {
            return go_whole(a, in_place, left);
        } catch (const too_large&) {  // what other sessions of the process have taken
            if (product(shape_.what.loops) < 2) throw;
        } catch (const device_failure& e) {
            if (!e.out_of_memory() || left != outcome::untouched || product(shape_.what.loops) < 2) throw;
        }
        const std::lock_guard lock(mutex_);
        if (!pieces_) plan_pieces(device_session());
    }
    go_in_pieces(a, in_place, left);
}

void transport::go_whole(const arrays& a, bool in_place, outcome& left) {
    auto& device = process().device;
    const std::lock_guard lock(device.running);
    const bool out_as_is = shape_.output_as_is;
    const std::size_t in_element = input_.element_bytes(), out_element = output_.element_bytes();
    const std::size_t total = output_.count_as(out_as_is) * out_element;
    const auto read = [&](std::size_t first, std::size_t bytes, void* to) {
        gather(input_, a, first / in_element, bytes / in_element, to);
    };
    const auto write = [&](std::size_t first, std::size_t bytes, const void* from) {
        store(output_, out_as_is, from, first / out_element, bytes / out_element, a);
    };
    // Parts arrive in order.
    const auto write_in_place = [&](std::size_t first, std::size_t bytes, const void* from) {
        if (bytes < total) collect(device, total, first, bytes, from);
        if (first + bytes < total) return;
        write(0, total, bytes < total ? device.staging.get() : from);
        left = outcome::done;
    };
    const auto in = shape_.input_as_is ? stockham::host_input(a.in) : stockham::host_input(read);
    const auto out = in_place    ? stockham::host_output(write_in_place)
                     : out_as_is ? stockham::host_output(a.out)
                                 : stockham::host_output(write);
    guarded([&] {
        device.session->run(*whole_, in, out);
        keep_little(device, *whole_);
    });
}

void transport::go_in_pieces(const arrays& a, bool in_place, outcome& left) {
    if (in_place && !units_stay_apart(shape_.what)) throw refusal("pieces would overwrite each other's input");
    const std::size_t units = product(shape_.what.loops);
    const std::size_t in_unit = input_.count() / units, out_unit = output_.count() / units;
    std::vector<std::atomic<bool>> done(units);
    const auto finisher = in_place ? rest_by_fftw(shape_.what, a) : nullptr;
    const auto read = [&](std::size_t first, std::size_t count, void* to) {
        input_.gather(a.in, a.in_imaginary, first * in_unit, count * in_unit, to);
    };
    const auto write = [&](std::size_t first, std::size_t count, const void* from) {
        output_.scatter(from, first * out_unit, count * out_unit, a.out, a.out_imaginary);
        for (std::size_t k = first; k < first + count; ++k) done[k] = true;
    };
    try {
        guarded([&] { pieces_->run(read, write); });
    } catch (const std::exception&) {
        const auto missing = std::count(done.begin(), done.end(), false);
        if (!in_place || static_cast<std::size_t>(missing) == units) throw;  // the input is as it was
        if (!finisher) throw;                                                // without FFTW the program ends
        for (std::size_t k = 0; k < units; ++k)
            if (!done[k]) finisher->compute(k);
        left = outcome::finished_by_fftw;
        if (logs())
            log(to_string(what_) + ": FFTW computes the last " + std::to_string(missing) + " transforms of the batch");
        throw;
    }
}

/// Trips write the output more than once: in place, results lie in memory of this library until all have arrived.
void transport::go_in_trips(const arrays& a, bool in_place) {
    auto& device = process().device;
    const std::lock_guard lock(device.running);
    guarded([&] { device.session->trim(); });  // trips may use all of the device's memory
    device.staging.reset();
    device.staging_bytes = 0;
    const bool out_as_is = shape_.output_as_is;
    const std::size_t in_count = input_.count(), out_count = output_.count_as(out_as_is);
    const std::size_t in_bytes = shape_.input_as_is ? 0 : in_count * input_.element_bytes();
    const std::size_t out_bytes = out_as_is && !in_place ? 0 : out_count * output_.element_bytes();
    check_host_memory(std::uint64_t{in_bytes} + out_bytes + scratch_bytes_);
    std::unique_ptr<char[]> copy_of_input, results;  // not filled with zeros
    if (in_bytes) {
        copy_of_input.reset(new char[in_bytes]);
        gather(input_, a, 0, in_count, copy_of_input.get());
    }
    if (out_bytes) results.reset(new char[out_bytes]);
    guarded([&] { trips_->run(in_bytes ? copy_of_input.get() : a.in, out_bytes ? results.get() : a.out); });
    if (out_bytes) store(output_, out_as_is, results.get(), 0, out_count, a);
}

}  // namespace fftw_device

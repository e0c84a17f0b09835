// Chooses between whole transforms, pieces and trips, and carries the pieces out.
#include "pieces.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

#include <stockham/job.hpp>

#include "real_fftw.hpp"
#include "real_plan.hpp"
#include "settings.hpp"
#include "trips.hpp"

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
    const auto moved = [&](void* array, bool is_complex, std::int64_t by) -> void* {
        return array ? static_cast<char*>(array) + by * number * (is_complex && !p.split ? 2 : 1) : nullptr;
    };
    return {moved(a.in, complex_input(p), in), moved(a.in_imaginary, complex_input(p), in),
            moved(a.out, complex_output(p), out), moved(a.out_imaginary, complex_output(p), out)};
}

/// True if each unit's results take the place of its own input, so that units may be finished in any order.
bool units_stay_apart(const problem& p) {
    const std::int64_t in = complex_input(p) && !p.split ? 2 : 1, out = complex_output(p) && !p.split ? 2 : 1;
    return std::all_of(p.loops.begin(), p.loops.end(),
                       [&](const dimension& loop) { return loop.is * in == loop.os * out; });
}

stockham::job packed_job(const device& on, const shape& s) {
    stockham::job_options options;
    options.devices = {on.session().device()};
    options.message = [](const std::string&) {};  // the exception says the same
    return guarded([&] { return stockham::job(transform_of({s.what}), options); });
}

class in_pieces final : public ready_transform {
  public:
    in_pieces(device& on, const shape& s)
        : what_(s.what), input_(s.what, true), output_(s.what, false), units_(product(s.what.loops)),
          job_(packed_job(on, s)) {}

    void run(const arrays& a, bool in_place) override {
        if (in_place && !units_stay_apart(what_)) throw refusal("pieces would overwrite each other's input");
        const std::size_t in_unit = input_.count() / units_, out_unit = output_.count() / units_;
        std::vector<std::atomic<bool>> done(units_);
        try {
            const auto read = [&](std::size_t first, std::size_t units, void* to) {
                input_.gather(a.in, a.in_imaginary, first * in_unit, units * in_unit, to);
            };
            const auto write = [&](std::size_t first, std::size_t units, const void* from) {
                output_.scatter(from, first * out_unit, units * out_unit, a.out, a.out_imaginary);
                for (std::size_t k = first; k < first + units; ++k) done[k] = true;
            };
            guarded([&] { job_.run(read, write); });
        } catch (const device_failure& e) {
            if (finish(a, in_place, done)) throw partial_failure(e);
            throw;
        } catch (const std::exception& e) {
            if (finish(a, in_place, done)) throw partial_failure(device_failure(e.what(), CL_OUT_OF_RESOURCES));
            throw;
        }
    }
    // Batches that go in pieces are too large to be tried out.
    std::size_t input_bytes() const override { return 0; }
    std::size_t output_bytes() const override { return 0; }

  private:
    /// In place, FFTW computes the units that have not arrived. False if the arrays are as they were.
    bool finish(const arrays& a, bool in_place, const std::vector<std::atomic<bool>>& done) const {
        if (!in_place || std::none_of(done.begin(), done.end(), [](const auto& each) { return each.load(); }))
            return false;
        const auto unit = unit_of(what_);
        void* plan = make_real_plan(unit, arrays_of_unit(what_, a, 0), FFTW_ESTIMATE | FFTW_UNALIGNED);
        if (!plan) throw refusal("the device failed, and FFTW cannot finish the batch");
        for (std::size_t k = 0; k < units_; ++k)
            if (!done[k]) execute_real_plan(unit, plan, arrays_of_unit(what_, a, k));
        destroy_real_plan(unit, plan);
        const auto left = std::count(done.begin(), done.end(), false);
        if (logs())
            log(to_string(what_) + ": FFTW computes the last " + std::to_string(left) + " transforms of the batch");
        return true;
    }

    const problem what_;
    const host_side input_, output_;
    const std::size_t units_;
    stockham::job job_;  ///< both sides packed, one unit after the other
};

/// At once; in pieces after the device lacked memory for it, which other programs may have taken.
class whole final : public ready_transform {
  public:
    whole(device& on, const shape& s) : on_(on), shape_(s), compiled_(on.compile(s)) {}

    void run(const arrays& a, bool in_place) override {
        if (!pieces_ready_) {
            try {
                return on_.run(*compiled_, a, in_place);
            } catch (const too_large&) {  // what other sessions of the process have taken
                if (product(shape_.what.loops) < 2) throw;
            } catch (const device_failure& e) {
                if (!e.out_of_memory() || product(shape_.what.loops) < 2) throw;
            }
            const std::lock_guard lock(mutex_);
            if (!pieces_) pieces_ = std::make_unique<in_pieces>(on_, shape_);
            pieces_ready_ = true;
        }
        pieces_->run(a, in_place);
    }
    std::size_t input_bytes() const override { return try_out() ? stockham::input_bytes(what()) : 0; }
    std::size_t output_bytes() const override { return try_out() ? stockham::output_bytes(what()) : 0; }

  private:
    const stockham::transform& what() const { return compiled_->plan.problem(); }
    bool try_out() const { return shape_.input_as_is && shape_.output_as_is; }

    device& on_;
    const shape shape_;
    const std::unique_ptr<device_transform> compiled_;
    std::mutex mutex_;
    std::atomic<bool> pieces_ready_{false};
    std::unique_ptr<in_pieces> pieces_;
};

/// True for batches whose units the device holds, and whose pieces may be finished in any order.
bool goes_in_pieces(const device& on, const shape& s) {
    return product(s.what.loops) >= 2 && (!s.what.in_place || units_stay_apart(s.what)) &&
           on.shortage({unit_of(s.what)}).empty();
}

/// True if a batch should overlap its transfers: they take longer than a job's threads need to start.
bool overlaps(const device& on, const shape& s) {
    constexpr double worth_it = 128e6;  // bytes
    constexpr std::size_t least_units = 16;
    const double bytes = static_cast<double>(host_side(s.what, true).count()) * (s.what.f64 ? 16 : 8);
    return !on.session().shares_host_memory() && product(s.what.loops) >= least_units && bytes >= worth_it &&
           goes_in_pieces(on, s);
}

}  // namespace

std::unique_ptr<ready_transform> prepare_transform(device& on, const shape& s) {
    if (overlaps(on, s)) return std::make_unique<in_pieces>(on, s);
    try {
        return std::make_unique<whole>(on, s);
    } catch (const too_large&) {
        if (goes_in_pieces(on, s)) return std::make_unique<in_pieces>(on, s);
        return prepare_trips(on, s);
    }
}

}  // namespace fftw_device

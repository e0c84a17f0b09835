// Trips between the program's arrays. They write the output more than once, so that a failure leaves it undefined: in
// place, results lie in memory of this library until all of them have arrived, and FFTW can always take over.
#include "trips.hpp"

#include <cstdint>
#include <string>
#include <utility>

#include <stockham/out_of_core.hpp>

#include "base/files/host_memory.hpp"
#include "settings.hpp"

namespace fftw_device {

namespace {

/// Divides into trips, and compiles nothing. Sides keep the program's layout if trips support it; the others are
/// packed.
std::pair<shape, stockham::out_of_core> divide(const device& on, const shape& wanted) {
    stockham::out_of_core_options options;
    options.devices = {on.session().device()};
    options.message = [](const std::string&) {};  // the exception says the same
    const bool in = wanted.input_as_is, out = wanted.output_as_is;
    std::string why;
    for (const auto& [input, output] :
         {std::pair(true, true), std::pair(true, false), std::pair(false, true), std::pair(false, false)}) {
        if ((input && !in) || (output && !out)) continue;
        const shape s{wanted.what, input, output};
        try {
            return {s, guarded([&] { return stockham::out_of_core(transform_of(s), options); })};
        } catch (const refusal& e) {
            why = e.what();
        }
    }
    throw refusal(why);
}

class in_trips final : public ready_transform {
  public:
    in_trips(device& on, std::pair<shape, stockham::out_of_core> divided)
        : on_(on), how_(std::move(divided.first)), input_(how_.what, true), output_(how_.what, false),
          trips_(std::move(divided.second)) {
        const auto cost = guarded([&] { return trips_.estimate(); });
        scratch_bytes_ = cost.scratch_bytes;
        if (logs())
            log(to_string(how_.what) + ": larger than the device's memory: the device computes it in " +
                std::to_string(cost.trips.size()) + " trips");
    }

    void run(const arrays& a, bool in_place) override {
        on_.alone([&] { run_alone(a, in_place); });
    }
    // Nothing of this size is tried out.
    std::size_t input_bytes() const override { return 0; }
    std::size_t output_bytes() const override { return 0; }

  private:
    void run_alone(const arrays& a, bool in_place) {
        const std::size_t in_count = input_.count_as(how_.input_as_is);
        const std::size_t out_count = output_.count_as(how_.output_as_is);
        const std::size_t in_bytes = how_.input_as_is ? 0 : in_count * input_.element_bytes();
        const std::size_t out_bytes = how_.output_as_is && !in_place ? 0 : out_count * output_.element_bytes();
        check_host_memory(in_bytes, out_bytes);
        std::unique_ptr<char[]> copy_of_input, results;  // not filled with zeros
        if (in_bytes) {
            copy_of_input.reset(new char[in_bytes]);
            on_.gather(input_, a, 0, in_count, copy_of_input.get());
        }
        if (out_bytes) results.reset(new char[out_bytes]);
        guarded([&] { trips_.run(in_bytes ? copy_of_input.get() : a.in, out_bytes ? results.get() : a.out); });
        if (out_bytes) on_.store(output_, how_.output_as_is, results.get(), 0, out_count, a);
    }

    /// A program with arrays of this size may have little memory left. FFTW needs none beside them.
    void check_host_memory(std::size_t in_bytes, std::size_t out_bytes) const {
        const std::uint64_t needed = std::uint64_t{in_bytes} + out_bytes + scratch_bytes_;
        if (const auto present = stockham::internal::free_host_memory(); needed && needed > present)
            throw refusal("trips need " + std::to_string(needed) + " bytes of host memory beside the arrays, and " +
                          std::to_string(present) + " are available");
    }

    device& on_;
    const shape how_;
    const host_side input_, output_;
    stockham::out_of_core trips_;
    std::uint64_t scratch_bytes_ = 0;  ///< host memory for an array between trips
};

}  // namespace

std::unique_ptr<ready_transform> prepare_trips(device& on, const shape& s) {
    return std::make_unique<in_trips>(on, divide(on, s));
}

}  // namespace fftw_device

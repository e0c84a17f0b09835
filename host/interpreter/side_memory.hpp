// The numbers of one side in the interpreter's buffers, and which of them a step has touched.
#pragma once

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include "interpreter/interpreter.hpp"

namespace stockham::internal {

inline std::vector<std::complex<long double>>& buffer_in(host_buffers& b, buffer which) {
    switch (which) {
    case buffer::input:
        return b.input;
    case buffer::output:
        return b.output;
    case buffer::input_imaginary:
        return b.input_imaginary;
    case buffer::output_imaginary:
        return b.output_imaginary;
    case buffer::spectrum:
        return b.spectrum;
    default:
        return b.workspace;
    }
}

/// Records which numbers of a buffer a step has touched, and by which tile. Touching a number outside the buffer is an
/// error, and so is touching one twice unless `twice` allows it.
class coverage {
  public:
    coverage(std::size_t elements, std::string verb, std::string where, bool twice = false)
        : owner_(2 * elements, 0), verb_(std::move(verb)), where_(std::move(where)), twice_(twice) {}
    void touch(std::uint64_t at, std::uint32_t tile) {
        if (at >= owner_.size()) refuse(where_, verb_ + " outside its buffer, at number " + std::to_string(at));
        if (owner_[at] && !twice_) refuse(where_, verb_ + " twice, at number " + std::to_string(at));
        count_ += !owner_[at];
        owner_[at] = tile + 1;
    }
    bool touched(std::uint64_t at) const { return at < owner_.size() && owner_[at]; }
    bool touched_by_another(std::uint64_t at, std::uint32_t tile) const {
        return touched(at) && owner_[at] != tile + 1;
    }
    std::uint64_t count() const { return count_; }
    bool covers(const coverage& other) const {
        for (std::size_t k = 0; k < other.owner_.size(); ++k)
            if (other.touched(k) && !touched(k)) return false;
        return true;
    }

  private:
    std::vector<std::uint32_t> owner_;
    std::string verb_, where_;
    bool twice_;
    std::uint64_t count_ = 0;
};

/// The buffers of one side. Real numbers are stored two per element.
class side_memory {
  public:
    using number = std::complex<long double>;

    side_memory(host_buffers& b, const pass_side& side, bool input)
        : numbers_(side.form.numbers), first_(buffer_in(b, side.where)),
          second_(buffer_in(b, input ? buffer::input_imaginary : buffer::output_imaginary)) {}

    number get(std::uint64_t at) const {
        if (numbers_ == numbers::interleaved) return first_[at];
        return {part(first_, at), numbers_ == numbers::planar ? part(second_, at) : 0};
    }
    void put(std::uint64_t at, number z) {
        if (numbers_ == numbers::interleaved) {
            first_[at] = z;
            return;
        }
        set_part(first_, at, z.real());
        if (numbers_ == numbers::planar) set_part(second_, at, z.imag());
    }
    /// Calls `use` with the index of each number of an element.
    template <class Use>
    void each_number(std::uint64_t at, const Use& use) const {
        if (numbers_ != numbers::interleaved) return use(at);
        use(2 * at);
        use(2 * at + 1);
    }

  private:
    static long double part(const std::vector<number>& b, std::uint64_t at) {
        return at % 2 ? b[at / 2].imag() : b[at / 2].real();
    }
    static void set_part(std::vector<number>& b, std::uint64_t at, long double value) {
        at % 2 ? b[at / 2].imag(value) : b[at / 2].real(value);
    }
    numbers numbers_;
    std::vector<number>& first_;
    std::vector<number>& second_;
};

}  // namespace stockham::internal

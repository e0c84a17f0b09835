// Several numbers as one argument of a kernel.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <tuple>
#include <type_traits>

namespace stockham::imaging_internal {

/// A real kernel argument, passed in the precision of the work.
struct real_argument {
    double value;
};

/// A structure that a kernel takes as one argument, by the values of its members in their order: cl_int, cl_uint,
/// cl_long, cl_ulong, cl_uint4 and real_argument. A kernel may also declare a vector of numbers of one type. Neither
/// precision may leave a hole: Mesa's driver would keep the structure in memory.
template <class... Members>
class structure {
    template <class Real, class Member>
    using in_kernel = std::conditional_t<std::is_same_v<Member, real_argument>, Real, Member>;

  public:
    explicit structure(const Members&... members) : members_(members...) {}

    /// Bytes, or 0 if there is a hole. The alignment of a number, and of a vector of two or four, is its size.
    template <class Real>
    static constexpr std::size_t size_of() {
        std::size_t end = 0, widest = 1;
        for (const std::size_t size : {sizeof(in_kernel<Real, Members>)...}) {
            if (end % size != 0) return 0;
            end += size;
            widest = std::max(widest, size);
        }
        return end % widest == 0 ? end : 0;
    }

    /// The kernel's structure in the precision of Real, float or double.
    template <class Real>
    auto bytes() const {
        constexpr std::size_t size = size_of<Real>();
        static_assert(size != 0, "the structure has a hole");
        std::array<std::byte, size> all{};
        std::byte* to = all.data();
        std::apply([&](const Members&... each) { ((to = append<Real>(to, each)), ...); }, members_);
        return all;
    }

  private:
    template <class Real, class Member>
    static std::byte* append(std::byte* to, const Member& member) {
        if constexpr (std::is_same_v<Member, real_argument>)
            return append<Real>(to, static_cast<Real>(member.value));
        else
            return static_cast<std::byte*>(std::memcpy(to, &member, sizeof member)) + sizeof member;
    }

    std::tuple<Members...> members_;
};

}  // namespace stockham::imaging_internal

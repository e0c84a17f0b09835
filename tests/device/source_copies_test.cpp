// Kernel sources are released after compilation: plans and searches keep no copy, and a context those of its latest
// kernels.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "lowering/lowering.hpp"
#include "problem/problem.hpp"
#include "runtime/programs/context_state.hpp"
#include "support/on_device.hpp"
#include "systems/planning.hpp"

namespace {

/// A header before each block from `new`: its size and its neighbours in the ring of all blocks in use.
struct alignas(std::max_align_t) block {
    block* before;
    block* after;
    std::size_t bytes;
};
block ring{&ring, &ring, 0};
std::atomic_flag ring_is_taken = ATOMIC_FLAG_INIT;  // not a mutex, which might allocate

template <class Call>
void with_ring(const Call& call) {
    while (ring_is_taken.test_and_set(std::memory_order_acquire)) {
    }
    call();
    ring_is_taken.clear(std::memory_order_release);
}

/// Bytes in the blocks that contain kernel source, recognised by a line that every source has.
std::size_t bytes_of_sources() {
    constexpr std::string_view mark = "\n#line 1 \"cl/";
    std::size_t bytes = 0;
    with_ring([&] {
        for (const block* b = ring.after; b != &ring; b = b->after)
            if (std::string_view(reinterpret_cast<const char*>(b + 1), b->bytes).find(mark) != std::string_view::npos)
                bytes += b->bytes;
    });
    return bytes;
}

}  // namespace

void* operator new(std::size_t bytes) {
    auto* made = static_cast<block*>(std::calloc(1, sizeof(block) + bytes));
    if (!made) throw std::bad_alloc();
    made->bytes = bytes;
    with_ring([&] {
        made->before = &ring;
        made->after = ring.after;
        ring.after->before = made;
        ring.after = made;
    });
    return made + 1;
}

void operator delete(void* memory) noexcept {
    if (!memory) return;
    auto* gone = static_cast<block*>(memory) - 1;
    with_ring([&] {
        gone->before->after = gone->after;
        gone->after->before = gone->before;
    });
    std::free(gone);
}

void operator delete(void* memory, std::size_t) noexcept {
    operator delete(memory);
}

BOOST_AUTO_TEST_SUITE(source_copies_test)

BOOST_AUTO_TEST_CASE(plans_hold_no_sources) {
    const auto& d = test_device::get();
    const auto limits = stockham::describe(d.device);
    std::vector<stockham::plan> plans;
    std::size_t longest = 0, sources = 0;
    for (const char* kind : {"c2c", "r2c", "c2r"})
        for (const char* rest : {" f32 1024x1024", " f32 63", " f32 37 b9"}) {
            const auto t = stockham::parse_transform(std::string(kind) + rest);
            {
                const auto before = bytes_of_sources();
                const auto launches = to_launches(make_plan(stockham::internal::make_problem(t), limits), limits, true);
                std::size_t bytes = 0;
                for (const auto& launch : launches) {
                    bytes += launch.source.size();
                    longest = std::max(longest, launch.source.capacity());
                }
                sources += launches.size();
                BOOST_TEST(bytes_of_sources() - before >= bytes);  // the search finds them
            }
            plans.emplace_back(d.context, d.device, t);
        }
    // The context has two copies of each of its latest four.
    constexpr std::size_t most = 2 * 4;
    BOOST_TEST(sources > most);
    BOOST_TEST(bytes_of_sources() <= most * longest);
    BOOST_TEST_MESSAGE(sources << " launches, " << bytes_of_sources() << " bytes of sources held");
}

BOOST_AUTO_TEST_CASE(a_cleared_context_holds_none) {
    const auto& d = test_device::get();
    const stockham::plan made(d.context, d.device, stockham::parse_transform("c2c f32 63"));
    stockham::internal::context_state::of(d.context)->clear();
    BOOST_TEST(bytes_of_sources() == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

// An operator new that fails at a position that the test chooses. failing_new.cpp replaces that of the test program.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

namespace failing_new {

/// Counts the allocations of this thread while `counting` is set and no OpenCL call runs. OpenCL's own compiler may
/// end the process if an allocation fails.
struct allocations {
    bool counting = false;
    bool from_then_on = false;  // also fail all later ones
    long fails_at = -1;         // number of the allocation that fails; none if negative
    long seen = 0;
    long failed = 0;
};
inline thread_local allocations mine;

/// Until the end of the scope, nothing is counted and nothing fails.
class suspended {
  public:
    suspended() : was_(mine.counting) { mine.counting = false; }
    ~suspended() { mine.counting = was_; }
    suspended(const suspended&) = delete;
    suspended& operator=(const suspended&) = delete;

  private:
    bool was_;
};

/// Runs the call while allocation `fails_at` fails (none if negative), and returns what happened.
template <class Call>
allocations run(long fails_at, bool from_then_on, const Call& call) {
    mine = {true, from_then_on, fails_at, 0, 0};
    call();
    mine.counting = false;
    return mine;
}

/// Positions to try of `count`: the first ones, the last ones, and as many in between as `most` allows.
inline std::vector<long> positions(long count, long most) {
    std::vector<long> all;
    const long step = count <= most ? 1 : (count + most - 1) / most, ends = most / 4;
    for (long k = 0; k < count; ++k)
        if (k % step == 0 || k < ends || k >= count - ends) all.push_back(k);
    return all;
}

/// Calls `body`, which returns a number, once without a failure. Then it calls `body` with each position failing,
/// first alone and then with all later ones. `check(number, failed)` runs after each call. `prepare` runs before each
/// call and is not counted. Prints the number of allocations and of tried positions.
template <class Prepare, class Body, class Check>
void at_each_position(const std::string& what, long most, const Prepare& prepare, const Body& body,
                      const Check& check) {
    int result = 0;
    const auto once = [&](long position, bool from_then_on) {
        prepare();
        const auto seen = run(position, from_then_on, [&] { result = body(); });
        BOOST_TEST_CONTEXT(what << ": allocation " << position << " of " << seen.seen << " fails"
                                << (from_then_on ? ", and all that follow" : ""))
        check(result, seen.failed > 0);
        return seen;
    };
    once(-1, false);  // makes objects that a process makes only once
    const auto usual = once(-1, false).seen;
    long tried = 0, failed = 0;
    for (const bool from_then_on : {false, true})
        for (const long position : positions(usual, most)) {
            failed += once(position, from_then_on).failed > 0;
            ++tried;
        }
    BOOST_TEST((failed > 0 || usual == 0), what << ": no allocation failed");
    BOOST_TEST_MESSAGE(what << ": " << usual << " allocations, " << tried << " positions tried, " << failed
                            << " failed");
}

}  // namespace failing_new

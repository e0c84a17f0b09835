// An operator new that fails at a position of the test's choice. failing_new.cpp replaces the test program's.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

namespace failing_new {

/// Allocations of this thread: counted while `counting`, unless an OpenCL call is under way (OpenCL's own compiler may
/// end the process when it gets no memory).
struct allocations {
    bool counting = false;
    bool from_then_on = false;  // fail all after the chosen one, too
    long fails_at = -1;         // the number of the allocation that fails; none if below 0
    long seen = 0;
    long failed = 0;
};
inline thread_local allocations mine;

/// For the length of a scope nothing is counted and nothing fails.
class suspended {
  public:
    suspended() : was_(mine.counting) { mine.counting = false; }
    ~suspended() { mine.counting = was_; }
    suspended(const suspended&) = delete;
    suspended& operator=(const suspended&) = delete;

  private:
    bool was_;
};

/// Runs the call with the allocation `fails_at` failing (none if below 0), and returns what it saw.
template <class Call>
allocations run(long fails_at, bool from_then_on, const Call& call) {
    mine = {true, from_then_on, fails_at, 0, 0};
    call();
    mine.counting = false;
    return mine;
}

/// Positions to try of `count`: the first ones and the last ones, and in between as many as `most` allows.
inline std::vector<long> positions(long count, long most) {
    std::vector<long> all;
    const long step = count <= most ? 1 : (count + most - 1) / most, ends = most / 4;
    for (long k = 0; k < count; ++k)
        if (k % step == 0 || k < ends || k >= count - ends) all.push_back(k);
    return all;
}

/// Calls `body`, which returns a number, once without a failure and then with each position failing, first alone and
/// then with all that follow. `check(number, failed)` is called after each. `prepare` comes before each, and is not
/// counted. Prints how many allocations there are and how many positions were tried.
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
    once(-1, false);  // what is made only once in a process
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

// Fuzz target for the problem string: it is read, written, read again, and checked as plans check it.
#include <stockham/transform.hpp>

#include "problem/problem.hpp"
#include "text_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        const auto t = stockham::parse_transform({reinterpret_cast<const char*>(data), size});
        const auto text = to_string(t);
        must_be_equal(text, to_string(stockham::parse_transform(text)));
        check(t);
        stockham::internal::make_problem(t);
    } catch (const stockham::error&) {
    }
    return 0;
}

// Fuzz target for plan strings and formulas: a line with the problem, then the plan.
#include <string_view>

#include <stockham/device.hpp>

#include "families/table.hpp"
#include "systems/planning.hpp"
#include "text_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const auto device = stockham::named_description("h200");
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto end = text.find('\n');
    if (end == std::string_view::npos) return 0;
    try {
        const auto problem = stockham::internal::make_problem(stockham::parse_transform(text.substr(0, end)));
        const auto decisions = stockham::internal::read_plan(text.substr(end + 1), problem, device);
        const auto written = to_string(decisions);
        must_be_equal(written, to_string(stockham::internal::parse_plan_string(
                                   written, stockham::internal::default_family(device))));
        stockham::internal::build_plan(problem, device, decisions);
    } catch (const stockham::error&) {
    }
    return 0;
}

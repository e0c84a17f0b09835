// Errors: each class, its contents, and what a program can do.
#include <cstdio>
#include <string>

#include "setup.hpp"

namespace {

std::string field, rule, log_text;

// Returns true if a plan of `text` can be made. Otherwise prints the reason and returns false.
bool can_plan(const setup& cl, const std::string& text, const stockham::plan_options& options = {}) {
    try {
        const stockham::plan plan(cl.context.get(), cl.device, stockham::parse_transform(text), options);
        return true;
    } catch (const stockham::callback_error& problem) {  // your callback does not compile
        log_text = problem.build_log();
        std::printf("%s\n%s\n", problem.what(), log_text.c_str());
    } catch (const stockham::argument_error& problem) {  // an error in the program or in its input
        field = problem.field();
        std::printf("%s: %s\n", field.c_str(), problem.what());
    } catch (const stockham::unsupported_error& problem) {  // valid, but not supported here
        rule = problem.rule();
        std::printf("%s: %s\n", rule.c_str(), problem.what());
    } catch (const stockham::opencl_error& problem) {  // the device or its driver: out of memory, lost, ..
        std::printf("%s gave %d: %s\n", problem.call().c_str(), problem.code(), problem.what());
    }
    return false;
}

// Receives messages instead of stderr: what the library ignored, such as a damaged cache entry.
void keep_in_log(const char* text) {
    std::printf("note: %s\n", text);
}

}  // namespace

int main() try {
    const setup cl;
    stockham::set_message_handler(keep_in_log);

    bool right = can_plan(cl, "c2c f32 100");
    right = right && !can_plan(cl, "c2c f32 100 b0") && field == "batch";
    right = right && !can_plan(cl, "c2c f32 2x2x2x2x2x2") && !rule.empty();
    stockham::plan_options options;
    options.on_load = "element on_load(global const void* input, ulong place, global const void* user) { return no; }";
    right = right && !can_plan(cl, "c2c f32 100", options) && !log_text.empty();
    return right ? 0 : 1;
} catch (const stockham::error& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    return 1;
}

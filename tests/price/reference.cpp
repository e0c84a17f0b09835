// A fixed piece of work that is like that of the tests: check.sh compiles it to learn how fast this machine is.
#include <algorithm>
#include <functional>
#include <map>
#include <regex>
#include <string>
#include <vector>

std::string reference(const std::string& text) {
    std::map<std::string, std::vector<std::function<int(int)>>> steps;
    const std::regex words("([a-z]+)|([0-9]+)");
    for (std::sregex_iterator match(text.begin(), text.end(), words), end; match != end; ++match)
        steps[match->str()].push_back([n = match->position()](int x) { return x + static_cast<int>(n); });
    std::string out;
    for (auto& [word, functions] : steps) {
        std::stable_sort(functions.begin(), functions.end(), [](auto& a, auto& b) { return a(0) < b(0); });
        out += word + std::to_string(functions.size());
    }
    return out;
}

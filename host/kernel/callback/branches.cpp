// Enumerates the branches of #ifs that are left to the compiler.
#include "kernel/callback/branches.hpp"

#include <algorithm>

namespace stockham::internal {

namespace {

constexpr std::size_t most_choices = 1000;

/// The number of branches of each remaining #if, in order. An #if without #else counts an additional empty branch.
std::vector<std::size_t> branch_counts(const std::vector<token>& code) {
    std::vector<std::size_t> counts, open;
    std::vector<bool> has_else;
    for (std::size_t k = 0; k + 1 < code.size(); ++k) {
        if (!code[k].directive || !code[k].begins_line) continue;
        const auto& word = code[k + 1].text;
        if (word == "if") {
            open.push_back(counts.size());
            counts.push_back(2);
            has_else.push_back(false);
        } else if (!open.empty() && (word == "elif" || word == "else")) {
            has_else[open.back()] = word == "else";
            counts[open.back()] += word == "elif";
        } else if (word == "endif" && !open.empty()) {
            open.pop_back();
        }
    }
    return counts;
}

/// The tokens with one branch of each #if. `number` encodes the choice: over all numbers, each branch is combined with
/// the branches that enclose it. Sets `numbers` to the number of choices.
std::vector<std::size_t> choice(const std::vector<token>& code, const std::vector<std::size_t>& counts,
                                std::size_t number, std::size_t& numbers) {
    struct conditional {
        std::size_t around, wanted, branch;
    };
    std::vector<std::size_t> chosen;
    std::vector<conditional> open;
    std::size_t next = 0;
    for (std::size_t k = 0; k < code.size(); ++k) {
        if (code[k].directive) {
            if (!code[k].begins_line || k + 1 == code.size()) continue;
            const auto& word = code[k + 1].text;
            if (word == "if") {
                const auto around = open.empty() ? 1 : open.back().around, count = counts[next++];
                open.push_back({std::min(around * count, most_choices + 1), number / around % count, 0});
                numbers = std::max(numbers, open.back().around);
            } else if (word == "elif" || word == "else") {
                ++open.back().branch;
            } else if (word == "endif") {
                open.pop_back();
            }
        } else if (std::all_of(open.begin(), open.end(), [](const auto& c) { return c.branch == c.wanted; })) {
            chosen.push_back(k);
        }
    }
    return chosen;
}

}  // namespace

void for_each_choice(const std::string& callback, const std::vector<token>& code,
                     const std::function<void(const std::vector<std::size_t>&)>& use) {
    const auto counts = branch_counts(code);
    std::size_t numbers = 1;
    for (std::size_t number = 0; number < numbers; ++number) {
        const auto chosen = choice(code, counts, number, numbers);
        if (numbers > most_choices)
            refuse_callback(callback, code.front().line,
                            "an #if nested in too many others that only the compiler can evaluate");
        use(chosen);
    }
}

}  // namespace stockham::internal

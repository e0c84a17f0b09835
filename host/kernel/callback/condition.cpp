// Evaluates #if conditions in a callback's text, whose operands may be unknown.
#include "kernel/callback/condition.hpp"

#include <cerrno>
#include <cstdlib>
#include <limits>
#include <string>

#include "base/immortal.hpp"

namespace stockham::internal {

namespace {

using value = std::optional<long long>;

/// Thrown for expressions that are left to the compiler.
struct unreadable {};

constexpr long long small = std::numeric_limits<int>::max();  // the product of two such numbers does not overflow
constexpr unsigned deepest = 100;

value of(const std::string& op, long long a, long long b) {
    if (op == "||") return a || b;
    if (op == "&&") return a && b;
    if (op == "|") return a | b;
    if (op == "^") return a ^ b;
    if (op == "&") return a & b;
    if (op == "==") return a == b;
    if (op == "!=") return a != b;
    if (op == "<") return a < b;
    if (op == ">") return a > b;
    if (op == "<=") return a <= b;
    if (op == ">=") return a >= b;
    if (a > small || a < -small || b > small || b < -small) throw unreadable();
    if (op == "+") return a + b;
    if (op == "-") return a - b;
    if (op == "*") return a * b;
    if (op == "<<" || op == ">>") {
        if (a < 0 || b < 0 || b > 31) throw unreadable();
        return op == "<<" ? a << b : a >> b;
    }
    if (b == 0) throw unreadable();
    return op == "/" ? a / b : a % b;
}

/// One known operand of || or && may be enough.
value of_maybe(const std::string& op, const value& a, const value& b) {
    if (a && b) return of(op, *a, *b);
    for (const auto& one : {a, b}) {
        if (one && op == "||" && *one) return 1;
        if (one && op == "&&" && !*one) return 0;
    }
    return {};
}

class expression {
  public:
    expression(const macro_table& macros, const std::vector<token>& all) : macros_(macros), all_(all) {}

    value whole() {
        const auto v = choice(0);
        if (at_ < all_.size()) throw unreadable();
        return v;
    }

  private:
    bool take(const char* text) {
        if (at_ == all_.size() || all_[at_].text != text) return false;
        ++at_;
        return true;
    }

    value choice(unsigned depth) {
        const auto condition = binary(0, depth);
        if (!take("?")) return condition;
        const auto yes = choice(deeper(depth));
        if (!take(":")) throw unreadable();
        const auto no = choice(deeper(depth));
        if (condition) return *condition ? yes : no;
        return yes && no && *yes == *no ? yes : value();
    }

    value binary(std::size_t level, unsigned depth) {
        static const auto& levels = immortal<std::vector<std::vector<const char*>>>({{"||"},
                                                                                     {"&&"},
                                                                                     {"|"},
                                                                                     {"^"},
                                                                                     {"&"},
                                                                                     {"==", "!="},
                                                                                     {"<=", ">=", "<", ">"},
                                                                                     {"<<", ">>"},
                                                                                     {"+", "-"},
                                                                                     {"*", "/", "%"}});
        if (level == levels.size()) return unary(depth);
        auto v = binary(level + 1, depth);
        for (bool again = true; again;) {
            again = false;
            for (const char* op : levels[level])
                if (take(op)) {
                    v = of_maybe(op, v, binary(level + 1, depth));
                    again = true;
                }
        }
        return v;
    }

    value unary(unsigned depth) {
        if (at_ == all_.size()) throw unreadable();
        if (take("(")) {
            const auto v = choice(deeper(depth));
            if (!take(")")) throw unreadable();
            return v;
        }
        for (const char* op : {"!", "-", "+", "~"})
            if (take(op)) {
                const auto v = unary(deeper(depth));
                if (!v || *op == '+') return v;
                return *op == '!' ? !*v : *op == '-' ? -*v : ~*v;
            }
        return operand();
    }

    value operand() {
        const auto& t = all_[at_++];
        if (t.text == "defined") {
            const bool brackets = take("(");
            if (at_ == all_.size() || !is_name(all_[at_])) throw unreadable();
            ++at_;
            if (brackets && !take(")")) throw unreadable();
            return {};
        }
        if (is_name(t)) return macros_.defines(t.text) == false ? value(0) : value();
        return number(t.text);
    }

    static value number(const std::string& text) {
        char* end = nullptr;
        errno = 0;
        const auto v = std::strtoll(text.c_str(), &end, 0);
        const std::string suffix = end;
        if (errno || end == text.c_str() || (suffix != "" && suffix != "l" && suffix != "L")) throw unreadable();
        return v;
    }

    static unsigned deeper(unsigned depth) {
        if (depth == deepest) throw unreadable();
        return depth + 1;
    }

    const macro_table& macros_;
    const std::vector<token>& all_;
    std::size_t at_ = 0;
};

}  // namespace

std::vector<token> expanded_condition(macro_table& macros, const std::vector<token>& condition) {
    std::vector<token> all;
    for (std::size_t k = 0; k < condition.size(); ++k) {
        all.push_back(condition[k]);
        if (condition[k].text != "defined") continue;
        const bool brackets = k + 3 < condition.size() && condition[k + 1].text == "(" && condition[k + 3].text == ")";
        const auto of = k + (brackets ? 2 : 1);
        if (of >= condition.size() || !is_name(condition[of])) continue;
        if (const auto known = macros.defines(condition[of].text)) {
            all.back().text = *known ? "1" : "0";
        } else {
            for (auto copy = k + 1; copy <= of + (brackets ? 1 : 0); ++copy) all.push_back(condition[copy]);
        }
        k = of + (brackets ? 1 : 0);
    }
    return macros.expanded(all);
}

std::optional<bool> value_of_condition(const macro_table& macros, const std::vector<token>& condition) {
    try {
        if (const auto v = expression(macros, condition).whole()) return *v != 0;
    } catch (const unreadable&) {
    }
    return {};
}

}  // namespace stockham::internal

// Formulas: printing and parsing.
#include <charconv>

#include <stockham/error.hpp>

#include "base/messages/printable.hpp"
#include "base/plain_text.hpp"
#include "base/text_streams.hpp"
#include "plan/plan_string.hpp"
#include "systems/tensor/formula.hpp"

namespace stockham::internal {

namespace {

constexpr char letters[] = {'I', 'O', 'W', 'S'};  // in the order of formula_step::place

/// Reads from the front of a text.
class reader {
  public:
    explicit reader(std::string_view text) : whole_(text), left_(text) {}

    char peek() {
        while (!left_.empty() && is_space(left_.front())) left_.remove_prefix(1);
        return left_.empty() ? '\0' : left_.front();
    }
    bool take(char c) {
        if (peek() != c) return false;
        left_.remove_prefix(1);
        return true;
    }
    void want(char c) {
        if (!take(c)) refuse(std::string("'") + c + "'");
    }
    std::uint64_t number() {
        peek();
        std::uint64_t n = 0;
        const auto [end, code] = std::from_chars(left_.data(), left_.data() + left_.size(), n);
        if (code != std::errc()) refuse("a number");
        left_.remove_prefix(static_cast<std::size_t>(end - left_.data()));
        return n;
    }
    formula_step::place place() {
        for (std::size_t k = 0; k < std::size(letters); ++k)
            if (take(letters[k])) return static_cast<formula_step::place>(k);
        refuse("a place: I, O, W or S");
    }
    std::string_view rest() {
        peek();
        return left_;
    }
    [[noreturn]] void refuse(const std::string& wanted) const {
        const auto at = whole_.size() - left_.size();
        throw argument_error("plan", "a formula has " + in_quotes(left_.substr(0, 16)) + " at character " +
                                         std::to_string(at + 1) + ", expected " + wanted + ": " + in_quotes(whole_));
    }

  private:
    std::string_view whole_, left_;
};

void read_factors(reader& text, formula_step& s) {
    text.want('_');
    s.subscript = text.number();
    text.want('^');
    s.superscript = text.number();
    while (text.take('*')) {
        const auto factor = text.number();
        if (factor == 0 || s.superscript > (std::uint64_t{1} << 32) / factor) text.refuse("a smaller factor");
        s.superscript *= factor;
    }
}

formula_step read_step(reader& text) {
    formula_step s;
    if (text.take('t')) {
        s.what = formula_step::kind::twiddle;
        read_factors(text, s);
    } else if (text.take('c')) {
        s.what = formula_step::kind::copy;
        text.want('p');
    } else if (!text.take('d')) {
        text.refuse("a step: d(..), t_r^m(..) or cp(..)");
    }
    text.want('(');
    std::uint64_t* const numbers[] = {&s.n, &s.is, &s.os};
    for (auto* number : numbers) {
        *number = text.number();
        text.want(',');
    }
    s.from = text.place();
    text.want(',');
    s.to = text.place();
    text.want(')');
    return s;
}

void read_steps(reader& text, formula& f) {
    bool joined = false, in_sum = false;
    text.want('{');
    for (;;) {
        if (!in_sum && text.take('{')) in_sum = true;
        f.steps.push_back(read_step(text));
        f.steps.back().joined = joined;
        joined = text.take('+');
        if (joined) continue;
        if (in_sum) {
            text.want('}');
            in_sum = false;
        }
        if (text.take('}')) return;
        text.want(',');
    }
}

/// The options after the braces: those of each kernel, separated by semicolons.
void read_choices(std::string_view text, const kernel_family& own, formula& f) {
    std::vector<std::vector<std::string>> options(1);
    text_reader words{std::string(text)};
    std::string word;
    while (words >> word) {
        if (f.one_launch) throw argument_error("plan", "a formula has " + in_quotes(word) + " after one_launch");
        if (word == "one_launch" && options.size() > 1) {
            f.one_launch = true;
            options.pop_back();
        } else if (word == ";") {
            options.emplace_back();
        } else if (name_of_option(word) == "chain") {
            throw argument_error("plan", "a formula's steps are its chains, but it also has " + in_quotes(word));
        } else {
            options.back().push_back(word);
        }
    }
    for (const auto& each : options) f.choices.push_back(parse_choice(each, own, f.choices.size() + 1));
}

}  // namespace

bool is_formula(std::string_view text) {
    return reader(text).peek() == '{';
}

std::string to_string(const formula_step& s) {
    std::string text = s.what == formula_step::kind::copy ? "cp" : "d";
    if (s.what == formula_step::kind::twiddle)
        text = "t_" + std::to_string(s.subscript) + "^" + std::to_string(s.superscript);
    return text + "(" + std::to_string(s.n) + "," + std::to_string(s.is) + "," + std::to_string(s.os) + "," +
           letters[static_cast<int>(s.from)] + "," + letters[static_cast<int>(s.to)] + ")";
}

std::string to_string(const formula& f) {
    std::string text;
    for (const auto& s : f.steps) text += (text.empty() ? "{" : s.joined ? " + " : ", ") + to_string(s);
    text += "}";
    for (std::size_t k = 0; k < f.choices.size(); ++k) text += (k ? " ;" : " :") + to_string(f.choices[k]);
    return text + (f.one_launch ? " ; one_launch" : "");
}

formula parse_formula(std::string_view whole, const kernel_family& own) {
    reader text(whole);
    formula f;
    read_steps(text, f);
    if (text.take(':'))
        read_choices(text.rest(), own, f);
    else if (text.peek())
        text.refuse("the end");
    return f;
}

}  // namespace stockham::internal

// Finds the names in a callback's text by as much of C's grammar as that needs; checks its directives.
#include "kernel/callback/names.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace stockham::internal {

namespace {

bool is_directive(const token& t) {
    return t.begins_line && t.text == "#";
}
bool begins_tagged(const std::string& word) {
    return word == "struct" || word == "union" || word == "enum";
}

class reader {
  public:
    explicit reader(const std::string& callback) : callback_(callback) {}

    callback_names read(std::vector<token>& all) {
        auto *begin = all.data(), *end = begin + all.size();
        while (begin != end) {
            const bool directive = is_directive(*begin);
            auto* next = std::find_if(begin + 1, end,
                                      [&](const token& t) { return directive ? t.begins_line : is_directive(t); });
            directive ? read_directive(begin, next) : read_code(begin, next);
            begin = next;
        }
        if (!branches_.empty()) refuse(branches_.back().line, "an #if without an #endif");
        if (!now_.open.empty()) refuse(now_.open.front().line, "an unclosed bracket");
        return std::move(found_);
    }

  private:
    enum class bracket { other, function_body, declarator, members, enumerators };
    struct open_bracket {
        bracket kind;
        std::size_t line;
    };
    struct macro {
        std::vector<std::string> parameters;
        std::set<std::size_t> declared;  // parameters that the replacement declares
        std::size_t place_of(const token& t) const {
            const auto found = std::find(parameters.begin(), parameters.end(), t.text);
            return static_cast<std::size_t>(found - parameters.begin());
        }
    };
    /// Where the next token stands.
    struct position {
        std::vector<open_bracket> open;
        std::string before;                                          // the last token
        bracket of_tag = bracket::other;                             // what braces contain if they come next
        bool has_type = false, has_name = false, has_value = false;  // the declaration at file scope
    };
    struct conditional {
        std::size_t line;
        position before;  // each branch continues the text before the #if
        bool has_else = false;
    };

    [[noreturn]] void refuse(std::size_t line, const std::string& why) const { refuse_callback(callback_, line, why); }
    bracket innermost() const { return now_.open.empty() ? bracket::other : now_.open.back().kind; }
    bool at_file_scope() const { return now_.open.empty() || innermost() == bracket::declarator; }
    void end_declaration() { now_.has_type = now_.has_name = now_.has_value = false; }

    void read_code(token* begin, token* end) {
        for (auto* at = begin; at != end; ++at) {
            const auto& text = at->text;
            if (is_reserved(text)) {
                now_.has_type = now_.has_type || (at_file_scope() && text.compare(0, 8, "__typeof") == 0);
                at = skip_brackets(at, end);
                continue;
            }
            if (opens(text))
                open(*at);
            else if (closes(text))
                close();
            else if (is_name(*at))
                read_name(*at, end);
            else
                separate(text);
            now_.before = text;
        }
    }

    /// Returns the last token of "__attribute__((..))" or of another reserved word.
    static token* skip_brackets(token* at, token* end) {
        auto* last = is_text(at + 1, end, "(") ? closing(at + 1, end) : end;
        if (last == end) return at;
        const bool is_attribute = at->text.compare(0, 11, "__attribute") == 0;
        for (std::size_t depth = 0; at != last; ++at) {
            depth += opens(at->text);
            depth -= closes(at->text);
            at->keeps_name = at->keeps_name || (is_attribute && depth == 2);
        }
        return last;
    }

    void read_name(token& name, token* end) {
        const auto& text = name.text;
        auto* next = &name + 1;
        if (now_.before == "##" || is_text(next, end, "##")) {  // part of a name that only the compiler knows
            now_.has_name = now_.has_name || at_file_scope();
            return;
        }
        if (begins_tagged(text)) {
            now_.of_tag = text == "enum" ? bracket::enumerators : bracket::members;
            now_.has_type = now_.has_type || at_file_scope();
            return;
        }
        if (begins_tagged(now_.before)) return declare(name);
        now_.of_tag = bracket::other;
        if (innermost() == bracket::enumerators) {
            if (now_.before == "{" || now_.before == ",") declare(name);
        } else if (innermost() == bracket::members) {
            for (const char* after : {";", ",", "[", "__attribute__"})
                name.keeps_name = name.keeps_name || is_text(next, end, after);
        } else if (at_file_scope() && !now_.has_value && !is_qualifier(text)) {
            const bool calls = is_text(next, end, "(") && macros_.count(text);
            calls ? read_call(macros_[text], next, end) : read_declarator(name, end);
        }
    }

    /// Declares those arguments of a macro that its replacement declares. A macro without them stands for a type.
    void read_call(const macro& called, token* at, token* end) {
        const auto* last = closing(at, end);
        const bool before_name = last == end || last + 1 == end || is_name(last[1]);
        now_.has_name = now_.has_name || (now_.has_type && !before_name);
        now_.has_type = now_.has_type || called.declared.empty();
        for (std::size_t argument = 0; at != last; ++at) {
            argument += at->text == ",";
            const bool alone = at + 1 != last && (at + 2 == last || is_text(at + 2, end, ","));
            if ((at->text == "(" || at->text == ",") && alone && called.declared.count(argument)) declare(at[1]);
        }
    }

    /// Reads a type or the declared name.
    void read_declarator(token& name, token* end) {
        const auto* next = &name + 1;
        const bool before_name = is_text(next, end, "*") || (next != end && is_name(*next) && !is_reserved(next->text));
        if (!now_.has_type || is_basic_type(name.text) || before_name)
            now_.has_type = true;
        else if (!std::exchange(now_.has_name, true))
            declare(name);
    }

    /// Much in replacements of macros looks like a declaration, as `N * f(x)`. A parameter that is mistaken for a
    /// declared name does no harm.
    void declare(const token& name) {
        const auto place = in_macro_ ? in_macro_->place_of(name) : 0;
        if (in_macro_ && place < in_macro_->parameters.size()) in_macro_->declared.insert(place);
        if (!in_macro_ && is_name(name) && !is_reserved(name.text)) found_.declared.insert(name.text);
    }

    void open(const token& t) {
        const bool in_declaration = at_file_scope() && !now_.has_value;
        auto kind = bracket::other;
        if (t.text == "{" && (in_declaration || now_.of_tag != bracket::other))
            kind = now_.of_tag != bracket::other ? now_.of_tag : bracket::function_body;
        else if (t.text == "(" && in_declaration && now_.has_type && !now_.has_name && !in_macro_ &&
                 !macros_.count(now_.before))
            kind = bracket::declarator;
        now_.of_tag = bracket::other;
        if (now_.open.size() == 256) refuse(t.line, "more than 256 nested brackets");
        now_.open.push_back({kind, t.line});
    }

    void close() {
        now_.of_tag = bracket::other;
        if (innermost() == bracket::function_body) end_declaration();
        if (!now_.open.empty()) now_.open.pop_back();
    }

    void separate(const std::string& mark) {
        now_.of_tag = bracket::other;
        if (!at_file_scope()) return;
        if (mark == ";") end_declaration();
        if (mark == ",") now_.has_name = now_.has_value = false;
        if (mark == "=") now_.has_value = true;
    }

    void read_directive(token* begin, token* end) {
        const auto word = begin + 1 < end ? begin[1].text : std::string();
        const bool has_names =
            word != "line" && word != "error" && word != "warning" && !is_text(begin + 2, end, "OPENCL");
        for (auto* t = begin; t != end; ++t) t->keeps_name = !has_names || t < begin + 2 || t->text == "defined";
        if (word == "define" || word == "undef") {
            if (end - begin < 3 || !is_name(begin[2])) refuse(begin->line, "#" + word + " without a name");
            found_.macros.insert(begin[2].text);
            word == "define" ? define(begin, end) : void(macros_.erase(begin[2].text));
        } else if (word == "if" || word == "ifdef" || word == "ifndef") {
            branches_.push_back({begin->line, now_});
        } else if (word == "elif" || word == "else" || word == "endif") {
            end_branch(word, begin->line);
        } else if (word == "pragma") {
            read_pragma(begin, end);
        } else if (has_names && end - begin > 1 && is_name(begin[1])) {
            refuse(begin->line, "#" + word + " is not allowed in callbacks");
        }
    }

    void define(token* begin, token* end) {
        auto& m = macros_[begin[2].text];
        auto* at = begin + 3;
        m.parameters.clear();
        const bool has_parameters = is_text(at, end, "(") && !at->spaced;
        for (; has_parameters && !is_text(at, end, ")"); ++at) {
            if (at == end) refuse(begin->line, "unterminated parameters of " + begin[2].text);
            if (is_name(*at)) m.parameters.push_back(at->text);
        }
        for (auto* t = begin + 3; t != end; ++t)
            t->keeps_name = m.place_of(*t) < m.parameters.size() || t[-1].text == "##" || t[-1].text == "#" ||
                            is_text(t + 1, end, "##");
        in_macro_ = &m;
        const auto around = std::exchange(now_, {});
        read_code(at + has_parameters, end);
        now_ = around;
        in_macro_ = nullptr;
        if (!has_parameters) macros_.erase(begin[2].text);
    }

    void end_branch(const std::string& word, std::size_t line) {
        if (branches_.empty()) refuse(line, "#" + word + " without an #if");
        auto& branch = branches_.back();
        if (branch.has_else && word != "endif") refuse(line, "#" + word + " after #else");
        if (!branch.has_else) now_ = branch.before;
        branch.has_else = word == "else";
        if (word == "endif") branches_.pop_back();
    }

    /// Accepts pragmas for loops and for the whole text.
    void read_pragma(const token* begin, const token* end) {
        const auto is = [&](std::ptrdiff_t k, const char* text) { return is_text(begin + k, end, text); };
        if (is(2, "unroll") || is(2, "nounroll") || (is(2, "clang") && is(3, "loop"))) return;
        const bool contract = is(2, "OPENCL") && is(3, "FP_CONTRACT");
        found_.contracts = found_.contracts || contract;
        if (!contract && !(is(2, "OPENCL") && is(3, "EXTENSION") && is(5, ":") && is(6, "enable") && end - begin == 7))
            refuse(
                begin->line,
                "this #pragma is not allowed in callbacks; only unroll, nounroll, clang loop, OPENCL FP_CONTRACT and "
                "OPENCL EXTENSION .. : enable are");
    }

    const std::string& callback_;
    std::map<std::string, macro> macros_;  // with parameters
    macro* in_macro_ = nullptr;            // whose replacement is read
    position now_;
    std::vector<conditional> branches_;
    callback_names found_;
};

}  // namespace

callback_names names_of(const std::string& callback, std::vector<token>& all) {
    return reader(callback).read(all);
}

}  // namespace stockham::internal

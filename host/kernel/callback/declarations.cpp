// Finds the names that a callback's text declares at file scope. Parses declarations by C's grammar; function bodies,
// parameters and initialisers are only searched for types. Word lists distinguish types and qualifiers from names.
#include "kernel/callback/declarations.hpp"

#include "base/immortal.hpp"
#include "kernel/callback/branches.hpp"

namespace stockham::internal {

namespace {

using names = std::set<std::string>;
constexpr unsigned deepest = 100;  // nested types

const names& qualifiers() {
    static const auto& all =
        immortal<names>({"const",    "volatile", "restrict", "static",  "extern",     "inline",     "typedef",
                         "global",   "constant", "local",    "private", "kernel",     "generic",    "read_only",
                         "register", "auto",     "uniform",  "pipe",    "write_only", "read_write", "_Noreturn"});
    return all;
}
const names& types() {
    static const auto& all =
        immortal<names>({"void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool"});
    return all;
}
bool takes_brackets(const std::string& word) {
    static const auto& all =
        immortal<names>({"__attribute__", "__attribute", "__declspec", "_Alignas", "asm", "__asm", "__asm__"});
    return all.count(word) > 0;
}
bool is_qualifier(const token& t) {
    return qualifiers().count(t.text) > 0 || (is_name(t) && t.text.compare(0, 2, "__") == 0);
}

class reader {
  public:
    reader(const std::string& callback, std::vector<token>& code, const std::vector<std::size_t>& chosen,
           names& declared)
        : callback_(callback), code_(code), chosen_(chosen), declared_(declared) {}

    void read() {
        while (!ends()) {
            const auto& t = text();
            if (t == ";" || t == "}" || t == ")" || t == "]")
                ++at_;
            else
                declaration(false);
        }
    }

  private:
    bool ends() const { return at_ >= chosen_.size(); }
    token& here(std::size_t ahead = 0) { return code_[chosen_[at_ + ahead]]; }
    const std::string& text(std::size_t ahead = 0) const {
        static const auto& none = immortal<std::string>();
        return at_ + ahead < chosen_.size() ? code_[chosen_[at_ + ahead]].text : none;
    }
    bool name_at(std::size_t ahead) { return at_ + ahead < chosen_.size() && is_name(here(ahead)); }

    void declaration(bool member) {
        if (text() == "_Static_assert" || text() == "static_assert") return skip_to_semicolon();
        const auto begin = at_;
        specifiers();
        if (text() == "}") return;
        do declarator(member);
        while (!ends() && after_declarator(member));
        if (at_ == begin && !ends()) ++at_;  // not a declaration: the compiler will report it
    }

    void specifiers() {
        for (bool has_type = false; !ends();) {
            const auto& t = text();
            if (takes_brackets(t)) {
                attribute();
            } else if (t == "typeof" || t == "__typeof__" || t == "__typeof") {
                ++at_;
                if (text() == "(") group();
                has_type = true;
            } else if (t == "struct" || t == "union" || t == "enum") {
                tagged();
                has_type = true;
            } else if (types().count(t)) {
                has_type = true;
                ++at_;
            } else if (is_qualifier(here())) {
                ++at_;
            } else if (!is_name(here()) || (has_type && !goes_on())) {
                return;
            } else if (const auto call = has_type ? call_of::nothing : called(); call != call_of::nothing) {
                if (call == call_of::function) return;
                ++at_;
                group();
            } else {
                has_type = true;
                ++at_;
            }
        }
    }

    /// A word before another word or before `*` is not the declared name.
    bool goes_on() { return text(1) == "*" || (name_at(1) && !takes_brackets(text(1))); }

    enum class call_of { nothing, function, macro };

    /// Classifies a word and brackets without a preceding type. `f() {` is a function of type int. Brackets with a
    /// comma belong to a macro that is left to the compiler. Otherwise the word is a type and the brackets hold the
    /// name.
    call_of called() {
        if (text(1) != "(") return call_of::nothing;
        std::size_t k = 1, depth = 0;
        bool list = false;
        do {
            depth += text(k) == "(";
            depth -= text(k) == ")";
            list = list || (depth == 1 && text(k) == ",");
            ++k;
        } while (depth > 0 && !text(k).empty());
        return text(k) == "{" ? call_of::function : list ? call_of::macro : call_of::nothing;
    }

    /// struct, union or enum, with its tag and its members.
    void tagged() {
        const bool lists = text() == "enum";
        ++at_;
        while (takes_brackets(text())) attribute();
        if (name_at(0)) {
            declare(text());
            ++at_;
        }
        while (takes_brackets(text())) attribute();
        if (text() != "{") return;
        const auto opened = here().line;
        if (++depth_ > deepest) refuse_callback(callback_, opened, "more than 100 nested types");
        ++at_;
        while (!ends() && text() != "}") lists ? enumerator() : declaration(true);
        if (ends()) unclosed(opened);
        ++at_;
        --depth_;
    }

    void enumerator() {
        if (name_at(0)) declare(text());
        ++at_;
        while (!ends() && text() != "," && text() != "}") text() == "(" ? group() : void(++at_);
        if (text() == ",") ++at_;
    }

    /// Up to the declared name, which may stand in brackets.
    void declarator(bool member) {
        while (!ends()) {
            const auto& t = text();
            if (takes_brackets(t)) {
                attribute();
            } else if (t == "*" || t == "(" || is_qualifier(here())) {
                ++at_;
            } else {
                if (!is_name(here())) return;
                if (member)
                    here().keeps_name = true;
                else
                    declare(t);
                ++at_;
                return;
            }
        }
    }

    /// Skips what follows the name. Returns whether another declarator follows.
    bool after_declarator(bool member) {
        for (bool of_value = false; !ends();) {
            const auto& t = text();
            if (takes_brackets(t)) {
                attribute();
            } else if (t == "(" || t == "[" || (t == "{" && (of_value || !member))) {
                const bool body = t == "{" && !of_value;
                group();
                if (body) return false;
            } else if (t == "struct" || t == "union" || t == "enum") {
                tagged();
            } else if (t == "}") {
                if (!member) ++at_;
                return false;
            } else {
                of_value = of_value || t == "=";
                ++at_;
                if (t == ",") return true;
                if (t == ";") return false;
            }
        }
        return false;
    }

    void attribute() {
        ++at_;
        if (text() == "(") group(true);
    }

    /// Skips a pair of brackets and its contents. Names of attributes are in two pairs.
    void group(bool of_attribute = false) {
        std::vector<std::size_t> open;  // lines
        do {
            const auto& t = text();
            if (t == "struct" || t == "union" || t == "enum") {
                tagged();
                continue;
            }
            if (of_attribute && open.size() == 2) here().keeps_name = true;
            if (t == "(" || t == "[" || t == "{") open.push_back(here().line);
            if (t == ")" || t == "]" || t == "}") open.pop_back();
            ++at_;
        } while (!open.empty() && !ends());
        if (!open.empty()) unclosed(open.front());
    }

    void skip_to_semicolon() {
        while (!ends() && text() != ";") text() == "(" ? group() : void(++at_);
    }

    void declare(const std::string& name) {
        if (name.compare(0, 2, "__") != 0) declared_.insert(name);
    }

    [[noreturn]] void unclosed(std::size_t line) const { refuse_callback(callback_, line, "an unclosed bracket"); }

    const std::string& callback_;
    std::vector<token>& code_;
    const std::vector<std::size_t>& chosen_;
    names& declared_;
    std::size_t at_ = 0;
    unsigned depth_ = 0;
};

}  // namespace

std::set<std::string> declared_names(const std::string& callback, std::vector<token>& code) {
    names declared;
    for_each_choice(callback, code, [&](const auto& chosen) { reader(callback, code, chosen, declared).read(); });
    for (const auto* words : {&qualifiers(), &types()})
        for (const auto& word : *words) declared.erase(word);
    return declared;
}

}  // namespace stockham::internal

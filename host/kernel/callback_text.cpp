// A user's functions in a kernel's source: kept apart from the library's names, and from one another.
#include "kernel/callback_text.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include <stockham/error.hpp>

namespace stockham::internal {

namespace {

using names = std::set<std::string>;

[[noreturn]] void refuse(const std::string& callback, std::size_t line, const std::string& why) {
    const auto log = callback + ":" + std::to_string(line) + ": error: " + why;
    throw callback_error(callback, callback + ": line " + std::to_string(line) + ": " + why, log);
}

/// One kind of line end: all that compilers take for one.
std::string with_line_ends(const std::string& text) {
    std::string out;
    for (std::size_t k = 0; k < text.size(); ++k) {
        if (text[k] == '\r' && k + 1 < text.size() && text[k + 1] == '\n') continue;
        out += text[k] == '\r' ? '\n' : text[k];
    }
    return out;
}

struct token {
    std::string text;      // of a comment: empty
    std::size_t line = 0;  // where it begins
    bool begins_line = false;
};

bool is_letter(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || c == '_' || c == '$' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_name(const token& t) {
    return is_letter(t.text[0]) || t.text[0] == '\\';
}

/// The preprocessor's tokens: no comments, continued lines joined.
class lexer {
  public:
    lexer(const std::string& callback, const std::string& text) : callback_(callback) {
        join(text);
        while (at_ < text_.size()) read();
    }

    std::vector<token> tokens;

  private:
    /// A backslash at the end of a line continues it, also with blanks between, as compilers have it.
    void join(const std::string& text) {
        std::size_t line = 1;
        for (std::size_t k = 0; k < text.size(); ++k) {
            if (text[k] == '\0') refuse(callback_, line, "a zero byte");
            if (text.compare(k, 3, "?\?=") == 0 || text.compare(k, 3, "?\?/") == 0)
                refuse(callback_, line, "a trigraph");
            if (text[k] == '\\') {
                const auto end = text.find_first_not_of(" \t\f\v", k + 1);
                if (end != text.npos && text[end] == '\n') {
                    ++line;
                    k = end;
                    continue;
                }
            }
            text_ += text[k];
            line_.push_back(line);
            line += text[k] == '\n';
        }
    }

    bool here(const char* word) const { return text_.compare(at_, std::string(word).size(), word) == 0; }

    void read() {
        const char c = text_[at_];
        if (c == '\n') {
            begins_line_ = true;
            ++at_;
        } else if (c == ' ' || c == '\t' || c == '\f' || c == '\v') {
            ++at_;
        } else if (here("//")) {
            at_ = std::min(text_.find('\n', at_), text_.size());
        } else if (here("/*")) {
            const auto end = text_.find("*/", at_ + 2);
            if (end == text_.npos) refuse(callback_, line_[at_], "a comment without an end");
            begins_line_ = begins_line_ || text_.find('\n', at_) < end;
            at_ = end + 2;
        } else {
            take(end_of_token());
        }
    }

    std::size_t end_of_token() const {
        const char c = text_[at_];
        auto end = at_ + 1;
        if (is_letter(c) || c == '\\' || is_digit(c)) {
            while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]) || text_[end] == '\\')) ++end;
        } else if (c == '"' || c == '\'') {
            while (end < text_.size() && text_[end] != c && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
            if (end < text_.size() && text_[end] == c) ++end;
        } else if (here("%:") || here("<%") || here("%>") || here("<:") || here(":>")) {
            ++end;
        }
        return std::min(end, text_.size());
    }

    void take(std::size_t end) {
        token t{text_.substr(at_, end - at_), line_[at_], begins_line_};
        const std::pair<const char*, const char*> digraphs[] = {
            {"%:", "#"}, {"<%", "{"}, {"%>", "}"}, {"<:", "["}, {":>", "]"}};
        for (const auto& [two, one] : digraphs)
            if (t.text == two) t.text = one;
        tokens.push_back(std::move(t));
        begins_line_ = false;
        at_ = end;
    }

    const std::string& callback_;
    std::string text_;
    std::vector<std::size_t> line_;  // of each character
    std::size_t at_ = 0;
    bool begins_line_ = true;
};

/// What a text defines and declares: read as the compiler does, but both sides of an #if.
class reader {
  public:
    reader(const std::string& callback, const std::string& text)
        : callback_(callback), tokens_(lexer(callback, text).tokens) {
        for (std::size_t k = 0; k < tokens_.size();) {
            const auto begin = k++;
            if (tokens_[begin].text == "_Pragma") refuse(callback_, tokens_[begin].line, "_Pragma: write #pragma");
            if (tokens_[begin].begins_line && tokens_[begin].text == "#") {
                while (k < tokens_.size() && !tokens_[k].begins_line) ++k;
                read_directive({tokens_.begin() + static_cast<std::ptrdiff_t>(begin),
                                tokens_.begin() + static_cast<std::ptrdiff_t>(k)});
            } else {
                read_token(tokens_[begin]);
            }
        }
        if (!conditions_.empty()) refuse(callback_, conditions_.back().line, "an #if without an #endif");
        if (at_.depth > 0) refuse(callback_, at_.opened, "a bracket without an end");
        declared.insert(callback);
        for (const auto& name : macros)
            if (name != callback) declared.erase(name);
    }

    names macros, declared;
    bool contracts = false;  // says how products and sums become one operation

  private:
    /// Where a declaration stands.
    struct place {
        int depth = 0;           // of brackets
        std::size_t opened = 0;  // the line of the outermost one
        bool value = false;
        std::string name;
    };
    struct condition {
        place before;
        std::size_t line;
    };

    void read_directive(const std::vector<token>& line) {
        if (line.size() < 2 || is_digit(line[1].text[0])) return;
        const auto& word = line[1].text;
        for (const auto& t : line)
            if (t.text == "_Pragma") refuse(callback_, t.line, "_Pragma: write #pragma");
        if (word == "define" || word == "undef") {
            if (line.size() > 2 && is_name(line[2])) macros.insert(line[2].text);
        } else if (word == "if" || word == "ifdef" || word == "ifndef") {
            conditions_.push_back({at_, line[1].line});
        } else if (word == "else" || word == "elif" || word == "endif") {
            if (conditions_.empty()) refuse(callback_, line[1].line, "#" + word + " without an #if");
            if (word == "endif")
                conditions_.pop_back();
            else
                at_ = conditions_.back().before;
        } else if (word == "pragma") {
            read_pragma(line);
        } else if (word != "error" && word != "warning" && word != "line") {
            refuse(callback_, line[1].line, "#" + word + " is not for callbacks");
        }
    }

    /// Those that say something of a loop or of the text itself.
    void read_pragma(const std::vector<token>& line) {
        const auto word = [&](std::size_t k) { return k < line.size() ? line[k].text : std::string(); };
        const bool loop = word(2) == "unroll" || word(2) == "nounroll" || (word(2) == "clang" && word(3) == "loop");
        const bool contract = word(2) == "OPENCL" && word(3) == "FP_CONTRACT";
        const bool enable =
            word(2) == "OPENCL" && word(3) == "EXTENSION" && word(5) == ":" && word(6) == "enable" && line.size() == 7;
        contracts = contracts || contract;
        if (!loop && !contract && !enable)
            refuse(
                callback_, line[1].line,
                "of #pragma, callbacks may have unroll, clang loop, OPENCL FP_CONTRACT, OPENCL EXTENSION .. : enable");
    }

    void declare(const std::string& name) {
        // Components of vectors cannot be renamed, what begins with two underscores is the compiler's.
        const auto of = [&](const char* letters) { return name.find_first_not_of(letters) == name.npos; };
        const bool component = of("xyzw") || of("rgba") || name == "lo" || name == "hi" || name == "even" ||
                               name == "odd" ||
                               ((name[0] == 's' || name[0] == 'S') && name.size() > 1 &&
                                name.find_first_not_of("0123456789abcdefABCDEF", 1) == name.npos);
        const names words = {"struct", "union", "enum", "asm", "sizeof", "typeof"};
        if (!component && name[0] != '\\' && !words.count(name) && name.compare(0, 2, "__") != 0) declared.insert(name);
    }

    /// A declared name is followed by what it is, or by its declaration's end.
    void read_token(const token& t) {
        const auto& s = t.text;
        const bool outside = at_.depth == 0;
        if (is_name(t)) {
            if (outside && s == "enum") enumeration_ = true;
            at_.name = s;
            return;
        }
        const bool ends = s == "," || s == ";" || s == "}";
        const bool follows = ends || s == "(" || s == "[" || s == "{" || s == "=" || s == ":";
        if (outside && follows && !at_.value && !at_.name.empty()) declare(at_.name);
        at_.name.clear();
        if (outside) at_.value = (at_.value || s == "=") && !ends;
        if (outside && s == "{" && enumeration_) return;  // what it lists is declared outside of it, too
        if (outside && (s == "(" || s == ";" || s == "}")) enumeration_ = false;
        if (s == "(" || s == "[" || s == "{") {
            if (outside) at_.opened = t.line;
            ++at_.depth;
        }
        if (s == ")" || s == "]" || s == "}") at_.depth = std::max(0, at_.depth - 1);
    }

    const std::string& callback_;
    std::vector<token> tokens_;
    std::vector<condition> conditions_;
    place at_;
    bool enumeration_ = false;
};

}  // namespace

std::string enclosed_callback(const std::string& name, const std::string& text, precision p, double_support fp64) {
    const auto lines = with_line_ends(text);
    const reader found(name, lines);
    names kept = found.macros;
    kept.insert(found.declared.begin(), found.declared.end());
    const bool is_double = p == precision::f64;
    std::string before, after;
    if (is_double && fp64 != double_support::none)
        before = std::string("#pragma OPENCL EXTENSION cl_") + (fp64 == double_support::amd ? "amd" : "khr") +
                 "_fp64 : enable\n";
    before +=
        is_double ? "#define REAL double\n#define element double2\n" : "#define REAL float\n#define element float2\n";
    for (const auto& n : kept) {
        before += "#pragma push_macro(\"" + n + "\")\n";
        after += "#undef " + n + "\n#pragma pop_macro(\"" + n + "\")\n";
    }
    const auto prefix = "stockham_" + name + "_";
    for (const auto& n : found.declared) before += "#undef " + n + "\n#define " + n + " " + prefix + n + "\n";
    if (found.contracts) after += "#pragma OPENCL FP_CONTRACT ON\n";
    // An empty line, lest the text's last line goes on; a declaration, lest its last one does.
    return before + "#line 1 \"" + name + "\"\n" + lines + "\n\n#line 1 \"after " + name + "\"\n" + after +
           "#undef REAL\n#undef element\ntypedef int " + prefix + "ends;\n#undef " + name + "\n#define " + name + " " +
           prefix + name + "\n";
}

}  // namespace stockham::internal

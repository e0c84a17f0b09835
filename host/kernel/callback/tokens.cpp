// Converts a callback's text to preprocessor tokens, and tokens to text.
#include "kernel/callback/tokens.hpp"

#include <algorithm>
#include <utility>

#include <stockham/error.hpp>

namespace stockham::internal {

namespace {

bool is_letter(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || c == '_' || c == '$' || c == '\\' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Replaces every line end that compilers accept by '\n'.
std::string with_line_ends(const std::string& text) {
    std::string out;
    for (std::size_t k = 0; k < text.size(); ++k) {
        if (text[k] == '\r' && k + 1 < text.size() && text[k + 1] == '\n') continue;
        out += text[k] == '\r' ? '\n' : text[k];
    }
    return out;
}

class lexer {
  public:
    lexer(const std::string& callback, const std::string& text) : callback_(callback) {
        join(with_line_ends(text));
        while (at_ < text_.size()) read();
    }

    std::vector<token> found;

  private:
    /// Joins continued lines. Compilers also accept blanks after the backslash.
    void join(const std::string& text) {
        std::size_t line = 1;
        for (std::size_t k = 0; k < text.size(); ++k) {
            if (text[k] == '\0') refuse_callback(callback_, line, "a zero byte");
            if (text.compare(k, 3, "?\?=") == 0 || text.compare(k, 3, "?\?/") == 0)
                refuse_callback(callback_, line, "a trigraph");
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
    char next(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }

    void read() {
        const char c = text_[at_];
        if (c == '\n') {
            begins_line_ = spaced_ = true;
            ++at_;
        } else if (c == ' ' || c == '\t' || c == '\f' || c == '\v') {
            spaced_ = true;
            ++at_;
        } else if (here("//")) {
            at_ = std::min(text_.find('\n', at_), text_.size());
        } else if (here("/*")) {
            const auto end = text_.find("*/", at_ + 2);
            if (end == text_.npos) refuse_callback(callback_, line_[at_], "an unterminated comment");
            spaced_ = true;
            at_ = end + 2;
        } else {
            take(std::min(end_of_token(), text_.size()));
        }
    }

    std::size_t end_of_token() const {
        const char c = text_[at_];
        if (is_letter(c)) return end_of_word(at_ + 1);
        if (is_digit(c) || (c == '.' && is_digit(next(at_ + 1)))) return end_of_number();
        if (c == '"' || c == '\'') return end_of_string(c);
        for (const char* mark :
             {"%:%:", "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
              "+=",   "-=",  "*=",  "/=",  "%=", "&=", "^=", "|=", "##", "%:", "<%", "%>", "<:", ":>"})
            if (here(mark)) return at_ + std::string(mark).size();
        return at_ + 1;
    }

    std::size_t end_of_word(std::size_t end) const {
        while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) ++end;
        return end;
    }

    /// A preprocessing number: 0x1p-3f, 1.e+5, and similar text that is not a valid number.
    std::size_t end_of_number() const {
        auto end = at_ + 1;
        while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]) || text_[end] == '.')) {
            const bool exponent = std::string("eEpP").find(text_[end]) != std::string::npos;
            ++end;
            if (exponent && (next(end) == '+' || next(end) == '-')) ++end;
        }
        return end;
    }

    std::size_t end_of_string(char quote) const {
        auto end = at_ + 1;
        while (end < text_.size() && text_[end] != quote && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
        return next(end) == quote ? end + 1 : end;
    }

    void take(std::size_t end) {
        token t;
        t.text = text_.substr(at_, end - at_);
        t.line = line_[at_];
        t.begins_line = begins_line_;
        t.spaced = spaced_;
        const std::pair<const char*, const char*> digraphs[] = {{"%:", "#"}, {"%:%:", "##"}, {"<%", "{"},
                                                                {"%>", "}"}, {"<:", "["},    {":>", "]"}};
        for (const auto& [two, one] : digraphs)
            if (t.text == two) {
                t.text = one;
                break;
            }
        found.push_back(std::move(t));
        begins_line_ = spaced_ = false;
        at_ = end;
    }

    const std::string& callback_;
    std::string text_;
    std::vector<std::size_t> line_;  // of each character
    std::size_t at_ = 0;
    bool begins_line_ = true;
    bool spaced_ = false;
};

}  // namespace

bool is_name(const token& t) {
    return is_letter(t.text[0]);
}

void refuse_callback(const std::string& callback, std::size_t line, const std::string& why) {
    const auto log = callback + ":" + std::to_string(line) + ": error: " + why;
    throw callback_error(callback, callback + ": line " + std::to_string(line) + ": " + why, log);
}

std::vector<token> tokens_of(const std::string& callback, const std::string& text) {
    return lexer(callback, text).found;
}

std::string text_of(const std::vector<token>& all) {
    std::string out;
    std::size_t line = 1;
    bool directive = false;
    for (const auto& t : all) {
        const bool ends_directive = directive && (!t.directive || t.begins_line);
        if (ends_directive && line >= t.line) {
            out += '\n';
            ++line;
        }
        // A directive stays in one line even if the text continued it over several.
        if (!t.directive || t.begins_line)
            for (; line < t.line; ++line) out += '\n';
        if (t.spaced) out += ' ';
        out += t.text;
        directive = t.directive;
    }
    return out;
}

}  // namespace stockham::internal

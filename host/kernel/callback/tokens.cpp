// Splits a callback's text into tokens.
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

class lexer {
  public:
    lexer(const std::string& callback, const std::string& text) : callback_(callback) {
        join(text);
        while (at_ < text_.size()) read();
    }

    std::vector<token> found;

  private:
    /// Joins continued lines.
    void join(const std::string& text) {
        std::size_t line = 1;
        for (std::size_t k = 0; k < text.size(); ++k) {
            if (text[k] == '\0') refuse_callback(callback_, line, "a zero byte");
            if (text.compare(k, 3, "?\?=") == 0 || text.compare(k, 3, "?\?/") == 0)
                refuse_callback(callback_, line, "a trigraph");
            const bool continues = text.compare(k, 2, "\\\n") == 0;
            if (!continues) {
                text_ += text[k];
                place_.push_back(k);
                line_.push_back(line);
            }
            k += continues;
            line += text[k] == '\n';
        }
    }

    bool here(const std::string& text) const { return text_.compare(at_, text.size(), text) == 0; }

    void read() {
        const char c = text_[at_];
        if (c == '\n' || c == ' ' || c == '\t' || c == '\f' || c == '\v') {
            begins_line_ = begins_line_ || c == '\n';
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
            read_token();
        }
    }

    void read_token() {
        const std::pair<const char*, const char*> marks[] = {{"%:%:", "##"}, {"%:", "#"},  {"<%", "{"},
                                                             {"%>", "}"},    {"<:", "["},  {":>", "]"},
                                                             {"##", "##"},   {"--", "--"}, {"->", "->"}};
        for (const auto& [written, meaning] : marks)
            if (here(written)) return add(meaning, at_ + std::string(written).size());
        const auto end = std::min(end_of_token(), text_.size());
        auto text = text_.substr(at_, end - at_);
        if (text == "_Pragma" || text == "__pragma") refuse_callback(callback_, line_[at_], text + ": write #pragma");
        add(std::move(text), end);
    }

    std::size_t end_of_token() const {
        const char c = text_[at_];
        auto end = at_ + 1;
        const bool is_number = is_digit(c) || (c == '.' && end < text_.size() && is_digit(text_[end]));
        if (is_number || is_letter(c)) {
            const auto goes_on = [&](char k) { return is_letter(k) || is_digit(k) || (is_number && k == '.'); };
            while (end < text_.size() && goes_on(text_[end])) ++end;
        } else if (c == '"' || c == '\'') {
            while (end < text_.size() && text_[end] != c && text_[end] != '\n') end += text_[end] == '\\' ? 2U : 1U;
            end += end < text_.size() && text_[end] == c;
        }
        return end;
    }

    void add(std::string text, std::size_t end) {
        found.push_back({std::move(text), place_[at_], line_[at_], begins_line_, spaced_, false});
        begins_line_ = spaced_ = false;
        at_ = end;
    }

    const std::string& callback_;
    std::string text_;
    std::vector<std::size_t> place_, line_;  // of each character, in the given text
    std::size_t at_ = 0;
    bool begins_line_ = true;
    bool spaced_ = false;
};

}  // namespace

bool is_name(const token& t) {
    return is_letter(t.text[0]);
}

bool is_qualifier(const std::string& word) {
    for (const char* each : {"const",  "volatile", "restrict", "static",    "extern",     "inline",     "typedef",
                             "global", "constant", "local",    "private",   "kernel",     "generic",    "register",
                             "auto",   "uniform",  "pipe",     "read_only", "write_only", "read_write", "_Noreturn"})
        if (word == each) return true;
    return false;
}

bool is_basic_type(const std::string& word) {
    for (const char* each : {"void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool"})
        if (word == each) return true;
    return false;
}

bool is_reserved(const std::string& word) {
    return word.compare(0, 2, "__") == 0 || word == "_Static_assert" || word == "static_assert" || word == "_Alignas";
}

bool opens(const std::string& mark) {
    return mark == "(" || mark == "[" || mark == "{";
}

bool closes(const std::string& mark) {
    return mark == ")" || mark == "]" || mark == "}";
}

bool is_text(const token* at, const token* end, const char* text) {
    return at < end && at->text == text;
}

token* closing(token* at, token* end) {
    for (std::size_t depth = 0; at != end; ++at) {
        depth += opens(at->text);
        depth -= closes(at->text);
        if (depth == 0) break;
    }
    return at;
}

void refuse_callback(const std::string& callback, std::size_t line, const std::string& why) {
    const auto log = callback + ":" + std::to_string(line) + ": error: " + why;
    throw callback_error(callback, callback + ": line " + std::to_string(line) + ": " + why, log);
}

std::string with_line_ends(const std::string& text) {
    std::string out;
    for (std::size_t k = 0; k < text.size(); ++k) {
        if (text[k] == '\r' && k + 1 < text.size() && text[k + 1] == '\n') continue;
        const char c = text[k] == '\r' ? '\n' : text[k];
        const auto last = c == '\n' ? out.find_last_not_of(" \t\f\v") : out.npos;
        if (last != out.npos && out[last] == '\\') out.resize(last + 1);
        out += c;
    }
    return out;
}

std::vector<token> tokens_of(const std::string& callback, const std::string& text) {
    return lexer(callback, text).found;
}

}  // namespace stockham::internal

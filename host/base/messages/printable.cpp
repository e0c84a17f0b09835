// Escapes and cuts foreign text (from files, drivers, callers) for messages and terminals.
#include "base/messages/printable.hpp"

namespace stockham::internal {

namespace {

constexpr std::size_t most_quoted = 300;
constexpr char32_t no_character = 0xffffffff;

struct character {
    char32_t code;
    std::size_t bytes;
};

/// The first UTF-8 character of `text`; `no_character` and one byte if it is malformed.
character first_character(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return {lead, 1};
    const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || bytes > text.size()) return {no_character, 1};
    char32_t code = lead & (0xffU >> (bytes + 1));
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return {no_character, 1};
        code = code << 6 | (byte(i) & 0x3f);
    }
    constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    return code < least[bytes] || code > 0x10ffff || surrogate ? character{no_character, 1} : character{code, bytes};
}

/// Control characters, line ends and marks that change the text direction.
bool is_control(char32_t c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x061c || c == 0x200e || c == 0x200f ||
           (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff || c == no_character;
}

void append_escaped(std::string& out, std::string_view bytes) {
    constexpr const char* digits = "0123456789abcdef";
    for (const unsigned char b : bytes) {
        out += "\\x";
        out += digits[b >> 4];
        out += digits[b & 15];
    }
}

}  // namespace

std::string printable(std::string_view text, std::size_t most, std::string_view keep) {
    std::string out;
    std::size_t at = 0;
    while (at < text.size()) {
        const auto [code, bytes] = first_character(text.substr(at));
        if (at + bytes > most) return out + ".. (" + std::to_string(text.size() - at) + " bytes more)";
        const auto piece = text.substr(at, bytes);
        if (is_control(code) && keep.find(piece) == keep.npos)
            append_escaped(out, piece);
        else
            out += piece;
        at += bytes;
    }
    return out;
}

std::string in_quotes(std::string_view text) {
    return "'" + printable(text, most_quoted) + "'";
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const auto [code, bytes] = first_character(text);
        if (code == no_character) return false;
        text.remove_prefix(bytes);
    }
    return true;
}

}  // namespace stockham::internal

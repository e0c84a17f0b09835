// Texts and lists for C callers, and checks of their arguments.
#include "c_api/transfer.hpp"

#include <cstdlib>
#include <new>

#include "base/messages/printable.hpp"

namespace stockham::c_api {

void check_pointer(const void* pointer, const char* argument) {
    if (!pointer) throw argument_error(argument, std::string(argument) + ": the pointer is NULL");
}

std::string text_in(const char* text, const char* argument, std::size_t most) {
    check_pointer(text, argument);
    const auto* end = static_cast<const char*>(std::memchr(text, 0, most + 1));
    if (!end)
        throw argument_error(argument,
                             std::string(argument) + ": the text has more than " + std::to_string(most) + " bytes");
    std::string read(text, end);
    if (!internal::is_utf8(read))
        throw argument_error(argument,
                             std::string(argument) + ": " + internal::in_quotes(read) + " is not valid UTF-8");
    return read;
}

std::string optional_text_in(const char* text, const char* argument, std::size_t most) {
    return text ? text_in(text, argument, most) : std::string();
}

void* new_memory(std::size_t bytes) {
    void* memory = std::malloc(bytes);
    if (!memory) throw std::bad_alloc();
    return memory;
}

char* new_text(const std::string& text) {
    auto* copy = static_cast<char*>(new_memory(text.size() + 1));
    std::memcpy(copy, text.c_str(), text.size() + 1);
    return copy;
}

char** new_list(const std::vector<std::string>& texts) {
    const std::size_t pointers = (texts.size() + 1) * sizeof(char*);
    std::size_t bytes = pointers;
    for (const auto& text : texts) bytes += text.size() + 1;
    auto* list = static_cast<char**>(new_memory(bytes));
    char* next = reinterpret_cast<char*>(list) + pointers;
    for (std::size_t k = 0; k < texts.size(); ++k) {
        std::memcpy(next, texts[k].c_str(), texts[k].size() + 1);
        list[k] = next;
        next += texts[k].size() + 1;
    }
    list[texts.size()] = nullptr;
    return list;
}

void check_struct(const void* given, std::size_t most, std::size_t alignment, const char* argument) {
    check_pointer(given, argument);
    std::size_t size = 0;
    std::memcpy(&size, given, sizeof size);
    const auto refuse = [&](const std::string& why) {
        throw code_error(STOCKHAM_STRUCT, argument,
                         std::string(argument) + ": its struct_size is " + std::to_string(size) + ", " + why);
    };
    if (size > most)
        refuse("this library (" + std::string(version()) + ") knows " + std::to_string(most) +
               " bytes: it is older than the program's headers, or the struct was not initialised");
    if (size < sizeof size || size % alignment != 0) refuse("which matches no version of the struct");
}

bool is_input(int side) {
    if (side != STOCKHAM_INPUT && side != STOCKHAM_OUTPUT)
        throw argument_error("side", "side: " + std::to_string(side) + " is not a valid value");
    return side == STOCKHAM_INPUT;
}

}  // namespace stockham::c_api

void stockham_free(void* text_or_list) {
    std::free(text_or_list);
}

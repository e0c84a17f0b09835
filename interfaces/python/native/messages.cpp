// Hands the library's messages to Python's logging.
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include <nanobind/stl/string.h>

#include <stockham/messages.hpp>

#include "module.hpp"

namespace {

constexpr std::string_view note_mark = "note: ";

bool is_note(std::string_view text) {
    return text.substr(0, note_mark.size()) == note_mark;
}

void write(const std::string& text) {
    const nb::object log = nb::module_::import_("logging").attr("getLogger")("stockham");
    // An argument, not the format: texts may have percent signs.
    if (is_note(text))
        log.attr("info")("%s", text.substr(note_mark.size()));
    else
        log.attr("warning")("%s", text);
}

/// Called by the interpreter, in the main thread.
int write_pending(void* given) {
    const std::unique_ptr<std::string> text(static_cast<std::string*>(given));
    try {
        write(*text);
    } catch (nb::python_error& e) {
        e.discard_as_unraisable("stockham's message");
    }
    return 0;
}

/// Called in any thread, which may not be able to wait for the interpreter: the main thread may be waiting for it.
void receive(const char* text) {
    auto copy = std::make_unique<std::string>(text);
    if (Py_IsInitialized() && Py_AddPendingCall(&write_pending, copy.get()) == 0)
        static_cast<void>(copy.release());
    else if (!is_note(text))
        std::fprintf(stderr, "stockham: %s\n", text);
}

}  // namespace

void add_messages(nb::module_& m) {
    stockham::set_message_handler(&receive);
    // For tests.
    m.def(
        "receive_message", [](const std::string& text) { receive(text.c_str()); }, nb::arg("text"));
}

// Messages: each text once, to the current handler, from any thread, and without disturbing the work.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <thread>

#include <sys/resource.h>

#include <stockham/stockham.hpp>

#include "base/messages/messages.hpp"
#include "base/messages/printable.hpp"
#include "runtime/programs/compilation.hpp"
#include "search/wisdom/wisdom_state.hpp"
#include "support/child.hpp"
#include "support/message_recorder.hpp"

BOOST_AUTO_TEST_SUITE(messages_test)

using stockham::set_message_handler;
using stockham::internal::say_note;
using stockham::internal::say_once;

namespace {

/// The stderr output of a child that makes this call.
template <class Call>
std::string errors_of(const Call& call) {
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("cannot make a pipe");
    child process([&] {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        call();
        return 0;
    });
    close(ends[1]);
    std::string text;
    char piece[4096];
    for (ssize_t got = 0; (got = read(ends[0], piece, sizeof piece)) > 0;) text.append(piece, static_cast<size_t>(got));
    close(ends[0]);
    BOOST_TEST(process.wait() == 0);
    return text;
}

void ignore(const char*) {}

}  // namespace

// The first case, because the limit of a thousand counts from the first message of the process.
BOOST_AUTO_TEST_CASE(silent_after_a_thousand) {
    child process([] {
        const message_recorder listener;
        for (unsigned i = 0; i < 3000; ++i) say_once("one of many: " + std::to_string(i % 1500));
        const auto texts = message_recorder::texts();
        return texts.size() == 1000 && texts.front() == "one of many: 0" && texts.back() == "one of many: 999" ? 0 : 1;
    });
    BOOST_TEST(process.wait() == 0);
}

// stderr is a file that may not grow.
BOOST_AUTO_TEST_CASE(a_message_that_cannot_be_written_ends_nothing) {
    child process([] {
        const rlimit none{0, 0};
        // First: it writes what the parent has left in the buffer of stdout, which may be a file.
        if (!std::freopen("/dev/null", "w", stdout) || setrlimit(RLIMIT_FSIZE, &none) != 0) return 1;
        std::FILE* full = std::tmpfile();
        if (!full || dup2(fileno(full), STDERR_FILENO) < 0) return 2;
        say_once("lost");
        return 0;
    });
    BOOST_TEST(process.wait() == 0);
}

BOOST_AUTO_TEST_CASE(to_stderr_unless_told_otherwise) {
    BOOST_TEST(errors_of([] {
                   say_once("one text");
                   say_once("another");
                   say_once("one text");
               }) == "stockham: one text\nstockham: another\n");
}

BOOST_AUTO_TEST_CASE(the_handler_before_can_be_put_back) {
    BOOST_TEST(errors_of([] {
                   const auto first = set_message_handler(ignore);
                   say_once("not seen");
                   if (set_message_handler(first) == ignore) say_once("seen");
                   if (set_message_handler(nullptr) != first) say_once("not the first");
                   if (set_message_handler(first) != nullptr) say_once("not null");
               }) == "stockham: seen\n");
}

BOOST_AUTO_TEST_CASE(no_handler_is_silence_and_silence_is_not_saying) {
    BOOST_TEST(errors_of([] {
                   const auto first = set_message_handler(nullptr);
                   say_once("later");
                   set_message_handler(first);
                   say_once("later");
                   say_once("later");
               }) == "stockham: later\n");
}

BOOST_AUTO_TEST_CASE(notes_reach_handlers_but_not_stderr) {
    BOOST_TEST(errors_of([] {
                   say_note("not seen");
                   say_once("seen");
               }) == "stockham: seen\n");
    const message_recorder listener;
    for (int repeat = 0; repeat < 2; ++repeat) say_note("as often as\nit is said");
    const std::string note = "note: as often as\\x0ait is said";
    BOOST_TEST(message_recorder::texts() == (std::vector<std::string>{note, note}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_compilation_is_noted_if_it_took_long) {
    using stockham::internal::note_compilation;
    const message_recorder listener;
    note_compilation("c2c f32 1000", 0.99);
    note_compilation("", 5);
    BOOST_TEST(message_recorder::texts().empty());
    note_compilation("c2c f32 1000", 1.5);
    BOOST_TEST(message_recorder::texts() ==
                   std::vector<std::string>{"note: compiling a kernel of 'c2c f32 1000' took 1.5 s"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(each_text_once) {
    const message_recorder listener;
    for (int repeat = 0; repeat < 3; ++repeat)
        for (const char* text : {"red", "green", ""}) say_once(text);
    BOOST_TEST(message_recorder::texts() == (std::vector<std::string>{"red", "green", ""}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_text_is_one_line) {
    const message_recorder listener;
    say_once("folder\nwith\ta \x1b[31mname\x7f of \xc3\xa4\r\n");
    BOOST_TEST(message_recorder::texts() ==
                   std::vector<std::string>{"folder\\x0awith\\x09a \\x1b[31mname\\x7f of \xc3\xa4\\x0d\\x0a"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_long_text_is_cut) {
    const message_recorder listener;
    say_once(std::string(1000000, 'x'));
    BOOST_TEST(message_recorder::texts() == std::vector<std::string>{std::string(2000, 'x') + ".. (998000 bytes more)"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_is_printable) {
    using stockham::internal::printable;
    for (const char* text : {"", "plain ~", "\xc3\xa4\xe2\x82\xac\xf0\x9f\x8e\xb5", "back\\slash"})
        BOOST_TEST(printable(text) == text);
    // Controls of eight bits and as UTF-8, marks that change the writing direction, a BOM.
    BOOST_TEST(printable("\x9b[2J") == "\\x9b[2J");
    BOOST_TEST(printable("\xc2\x9b") == "\\xc2\\x9b");
    BOOST_TEST(printable("\xe2\x80\xae"
                         "gnp") == "\\xe2\\x80\\xaegnp");
    BOOST_TEST(printable("\xef\xbb\xbf") == "\\xef\\xbb\\xbf");
    // Invalid UTF-8: a lone tail, a lone lead, an overlong encoding, a surrogate, a value beyond the last character.
    BOOST_TEST(printable("\xa4") == "\\xa4");
    BOOST_TEST(printable("\xc3z") == "\\xc3z");
    BOOST_TEST(printable("\xe2\x82") == "\\xe2\\x82");
    BOOST_TEST(printable("\xc0\xaf") == "\\xc0\\xaf");
    BOOST_TEST(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");
    BOOST_TEST(printable("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");
    BOOST_TEST(printable({"a\0b", 3}) == "a\\x00b");
    BOOST_TEST(printable("one\n\ttwo\r", 100, "\n\t") == "one\n\ttwo\\x0d");
    // Never within a character.
    BOOST_TEST(printable("ab\xc3\xa4z", 3) == "ab.. (3 bytes more)");
    BOOST_TEST(printable("ab\xc3\xa4", 4) == "ab\xc3\xa4");
}

// Errors quote the caller's text, but not megabytes of it, nor control characters for a terminal.
BOOST_AUTO_TEST_CASE(errors_quote_little_and_nothing_raw) {
    const std::string text = "12 \x1b[2J" + std::string(1000000, 'x');
    const auto is_short = [](const stockham::error& e) {
        const std::string what = e.what();
        BOOST_TEST(what.size() < 3000);
        BOOST_TEST(what.find('\x1b') == what.npos);
        return true;
    };
    stockham::wisdom w;
    BOOST_CHECK_EXCEPTION(stockham::parse_transform(text), stockham::error, is_short);
    BOOST_CHECK_EXCEPTION(stockham::parse_transform("c2c f32 64 algorithm=" + text), stockham::error, is_short);
    BOOST_CHECK_EXCEPTION(stockham::named_description(text), stockham::error, is_short);
    BOOST_CHECK_EXCEPTION(w.merge_file(text), stockham::error, is_short);
    const auto t = stockham::parse_transform("c2c f32 64");
    const auto d = stockham::named_description("cpu");
    for (const std::string start : {"", "64 : ", "{ d(", "{ d(4,4,1,I,S)", "64 : 0.0 chain="})
        BOOST_CHECK_EXCEPTION(stockham::plan_text(t, d, start + text), stockham::error, is_short);
    const std::string file =
        R"({"format": "stockham wisdom", "version": "\u001b)" + std::string(1000000, 'x') + R"(", "entries": []})";
    BOOST_CHECK_EXCEPTION(stockham::internal::parse_wisdom(file, "a file"), stockham::error, is_short);
}

BOOST_AUTO_TEST_CASE(threads_share_what_was_said) {
    const message_recorder listener;
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < 8; ++t)
        threads.emplace_back([t] {
            for (unsigned i = 0; i < 100; ++i) say_once("thread text " + std::to_string((i + 13 * t) % 100));
        });
    for (auto& thread : threads) thread.join();
    auto texts = message_recorder::texts();
    BOOST_TEST(texts.size() == 100U);
    std::sort(texts.begin(), texts.end());
    BOOST_TEST((std::unique(texts.begin(), texts.end()) == texts.end()));
}

// Other threads send messages while the handler changes. Every text reaches one of the two handlers completely.
BOOST_AUTO_TEST_CASE(handlers_change_under_way) {
    static std::atomic<unsigned> first, second;
    const auto before = set_message_handler([](const char*) { ++first; });
    std::thread speaker([] {
        for (unsigned i = 0; i < 200; ++i) say_once("under way " + std::to_string(i));
    });
    for (unsigned i = 0; i < 1000; ++i)
        set_message_handler(i % 2 ? [](const char*) { ++first; } : [](const char*) { ++second; });
    speaker.join();
    set_message_handler(before);
    BOOST_TEST(first + second == 200U);
}

BOOST_AUTO_TEST_CASE(a_handler_may_speak_and_may_fail) {
    static std::vector<std::string> order;
    const auto before = set_message_handler([](const char* text) {
        order.emplace_back(text);
        say_once("within the handler");
        throw std::runtime_error("the handler failed");
    });
    say_once("outside");
    set_message_handler(before);
    BOOST_TEST(order == (std::vector<std::string>{"outside", "within the handler"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

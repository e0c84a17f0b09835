// Calls of the C interface: handles that free themselves, expected refusals, NULL for each pointer in turn.
#pragma once

#include <set>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include <boost/test/unit_test.hpp>

#include <stockham/stockham.h>

template <class Handle>
struct c_handle {
    explicit c_handle(void (*free)(Handle*)) : free_(free) {}
    ~c_handle() { free_(handle); }
    c_handle(const c_handle&) = delete;
    c_handle& operator=(const c_handle&) = delete;
    Handle** operator&() { return &handle; }
    operator Handle*() const { return handle; }

    Handle* handle = nullptr;

  private:
    void (*free_)(Handle*);
};

struct c_problem : c_handle<stockham_problem> {
    c_problem() : c_handle(stockham_problem_free) {}
    explicit c_problem(const std::string& text) : c_problem() { stockham_problem_parse(text.c_str(), &handle); }
};
struct c_description : c_handle<stockham_description> {
    explicit c_description(const char* name = "h200") : c_handle(stockham_description_free) {
        stockham_description_named(name, &handle);
    }
};
struct c_wisdom : c_handle<stockham_wisdom> {
    c_wisdom() : c_handle(stockham_wisdom_free) { stockham_wisdom_create(&handle); }
};

/// Copies a text that a function returned, and frees it.
inline std::string taken(char* text) {
    const std::string copy = text ? text : "(none)";
    stockham_free(text);
    return copy;
}

#define EXPECT_OK(call) BOOST_TEST((call) == STOCKHAM_OK, stockham_last_error())

/// Expects this code. The last error has this subject, and its text contains `what`.
inline void expect_refused(stockham_code got, stockham_code code, const std::string& subject,
                           const std::string& what = {}) {
    BOOST_TEST(stockham_code_name(got) == std::string(stockham_code_name(code)), stockham_last_error());
    BOOST_TEST(stockham_last_code() == code);
    BOOST_TEST(stockham_last_subject() == subject, stockham_last_error());
    BOOST_TEST(std::string(stockham_last_error()).find(what) != std::string::npos, stockham_last_error());
    BOOST_TEST(*stockham_last_error() != 0);
}

namespace c_calls_detail {

template <class Type>
struct as_given {
    using type = Type;
};

template <std::size_t at, class Function, class Arguments>
void refuse_null_at(const char* name, Function function, const std::set<std::size_t>& optional, Arguments arguments) {
    if constexpr (std::is_pointer_v<std::tuple_element_t<at, Arguments>>) {
        if (optional.count(at)) return;
        std::get<at>(arguments) = nullptr;
        const auto code = std::apply(function, arguments);
        BOOST_TEST(code != STOCKHAM_OK, name << " takes NULL as argument " << at);
        BOOST_TEST(code != STOCKHAM_INTERNAL, name << ": " << stockham_last_error());
        BOOST_TEST(*stockham_last_error() != 0);
    }
}

template <class Function, class Arguments, std::size_t... at>
void refuse_each_null(const char* name, Function function, const std::set<std::size_t>& optional,
                      const Arguments& arguments, std::index_sequence<at...>) {
    (refuse_null_at<at>(name, function, optional, arguments), ...);
}

}  // namespace c_calls_detail

/// Calls the function with NULL for each of its pointers, one at a time, except those that may be NULL.
template <class... Parameters>
void expect_no_null(const char* name, stockham_code (*function)(Parameters...), const std::set<std::size_t>& optional,
                    typename c_calls_detail::as_given<Parameters>::type... arguments) {
    c_calls_detail::refuse_each_null(name, function, optional, std::tuple<Parameters...>(arguments...),
                                     std::index_sequence_for<Parameters...>());
}
#define EXPECT_NO_NULL(function, ...) expect_no_null(#function, function, __VA_ARGS__)

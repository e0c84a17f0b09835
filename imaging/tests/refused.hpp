// Calls that must be refused, with the error that names the argument.
#pragma once

#include <string>

#include <boost/test/unit_test.hpp>
#include <stockham/error.hpp>

namespace imaging_tests {

/// call() must throw an argument_error with this field, whose text begins with `text`.
template <class Call>
void check_refused(const std::string& field, const std::string& text, Call call) {
    try {
        call();
        BOOST_ERROR("accepted: " + text);
    } catch (const stockham::argument_error& e) {
        BOOST_TEST(e.field() == field);
        BOOST_TEST(std::string(e.what()).rfind(text, 0) == 0u, e.what());
    }
}

}  // namespace imaging_tests

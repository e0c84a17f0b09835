// Expects a call to be refused with the right error class and the right field, rule or call.
#pragma once

#include <string>

#include <boost/test/unit_test.hpp>

#include <stockham/error.hpp>

/// Expects an argument_error for this field whose message contains `what`.
template <class Call>
void expect_argument_error(const std::string& field, const Call& call, const std::string& what = {}) {
    BOOST_CHECK_EXCEPTION(call(), stockham::argument_error, [&](const stockham::argument_error& e) {
        BOOST_TEST(e.field() == field, e.what() << " (field " << e.field() << ", not " << field << ")");
        BOOST_TEST(std::string(e.what()).find(what) != std::string::npos, e.what() << " says nothing of " << what);
        return true;
    });
}

template <class Call>
void expect_unsupported_error(const std::string& rule, const Call& call, const std::string& what = {}) {
    BOOST_CHECK_EXCEPTION(call(), stockham::unsupported_error, [&](const stockham::unsupported_error& e) {
        BOOST_TEST(e.rule() == rule, e.what() << " (rule " << e.rule() << ", not " << rule << ")");
        BOOST_TEST(std::string(e.what()).find(what) != std::string::npos, e.what() << " says nothing of " << what);
        return true;
    });
}

/// Expects an opencl_error of an OpenCL function whose name has this prefix. The message has the name of the code.
template <class Call>
void expect_opencl_error(const std::string& function, const Call& call, const std::string& what = "CL_") {
    BOOST_CHECK_EXCEPTION(call(), stockham::opencl_error, [&](const stockham::opencl_error& e) {
        BOOST_TEST(e.call().find(function) == 0U, e.what() << " (call " << e.call() << ", not " << function << ")");
        BOOST_TEST(e.code() != 0);
        BOOST_TEST(std::string(e.what()).find(what) != std::string::npos, e.what() << " says nothing of " << what);
        return true;
    });
}

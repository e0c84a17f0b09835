// Plans of the C interface on the device under test.
#pragma once

#include "c_calls.hpp"
#include "on_device.hpp"

struct c_plan : c_handle<stockham_plan> {
    c_plan() : c_handle(stockham_plan_free) {}
    explicit c_plan(const char* text, const stockham_plan_options* options = nullptr) : c_plan() {
        const auto& d = test_device::get();
        EXPECT_OK(stockham_plan_create(d.context, d.device, c_problem{text}, options, &handle));
        BOOST_REQUIRE(handle);
    }
};
struct c_convolution : c_handle<stockham_convolution> {
    c_convolution() : c_handle(stockham_convolution_free) {}
};
struct c_batch : c_handle<stockham_batch> {
    c_batch() : c_handle(stockham_batch_free) {}
};
struct c_transposition : c_handle<stockham_transposition> {
    c_transposition() : c_handle(stockham_transposition_free) {}
};

inline std::vector<unsigned char> some_bytes(std::size_t numbers) {
    std::vector<float> values(numbers);
    std::mt19937 g(5);
    for (auto& x : values) x = std::uniform_real_distribution<float>(-1, 1)(g);
    std::vector<unsigned char> bytes(numbers * sizeof(float));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

inline stockham_buffers between(cl_mem in, cl_mem out) {
    auto b = stockham_default_buffers();
    b.input = in;
    b.output = out;
    return b;
}

inline std::string text_of(stockham_code (*ask)(const stockham_plan*, char**), const stockham_plan* plan) {
    char* text = nullptr;
    EXPECT_OK(ask(plan, &text));
    return taken(text);
}

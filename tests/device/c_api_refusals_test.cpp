// What the C functions with a device refuse: NULL for each pointer, wrong buffers, events and structs.
#include <boost/test/unit_test.hpp>

#include "support/c_run.hpp"

BOOST_AUTO_TEST_SUITE(c_api_refusals_test)

BOOST_AUTO_TEST_CASE(what_is_refused) {
    const auto& d = test_device::get();
    const device_buffer small(64), large(4096);
    const c_plan made{"c2c f32 64"};
    auto buffers = between(small.get(), large.get());
    cl_event done = nullptr;
    expect_refused(stockham_plan_enqueue(made, d.queue, &buffers, 0, nullptr, &done), STOCKHAM_ARGUMENT, "input");
    buffers = between(large.get(), nullptr);
    expect_refused(stockham_plan_enqueue(made, d.queue, &buffers, 0, nullptr, &done), STOCKHAM_ARGUMENT, "output");
    buffers = between(large.get(), small.get());
    expect_refused(stockham_plan_enqueue(made, d.queue, &buffers, 1, nullptr, &done), STOCKHAM_ARGUMENT, "wait");
    buffers.struct_size = 3;
    expect_refused(stockham_plan_enqueue(made, d.queue, &buffers, 0, nullptr, &done), STOCKHAM_STRUCT, "buffers");
    BOOST_TEST(done == nullptr);
    auto options = stockham_default_plan_options();
    options.struct_size += 8;
    c_plan none;
    expect_refused(stockham_plan_create(d.context, d.device, c_problem{"c2c f32 64"}, &options, &none), STOCKHAM_STRUCT,
                   "options");
    options = stockham_default_plan_options();
    options.plan_string = "64 : 0.1";
    BOOST_TEST(stockham_plan_create(d.context, d.device, c_problem{"c2c f32 64"}, &options, &none) != STOCKHAM_OK);
    options = stockham_default_plan_options();
    options.rigor = STOCKHAM_WISDOM_ONLY;
    const c_wisdom empty;
    options.wisdom = empty;
    expect_refused(stockham_plan_create(d.context, d.device, c_problem{"c2c f32 64"}, &options, &none),
                   STOCKHAM_UNSUPPORTED, "wisdom");
    BOOST_TEST(none.handle == nullptr);
}

BOOST_AUTO_TEST_CASE(lists_of_items) {
    const auto& d = test_device::get();
    const device_buffer memory(4096), other(4096);
    const c_plan made{"c2c f32 64"};
    stockham_item items[] = {stockham_default_item(), stockham_default_item()};
    for (auto& item : items) {
        item.input = memory.get();
        item.output = other.get();
    }
    const auto enqueue = [&] {
        return stockham_plan_enqueue_many(made, d.queue, items, 2, nullptr, 0, nullptr, nullptr);
    };
    expect_refused(enqueue(), STOCKHAM_ARGUMENT, "items[1].output", "overlap");
    items[1].output_offset = 512;
    items[1].input_address = &items;
    expect_refused(enqueue(), STOCKHAM_ARGUMENT, "input", "both given");
    items[1].input_address = nullptr;
    items[1].struct_size -= 8;
    expect_refused(enqueue(), STOCKHAM_STRUCT, "items", "items[1]");
    items[0].struct_size = 3;
    expect_refused(enqueue(), STOCKHAM_STRUCT, "items");
    expect_refused(stockham_plan_enqueue_many(made, d.queue, items, 0, nullptr, 0, nullptr, nullptr), STOCKHAM_ARGUMENT,
                   "items", "empty");
    c_batch none;
    expect_refused(stockham_batch_create(d.context, d.device, nullptr, 0, nullptr, &none), STOCKHAM_ARGUMENT,
                   "transforms", "empty");
}

BOOST_AUTO_TEST_CASE(null_pointers) {
    const auto& d = test_device::get();
    const device_buffer in(4096), out(4096);
    const c_problem problem{"c2c f32 64"};
    const c_plan plan{"c2c f32 64"};
    const std::size_t lengths[] = {8, 8}, order[] = {1, 0};
    auto permutation = stockham_default_permutation();
    permutation.axes = 2;
    permutation.lengths = lengths;
    permutation.order = order;
    auto description = stockham_default_convolution_description();
    description.signal = problem;
    c_convolution convolution;
    EXPECT_OK(stockham_convolution_create(d.context, d.device, &description, nullptr, &convolution));
    c_transposition transposition;
    EXPECT_OK(stockham_transposition_create(d.context, d.device, &permutation, &transposition));
    const stockham_problem* problems[] = {problem};
    auto item = stockham_default_item();
    item.input = in.get();
    item.output = out.get();
    c_batch batch;
    EXPECT_OK(stockham_batch_create(d.context, d.device, problems, 1, nullptr, &batch));
    stockham_batch* new_batch = nullptr;
    stockham_plan* new_plan = nullptr;
    stockham_convolution* new_convolution = nullptr;
    stockham_transposition* new_transposition = nullptr;
    stockham_session* new_session = nullptr;
    stockham_problem* new_problem = nullptr;
    char* text = nullptr;
    std::size_t number = 77;
    cl_event done = nullptr;
    cl_event* events = nullptr;
    const auto buffers = between(in.get(), out.get());
    EXPECT_NO_NULL(stockham_plan_create, {3}, d.context, d.device, problem, nullptr, &new_plan);
    EXPECT_NO_NULL(stockham_plan_problem, {}, plan, &new_problem);
    EXPECT_NO_NULL(stockham_plan_workspace_size, {}, plan, &number);
    EXPECT_NO_NULL(stockham_plan_launches, {}, plan, &number);
    EXPECT_NO_NULL(stockham_plan_text, {}, plan, &text);
    EXPECT_NO_NULL(stockham_plan_string, {}, plan, &text);
    EXPECT_NO_NULL(stockham_plan_enqueue, (std::set<std::size_t>{4, 5}), plan, d.queue, &buffers, 0, nullptr, &done);
    EXPECT_NO_NULL(stockham_plan_enqueue_each, {4}, plan, d.queue, &buffers, 0, nullptr, &events, &number);
    EXPECT_NO_NULL(stockham_plan_enqueue_many, (std::set<std::size_t>{4, 6, 7}), plan, d.queue, &item, 1, nullptr, 0,
                   nullptr, &done);
    EXPECT_NO_NULL(stockham_batch_create, {4}, d.context, d.device, problems, 1, nullptr, &new_batch);
    EXPECT_NO_NULL(stockham_batch_text, {}, batch, &text);
    EXPECT_NO_NULL(stockham_batch_size, {}, batch, &number);
    EXPECT_NO_NULL(stockham_batch_workspace_size, {}, batch, &number);
    EXPECT_NO_NULL(stockham_batch_enqueue, (std::set<std::size_t>{4, 6, 7}), batch, d.queue, &item, 1, nullptr, 0,
                   nullptr, &done);
    EXPECT_NO_NULL(stockham_compile_candidates, {}, d.context, d.device, problem, STOCKHAM_MEASURE, 0, 1000, &number);
    EXPECT_NO_NULL(stockham_convolution_create, {3}, d.context, d.device, &description, nullptr, &new_convolution);
    EXPECT_NO_NULL(stockham_convolution_spectrum, {}, convolution, &new_problem);
    EXPECT_NO_NULL(stockham_convolution_workspace_size, {}, convolution, &number);
    EXPECT_NO_NULL(stockham_convolution_launches, {}, convolution, &number);
    EXPECT_NO_NULL(stockham_convolution_text, {}, convolution, &text);
    EXPECT_NO_NULL(stockham_convolution_enqueue, (std::set<std::size_t>{4, 5}), convolution, d.queue, &buffers, 0,
                   nullptr, &done);
    EXPECT_NO_NULL(stockham_transposition_create, {}, d.context, d.device, &permutation, &new_transposition);
    EXPECT_NO_NULL(stockham_transposition_text, {}, transposition, &text);
    EXPECT_NO_NULL(stockham_transposition_workspace_size, {}, transposition, &number);
    EXPECT_NO_NULL(stockham_transposition_enqueue, (std::set<std::size_t>{4, 5}), transposition, d.queue, &buffers, 0,
                   nullptr, &done);
    EXPECT_NO_NULL(stockham_session_create, {}, d.context, &new_session);
    description.signal = nullptr;
    expect_refused(stockham_convolution_create(d.context, d.device, &description, nullptr, &new_convolution),
                   STOCKHAM_HANDLE, "signal", "NULL");
    BOOST_TEST((!new_batch && !new_plan && !new_convolution && !new_transposition && !new_session && !new_problem &&
                !text && !done && !events && number == 77));
}

BOOST_AUTO_TEST_CASE(events_of_another_context) {
    const auto& d = test_device::get();
    const c_plan made{"c2c f32 64"};
    const device_buffer in(4096), out(4096);
    const auto other = make_context();
    cl_int code = CL_SUCCESS;
    const cl_event never = clCreateUserEvent(other.get(), &code);
    const auto buffers = between(in.get(), out.get());
    expect_refused(stockham_plan_enqueue(made, d.queue, &buffers, 1, &never, nullptr), STOCKHAM_ARGUMENT, "wait");
    clReleaseEvent(never);
}

BOOST_AUTO_TEST_SUITE_END()

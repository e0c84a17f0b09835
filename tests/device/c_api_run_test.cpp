// The C interface with a device: plans, executions, convolutions, transpositions and searches give the same results
// as the C++ classes.
#include <boost/test/unit_test.hpp>

#include <complex>
#include <fstream>
#include <iterator>
#include <numeric>
#include <vector>

#include <stockham/stockham.hpp>

#include "support/c_run.hpp"
#include "support/environment.hpp"
#include "support/store_files.hpp"

BOOST_AUTO_TEST_SUITE(c_api_run_test)

using stockham::parse_transform;

BOOST_AUTO_TEST_CASE(devices_by_word) {
    std::size_t count = 0;
    EXPECT_OK(stockham_devices(nullptr, 0, &count));
    std::vector<cl_device_id> list(count);
    EXPECT_OK(stockham_devices(list.data(), count, &count));
    BOOST_TEST((list == stockham::devices()));
    expect_refused(stockham_devices(list.data(), count - 1, &count), STOCKHAM_ARGUMENT, "devices", "room for");
    cl_device_id chosen = nullptr;
    EXPECT_OK(stockham_choose_device(nullptr, &chosen));
    BOOST_TEST(chosen == stockham::choose_device());
    expect_refused(stockham_choose_device("no such device", &chosen), STOCKHAM_ARGUMENT, "device", "no such device");
    c_handle<stockham_description> description(stockham_description_free);
    EXPECT_OK(stockham_description_of(chosen, &description));
    char* name = nullptr;
    EXPECT_OK(stockham_description_text(description, "name", &name));
    BOOST_TEST(taken(name) == stockham::describe(chosen).name);
}

BOOST_AUTO_TEST_CASE(a_plan_says_what_the_class_says) {
    const auto& d = test_device::get();
    const char* text = "c2c f32 4096x64";
    const c_plan made{text};
    const stockham::plan same(d.context, d.device, parse_transform(text));
    BOOST_TEST(text_of(stockham_plan_text, made) == same.to_string());
    BOOST_TEST(text_of(stockham_plan_string, made) == same.plan_string());
    std::size_t number = 0;
    EXPECT_OK(stockham_plan_launches(made, &number));
    BOOST_TEST(number == same.launches());
    EXPECT_OK(stockham_plan_workspace_size(made, &number));
    BOOST_TEST(number == same.workspace_size());
    c_problem problem;
    EXPECT_OK(stockham_plan_problem(made, &problem));
    char* own = nullptr;
    EXPECT_OK(stockham_problem_text(problem, &own));
    BOOST_TEST(taken(own) == to_string(same.problem()));
    // The estimate has the same numbers before anything is compiled.
    const auto e = stockham::estimate(d.device, parse_transform(text));
    BOOST_TEST(e.launches == same.launches());
    BOOST_TEST(e.workspace_size == same.workspace_size());
    BOOST_TEST(e.plan_string == same.plan_string());
}

BOOST_AUTO_TEST_CASE(executions) {
    const auto& d = test_device::get();
    const auto data = some_bytes(2 * 4096 * 4);
    const device_buffer in(data.size(), data.data()), expected(data.size()), out(data.size());
    const stockham::plan same(d.context, d.device, parse_transform("c2c f32 64x64 b4"));
    finish(same.enqueue(d.queue, in.get(), expected.get()));
    const auto right = expected.read();
    const c_plan made{"c2c f32 64x64 b4"};
    const auto buffers = between(in.get(), out.get());
    cl_event first = nullptr, second = nullptr;
    EXPECT_OK(stockham_plan_enqueue(made, d.queue, &buffers, 0, nullptr, &first));
    EXPECT_OK(stockham_plan_enqueue(made, d.queue, &buffers, 1, &first, &second));
    clReleaseEvent(first);
    finish(second);
    BOOST_TEST((out.read() == right));
    const device_buffer again(data.size());
    const auto others = between(in.get(), again.get());
    EXPECT_OK(stockham_plan_enqueue(made, d.queue, &others, 0, nullptr, nullptr));
    clFinish(d.queue);
    BOOST_TEST((again.read() == right));
    const device_buffer each(data.size());
    const auto third = between(in.get(), each.get());
    cl_event* events = nullptr;
    std::size_t count = 0;
    EXPECT_OK(stockham_plan_enqueue_each(made, d.queue, &third, 0, nullptr, &events, &count));
    BOOST_TEST(count == same.launches());
    for (std::size_t k = 0; k < count; ++k) finish(events[k]);
    stockham_free(events);
    BOOST_TEST((each.read() == right));
}

BOOST_AUTO_TEST_CASE(planar_data_and_callbacks) {
    const auto& d = test_device::get();
    const auto data = some_bytes(256);
    const device_buffer real(data.size(), data.data()), imaginary(data.size(), data.data()), out(2 * data.size()),
        expected(2 * data.size()), offset(data.size(), data.data());
    auto options = stockham_default_plan_options();
    options.on_store = "void on_store(global void* output, ulong place, element z, global void* user) {\n"
                       "    ((global element*)output)[place] = z + ((global REAL*)user)[0];\n}\n";
    const c_plan made("c2c f32 256 if=planar", &options);
    auto buffers = between(real.get(), out.get());
    buffers.input_imaginary = imaginary.get();
    buffers.store_data = offset.get();
    EXPECT_OK(stockham_plan_enqueue(made, d.queue, &buffers, 0, nullptr, nullptr));
    clFinish(d.queue);
    stockham::plan_options same_options;
    same_options.on_store = options.on_store;
    const stockham::plan same(d.context, d.device, parse_transform("c2c f32 256 if=planar"), same_options);
    stockham::buffers all;
    all.input = real.get();
    all.input_imaginary = imaginary.get();
    all.output = expected.get();
    all.store_data = offset.get();
    finish(same.enqueue(d.queue, all));
    BOOST_TEST((out.read() == expected.read()));
    options.on_store = "void on_store(global void* output, ulong place, element z, global void* user) { nonsense; }";
    c_plan none;
    expect_refused(stockham_plan_create(d.context, d.device, c_problem{"c2c f32 256"}, &options, &none),
                   STOCKHAM_CALLBACK, "on_store");
    BOOST_TEST(*stockham_last_build_log() != 0);
    BOOST_TEST(none.handle == nullptr);
}

BOOST_AUTO_TEST_CASE(convolutions) {
    const auto& d = test_device::get();
    const auto signal = some_bytes(48 * 40), kernel = some_bytes(48 * 40);
    const device_buffer in(signal.size(), signal.data()), of(kernel.size(), kernel.data()), out(signal.size()),
        expected(signal.size()), spectrum(2 * kernel.size());
    const c_problem problem{"r2c f32 48x40 scale=0.0009765625"};
    auto description = stockham_default_convolution_description();
    description.signal = problem;
    description.correlate = 1;
    c_convolution made;
    EXPECT_OK(stockham_convolution_create(d.context, d.device, &description, nullptr, &made));
    BOOST_REQUIRE(made.handle);
    stockham::convolution_description same_description;
    same_description.signal = parse_transform("r2c f32 48x40 scale=0.0009765625");
    same_description.correlate = true;
    const stockham::convolution same(d.context, d.device, same_description);
    c_problem to_spectrum;
    EXPECT_OK(stockham_convolution_spectrum(made, &to_spectrum));
    c_plan forward;
    EXPECT_OK(stockham_plan_create(d.context, d.device, to_spectrum, nullptr, &forward));
    const auto kernel_buffers = between(of.get(), spectrum.get());
    EXPECT_OK(stockham_plan_enqueue(forward, d.queue, &kernel_buffers, 0, nullptr, nullptr));
    auto buffers = between(in.get(), out.get());
    buffers.spectrum = spectrum.get();
    cl_event done = nullptr;
    EXPECT_OK(stockham_convolution_enqueue(made, d.queue, &buffers, 0, nullptr, &done));
    finish(done);
    stockham::buffers all;
    all.input = in.get();
    all.output = expected.get();
    all.spectrum = spectrum.get();
    finish(same.enqueue(d.queue, all));
    BOOST_TEST((out.read() == expected.read()));
    std::size_t number = 0;
    EXPECT_OK(stockham_convolution_launches(made, &number));
    BOOST_TEST(number == same.launches());
    EXPECT_OK(stockham_convolution_workspace_size(made, &number));
    BOOST_TEST(number == same.workspace_size());
    char* text = nullptr;
    EXPECT_OK(stockham_convolution_text(made, &text));
    BOOST_TEST(taken(text) == same.to_string());
    description.kernels = 0;
    c_convolution none;
    expect_refused(stockham_convolution_create(d.context, d.device, &description, nullptr, &none), STOCKHAM_ARGUMENT,
                   "kernels");
}

// Many executions of a plan, and rows of two lengths: the same bits as in C++.
BOOST_AUTO_TEST_CASE(batches) {
    const auto& d = test_device::get();
    const auto data = some_bytes(2 * 201);
    const device_buffer in(data.size(), data.data()), out(data.size()), same(data.size());
    const c_plan plan{"c2c f32 64"};
    stockham_item items[] = {stockham_default_item(), stockham_default_item()};
    std::vector<stockham::batch_item> expected;
    const auto place = [&](std::size_t second) {
        for (auto& item : items) {
            item.input = in.get();
            item.output = out.get();
        }
        items[1].input_offset = items[1].output_offset = second;
        expected = {{in.get(), same.get()}, {in.get(), same.get(), second, second}};
    };
    place(512);
    cl_event done = nullptr;
    EXPECT_OK(stockham_plan_enqueue_many(plan, d.queue, items, 2, nullptr, 0, nullptr, &done));
    finish(done);
    const stockham::plan of_cpp(d.context, d.device, stockham::parse_transform("c2c f32 64"));
    finish(of_cpp.enqueue_many(d.queue, expected));
    const auto first = out.read(), wanted = same.read();
    BOOST_TEST(std::memcmp(first.data(), wanted.data(), 1024) == 0);

    const c_problem rows[] = {c_problem{"c2c f32 100"}, c_problem{"c2c f32 101"}};
    const stockham_problem* problems[] = {rows[0], rows[1]};
    c_batch made;
    EXPECT_OK(stockham_batch_create(d.context, d.device, problems, 2, nullptr, &made));
    std::size_t number = 0;
    EXPECT_OK(stockham_batch_size(made, &number));
    BOOST_TEST(number == 2U);
    EXPECT_OK(stockham_batch_workspace_size(made, &number));
    BOOST_TEST(number == 0U);
    char* text = nullptr;
    EXPECT_OK(stockham_batch_text(made, &text));
    BOOST_TEST(taken(text) == "2 x rows of 2 lengths by convolutions of 256 points\n");
    place(800);
    EXPECT_OK(stockham_batch_enqueue(made, d.queue, items, 2, nullptr, 0, nullptr, nullptr));
    const stockham::batch of_rows(d.context, d.device,
                                  {stockham::parse_transform("c2c f32 100"), stockham::parse_transform("c2c f32 101")});
    of_rows.execute(d.queue, expected);
    BOOST_TEST((out.read() == same.read()));
}

BOOST_AUTO_TEST_CASE(transpositions) {
    const auto& d = test_device::get();
    const auto data = some_bytes(30 * 20);
    const device_buffer in(data.size(), data.data()), out(data.size());
    const std::size_t lengths[] = {30, 20}, order[] = {1, 0};
    auto permutation = stockham_default_permutation();
    permutation.axes = 2;
    permutation.lengths = lengths;
    permutation.order = order;
    permutation.element = STOCKHAM_REAL_F32;
    c_transposition made;
    EXPECT_OK(stockham_transposition_create(d.context, d.device, &permutation, &made));
    BOOST_REQUIRE(made.handle);
    std::size_t workspace = 7;
    EXPECT_OK(stockham_transposition_workspace_size(made, &workspace));
    BOOST_TEST(workspace == 0U);
    char* text = nullptr;
    EXPECT_OK(stockham_transposition_text(made, &text));
    BOOST_TEST(taken(text).find("real f32 30x20 order 1,0") == 0U);
    auto buffers = between(in.get(), out.get());
    cl_event done = nullptr;
    EXPECT_OK(stockham_transposition_enqueue(made, d.queue, &buffers, 0, nullptr, &done));
    finish(done);
    EXPECT_OK(stockham_transposition_enqueue(made, d.queue, &buffers, 0, nullptr, nullptr));
    clFinish(d.queue);
    const auto moved = out.read();
    std::size_t wrong = 0;
    for (std::size_t r = 0; r < 30; ++r)
        for (std::size_t c = 0; c < 20; ++c)
            wrong += std::memcmp(&data[4 * (20 * r + c)], &moved[4 * (30 * c + r)], 4) != 0;
    BOOST_TEST(wrong == 0U);
    buffers.spectrum = in.get();
    expect_refused(stockham_transposition_enqueue(made, d.queue, &buffers, 0, nullptr, nullptr), STOCKHAM_ARGUMENT,
                   "buffers");
    permutation.batch = 0;
    c_transposition none;
    expect_refused(stockham_transposition_create(d.context, d.device, &permutation, &none), STOCKHAM_ARGUMENT, "batch");
}

BOOST_AUTO_TEST_CASE(searches) {
    const auto& d = test_device::get();
    struct count {
        int calls = 0;
        bool complete = true;
    } counted;
    const c_wisdom known;
    auto options = stockham_default_plan_options();
    options.rigor = STOCKHAM_MEASURE;
    options.wisdom = known;
    options.progress_data = &counted;
    options.progress = [](const stockham_progress* so_far, void* data) {
        auto& seen = *static_cast<count*>(data);
        seen.complete = seen.complete && so_far->struct_size == sizeof *so_far && *so_far->candidate &&
                        so_far->done <= so_far->total && so_far->best_seconds > 0;
        return ++seen.calls < 3 ? 1 : 0;
    };
    const c_plan stopped("c2c f32 60 b100", &options);
    BOOST_TEST(counted.calls == 3);
    BOOST_TEST(counted.complete);
    stockham_wisdom_entry* entries = nullptr;
    std::size_t learnt = 7;
    EXPECT_OK(stockham_wisdom_entries(known, nullptr, sizeof *entries, &entries, &learnt));
    BOOST_TEST(learnt == 0U);
    options.progress = nullptr;
    options.time_limit = 0;
    const c_plan complete("c2c f32 60 b100", &options);
    EXPECT_OK(stockham_wisdom_entries(known, nullptr, sizeof *entries, &entries, &learnt));
    BOOST_REQUIRE(learnt == 1U);
    BOOST_TEST(entries->plan == text_of(stockham_plan_string, complete));
    int current = 0;
    EXPECT_OK(stockham_wisdom_is_current(entries, &current));
    BOOST_TEST(current == 1);
    stockham_free(entries);
    options.time_limit = -1;
    c_plan none;
    expect_refused(stockham_plan_create(d.context, d.device, c_problem{"c2c f32 60"}, &options, &none),
                   STOCKHAM_ARGUMENT, "time_limit");
    std::size_t compiled = 0;
    EXPECT_OK(stockham_compile_candidates(d.context, d.device, c_problem{"c2c f32 60 b100"}, STOCKHAM_MEASURE, 0, 1000,
                                          &compiled));
    BOOST_TEST(compiled == 1U);
    expect_refused(stockham_compile_candidates(d.context, d.device, c_problem{"c2c f32 60 b100"}, STOCKHAM_MEASURE, 0,
                                               0, &compiled),
                   STOCKHAM_ARGUMENT, "shards");
}

BOOST_AUTO_TEST_CASE(sessions) {
    const auto& d = test_device::get();
    stockham_session* session = nullptr;
    EXPECT_OK(stockham_session_create(d.context, &session));
    BOOST_TEST(session != nullptr);
    stockham_session_free(session);
}

BOOST_AUTO_TEST_CASE(sessions_run_problems) {
    const auto& d = test_device::get();
    auto options = stockham_default_session_options();
    options.memory = 1 << 20;
    options.plans = 2;
    c_handle<stockham_session> opened(stockham_session_free), of_queue(stockham_session_free);
    EXPECT_OK(stockham_session_open(d.device, &options, &opened));
    EXPECT_OK(stockham_session_of_queue(d.queue, nullptr, &of_queue));
    cl_context context = nullptr;
    cl_device_id device = nullptr;
    cl_command_queue queue = nullptr;
    EXPECT_OK(stockham_session_objects(of_queue, &context, &device, &queue));
    BOOST_TEST((context == d.context && device == d.device && queue == d.queue));
    std::size_t usable = 0, largest = 0, idle = 1;
    int shares = -1;
    EXPECT_OK(stockham_session_memory(opened, &usable, &largest, &idle, &shares));
    BOOST_TEST((usable == 1U << 20U && largest <= usable && idle == 0 && (shares == 0 || shares == 1)));
    for (const auto& [text, fits] : {std::pair("c2c f32 64 b4", true), std::pair("c2c f32 1048576", false)}) {
        char* why = nullptr;
        EXPECT_OK(stockham_session_shortage(opened, c_problem{text}, &why));
        BOOST_TEST(taken(why).empty() == fits, text);
    }
    std::vector<std::complex<float>> input(256), output(256);
    for (int turn = 0; turn < 4; ++turn) input[static_cast<std::size_t>(64 * turn)] = 1;
    EXPECT_OK(stockham_session_run(opened, c_problem{"c2c f32 64 b4"}, nullptr, input.data(), output.data()));
    for (const auto& each : output) BOOST_TEST(each == std::complex<float>(1));
    const std::size_t bytes = 256 * sizeof input[0];
    const auto buffer = stockham::harness::make_buffer(d.context, bytes + 8);
    EXPECT_OK(stockham_session_upload(of_queue, buffer.get(), 8, input.data(), bytes));
    EXPECT_OK(stockham_session_finish(of_queue));
    EXPECT_OK(stockham_session_download(of_queue, buffer.get(), 8, output.data(), bytes));
    BOOST_TEST((output == input));
    EXPECT_OK(stockham_session_trim(opened, 0));
    EXPECT_OK(stockham_session_trim(opened, 1));
    expect_refused(stockham_session_run(opened, c_problem{"c2c f32 64 b4"}, nullptr, nullptr, output.data()),
                   STOCKHAM_ARGUMENT, "input");
    expect_refused(stockham_session_upload(of_queue, buffer.get(), 8, nullptr, bytes), STOCKHAM_ARGUMENT, "from");
    std::vector<std::complex<float>> large(262144);  // in place it needs a buffer also where arrays are shared
    expect_refused(stockham_session_run(opened, c_problem{"c2c f32 262144 in"}, nullptr, large.data(), large.data()),
                   STOCKHAM_UNSUPPORTED, "memory");
    options.struct_size = 1;
    stockham_session* none = nullptr;
    expect_refused(stockham_session_open(d.device, &options, &none), STOCKHAM_STRUCT, "options");
    BOOST_TEST(none == nullptr);
}

BOOST_AUTO_TEST_CASE(a_profile_that_is_measured_and_kept) {
    const auto& d = test_device::get();
    const temporary_folder home;
    const scoped_variable config("XDG_CONFIG_HOME", home.path().string());
    char* profile = nullptr;
    char* path = nullptr;
    EXPECT_OK(stockham_calibrate(d.context, d.device, &profile));
    EXPECT_OK(stockham_profile_keep(profile, &path));
    const auto text = taken(profile), file = taken(path);
    BOOST_TEST(file.find(home.path().string()) == 0U);
    std::ifstream kept(file);
    BOOST_TEST(std::string(std::istreambuf_iterator<char>(kept), {}) == text);
    BOOST_TEST(stockham::describe(d.device).profile.to_json() == text);
    const char* const problems[] = {"c2c f32 64x64", "c2c f32 64"};
    int worth_keeping = 7;
    double mean = 0, worst = 0;
    EXPECT_OK(stockham_compare_profiles(d.context, d.device, text.c_str(), text.c_str(), problems, 2, &worth_keeping,
                                        &mean, &worst));
    BOOST_TEST(worth_keeping == 1);
    BOOST_TEST(mean == 1);
    BOOST_TEST(worst == 1);
    EXPECT_OK(stockham_compare_profiles(d.context, d.device, nullptr, text.c_str(), problems, 1, &worth_keeping,
                                        nullptr, nullptr));
    worth_keeping = 7;
    const auto compare = [&](cl_context context, cl_device_id device, const char* before) {
        return stockham_compare_profiles(context, device, before, text.c_str(), problems, 1, &worth_keeping, &mean,
                                         &worst);
    };
    expect_refused(compare(d.context, d.device, "{}"), STOCKHAM_ARGUMENT, "profile");
    expect_refused(compare(nullptr, d.device, ""), STOCKHAM_ARGUMENT, "context");
    expect_refused(compare(d.context, nullptr, ""), STOCKHAM_ARGUMENT, "device");
    BOOST_TEST(worth_keeping == 7);
    expect_refused(stockham_profile_keep("{}", nullptr), STOCKHAM_ARGUMENT, "profile");
    expect_refused(stockham_calibrate(d.context, nullptr, &profile), STOCKHAM_ARGUMENT, "device");
    expect_refused(stockham_calibrate(nullptr, d.device, &profile), STOCKHAM_ARGUMENT, "context");
}

BOOST_AUTO_TEST_SUITE_END()

// Processes with raised rights ignore the environment, and work in the context that the program brings.
// raised_rights.sh runs the suite `obeyed` in an ordinary process and the suite `ignored` in ones with raised rights,
// both in an environment whose variables name folders that must not be used.
#include <boost/test/unit_test.hpp>

#include <unistd.h>

#include <cmath>
#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

#include <stockham/imaging/measures.hpp>
#include <stockham/stockham.h>
#include <stockham/stockham.hpp>

#ifdef STOCKHAM_HAS_CLFFT
#include <clFFT.h>
#endif

namespace {

/// The library's warnings, from before the first test on; a slow compiler makes notes.
std::vector<std::string>& messages() {
    static auto* const all = new std::vector<std::string>;
    return *all;
}
void keep_message(const char* text) {
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    if (std::string(text).rfind("note: ", 0) != 0) messages().emplace_back(text);
}
struct messages_are_kept {
    messages_are_kept() { stockham::set_message_handler(keep_message); }
};

}  // namespace

BOOST_TEST_GLOBAL_FIXTURE(messages_are_kept);

BOOST_AUTO_TEST_SUITE(raised_rights_test)

namespace {

/// The context of a program that looks for devices itself.
struct own_context {
    cl_device_id device = nullptr;
    stockham::owned_context context;
    stockham::owned_queue queue;

    own_context() {
        // PoCL's compiler refuses to write a file that the real user may not write. Rights stay raised.
        BOOST_REQUIRE(setuid(geteuid()) == 0);
        cl_platform_id platform = nullptr;
        BOOST_REQUIRE(clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS);
        BOOST_REQUIRE(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS);
        context = stockham::owned_context(clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr));
        queue = stockham::owned_queue(clCreateCommandQueue(context.get(), device, 0, nullptr));
    }
};
const own_context& own() {
    static const auto* const one = new own_context;
    return *one;
}

constexpr std::size_t n = 256, frequency = 5;

stockham::transform one_line() {
    stockham::transform t;
    t.lengths = {n};
    return t;
}

stockham::owned_buffer wave() {
    std::vector<float> points;
    for (std::size_t i = 0; i < n; ++i) {
        const double angle = 2 * 3.14159265358979323846 * frequency * static_cast<double>(i) / n;
        points.push_back(static_cast<float>(std::cos(angle)));
        points.push_back(static_cast<float>(std::sin(angle)));
    }
    return stockham::owned_buffer(clCreateBuffer(own().context.get(), CL_MEM_COPY_HOST_PTR,
                                                 points.size() * sizeof(float), points.data(), nullptr));
}

float number(cl_mem buffer, std::size_t place) {
    float value = 0;
    clEnqueueReadBuffer(own().queue.get(), buffer, CL_TRUE, place * sizeof value, sizeof value, &value, 0, nullptr,
                        nullptr);
    return value;
}

template <class Call>
void expect_refusal(const Call& call) {
    BOOST_CHECK_EXCEPTION(call(), stockham::unsupported_error,
                          [](const auto& e) { return e.rule() == "raised rights"; });
}

#ifdef STOCKHAM_HAS_CLFFT
/// Makes and enqueues a transform by clFFT's interface. Writes its log, because a length of 17 is refused before.
clfftStatus transform_by_clfft(cl_mem data) {
    clfftSetupData setup{};
    clfftInitSetupData(&setup);
    clfftSetup(&setup);
    clfftPlanHandle plan = 0;
    const std::size_t lengths[] = {n}, wrong[] = {0};
    clfftCreateDefaultPlan(&plan, own().context.get(), CLFFT_1D, wrong);
    clfftCreateDefaultPlan(&plan, own().context.get(), CLFFT_1D, lengths);
    cl_command_queue queue = own().queue.get();
    clfftBakePlan(plan, 1, &queue, nullptr, nullptr);
    const auto code =
        clfftEnqueueTransform(plan, CLFFT_FORWARD, 1, &queue, 0, nullptr, nullptr, &data, nullptr, nullptr);
    clFinish(queue);
    clfftDestroyPlan(&plan);
    return code;
}
#endif

}  // namespace

BOOST_AUTO_TEST_SUITE(obeyed)

BOOST_AUTO_TEST_CASE(variables) {
    BOOST_TEST(!stockham::has_raised_rights());
    BOOST_REQUIRE(stockham::environment("STOCKHAM_DEVICE") != nullptr);
    BOOST_TEST(stockham::environment("STOCKHAM_DEVICE") == std::string("none"));
    BOOST_CHECK_THROW(stockham::choose_device(), stockham::argument_error);
    BOOST_TEST(stockham::current_program_cache().folder == stockham::environment("STOCKHAM_CACHE"));
    BOOST_TEST(!stockham::wisdom::user_file().empty());
}

BOOST_AUTO_TEST_CASE(files) {
    stockham::wisdom::standard();
    BOOST_CHECK_EXCEPTION(stockham::plan(own().context.get(), own().device, one_line()), stockham::argument_error,
                          [](const auto& e) { return e.field() == "STOCKHAM_KERNEL_DIR"; });
    const stockham::imaging::engine engine(own().device);
    const std::vector<float> points(9, 1.0F);
    BOOST_CHECK_THROW(measure_focus(engine, stockham::imaging::view_of(points, {3, 3})), stockham::argument_error);
    BOOST_TEST(messages().size() == 2u);  // the wisdom and the profile are broken
#ifdef STOCKHAM_HAS_CLFFT
    const auto data = wave();
    BOOST_TEST(transform_by_clfft(data.get()) != CLFFT_SUCCESS);
#endif
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(ignored)

BOOST_AUTO_TEST_CASE(rights_are_raised) {
    BOOST_REQUIRE(stockham::has_raised_rights());
}

BOOST_AUTO_TEST_CASE(variables) {
    BOOST_TEST(stockham::environment("STOCKHAM_DEVICE") == nullptr);
    BOOST_TEST(stockham::environment("PATH") == nullptr);
    BOOST_TEST(stockham::current_program_cache().folder == "");
    BOOST_TEST(stockham::wisdom::user_file() == "");
}

BOOST_AUTO_TEST_CASE(no_context_of_its_own) {
    expect_refusal([] { return stockham::devices(); });
    expect_refusal([] { return stockham::choose_device(); });
    expect_refusal([] { return stockham::open_context(own().device); });
    expect_refusal([] { return stockham::job(one_line(), {}); });
    expect_refusal([] { return stockham::out_of_core(one_line(), {}); });
    expect_refusal([] { return stockham::imaging::engine(own().device); });
    std::size_t count = 0;
    BOOST_TEST(stockham_devices(nullptr, 0, &count) == STOCKHAM_UNSUPPORTED);
    BOOST_TEST(stockham_last_subject() == std::string("raised rights"));
    // A job makes a context for each device.
    stockham::job_options options;
    options.devices = {own().device};
    expect_refusal([&] {
        std::vector<float> in(2 * n), out(2 * n);
        stockham::job(one_line(), options).run(in.data(), out.data());
    });
}

BOOST_AUTO_TEST_CASE(the_context_of_the_program) {
    const stockham::plan plan(own().context.get(), own().device, one_line());
    const auto in = wave(), out = wave();
    plan.execute(own().queue.get(), in.get(), out.get());
    BOOST_TEST(number(out.get(), 2 * frequency) == n, boost::test_tools::tolerance(1e-5F));
    const stockham::imaging::engine engine(own().context.get(), own().device);
    std::vector<float> points(9, 1.0F);
    points[4] = 2;
    BOOST_TEST(measure_focus(engine, stockham::imaging::view_of(points, {3, 3})).front().variance > 0);
#ifdef STOCKHAM_HAS_CLFFT
    BOOST_TEST(transform_by_clfft(in.get()) == CLFFT_SUCCESS);
    BOOST_TEST(number(in.get(), 2 * frequency) == n, boost::test_tools::tolerance(1e-5F));
#endif
    BOOST_TEST(messages().empty());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE_END()

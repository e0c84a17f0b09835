// Execution with poisoned outputs and canaries, judged against the oracle.
#include "on_device.hpp"

#include <cstring>
#include <stdexcept>

#include <boost/test/unit_test.hpp>

namespace {

void must(cl_int code, const char* call) {
    if (code != CL_SUCCESS) throw std::runtime_error(std::string(call) + " failed: " + std::to_string(code));
}

template <class Real>
std::vector<unsigned char> bytes_as(const std::vector<reference::number>& numbers) {
    std::vector<Real> reals;
    for (const auto& z : numbers) {
        reals.push_back(static_cast<Real>(z.real()));
        reals.push_back(static_cast<Real>(z.imag()));
    }
    std::vector<unsigned char> bytes(reals.size() * sizeof(Real));
    if (!bytes.empty()) std::memcpy(bytes.data(), reals.data(), bytes.size());
    return bytes;
}

template <class Real>
std::vector<reference::number> numbers_as(const std::vector<unsigned char>& bytes) {
    std::vector<Real> reals(bytes.size() / sizeof(Real));
    if (!bytes.empty()) std::memcpy(reals.data(), bytes.data(), bytes.size());
    std::vector<reference::number> numbers;
    for (std::size_t k = 0; k + 1 < reals.size(); k += 2) numbers.emplace_back(reals[k], reals[k + 1]);
    return numbers;
}

}  // namespace

const test_device& test_device::get() {
    static const test_device* made = [] {
        auto* d = new test_device;
        d->device = stockham::choose_device();
        cl_int code = CL_SUCCESS;
        d->context = clCreateContext(nullptr, 1, &d->device, nullptr, nullptr, &code);
        must(code, "clCreateContext");
        d->queue = clCreateCommandQueue(d->context, d->device, 0, &code);
        must(code, "clCreateCommandQueue");
        d->has_double = stockham::describe(d->device).fp64 != stockham::double_support::none;
        return d;
    }();
    return *made;
}

queue_object make_queue(cl_command_queue_properties properties) {
    cl_int code = CL_SUCCESS;
    queue_object queue(clCreateCommandQueue(test_device::get().context, test_device::get().device, properties, &code));
    must(code, "clCreateCommandQueue");
    return queue;
}

stockham::context_object make_context() {
    cl_int code = CL_SUCCESS;
    stockham::context_object context(clCreateContext(nullptr, 1, &test_device::get().device, nullptr, nullptr, &code));
    must(code, "clCreateContext");
    return context;
}

std::vector<stockham::device_description> everyone() {
    return {stockham::describe(test_device::get().device), stockham::named_description("gfx90a"),
            stockham::named_description("evergreen")};
}

device_buffer::device_buffer(std::size_t bytes, const void* data) : bytes_(bytes) {
    cl_int code = CL_SUCCESS;
    memory_ = clCreateBuffer(test_device::get().context, CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : 0), bytes,
                             const_cast<void*>(data), &code);
    must(code, "clCreateBuffer");
}

device_buffer::~device_buffer() {
    clReleaseMemObject(memory_);
}

std::vector<unsigned char> device_buffer::read() const {
    std::vector<unsigned char> bytes(bytes_);
    must(clEnqueueReadBuffer(test_device::get().queue, memory_, CL_TRUE, 0, bytes_, bytes.data(), 0, nullptr, nullptr),
         "clEnqueueReadBuffer");
    return bytes;
}

std::vector<unsigned char> to_bytes(const std::vector<reference::number>& numbers, stockham::precision p) {
    return p == stockham::precision::f32 ? bytes_as<float>(numbers) : bytes_as<double>(numbers);
}

std::vector<reference::number> from_bytes(const std::vector<unsigned char>& bytes, stockham::precision p) {
    return p == stockham::precision::f32 ? numbers_as<float>(bytes) : numbers_as<double>(bytes);
}

void finish(cl_event event) {
    must(clWaitForEvents(1, &event), "clWaitForEvents");
    clReleaseEvent(event);
}

outcome run(const stockham::plan& plan, const std::vector<reference::number>& input,
            const std::vector<reference::number>& poison) {
    const auto& t = plan.problem();
    const bool in_place = t.placement == stockham::placement::in_place;
    const auto in_bytes = to_bytes(input, t.precision), out_bytes = to_bytes(poison, t.precision);
    const device_buffer in(in_bytes.size(), in_bytes.data());
    if (in_place) {
        finish(plan.enqueue(test_device::get().queue, in.get()));
        auto after = from_bytes(in.read(), t.precision);
        return {after, after};
    }
    const device_buffer out(out_bytes.size(), out_bytes.data());
    finish(plan.enqueue(test_device::get().queue, in.get(), out.get()));
    return {from_bytes(in.read(), t.precision), from_bytes(out.read(), t.precision)};
}

namespace {

/// What one transform must become, whoever it is planned for.
struct expectation {
    std::vector<reference::number> input, before, wanted;
    std::vector<std::size_t> where;
};

expectation expect(const stockham::transform& t, unsigned seed) {
    constexpr std::size_t canary = 3;  // elements beyond each buffer's end
    std::mt19937 generator(seed);
    expectation e;
    e.input = reference::uniform(input_extent(t) + canary, t.precision, generator);
    e.before = t.placement == stockham::placement::in_place
                   ? e.input
                   : reference::uniform(output_extent(t) + canary, t.precision, generator);
    e.wanted = reference::transform(t, e.input, e.before);
    e.where = reference::places(t, false);
    return e;
}

void check_plan(const stockham::plan& plan, const expectation& e) {
    const auto& t = plan.problem();
    const auto got = run(plan, e.input, e.before);
    const double error = reference::relative_error(got.output, e.wanted, e.where);
    BOOST_TEST(error <= reference::gate(t), plan.to_string() << "error " << error << " > " << reference::gate(t));
    std::vector<bool> named(e.wanted.size(), false);
    for (auto k : e.where) named[k] = true;
    std::size_t touched = 0;
    for (std::size_t k = 0; k < e.wanted.size(); ++k) touched += !named[k] && got.output[k] != e.before[k];
    BOOST_TEST(touched == 0U, touched << " elements outside the layout were written");
    if (t.placement == stockham::placement::out_of_place) BOOST_TEST((got.input == e.input), "the input was written");
}

}  // namespace

void check_on_device(const stockham::transform& t, unsigned seed,
                     const std::vector<stockham::device_description>& planned_for) {
    const auto& d = test_device::get();
    auto descriptions = planned_for;
    if (descriptions.empty()) descriptions.push_back(stockham::describe(d.device));
    expectation e;
    if (d.has_double || t.precision == stockham::precision::f32) e = expect(t, seed);
    for (const auto& description : descriptions)
        BOOST_TEST_CONTEXT(to_string(t) << " for " << description.name << " (seed " << seed << ")") {
            stockham::plan_options options;
            options.plan_for = &description;
            if (e.wanted.empty()) {
                BOOST_CHECK_THROW(stockham::plan(d.context, d.device, t, options), stockham::unsupported_error);
            } else {
                check_plan(stockham::plan(d.context, d.device, t, options), e);
            }
        }
}

// Execution with poisoned outputs and canaries, compared with the oracle.
#include "on_device.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include <boost/test/unit_test.hpp>

#include "support/seed.hpp"

namespace harness = stockham::harness;

const test_device& test_device::get() {
    static const test_device* made = [] {
        auto* d = new test_device;
        d->device = stockham::choose_device();
        d->context = harness::make_context(d->device).release();
        d->queue = harness::make_queue(d->context, d->device).release();
        d->has_double = stockham::describe(d->device).fp64 != stockham::double_support::none;
        d->has_out_of_order = stockham::internal::query<cl_command_queue_properties>(
                                  clGetDeviceInfo, d->device, CL_DEVICE_QUEUE_PROPERTIES, "clGetDeviceInfo") &
                              CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
        return d;
    }();
    return *made;
}

queue_object make_queue(cl_command_queue_properties properties) {
    return harness::make_queue(test_device::get().context, test_device::get().device, properties);
}

namespace {

bool has_or_skipped(bool has, const char* what) {
    static unsigned skipped = 0;
    if (!has) BOOST_TEST_MESSAGE("skipped (" << ++skipped << "): the device has no " << what);
    return has;
}

}  // namespace

bool can_run(const stockham::transform& t) {
    return has_or_skipped(t.precision != stockham::precision::f64 || test_device::get().has_double, "double precision");
}

bool can_run_out_of_order() {
    return has_or_skipped(test_device::get().has_out_of_order, "queues out of order");
}

std::vector<cl_command_queue_properties> queue_kinds() {
    if (!can_run_out_of_order()) return {0};
    return {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE};
}

stockham::internal::context_object make_context() {
    return harness::make_context(test_device::get().device);
}

std::vector<stockham::device_description> everyone() {
    return {stockham::describe(test_device::get().device), stockham::named_description("gfx90a"),
            stockham::named_description("evergreen")};
}

std::vector<stockham::device_description> in_turn(const std::vector<stockham::device_description>& all,
                                                  std::size_t turn, std::size_t count) {
    if (has_chosen_seed()) return all;
    std::vector<stockham::device_description> some;
    while (some.size() < std::min(count, all.size())) some.push_back(all[turn++ % all.size()]);
    return some;
}

device_buffer::device_buffer(std::size_t bytes, const void* data)
    : memory_(harness::make_buffer(test_device::get().context, bytes, CL_MEM_READ_WRITE, data)), bytes_(bytes) {}

std::vector<unsigned char> device_buffer::read() const {
    std::vector<unsigned char> bytes(bytes_);
    stockham::internal::check_cl(clEnqueueReadBuffer(test_device::get().queue, memory_.get(), CL_TRUE, 0, bytes_,
                                                     bytes.data(), 0, nullptr, nullptr),
                                 "clEnqueueReadBuffer");
    return bytes;
}

std::vector<unsigned char> to_bytes(const std::vector<reference::number>& elements, stockham::precision p) {
    return number_bytes(to_memory(elements, element_kind::interleaved).numbers, p);
}

std::vector<reference::number> from_bytes(const std::vector<unsigned char>& bytes, stockham::precision p) {
    return to_elements({bytes_numbers(bytes, p), {}}, element_kind::interleaved);
}

void finish(cl_event event) {
    stockham::internal::check_cl(clWaitForEvents(1, &event), "clWaitForEvents");
    clReleaseEvent(event);
}

outcome run(const stockham::plan& plan, const std::vector<reference::number>& input,
            const std::vector<reference::number>& poison) {
    const auto& t = plan.problem();
    const auto bytes_of = [&](const std::vector<reference::number>& elements, bool of_input) {
        return number_bytes(to_memory(elements, kind_of(t, of_input)).numbers, t.precision);
    };
    const auto elements_in = [&](const device_buffer& buffer, bool of_input) {
        return to_elements({bytes_numbers(buffer.read(), t.precision), {}}, kind_of(t, of_input));
    };
    const auto in_bytes = bytes_of(input, true), out_bytes = bytes_of(poison, false);
    const device_buffer in(in_bytes.size(), in_bytes.data());
    if (t.placement == stockham::placement::in_place) {
        finish(plan.enqueue(test_device::get().queue, in.get()));
        auto after = elements_in(in, false);
        return {after, after};
    }
    const device_buffer out(out_bytes.size(), out_bytes.data());
    finish(plan.enqueue(test_device::get().queue, in.get(), out.get()));
    return {elements_in(in, true), elements_in(out, false)};
}

verdict judge(const stockham::plan& plan, const device_trial& made) {
    return reference::judge(plan, made, test_device::get().context, test_device::get().queue);
}

void check_trial(const stockham::plan& plan, const device_trial& made) {
    const auto found = judge(plan, made);
    const auto gate = reference::gate(made.what);
    BOOST_TEST(found.error <= gate, plan.to_string() << "error " << found.error << " > " << gate);
    BOOST_TEST(found.spoilt == 0U, found.spoilt << " numbers outside the layout were written");
    BOOST_TEST(found.unreal == 0U, found.unreal << " points that are their own conjugates are not real");
    BOOST_TEST(!found.input_written, "the input was written");
}

void check_on_device(const stockham::transform& t, unsigned seed,
                     const std::vector<stockham::device_description>& planned_for) {
    const auto& d = test_device::get();
    auto descriptions = planned_for;
    if (descriptions.empty()) descriptions.push_back(stockham::describe(d.device));
    const bool possible = d.has_double || t.precision != stockham::precision::f64;
    std::mt19937 generator(seed);
    const auto made = possible ? make_trial(t, generator) : device_trial{};
    for (const auto& description : descriptions)
        BOOST_TEST_CONTEXT(to_string(t) << " for " << description.name << " (seed " << seed << ")") {
            stockham::plan_options options;
            options.expert.plan_for = &description;
            if (!possible) {
                BOOST_CHECK_THROW(stockham::plan(d.context, d.device, t, options), stockham::unsupported_error);
            } else {
                check_trial(stockham::plan(d.context, d.device, t, options), made);
            }
        }
}

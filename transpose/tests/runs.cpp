// Runs permutations on the device and checks the results.
#include "runs.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstring>
#include <random>

#include <stockham/transpose.hpp>

#include "runtime/execute/execution.hpp"
#include "transpose/numbers.hpp"
#include "transpose/permutation.hpp"

namespace stockham::internal::testing {

namespace {

constexpr unsigned char canary = 0xc5;

/// The queue is in order, so reading back waits for the execution.
void check_outcome(const permutation& p, const bytes& before, const guarded_buffer& in, const guarded_buffer& out) {
    const bool in_place = p.placement == placement::in_place;
    BOOST_TEST(((in_place ? in : out).content() == expected_of(p, before)), "wrong elements");
    BOOST_TEST(in.canaries_intact(), "canaries around the input");
    BOOST_TEST(out.canaries_intact(), "canaries around the output");
    if (!in_place) BOOST_TEST((in.content() == before), "the input was written");
}

std::size_t size_of(const permutation& p) {
    return element_count(p) * element_bytes(p.element);
}

}  // namespace

test_device& test_device::get() {
    static auto* device = new test_device;  // never destroyed: drivers may be unloaded before static destructors run
    return *device;
}

test_device::test_device() : device_(choose_device()), queue_(nullptr) {
    cl_int code = CL_SUCCESS;
    context_ = context_object(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &code));
    check_cl(code, "clCreateContext");
    programs_ = context_state::of(context());
    queue_ = make_queue();
}

cl_command_queue test_device::make_queue(cl_command_queue_properties properties) const {
    const auto offered =
        query<cl_command_queue_properties>(clGetDeviceInfo, device_, CL_DEVICE_QUEUE_PROPERTIES, "clGetDeviceInfo");
    cl_int code = CL_SUCCESS;
    const cl_command_queue queue = clCreateCommandQueue(context(), device_, properties & offered, &code);
    check_cl(code, "clCreateCommandQueue");
    return queue;
}

guarded_buffer::guarded_buffer(const bytes& content) : guard_(4096), size_(content.size()) {
    const auto& device = test_device::get();
    cl_int code = CL_SUCCESS;
    bytes all(size_ + 2 * guard_, canary);
    std::copy(content.begin(), content.end(), all.begin() + static_cast<std::ptrdiff_t>(guard_));
    outer_ = memory_object(
        clCreateBuffer(device.context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, all.size(), all.data(), &code));
    check_cl(code, "clCreateBuffer");
    const cl_buffer_region region{guard_, size_};
    inner_ =
        memory_object(clCreateSubBuffer(outer_.get(), CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
    check_cl(code, "clCreateSubBuffer");
}

bytes guarded_buffer::read_all() const {
    bytes all(size_ + 2 * guard_);
    check_cl(clEnqueueReadBuffer(test_device::get().queue(), outer_.get(), CL_TRUE, 0, all.size(), all.data(), 0,
                                 nullptr, nullptr),
             "clEnqueueReadBuffer");
    return all;
}

bytes guarded_buffer::content() const {
    const bytes all = read_all();
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(guard_);
    return {first, first + static_cast<std::ptrdiff_t>(size_)};
}

bool guarded_buffer::canaries_intact() const {
    const bytes all = read_all();
    const auto guard = static_cast<std::ptrdiff_t>(guard_);
    const auto intact = [](unsigned char b) { return b == canary; };
    return std::all_of(all.begin(), all.begin() + guard, intact) && std::all_of(all.end() - guard, all.end(), intact);
}

bytes random_bytes(std::size_t size, unsigned seed) {
    std::mt19937 random(seed);
    bytes all(size);
    for (auto& b : all) b = static_cast<unsigned char>(random() >> 8);
    return all;
}

bytes poisoned(std::size_t size) {
    return bytes(size, 0xff);
}

bytes expected_of(const permutation& p, const bytes& in) {
    const std::size_t size = element_bytes(p.element);
    bytes out(in.size());
    for_each_element(p, [&](std::uint64_t source, std::uint64_t target) {
        std::memcpy(&out[target * size], &in[source * size], size);
    });
    return out;
}

void check_planned(const permutation& p, const device_description& description) {
    BOOST_TEST_CONTEXT(text_of(p) << " planned for " << description.name) {
        const auto& device = test_device::get();
        const transpose_plan plan = plan_permutation(p, description);
        const executable made(device.programs(), device.device(), plan.launches);
        const bytes before = random_bytes(size_of(p), 1);
        const guarded_buffer in(before), out(poisoned(before.size()));
        const guarded_buffer workspace(poisoned(std::max<std::size_t>(plan.workspace_bytes, 16)));
        const auto done =
            made.enqueue(device.queue(), execution_buffers(in.get(), out.get(), workspace.get()), 0, nullptr);
        check_outcome(p, before, in, out);
        BOOST_TEST(workspace.canaries_intact(), "canaries around the workspace");
    }
}

void check_public(const permutation& p) {
    BOOST_TEST_CONTEXT(text_of(p)) {
        const auto& device = test_device::get();
        const transposition made(device.context(), device.device(), p);
        const bytes before = random_bytes(size_of(p), 2);
        const guarded_buffer in(before), out(poisoned(before.size()));
        const bool in_place = p.placement == placement::in_place;
        const event_object done(made.enqueue(device.queue(), in.get(), in_place ? nullptr : out.get()));
        BOOST_TEST(static_cast<bool>(done));
        check_outcome(p, before, in, out);
    }
}

void check_in_pieces(std::size_t rows, std::size_t columns, placement where) {
    BOOST_TEST_CONTEXT(rows << " x " << columns) {
        const auto& device = test_device::get();
        const std::size_t count = rows * columns, piece = std::size_t{1} << 24;
        const transposition made(device.context(), device.device(),
                                 {{rows, columns}, {1, 0}, 1, element::real_f32, where});
        const auto buffer = [&] {
            cl_int code = CL_SUCCESS;
            memory_object memory(clCreateBuffer(device.context(), CL_MEM_READ_WRITE, 4 * count, nullptr, &code));
            check_cl(code, "clCreateBuffer");
            return memory;
        };
        const bool in_place = where == placement::in_place;
        const memory_object in = buffer(), out = in_place ? in : buffer();
        std::vector<std::uint32_t> values;
        for (std::size_t first = 0; first < count; first += piece) {
            values.resize(std::min(piece, count - first));
            for (std::size_t k = 0; k < values.size(); ++k) values[k] = static_cast<std::uint32_t>(first + k);
            check_cl(clEnqueueWriteBuffer(device.queue(), in.get(), CL_TRUE, 4 * first, 4 * values.size(),
                                          values.data(), 0, nullptr, nullptr),
                     "clEnqueueWriteBuffer");
        }
        const event_object done(made.enqueue(device.queue(), in.get(), in_place ? nullptr : out.get()));
        std::size_t wrong = 0;
        for (std::size_t first = 0; first < count; first += piece) {
            values.resize(std::min(piece, count - first));
            check_cl(clEnqueueReadBuffer(device.queue(), out.get(), CL_TRUE, 4 * first, 4 * values.size(),
                                         values.data(), 0, nullptr, nullptr),
                     "clEnqueueReadBuffer");
            for (std::size_t k = 0; k < values.size(); ++k) {
                const std::size_t row = (first + k) % rows, column = (first + k) / rows;
                wrong += values[k] != static_cast<std::uint32_t>(row * columns + column);
            }
        }
        BOOST_TEST(wrong == 0U);
    }
}

}  // namespace stockham::internal::testing

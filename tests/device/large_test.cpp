// Transforms with elements beyond 2^31 and, if the device has enough memory, beyond 2^32: strided problems in buffers
// of 20 GB and more. Host memory stays small, because the host reads and writes only the layout. A kernel of this
// test counts other changes on the device.
#include <boost/test/unit_test.hpp>

#include <algorithm>

#include "support/on_device.hpp"

BOOST_AUTO_TEST_SUITE(large_test)

using reference::number;
using stockham::plan;
using stockham::transform;
using stockham::internal::kernel_object;
using stockham::internal::memory_object;

namespace {

void must(cl_int code) {
    BOOST_REQUIRE_EQUAL(code, CL_SUCCESS);
}

constexpr cl_uint poison = 0x4b1d5eed;  // about ten million: no transform of small numbers gives that

// clEnqueueFillBuffer does not work: NVIDIA's fills only the first (count mod 2^32) patterns and faults at large
// offsets.
constexpr const char* counter = R"(
kernel void fill(global uint* words, const ulong first, const uint size, const uint poison) {
    for (uint k = get_global_id(0); k < size; k += get_global_size(0)) words[first + k] = poison;
}
kernel void count_changed(global const uint* words, const ulong first, const uint size, const uint poison,
                          global uint* changed) {
    for (uint k = get_global_id(0); k < size; k += get_global_size(0))
        if (words[first + k] != poison) atomic_inc(changed);
})";
// Words per launch that fills or counts.
constexpr std::size_t piece = std::size_t{1} << 30;

/// A buffer full of poison. The host accesses only some of its elements.
class sparse_buffer {
  public:
    explicit sparse_buffer(std::size_t bytes)
        : words_(bytes / 4), memory_(stockham::harness::make_buffer(test_device::get().context, bytes)) {
        each_piece(kernel_named("fill"));
    }
    cl_mem get() const { return memory_.get(); }

    /// The elements at these places, run by run.
    void write(const std::vector<std::size_t>& places, const std::vector<unsigned char>& data) const {
        each_run(places, data.size() / places.size(), [&](std::size_t at, std::size_t begin, std::size_t size) {
            must(clEnqueueWriteBuffer(queue_, get(), CL_FALSE, at, size, data.data() + begin, 0, nullptr, nullptr));
        });
        must(clFinish(queue_));
    }
    std::vector<unsigned char> read(const std::vector<std::size_t>& places, std::size_t each) const {
        std::vector<unsigned char> data(places.size() * each);
        each_run(places, each, [&](std::size_t at, std::size_t begin, std::size_t size) {
            must(clEnqueueReadBuffer(queue_, get(), CL_FALSE, at, size, data.data() + begin, 0, nullptr, nullptr));
        });
        must(clFinish(queue_));
        return data;
    }

    /// The number of words that are no longer poison, counted by the device.
    cl_uint changed() const {
        const auto kernel = kernel_named("count_changed");
        cl_uint count = 0;
        const device_buffer result(sizeof count, &count);
        const cl_mem out = result.get();
        must(clSetKernelArg(kernel.get(), 4, sizeof out, &out));
        each_piece(kernel);
        must(clEnqueueReadBuffer(queue_, out, CL_TRUE, 0, sizeof count, &count, 0, nullptr, nullptr));
        return count;
    }

  private:
    static kernel_object kernel_named(const char* name) {
        const auto& d = test_device::get();
        return stockham::harness::make_kernel(stockham::harness::make_program(d.context, d.device, counter).get(),
                                              name);
    }

    /// Runs a kernel (words, first, size, poison, ..) over the whole buffer.
    void each_piece(const kernel_object& kernel) const {
        const cl_mem words = get();
        must(clSetKernelArg(kernel.get(), 0, sizeof words, &words));
        must(clSetKernelArg(kernel.get(), 3, sizeof poison, &poison));
        for (cl_ulong first = 0; first < words_; first += piece) {
            const auto size = static_cast<cl_uint>(std::min<std::size_t>(piece, words_ - first));
            must(clSetKernelArg(kernel.get(), 1, sizeof first, &first));
            must(clSetKernelArg(kernel.get(), 2, sizeof size, &size));
            const std::size_t items = std::size_t{1} << 18;
            must(clEnqueueNDRangeKernel(queue_, kernel.get(), 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
        }
        must(clFinish(queue_));
    }

    /// Calls use(byte in the buffer, byte in the data, bytes) for each run of adjacent elements.
    template <class Use>
    static void each_run(const std::vector<std::size_t>& places, std::size_t each, const Use& use) {
        for (std::size_t first = 0; first < places.size();) {
            std::size_t last = first + 1;
            while (last < places.size() && places[last] == places[last - 1] + 1) ++last;
            use(places[first] * each, first * each, (last - first) * each);
            first = last;
        }
    }

    cl_command_queue queue_ = test_device::get().queue;
    std::size_t words_;
    memory_object memory_;
};

/// The same transform without gaps, for the oracle.
transform packed(const transform& t) {
    auto p = t;
    p.input = p.output = {};
    p.placement = stockham::placement::out_of_place;
    p.algorithm = "automatic";
    return p;
}

void check_large(const transform& t) {
    const auto each = element_size(t.precision);
    const auto from = reference::places(t, true), to = reference::places(t, false);
    BOOST_TEST_MESSAGE(to_string(t) << ": up to element " << std::max(input_extent(t), output_extent(t)) - 1);
    BOOST_TEST_CONTEXT(to_string(t)) {
        std::mt19937 generator(3);
        const auto data = reference::uniform(from.size(), t.precision, generator);
        const auto wanted = reference::transform(packed(t), data, data);
        const auto bytes = to_bytes(data, t.precision);
        const bool in_place = t.placement == stockham::placement::in_place;
        const sparse_buffer in(input_extent(t) * each), out(in_place ? 4 : output_extent(t) * each);
        in.write(from, bytes);
        const plan p(test_device::get().context, test_device::get().device, t);
        finish(p.enqueue(test_device::get().queue, in.get(), in_place ? nullptr : out.get()));
        const auto& result = in_place ? in : out;
        const auto got = from_bytes(result.read(to, each), t.precision);
        std::vector<std::size_t> all(got.size());
        for (std::size_t k = 0; k < all.size(); ++k) all[k] = k;
        BOOST_TEST(reference::relative_error(got, wanted, all) <= reference::gate(t), p.to_string());
        BOOST_TEST(result.changed() == to.size() * each / 4);
        if (in_place) return;
        BOOST_TEST((in.read(from, each) == bytes));
        BOOST_TEST(in.changed() == from.size() * each / 4);
    }
}

/// Problems that span `elements`. Their strides are fractions of it.
void check_spans(std::size_t elements, stockham::precision precision) {
    const auto share = [&](std::size_t parts) { return std::to_string((elements - 100000) / parts); };
    const auto in_place = [](const std::string& strides) { return "in is=" + strides + " os=" + strides; };
    const std::string name = precision == stockham::precision::f32 ? "c2c f32 " : "c2c f64 ";
    for (const auto& text :
         {"1024x64 " + in_place(share(1023) + ",1"), "64x64 inv " + in_place("1," + share(63)),
          "256 b100 in id=" + share(99) + " od=" + share(99), "4096 b16 in io=" + share(1) + " oo=" + share(1),
          "1024x64 os=" + share(1023) + ",1", "64x64x16 is=16," + share(63) + ",1", "16384 is=" + share(16383),
          "64x1024 " + in_place(share(63) + ",1") + " algorithm=row_transpose"})
        check_large(stockham::parse_transform(name + text));
}

std::size_t fitting(std::size_t elements, stockham::precision p) {
    return std::min(elements, stockham::describe(test_device::get().device).max_allocation / element_size(p));
}

}  // namespace

BOOST_AUTO_TEST_CASE(past_2_to_the_31_elements) {
    const auto elements = fitting(2'450'000'000, stockham::precision::f32);
    BOOST_REQUIRE_MESSAGE(elements > std::size_t{1} << 31, "this device allows no buffer of 20 GB");
    check_spans(elements, stockham::precision::f32);
}

BOOST_AUTO_TEST_CASE(past_2_to_the_32_elements) {
    const auto elements = fitting(4'400'000'000, stockham::precision::f32);
    if (elements > std::size_t{1} << 32) {
        check_spans(elements, stockham::precision::f32);
    } else {
        BOOST_TEST_MESSAGE("this device allows no buffer of 2^32 elements");
    }
}

BOOST_AUTO_TEST_CASE(past_2_to_the_31_elements_in_double_precision) {
    const auto elements = fitting(2'200'000'000, stockham::precision::f64);
    if (test_device::get().has_double && elements > std::size_t{1} << 31) {
        check_spans(elements, stockham::precision::f64);
    } else {
        BOOST_TEST_MESSAGE("this device allows no buffer of 2^31 elements in double precision");
    }
}

BOOST_AUTO_TEST_SUITE_END()

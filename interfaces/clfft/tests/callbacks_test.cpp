// Callbacks for every layout: arguments, local memory, the client's buffer, and one call per point.
#include "session.hpp"

namespace {

constexpr std::size_t n = 12;

clfftPlanHandle plan_with(clfftLayout in, clfftLayout out) {
    const auto h = plan_of({n});
    BOOST_TEST(clfftSetLayout(h, in, out) == CLFFT_SUCCESS);
    BOOST_TEST(clfftSetResultLocation(h, CLFFT_OUTOFPLACE) == CLFFT_SUCCESS);
    return h;
}

void set(clfftPlanHandle h, clfftCallbackType type, const char* name, const std::string& text, cl_mem data = nullptr,
         int local_bytes = 0) {
    BOOST_TEST(clfftSetPlanCallback(h, name, text.c_str(), local_bytes, type, data ? &data : nullptr, data ? 1 : 0) ==
               CLFFT_SUCCESS);
}

std::vector<complex> times(std::vector<complex> x, float by) {
    for (auto& v : x) v *= by;
    return x;
}

std::vector<float> parts(const std::vector<complex>& x, bool imaginary) {
    std::vector<float> all;
    for (const auto& v : x) all.push_back(imaginary ? v.imag() : v.real());
    return all;
}

std::vector<complex> joined(const std::vector<float>& re, const std::vector<float>& im) {
    std::vector<complex> all;
    for (std::size_t k = 0; k < re.size(); ++k) all.emplace_back(re[k], im[k]);
    return all;
}

const char* const load_interleaved = R"(
float2 twice(__global void* in, uint offset, __global void* user) {
    return ((__global float2*)in)[offset] * ((__global float*)user)[offset];
})";
const char* const store_interleaved = R"(
void thrice(__global void* out, uint offset, __global void* user, float2 value) {
    ((__global float2*)out)[offset] = value * 3.0f;
})";

}  // namespace

BOOST_AUTO_TEST_CASE(interleaved_before_and_after_with_the_clients_buffer) {
    auto h = plan_with(CLFFT_COMPLEX_INTERLEAVED, CLFFT_COMPLEX_INTERLEAVED);
    const cl_mem user = buffer_of(std::vector<float>(n, 2));
    set(h, PRECALLBACK, "twice", load_interleaved, user);
    set(h, POSTCALLBACK, "thrice", store_interleaved);
    BOOST_TEST(bake(h) == CLFFT_SUCCESS);
    const auto x = ramp(n);
    const cl_mem in = buffer_of(x), out = buffer_of(std::vector<complex>(n));
    BOOST_TEST(run(h, CLFFT_FORWARD, {in}, {out}) == CLFFT_SUCCESS);
    BOOST_TEST(difference(values_of<complex>(out, n), times(sums(x, -1), 6)) < 1e-6);
    for (const cl_mem m : {user, in, out}) clReleaseMemObject(m);
    clfftDestroyPlan(&h);
}

BOOST_AUTO_TEST_CASE(planar_before_and_after) {
    auto h = plan_with(CLFFT_COMPLEX_PLANAR, CLFFT_COMPLEX_PLANAR);
    set(h, PRECALLBACK, "load", R"(
float2 load(__global void* re, __global void* im, uint offset, __global void* user) {
    return (float2)(((__global float*)re)[offset], ((__global float*)im)[offset]) * 2.0f;
})");
    set(h, POSTCALLBACK, "store", R"(
void store(__global void* re, __global void* im, size_t offset, __global void* user, float x, float y) {
    ((__global float*)re)[offset] = x * 3.0f;
    ((__global float*)im)[offset] = y * 3.0f;
})");
    const auto x = ramp(n);
    const cl_mem in[] = {buffer_of(parts(x, false)), buffer_of(parts(x, true))};
    const cl_mem out[] = {buffer_of(std::vector<float>(n)), buffer_of(std::vector<float>(n))};
    BOOST_TEST(run(h, CLFFT_FORWARD, {in[0], in[1]}, {out[0], out[1]}) == CLFFT_SUCCESS);
    const auto got = joined(values_of<float>(out[0], n), values_of<float>(out[1], n));
    BOOST_TEST(difference(got, times(sums(x, -1), 6)) < 1e-6);
    for (const cl_mem m : {in[0], in[1], out[0], out[1]}) clReleaseMemObject(m);
    clfftDestroyPlan(&h);
}

/// The load callback converts bytes to real numbers, and the store callback converts the result to bytes again.
BOOST_AUTO_TEST_CASE(real_numbers_from_bytes_and_back) {
    auto forward = plan_with(CLFFT_REAL, CLFFT_HERMITIAN_INTERLEAVED);
    auto backward = plan_with(CLFFT_HERMITIAN_INTERLEAVED, CLFFT_REAL);
    set(forward, PRECALLBACK, "load", R"(
float load(__global void* in, uint offset, __global void* user) { return ((__global uchar*)in)[offset]; })");
    set(backward, POSTCALLBACK, "store", R"(
void store(__global void* out, uint offset, __global void* user, float value) {
    ((__global uchar*)out)[offset] = convert_uchar_sat_rte(value);
})");
    std::vector<unsigned char> bytes(n);
    for (std::size_t k = 0; k < n; ++k) bytes[k] = static_cast<unsigned char>(k * 37 % 251);
    const cl_mem in = buffer_of(bytes), spectrum = buffer_of(std::vector<complex>(n)),
                 out = buffer_of(std::vector<unsigned char>(n));
    BOOST_TEST(run(forward, CLFFT_FORWARD, {in}, {spectrum}) == CLFFT_SUCCESS);
    BOOST_TEST(run(backward, CLFFT_BACKWARD, {spectrum}, {out}) == CLFFT_SUCCESS);
    BOOST_TEST(values_of<unsigned char>(out, n) == bytes, boost::test_tools::per_element());
    for (const cl_mem m : {in, spectrum, out}) clReleaseMemObject(m);
    clfftDestroyPlan(&forward);
    clfftDestroyPlan(&backward);
}

/// The callback has a barrier, which all work-items of a group must reach.
BOOST_AUTO_TEST_CASE(local_memory_and_a_barrier) {
    auto h = plan_with(CLFFT_COMPLEX_INTERLEAVED, CLFFT_COMPLEX_INTERLEAVED);
    set(h, PRECALLBACK, "load", R"(
float2 load(__global void* in, uint offset, __global void* user, __local void* memory) {
    __local float2* mine = (__local float2*)memory + get_local_id(0);
    *mine = ((__global float2*)in)[offset];
    barrier(CLK_LOCAL_MEM_FENCE);
    return *mine * 2.0f;
})",
        nullptr, 64 * 8);
    const auto x = ramp(n);
    const cl_mem in = buffer_of(x), out = buffer_of(std::vector<complex>(n));
    BOOST_TEST(run(h, CLFFT_FORWARD, {in}, {out}) == CLFFT_SUCCESS);
    BOOST_TEST(difference(values_of<complex>(out, n), times(sums(x, -1), 2)) < 1e-6);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clfftDestroyPlan(&h);
}

BOOST_AUTO_TEST_CASE(each_point_is_loaded_once_and_stored_once) {
    auto h = plan_with(CLFFT_HERMITIAN_INTERLEAVED, CLFFT_REAL);
    const cl_mem loads = buffer_of(std::vector<int>(n / 2 + 1)), stores = buffer_of(std::vector<int>(n));
    set(h, PRECALLBACK, "load", R"(
float2 load(__global void* in, uint offset, __global void* user) {
    atomic_inc((__global int*)user + offset);
    return ((__global float2*)in)[offset];
})",
        loads);
    set(h, POSTCALLBACK, "store", R"(
void store(__global void* out, uint offset, __global void* user, float value) {
    atomic_inc((__global int*)user + offset);
    ((__global float*)out)[offset] = value;
})",
        stores);
    const cl_mem in = buffer_of(ramp(n)), out = buffer_of(std::vector<float>(n));
    BOOST_TEST(run(h, CLFFT_BACKWARD, {in}, {out}) == CLFFT_SUCCESS);
    const std::vector<int> once_in(n / 2 + 1, 1), once_out(n, 1);
    BOOST_TEST(values_of<int>(loads, once_in.size()) == once_in, boost::test_tools::per_element());
    BOOST_TEST(values_of<int>(stores, n) == once_out, boost::test_tools::per_element());
    for (const cl_mem m : {loads, stores, in, out}) clReleaseMemObject(m);
    clfftDestroyPlan(&h);
}

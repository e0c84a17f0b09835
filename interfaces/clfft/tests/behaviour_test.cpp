// What clients of clFFT rely on apart from numbers: a plan's states, temporary buffers, several contexts, environment
// variables.
#include "session.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace {

void set_length(clfftPlanHandle h, std::size_t n) {
    BOOST_TEST(clfftSetPlanLength(h, CLFFT_1D, &n) == CLFFT_SUCCESS);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_plan_runs_without_a_bake_and_again_after_a_set) {
    auto h = plan_of({24});
    const auto x = ramp(24);
    const cl_mem data = buffer_of(x);
    BOOST_TEST(run(h, CLFFT_FORWARD, {data}) == CLFFT_SUCCESS);
    BOOST_TEST(difference(values_of<complex>(data, 24), sums(x, -1)) < 1e-6);
    set_length(h, 12);
    std::size_t bytes = 0;
    BOOST_TEST(clfftGetTmpBufSize(h, &bytes) == CLFFT_INVALID_OPERATION);
    BOOST_TEST(bake(h) == CLFFT_SUCCESS);
    BOOST_TEST(clfftGetTmpBufSize(h, &bytes) == CLFFT_SUCCESS);
    const auto y = ramp(12);
    const cl_mem shorter = buffer_of(y);
    BOOST_TEST(run(h, CLFFT_FORWARD, {shorter}) == CLFFT_SUCCESS);
    BOOST_TEST(difference(values_of<complex>(shorter, 12), sums(y, -1)) < 1e-6);
    BOOST_TEST(clfftDestroyPlan(&h) == CLFFT_SUCCESS);
    BOOST_TEST(h == 0U);
    clReleaseMemObject(data);
    clReleaseMemObject(shorter);
}

BOOST_AUTO_TEST_CASE(a_copy_has_what_was_set_and_a_context_of_its_own) {
    const auto other = open_device();
    auto h = plan_of({10});
    BOOST_TEST(clfftSetPlanScale(h, CLFFT_BACKWARD, 3.0F) == CLFFT_SUCCESS);
    clfftPlanHandle copy = 0;
    BOOST_TEST(clfftCopyPlan(&copy, other.context, h) == CLFFT_SUCCESS);
    BOOST_TEST(clfftSetPlanScale(h, CLFFT_BACKWARD, 1.0F) == CLFFT_SUCCESS);
    cl_context context = nullptr;
    BOOST_TEST(clfftGetPlanContext(copy, &context) == CLFFT_SUCCESS);
    BOOST_TEST(context == other.context);
    const auto x = ramp(10);
    const cl_mem data = buffer_of(x, other);
    BOOST_TEST(run(copy, CLFFT_BACKWARD, {data}, {}, nullptr, other) == CLFFT_SUCCESS);
    auto wanted = sums(x, 1);
    for (auto& v : wanted) v *= 3.0F;
    BOOST_TEST(difference(values_of<complex>(data, 10, other), wanted) < 1e-6);
    clReleaseMemObject(data);
    clfftDestroyPlan(&copy);
    clfftDestroyPlan(&h);
}

/// A transposed result in place needs a copy of the data, in the client's temporary buffer if there is one.
BOOST_AUTO_TEST_CASE(a_temporary_buffer_of_the_clients_is_enough) {
    auto h = plan_of({6, 4});
    BOOST_TEST(clfftSetPlanTransposeResult(h, CLFFT_TRANSPOSED) == CLFFT_SUCCESS);
    BOOST_TEST(bake(h) == CLFFT_SUCCESS);
    std::size_t bytes = 0;
    BOOST_TEST(clfftGetTmpBufSize(h, &bytes) == CLFFT_SUCCESS);
    BOOST_TEST(bytes >= 24 * sizeof(complex));
    const cl_mem parent = clCreateBuffer(device().context, CL_MEM_READ_WRITE, bytes + 4096, nullptr, nullptr);
    const cl_buffer_region region{4096, bytes}, short_region{4096, bytes - 1};
    const auto part = [&](const cl_buffer_region& r) {
        return clCreateSubBuffer(parent, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &r, nullptr);
    };
    const cl_mem enough = part(region), small = part(short_region);
    std::vector<complex> impulse(24);
    impulse[1] = 1;  // on the fastest axis: the result varies along this axis only
    const cl_mem data = buffer_of(impulse);
    BOOST_TEST(run(h, CLFFT_FORWARD, {data}, {}, small) == CLFFT_INVALID_BUFFER_SIZE);
    BOOST_TEST(run(h, CLFFT_FORWARD, {data}, {}, enough) == CLFFT_SUCCESS);
    std::vector<complex> wanted;
    for (int x = 0; x < 6; ++x)
        for (int y = 0; y < 4; ++y) wanted.emplace_back(std::polar(1.0, -2 * 3.14159265358979323846 * x / 6));
    BOOST_TEST(difference(values_of<complex>(data, 24), wanted) < 1e-6);
    for (const cl_mem m : {data, small, enough, parent}) clReleaseMemObject(m);
    clfftDestroyPlan(&h);
}

BOOST_AUTO_TEST_CASE(temporary_memory_has_a_limit) {
    auto h = plan_of({6, 4});
    BOOST_TEST(clfftSetPlanTransposeResult(h, CLFFT_TRANSPOSED) == CLFFT_SUCCESS);
    BOOST_TEST(bake(h) == CLFFT_SUCCESS);
    const cl_mem data = buffer_of(ramp(24)), temporary = buffer_of(std::vector<complex>(240));
    setenv("STOCKHAM_MEMORY", "100", 1);
    BOOST_TEST(run(h, CLFFT_FORWARD, {data}) == CLFFT_MEM_OBJECT_ALLOCATION_FAILURE);
    unsetenv("STOCKHAM_MEMORY");
    BOOST_TEST(run(h, CLFFT_FORWARD, {data}, {}, temporary) == CLFFT_SUCCESS);
    clReleaseMemObject(data);
    clReleaseMemObject(temporary);
    clfftDestroyPlan(&h);
}

BOOST_AUTO_TEST_CASE(real_data_in_place_have_defaults_with_room_for_the_result) {
    auto h = plan_of({6, 4});
    BOOST_TEST(clfftSetLayout(h, CLFFT_REAL, CLFFT_HERMITIAN_INTERLEAVED) == CLFFT_SUCCESS);
    std::size_t in[2], out[2], id = 0, od = 0;
    BOOST_TEST(clfftGetPlanInStride(h, CLFFT_2D, in) == CLFFT_SUCCESS);
    BOOST_TEST(clfftGetPlanOutStride(h, CLFFT_2D, out) == CLFFT_SUCCESS);
    BOOST_TEST(clfftGetPlanDistance(h, &id, &od) == CLFFT_SUCCESS);
    BOOST_TEST(in[1] == 8U);
    BOOST_TEST(out[1] == 4U);
    BOOST_TEST(id == 32U);
    BOOST_TEST(od == 16U);
    std::vector<float> x(32);
    x[0] = 1;
    const cl_mem data = buffer_of(x);
    BOOST_TEST(run(h, CLFFT_FORWARD, {data}) == CLFFT_SUCCESS);
    BOOST_TEST(difference(values_of<complex>(data, 16), std::vector<complex>(16, 1)) < 1e-6);
    clReleaseMemObject(data);
    clfftDestroyPlan(&h);
}

/// Results are written one transform after the other, so the last one remains.
BOOST_AUTO_TEST_CASE(results_in_one_place_are_those_of_the_last_transform) {
    auto h = plan_of({8});
    clfftSetPlanBatchSize(h, 3);
    clfftSetPlanDistance(h, 8, 0);
    clfftSetResultLocation(h, CLFFT_OUTOFPLACE);
    const auto x = ramp(24);
    const cl_mem in = buffer_of(x), out = buffer_of(std::vector<complex>(8));
    BOOST_TEST(run(h, CLFFT_FORWARD, {in}, {out}) == CLFFT_SUCCESS);
    BOOST_TEST(difference(values_of<complex>(out, 8), sums({x.begin() + 16, x.end()}, -1)) < 1e-6);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clfftDestroyPlan(&h);
}

BOOST_AUTO_TEST_CASE(out_of_place_into_the_input_itself_is_right) {
    auto h = plan_of({30});
    clfftSetResultLocation(h, CLFFT_OUTOFPLACE);
    const auto x = ramp(30);
    const cl_mem data = buffer_of(x);
    BOOST_TEST(run(h, CLFFT_BACKWARD, {data}, {data}) == CLFFT_SUCCESS);
    auto wanted = sums(x, 1);
    for (auto& v : wanted) v /= 30.0F;
    BOOST_TEST(difference(values_of<complex>(data, 30), wanted) < 1e-6);
    clReleaseMemObject(data);
    clfftDestroyPlan(&h);
}

BOOST_AUTO_TEST_CASE(in_place_planes_become_pairs_in_the_first_buffer) {
    auto h = plan_of({5, 6});
    clfftSetLayout(h, CLFFT_COMPLEX_PLANAR, CLFFT_COMPLEX_INTERLEAVED);
    BOOST_TEST(bake(h) == CLFFT_SUCCESS);
    auto pairs = plan_of({5, 6});
    const auto x = ramp(30);
    std::vector<float> real(60, -1.0F), imaginary;
    for (std::size_t k = 0; k < x.size(); ++k) {
        real[k] = x[k].real();
        imaginary.push_back(x[k].imag());
    }
    const cl_mem first = buffer_of(real), second = buffer_of(imaginary), interleaved = buffer_of(x);
    BOOST_TEST(run(h, CLFFT_FORWARD, {first, second}) == CLFFT_SUCCESS);
    BOOST_TEST(run(pairs, CLFFT_FORWARD, {interleaved}) == CLFFT_SUCCESS);
    BOOST_TEST(difference(values_of<complex>(first, 30), values_of<complex>(interleaved, 30)) < 1e-6);
    BOOST_TEST(values_of<float>(second, 30) == imaginary);
    // Swapped: the first buffer is too small for interleaved data.
    BOOST_TEST(run(h, CLFFT_FORWARD, {second, first}) == CLFFT_INVALID_BUFFER_SIZE);
    for (const auto m : {first, second, interleaved}) clReleaseMemObject(m);
    clfftDestroyPlan(&h);
    clfftDestroyPlan(&pairs);
}

BOOST_AUTO_TEST_CASE(setup_and_teardown_a_thousand_times) {
    const auto x = ramp(16);
    for (int k = 0; k < 1000; ++k) {
        BOOST_REQUIRE_EQUAL(clfftSetup(nullptr), CLFFT_SUCCESS);
        auto h = plan_of({16});
        if (k % 250 == 0) {
            const cl_mem data = buffer_of(x);
            BOOST_TEST(run(h, CLFFT_FORWARD, {data}) == CLFFT_SUCCESS);
            BOOST_TEST(difference(values_of<complex>(data, 16), sums(x, -1)) < 1e-6);
            clReleaseMemObject(data);
        }
        BOOST_REQUIRE_EQUAL(clfftDestroyPlan(&h), CLFFT_SUCCESS);
        BOOST_REQUIRE_EQUAL(clfftTeardown(), CLFFT_SUCCESS);
    }
}

/// A plan retains its context, as clFFT's plans do. After the context's last plan is destroyed, or after clfftTeardown,
/// the library no longer retains it.
BOOST_AUTO_TEST_CASE(a_context_is_retained_by_its_plans_alone) {
    const auto own = open_device();
    const auto references = [&] {
        cl_uint count = 0;
        BOOST_REQUIRE_EQUAL(clGetContextInfo(own.context, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, nullptr),
                            CL_SUCCESS);
        return count;
    };
    const auto before = references();
    auto h = plan_of({8}, own);
    BOOST_TEST(references() > before);
    clfftPlanHandle copy = 0;
    BOOST_TEST(clfftCopyPlan(&copy, own.context, h) == CLFFT_SUCCESS);
    BOOST_TEST(clfftDestroyPlan(&h) == CLFFT_SUCCESS);
    BOOST_TEST(references() > before);
    BOOST_TEST(bake(copy, own) == CLFFT_SUCCESS);
    BOOST_TEST(clfftDestroyPlan(&copy) == CLFFT_SUCCESS);
    BOOST_TEST(references() == before);

    h = plan_of({8}, own);
    BOOST_TEST(bake(h, own) == CLFFT_SUCCESS);
    BOOST_TEST(clfftTeardown() == CLFFT_SUCCESS);
    BOOST_TEST(references() == before);
    BOOST_TEST(bake(h, own) == CLFFT_SUCCESS);
    BOOST_TEST(clfftDestroyPlan(&h) == CLFFT_SUCCESS);
    BOOST_TEST(references() == before);
    BOOST_TEST(clfftSetup(nullptr) == CLFFT_SUCCESS);
    clReleaseCommandQueue(own.queue);
    clReleaseContext(own.context);
}

/// clFFT 2.14.0 exports the function that the header of 2.12.2 defines inline.
BOOST_AUTO_TEST_CASE(programs_built_for_2_14_initialise_their_setup_data) {
    const auto initialise = reinterpret_cast<decltype(&clfftInitSetupData)>(dlsym(RTLD_DEFAULT, "clfftInitSetupData"));
    BOOST_REQUIRE(initialise);
    clfftSetupData exported{7, 7, 7, 7}, by_header{7, 7, 7, 7};
    BOOST_TEST(initialise(&exported) == CLFFT_SUCCESS);
    BOOST_TEST(clfftInitSetupData(&by_header) == CLFFT_SUCCESS);
    for (const auto& data : {exported, by_header}) {
        BOOST_TEST(data.major == 2U);
        BOOST_TEST(data.minor == 12U);
        BOOST_TEST(data.patch == 2U);
        BOOST_TEST(data.debugFlags == 0U);
    }
    BOOST_TEST(initialise(nullptr) == CLFFT_INVALID_HOST_PTR);
}

BOOST_AUTO_TEST_CASE(the_strict_mode_refuses_what_clfft_refuses) {
    const std::size_t prime = 17, longest = std::size_t{3} << 23;
    clfftPlanHandle h = 0;
    const auto calls = [&](clfftStatus of_lengths, clfftStatus of_checks, clfftStatus of_lengths_in_place,
                           clfftStatus of_transposed) {
        BOOST_TEST(clfftCreateDefaultPlan(&h, device().context, CLFFT_1D, &prime) == of_lengths);
        if (h) clfftDestroyPlan(&h);
        h = plan_of({16});
        BOOST_TEST(clfftSetPlanCallback(h, nullptr, "", 0, PRECALLBACK, nullptr, 0) == of_checks);
        BOOST_TEST(clfftSetPlanCallback(h, "f", nullptr, 0, POSTCALLBACK, nullptr, 0) == of_checks);
        clfftSetLayout(h, CLFFT_COMPLEX_INTERLEAVED, CLFFT_COMPLEX_PLANAR);
        BOOST_TEST(bake(h) == of_checks);
        clfftSetLayout(h, CLFFT_COMPLEX_PLANAR, CLFFT_COMPLEX_INTERLEAVED);
        BOOST_TEST(bake(h) == of_lengths_in_place);
        clfftDestroyPlan(&h);
        h = plan_of({64, 16});
        clfftSetPlanTransposeResult(h, CLFFT_TRANSPOSED);
        BOOST_TEST(bake(h) == of_transposed);
        clfftDestroyPlan(&h);
    };
    setenv("STOCKHAM_CLFFT_STRICT", "1", 1);
    calls(CLFFT_NOTIMPLEMENTED, CLFFT_BUGCHECK, CLFFT_BUGCHECK, CLFFT_TRANSPOSED_NOTIMPLEMENTED);
    for (const auto& [lengths, code] :
         std::vector<std::pair<std::vector<std::size_t>, clfftStatus>>{{{4, 30}, CLFFT_SUCCESS},
                                                                       {{32, 64}, CLFFT_SUCCESS},
                                                                       {{64, 32}, CLFFT_BUGCHECK},
                                                                       {{1, 4}, CLFFT_BUGCHECK},
                                                                       {{4, 4, 4}, CLFFT_BUGCHECK}}) {
        h = plan_of(lengths);
        clfftSetLayout(h, CLFFT_COMPLEX_PLANAR, CLFFT_COMPLEX_INTERLEAVED);
        BOOST_TEST(bake(h) == code);
        clfftDestroyPlan(&h);
    }
    h = plan_of({64, 32});
    clfftSetPlanTransposeResult(h, CLFFT_TRANSPOSED);
    BOOST_TEST(bake(h) == CLFFT_SUCCESS);
    clfftDestroyPlan(&h);
    for (const auto& lengths : std::vector<std::vector<std::size_t>>{{longest}, {2, longest}}) {
        h = plan_of(lengths);
        clfftSetResultLocation(h, CLFFT_OUTOFPLACE);
        clfftSetLayout(h, CLFFT_REAL, CLFFT_HERMITIAN_INTERLEAVED);
        BOOST_TEST(bake(h) == CLFFT_NOTIMPLEMENTED);
        clfftDestroyPlan(&h);
    }
    unsetenv("STOCKHAM_CLFFT_STRICT");
    calls(CLFFT_SUCCESS, CLFFT_INVALID_ARG_VALUE, CLFFT_SUCCESS, CLFFT_SUCCESS);
}

BOOST_AUTO_TEST_CASE(the_log_says_what_was_refused_and_why) {
    const std::string name = "clfft_log_" + std::to_string(getpid());
    setenv("STOCKHAM_CLFFT_LOG", name.c_str(), 1);
    const std::size_t zero = 0;
    clfftPlanHandle h = 0;
    clfftCreateDefaultPlan(&h, device().context, CLFFT_1D, &zero);
    unsetenv("STOCKHAM_CLFFT_LOG");
    std::ostringstream text;
    text << std::ifstream(name).rdbuf();
    std::remove(name.c_str());
    BOOST_TEST(text.str() == "clfftCreateDefaultPlan: CLFFT_INVALID_ARG_VALUE (-50): a length is 0\n");
}

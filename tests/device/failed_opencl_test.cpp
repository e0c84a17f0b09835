// OpenCL calls that fail inside the library: the error has the call and its code, and no OpenCL object is leaked.
#include <boost/test/unit_test.hpp>

#include <functional>

#include "support/c_run.hpp"
#include "support/opencl_calls.hpp"
#include "support/refusal.hpp"

BOOST_AUTO_TEST_SUITE(failed_opencl_test)

using stockham::internal::event_object;

namespace {

constexpr std::size_t room = std::size_t{1} << 16;  // bytes of each buffer: enough for every problem here
constexpr const char* one_pass = "c2c f32 64";
constexpr const char* several_passes = "c2c f32 64x64 algorithm=row_transpose";

}  // namespace

// A launch that fails: earlier launches cannot be undone, but their events are released.
BOOST_AUTO_TEST_CASE(a_launch) {
    for (auto properties : queue_kinds()) {
        const auto queue = make_queue(properties);
        const c_plan plan{several_passes};
        const device_buffer in(room), out(room);
        std::size_t launches = 0;
        EXPECT_OK(stockham_plan_launches(plan, &launches));
        BOOST_REQUIRE(launches > 1U);
        const auto buffers = between(in.get(), out.get());
        EXPECT_OK(stockham_plan_enqueue(plan, queue.get(), &buffers, 0, nullptr, nullptr));
        for (std::size_t k = 0; k < launches; ++k) {
            const auto owned = opencl_calls::owned_references();
            cl_event done = nullptr;
            {
                const opencl_calls::failing_call fails("clEnqueueNDRangeKernel", CL_OUT_OF_RESOURCES, long(k));
                expect_refused(stockham_plan_enqueue(plan, queue.get(), &buffers, 0, nullptr, &done), STOCKHAM_OPENCL,
                               "clEnqueueNDRangeKernel");
            }
            BOOST_TEST(done == nullptr);
            clFinish(queue.get());
            BOOST_TEST(opencl_calls::owned_references() == owned);
        }
    }
}

// A query that OpenCL cannot answer is not a wrong argument.
BOOST_AUTO_TEST_CASE(a_question) {
    const auto& d = test_device::get();
    const stockham::plan plan(d.context, d.device, stockham::parse_transform(several_passes));
    const device_buffer in(room), out(room);
    cl_int code = CL_SUCCESS;
    const event_object over(clCreateUserEvent(d.context, &code));
    clSetUserEventStatus(over.get(), CL_COMPLETE);
    const cl_event wait = over.get();
    const auto run = [&] { plan.execute(d.queue, in.get(), out.get(), nullptr, 1, &wait); };
    const auto make = [&] { stockham::plan(d.context, d.device, stockham::parse_transform(one_pass)); };
    struct question {
        const char* function;
        const char* field;  // the wrong argument if the object is not valid
        cl_int invalid;     // the code for such an object
        std::function<void()> call;
    };
    const question questions[] = {{"clGetContextInfo", "context", CL_INVALID_CONTEXT, make},
                                  {"clGetMemObjectInfo", "input", CL_INVALID_MEM_OBJECT, run},
                                  {"clGetCommandQueueInfo", "queue", CL_INVALID_COMMAND_QUEUE, run},
                                  {"clGetEventInfo", "wait", CL_INVALID_EVENT, run}};
    for (const auto& q : questions) {
        const auto launched = opencl_calls::launches();
        for (const cl_int answer : {CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY, -9999})
            for (const long after : {0, 1, 2}) {
                const opencl_calls::failing_call fails(q.function, answer, after);
                try {
                    q.call();
                } catch (const stockham::opencl_error& e) {
                    BOOST_TEST(e.call().find(q.function) == 0U, e.what());
                    BOOST_TEST(e.code() == answer, e.what());
                    continue;
                } catch (const std::exception& e) {
                    BOOST_ERROR(q.function << " returned " << answer << ": " << e.what());
                    continue;
                }
                BOOST_TEST(after > 0, q.function << " returned " << answer << ", and nothing was thrown");
            }
        const opencl_calls::failing_call fails(q.function, q.invalid);
        expect_argument_error(q.field, q.call);
        BOOST_TEST(opencl_calls::launches() >= launched);
    }
}

BOOST_AUTO_TEST_SUITE_END()

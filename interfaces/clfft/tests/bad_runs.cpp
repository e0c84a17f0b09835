// Invalid calls about baking and execution.
#include "bad_input.hpp"

#include <limits>

namespace {

using number = std::size_t;

const std::vector<bad_input> bakes{
    {"`clfftBakePlan`, two queues",
     [](const client& c) {
         cl_command_queue queues[2] = {c.o.queue, c.o.queue};
         return c.l.BakePlan(c.plan(), 2, queues, nullptr, nullptr);
     }},
    {"`clfftBakePlan`, the queues null",
     [](const client& c) { return c.l.BakePlan(c.plan(), 1, nullptr, nullptr, nullptr); }},
    {"`clfftBakePlan`, a function to be called",
     [](const client& c) {
         auto queue = c.o.queue;
         return c.l.BakePlan(
             c.plan(), 1, &queue, [](clfftPlanHandle, void*) {}, nullptr);
     }},
    {"`clfftBakePlan`, a queue of another context",
     [](const client& c) {
         auto queue = clCreateCommandQueue(c.another_context(), c.o.device, 0, nullptr);
         return c.l.BakePlan(c.plan(), 1, &queue, nullptr, nullptr);
     }},
    {"`clfftBakePlan`, batch 0",
     [](const client& c) {
         const auto h = c.plan();
         c.l.SetPlanBatchSize(h, 0);
         return c.bake(h);
     }},
    {"`clfftBakePlan`, strides 0",
     [](const client& c) {
         const auto h = c.plan({16, 8});
         number zero[2] = {0, 0};
         c.l.SetPlanInStride(h, CLFFT_2D, zero);
         c.l.SetPlanOutStride(h, CLFFT_2D, zero);
         return c.bake(h);
     }},
    {"`clfftBakePlan`, distances 0",
     [](const client& c) {
         const auto h = c.plan();
         c.l.SetPlanBatchSize(h, 3);
         c.l.SetPlanDistance(h, 0, 0);
         return c.bake(h);
     }},
    {"`clfftBakePlan`, in place, strides of the sides differ",
     [](const client& c) {
         const auto h = c.plan();
         number two = 2;
         c.l.SetPlanOutStride(h, CLFFT_1D, &two);
         return c.bake(h);
     }},
    {"`clfftBakePlan`, in place, interleaved to planar",
     [](const client& c) {
         return c.bake(c.with_layouts(CLFFT_COMPLEX_INTERLEAVED, CLFFT_COMPLEX_PLANAR, CLFFT_INPLACE));
     }},
    {"`clfftBakePlan`, in place, real to planar",
     [](const client& c) { return c.bake(c.with_layouts(CLFFT_REAL, CLFFT_HERMITIAN_PLANAR, CLFFT_INPLACE)); }},
    {"`clfftBakePlan`, a transposed result of one axis",
     [](const client& c) {
         const auto h = c.plan();
         c.l.SetPlanTransposeResult(h, CLFFT_TRANSPOSED);
         return c.bake(h);
     }},
    {"`clfftBakePlan`, a transposed result of 16 x 8",
     [](const client& c) {
         const auto h = c.plan({16, 8});
         c.l.SetPlanTransposeResult(h, CLFFT_TRANSPOSED);
         return c.bake(h);
     }},
    {"`clfftBakePlan`, fewer lengths set than the plan has axes",
     [](const client& c) {
         const auto h = c.plan({16, 8});
         const number n = 16;
         c.l.SetPlanLength(h, CLFFT_1D, &n);
         return c.bake(h);
     }},
    {"`clfftBakePlan`, a callback that does not compile",
     [](const client& c) {
         const auto h = c.plan();
         c.l.SetPlanCallback(h, "f", "this is no C", 0, PRECALLBACK, nullptr, 0);
         return c.bake(h);
     }},
    {"`clfftBakePlan`, a scale that is no number",
     [](const client& c) {
         const auto h = c.plan();
         c.l.SetPlanScale(h, CLFFT_FORWARD, std::numeric_limits<float>::quiet_NaN());
         return c.bake(h);
     }},
};

const std::vector<bad_input> executions{
    {"`clfftEnqueueTransform`, two queues",
     [](const client& c) {
         cl_command_queue queues[2] = {c.o.queue, c.o.queue};
         cl_mem data = c.buffer(128);
         return c.l.EnqueueTransform(c.plan(), CLFFT_FORWARD, 2, queues, 0, nullptr, nullptr, &data, nullptr, nullptr);
     }},
    {"`clfftEnqueueTransform`, 0 queues in a list of one",
     [](const client& c) {
         cl_command_queue queue = c.o.queue;
         cl_mem data = c.buffer(128);
         return c.l.EnqueueTransform(c.plan(), CLFFT_FORWARD, 0, &queue, 0, nullptr, nullptr, &data, nullptr, nullptr);
     }},
    {"`clfftEnqueueTransform`, the queues null",
     [](const client& c) {
         cl_mem data = c.buffer(128);
         return c.l.EnqueueTransform(c.plan(), CLFFT_FORWARD, 1, nullptr, 0, nullptr, nullptr, &data, nullptr, nullptr);
     }},
    {"`clfftEnqueueTransform`, a null queue",
     [](const client& c) {
         cl_command_queue queue = nullptr;
         cl_mem data = c.buffer(128);
         const auto h = c.plan();
         c.bake(h);
         return c.l.EnqueueTransform(h, CLFFT_FORWARD, 1, &queue, 0, nullptr, nullptr, &data, nullptr, nullptr);
     }},
    {"`clfftEnqueueTransform`, direction 2",
     [](const client& c) {
         cl_command_queue queue = c.o.queue;
         cl_mem data = c.buffer(128);
         return c.l.EnqueueTransform(c.plan(), ENDDIRECTION, 1, &queue, 0, nullptr, nullptr, &data, nullptr, nullptr);
     }},
    {"`clfftEnqueueTransform`, events to wait for, but no list",
     [](const client& c) {
         cl_command_queue queue = c.o.queue;
         cl_mem data = c.buffer(128);
         return c.l.EnqueueTransform(c.plan(), CLFFT_FORWARD, 1, &queue, 1, nullptr, nullptr, &data, nullptr, nullptr);
     }},
    {"`clfftEnqueueTransform`, the input's list null", [](const client& c) { return c.enqueue(c.plan(), {}); }},
    {"`clfftEnqueueTransform`, a null input", [](const client& c) { return c.enqueue(c.plan(), {nullptr}); }},
    {"`clfftEnqueueTransform`, the output's list null",
     [](const client& c) { return c.enqueue(c.out_of_place(), {c.buffer(128)}); }},
    {"`clfftEnqueueTransform`, a null output",
     [](const client& c) { return c.enqueue(c.out_of_place(), {c.buffer(128)}, {nullptr}); }},
    {"`clfftEnqueueTransform`, planar, imaginary parts null",
     [](const client& c) {
         return c.enqueue(c.with_layouts(CLFFT_COMPLEX_PLANAR, CLFFT_COMPLEX_PLANAR, CLFFT_INPLACE),
                          {c.buffer(64), nullptr});
     }},
    {"`clfftEnqueueTransform`, the buffer too small",
     [](const client& c) { return c.enqueue(c.plan({1024}), {c.buffer(128)}); }},
    {"`clfftEnqueueTransform`, the output too small",
     [](const client& c) { return c.enqueue(c.out_of_place({1024}), {c.buffer(8192)}, {c.buffer(128)}); }},
    {"`clfftEnqueueTransform`, out of place, but into the input",
     [](const client& c) {
         const auto data = c.buffer(128);
         return c.enqueue(c.out_of_place(), {data}, {data});
     }},
    {"`clfftEnqueueTransform`, a buffer of another context",
     [](const client& c) {
         return c.enqueue(c.plan(), {clCreateBuffer(c.another_context(), CL_MEM_READ_WRITE, 128, nullptr, nullptr)});
     }},
    {"`clfftEnqueueTransform` without a bake", [](const client& c) { return c.enqueue(c.plan(), {c.buffer(128)}); }},
};

}  // namespace

const std::vector<bad_input>& bad_bakes() {
    return bakes;
}
const std::vector<bad_input>& bad_executions() {
    return executions;
}

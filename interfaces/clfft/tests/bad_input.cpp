// Invalid calls about handles and settings, and the helpers that all invalid calls use.
#include "bad_input.hpp"

clfftPlanHandle client::plan(std::vector<std::size_t> lengths) const {
    clfftPlanHandle h = 0;
    l.CreateDefaultPlan(&h, o.context, static_cast<clfftDim>(lengths.size()), lengths.data());
    return h;
}
clfftPlanHandle client::out_of_place(std::vector<std::size_t> lengths) const {
    const auto h = plan(std::move(lengths));
    l.SetResultLocation(h, CLFFT_OUTOFPLACE);
    return h;
}
clfftPlanHandle client::with_layouts(clfftLayout in, clfftLayout out, clfftResultLocation location) const {
    const auto h = plan();
    l.SetLayout(h, in, out);
    l.SetResultLocation(h, location);
    return h;
}
cl_mem client::buffer(std::size_t bytes) const {
    return clCreateBuffer(o.context, CL_MEM_READ_WRITE, bytes, nullptr, nullptr);
}
cl_context client::another_context() const {
    return clCreateContext(nullptr, 1, &o.device, nullptr, nullptr, nullptr);
}
int client::bake(clfftPlanHandle h) const {
    auto queue = o.queue;
    return l.BakePlan(h, 1, &queue, nullptr, nullptr);
}
int client::enqueue(clfftPlanHandle h, std::vector<cl_mem> in, std::vector<cl_mem> out, cl_mem temporary) const {
    auto queue = o.queue;
    return l.EnqueueTransform(h, CLFFT_FORWARD, 1, &queue, 0, nullptr, nullptr, in.empty() ? nullptr : in.data(),
                              out.empty() ? nullptr : out.data(), temporary);
}

namespace {

using number = std::size_t;

constexpr clfftPlanHandle no_plan = 999;

template <class Enum>
Enum value(int v) {
    return static_cast<Enum>(v);
}

const std::vector<bad_input> handles_and_plans{
    {"`clfftCreateDefaultPlan`, the handle null",
     [](const client& c) {
         const number n = 16;
         return c.l.CreateDefaultPlan(nullptr, c.o.context, CLFFT_1D, &n);
     }},
    {"`clfftCreateDefaultPlan`, the context null",
     [](const client& c) {
         const number n = 16;
         clfftPlanHandle h = 0;
         return c.l.CreateDefaultPlan(&h, nullptr, CLFFT_1D, &n);
     }},
    {"`clfftCreateDefaultPlan`, the lengths null",
     [](const client& c) {
         clfftPlanHandle h = 0;
         return c.l.CreateDefaultPlan(&h, c.o.context, CLFFT_1D, nullptr);
     }},
    {"`clfftCreateDefaultPlan`, 4 axes",
     [](const client& c) {
         const number n[4] = {16, 16, 16, 16};
         clfftPlanHandle h = 0;
         return c.l.CreateDefaultPlan(&h, c.o.context, value<clfftDim>(4), n);
     }},
    {"`clfftCreateDefaultPlan`, 0 axes",
     [](const client& c) {
         const number n = 16;
         clfftPlanHandle h = 0;
         return c.l.CreateDefaultPlan(&h, c.o.context, value<clfftDim>(0), &n);
     }},
    {"`clfftCreateDefaultPlan`, a length 0",
     [](const client& c) {
         const number n[2] = {16, 0};
         clfftPlanHandle h = 0;
         return c.l.CreateDefaultPlan(&h, c.o.context, CLFFT_2D, n);
     }},
    {"`clfftCreateDefaultPlan`, length 17",
     [](const client& c) {
         const number n = 17;
         clfftPlanHandle h = 0;
         return c.l.CreateDefaultPlan(&h, c.o.context, CLFFT_1D, &n);
     }},
    {"`clfftCopyPlan`, the new handle null",
     [](const client& c) { return c.l.CopyPlan(nullptr, c.o.context, c.plan()); }},
    {"`clfftCopyPlan`, the context null",
     [](const client& c) {
         clfftPlanHandle h = 0;
         return c.l.CopyPlan(&h, nullptr, c.plan());
     }},
    {"`clfftCopyPlan`, no such plan",
     [](const client& c) {
         clfftPlanHandle h = 0;
         return c.l.CopyPlan(&h, c.o.context, no_plan);
     }},
    {"`clfftDestroyPlan`, the handle null", [](const client& c) { return c.l.DestroyPlan(nullptr); }},
    {"`clfftDestroyPlan`, a plan destroyed before",
     [](const client& c) {
         auto h = c.plan();
         auto again = h;
         c.l.DestroyPlan(&h);
         return c.l.DestroyPlan(&again);
     }},
    {"`clfftBakePlan`, a plan destroyed before",
     [](const client& c) {
         auto h = c.plan();
         const auto again = h;
         c.l.DestroyPlan(&h);
         return c.bake(again);
     }},
    {"`clfftEnqueueTransform`, no such plan", [](const client& c) { return c.enqueue(no_plan, {c.buffer(128)}); }},
    {"`clfftSetup`, no data", [](const client& c) { return c.l.Setup(nullptr); }},
    {"`clfftTeardown`, a second time",
     [](const client& c) {
         c.l.Teardown();
         return c.l.Teardown();
     }},
    {"`clfftBakePlan` after teardown",
     [](const client& c) {
         const auto h = c.plan();
         c.l.Teardown();
         return c.bake(h);
     }},
    {"`clfftDestroyPlan` after teardown",
     [](const client& c) {
         auto h = c.plan();
         c.l.Teardown();
         return c.l.DestroyPlan(&h);
     }},
};

const std::vector<bad_input> settings{
    {"`clfftGetVersion`, a null pointer", [](const client& c) { return c.l.GetVersion(nullptr, nullptr, nullptr); }},
    {"`clfftGetPlanContext`, a null pointer", [](const client& c) { return c.l.GetPlanContext(c.plan(), nullptr); }},
    {"`clfftGetPlanPrecision`, a null pointer",
     [](const client& c) { return c.l.GetPlanPrecision(c.plan(), nullptr); }},
    {"`clfftGetPlanScale`, a null pointer",
     [](const client& c) { return c.l.GetPlanScale(c.plan(), CLFFT_FORWARD, nullptr); }},
    {"`clfftGetPlanBatchSize`, a null pointer",
     [](const client& c) { return c.l.GetPlanBatchSize(c.plan(), nullptr); }},
    {"`clfftGetPlanDim`, a null pointer", [](const client& c) { return c.l.GetPlanDim(c.plan(), nullptr, nullptr); }},
    {"`clfftGetPlanLength`, a null pointer",
     [](const client& c) { return c.l.GetPlanLength(c.plan(), CLFFT_1D, nullptr); }},
    {"`clfftGetPlanInStride`, a null pointer",
     [](const client& c) { return c.l.GetPlanInStride(c.plan(), CLFFT_1D, nullptr); }},
    {"`clfftGetPlanDistance`, a null pointer",
     [](const client& c) { return c.l.GetPlanDistance(c.plan(), nullptr, nullptr); }},
    {"`clfftGetLayout`, a null pointer", [](const client& c) { return c.l.GetLayout(c.plan(), nullptr, nullptr); }},
    {"`clfftGetResultLocation`, a null pointer",
     [](const client& c) { return c.l.GetResultLocation(c.plan(), nullptr); }},
    {"`clfftGetPlanTransposeResult`, a null pointer",
     [](const client& c) { return c.l.GetPlanTransposeResult(c.plan(), nullptr); }},
    {"`clfftGetPlanLength` of more axes than there are",
     [](const client& c) {
         number n[3];
         return c.l.GetPlanLength(c.plan(), CLFFT_3D, n);
     }},
    {"`clfftGetPlanLength` of 0 axes",
     [](const client& c) {
         number n[3];
         return c.l.GetPlanLength(c.plan(), value<clfftDim>(0), n);
     }},
    {"`clfftGetTmpBufSize` before the plan is baked",
     [](const client& c) {
         number n = 0;
         return c.l.GetTmpBufSize(c.plan(), &n);
     }},
    {"`clfftSetPlanLength`, the lengths null",
     [](const client& c) { return c.l.SetPlanLength(c.plan(), CLFFT_1D, nullptr); }},
    {"`clfftSetPlanLength`, a length 0",
     [](const client& c) {
         const number n = 0;
         return c.l.SetPlanLength(c.plan(), CLFFT_1D, &n);
     }},
    {"`clfftSetPlanDim`, 4 axes", [](const client& c) { return c.l.SetPlanDim(c.plan(), value<clfftDim>(4)); }},
    {"`clfftSetPlanInStride`, the strides null",
     [](const client& c) { return c.l.SetPlanInStride(c.plan(), CLFFT_1D, nullptr); }},
    {"`clfftSetPlanOutStride` of 4 axes",
     [](const client& c) {
         number n[4] = {1, 1, 1, 1};
         return c.l.SetPlanOutStride(c.plan(), value<clfftDim>(4), n);
     }},
    {"`clfftSetPlanPrecision`, `CLFFT_SINGLE_FAST`",
     [](const client& c) { return c.l.SetPlanPrecision(c.plan(), CLFFT_SINGLE_FAST); }},
    {"`clfftSetPlanPrecision`, 5", [](const client& c) { return c.l.SetPlanPrecision(c.plan(), ENDPRECISION); }},
    {"`clfftSetPlanPrecision`, 0",
     [](const client& c) { return c.l.SetPlanPrecision(c.plan(), value<clfftPrecision>(0)); }},
    {"`clfftSetResultLocation`, 3", [](const client& c) { return c.l.SetResultLocation(c.plan(), ENDPLACE); }},
    {"`clfftSetResultLocation`, 0",
     [](const client& c) { return c.l.SetResultLocation(c.plan(), value<clfftResultLocation>(0)); }},
    {"`clfftSetPlanTransposeResult`, 3",
     [](const client& c) { return c.l.SetPlanTransposeResult(c.plan(), ENDTRANSPOSED); }},
    {"`clfftSetPlanScale`, direction 2",
     [](const client& c) { return c.l.SetPlanScale(c.plan(), ENDDIRECTION, 1.0F); }},
    {"`clfftSetLayout`, real to real", [](const client& c) { return c.l.SetLayout(c.plan(), CLFFT_REAL, CLFFT_REAL); }},
    {"`clfftSetLayout`, complex to Hermitian",
     [](const client& c) { return c.l.SetLayout(c.plan(), CLFFT_COMPLEX_INTERLEAVED, CLFFT_HERMITIAN_INTERLEAVED); }},
    {"`clfftSetLayout`, 6", [](const client& c) { return c.l.SetLayout(c.plan(), ENDLAYOUT, CLFFT_REAL); }},
    {"`clfftSetPlanCallback`, the name null",
     [](const client& c) { return c.l.SetPlanCallback(c.plan(), nullptr, "", 0, PRECALLBACK, nullptr, 0); }},
    {"`clfftSetPlanCallback`, the text null",
     [](const client& c) { return c.l.SetPlanCallback(c.plan(), "f", nullptr, 0, PRECALLBACK, nullptr, 0); }},
    {"`clfftSetPlanCallback`, local memory -1",
     [](const client& c) { return c.l.SetPlanCallback(c.plan(), "f", "", -1, PRECALLBACK, nullptr, 0); }},
    {"`clfftSetPlanCallback`, two buffers",
     [](const client& c) {
         cl_mem data[2] = {c.buffer(8), c.buffer(8)};
         return c.l.SetPlanCallback(c.plan(), "f", "", 0, PRECALLBACK, data, 2);
     }},
};

}  // namespace

const std::vector<bad_input>& bad_inputs() {
    static const auto all = [] {
        std::vector<bad_input> rows;
        for (const auto* part : {&handles_and_plans, &settings, &bad_bakes(), &bad_executions()})
            rows.insert(rows.end(), part->begin(), part->end());
        return rows;
    }();
    return all;
}

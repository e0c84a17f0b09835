// clfftGet* and clfftSet*. After a setter the plan must be baked again.
#include "call.hpp"
#include "plans.hpp"

namespace {

using namespace clfft;

using numbers = std::vector<std::size_t>;

/// Copies the first `dim` numbers to the client's array.
void copy_out(const numbers& from, clfftDim dim, std::size_t* to, const char* name) {
    need(to, name);
    check_dimension(dim);
    refuse_if(from.size() < static_cast<std::size_t>(dim), CLFFT_INVALID_ARG_INDEX, "the plan has fewer axes");
    for (int k = 0; k < dim; ++k) to[k] = from[static_cast<std::size_t>(k)];
}

numbers copy_in(clfftDim dim, const std::size_t* from, const char* name) {
    need(from, name);
    check_dimension(dim);
    return {from, from + static_cast<int>(dim)};
}

void check_layouts(clfftLayout in, clfftLayout out) {
    const auto is_unknown = [](clfftLayout l) { return l >= ENDLAYOUT; };
    refuse_if(is_unknown(in) || is_unknown(out), CLFFT_INVALID_ARG_VALUE, "unknown layout");
    const auto is_complex = [](clfftLayout l) { return l == CLFFT_COMPLEX_INTERLEAVED || l == CLFFT_COMPLEX_PLANAR; };
    const bool fit =
        (is_complex(in) && is_complex(out)) || (is_real(in) && is_hermitian(out)) || (is_hermitian(in) && is_real(out));
    refuse_if(!fit, CLFFT_NOTIMPLEMENTED, "no transform has these layouts of input and output");
}

bool is_direction(clfftDirection d) {
    return d < ENDDIRECTION;
}

callback callback_from(const char* name, const char* text, int local_bytes, cl_mem* data, int buffers) {
    refuse_if(!name || !text, status_of_failed_check(CLFFT_INVALID_ARG_VALUE), "the callback has no name or no text");
    refuse_if(!*name, CLFFT_INVALID_ARG_VALUE, "the callback's name is empty");
    refuse_if(local_bytes < 0, CLFFT_INVALID_ARG_VALUE, "the callback's local memory is negative");
    refuse_if(buffers < 0 || (buffers > 0 && !data), CLFFT_INVALID_ARG_VALUE, "the callback's buffers are missing");
    refuse_if(buffers > 1, CLFFT_NOTIMPLEMENTED, "a callback has at most one buffer");
    return {name, text, static_cast<std::size_t>(local_bytes), data ? *data : nullptr};
}

}  // namespace

clfftStatus clfftGetPlanContext(const clfftPlanHandle plHandle, cl_context* context) {
    return call("clfftGetPlanContext", [&] {
        const auto plan = plan_of(plHandle);
        need(context, "context");
        *context = plan->context();
    });
}

clfftStatus clfftGetPlanPrecision(const clfftPlanHandle plHandle, clfftPrecision* precision) {
    return call("clfftGetPlanPrecision", [&] {
        const auto plan = plan_of(plHandle);
        need(precision, "precision");
        *precision = plan->what().precision;
    });
}

clfftStatus clfftSetPlanPrecision(clfftPlanHandle plHandle, clfftPrecision precision) {
    return call("clfftSetPlanPrecision", [&] {
        const auto plan = plan_of(plHandle);
        refuse_if(precision < CLFFT_SINGLE || precision >= ENDPRECISION, CLFFT_INVALID_ARG_VALUE, "unknown precision");
        refuse_if(precision > CLFFT_DOUBLE, CLFFT_NOTIMPLEMENTED, "the fast precisions are not supported");
        plan->set([&](description& d) { d.precision = precision; });
    });
}

clfftStatus clfftGetPlanScale(const clfftPlanHandle plHandle, clfftDirection dir, cl_float* scale) {
    return call("clfftGetPlanScale", [&] {
        const auto plan = plan_of(plHandle);
        refuse_if(!is_direction(dir), CLFFT_INVALID_ARG_VALUE, "unknown direction");
        need(scale, "scale");
        const auto d = plan->what();
        *scale = static_cast<cl_float>(dir == CLFFT_FORWARD ? d.forward_scale : d.backward_scale);
    });
}

clfftStatus clfftSetPlanScale(clfftPlanHandle plHandle, clfftDirection dir, cl_float scale) {
    return call("clfftSetPlanScale", [&] {
        const auto plan = plan_of(plHandle);
        refuse_if(!is_direction(dir), CLFFT_INVALID_ARG_VALUE, "unknown direction");
        plan->set([&](description& d) { (dir == CLFFT_FORWARD ? d.forward_scale : d.backward_scale) = double{scale}; });
    });
}

clfftStatus clfftGetPlanBatchSize(const clfftPlanHandle plHandle, size_t* batchSize) {
    return call("clfftGetPlanBatchSize", [&] {
        const auto plan = plan_of(plHandle);
        need(batchSize, "batchSize");
        *batchSize = plan->what().batch;
    });
}

clfftStatus clfftSetPlanBatchSize(clfftPlanHandle plHandle, size_t batchSize) {
    return call("clfftSetPlanBatchSize", [&] { plan_of(plHandle)->set([&](description& d) { d.batch = batchSize; }); });
}

clfftStatus clfftGetPlanDim(const clfftPlanHandle plHandle, clfftDim* dim, cl_uint* size) {
    return call("clfftGetPlanDim", [&] {
        const auto plan = plan_of(plHandle);
        need(dim, "dim");
        need(size, "size");
        *dim = plan->what().dim;
        *size = static_cast<cl_uint>(*dim);
    });
}

clfftStatus clfftSetPlanDim(clfftPlanHandle plHandle, const clfftDim dim) {
    return call("clfftSetPlanDim", [&] {
        const auto plan = plan_of(plHandle);
        check_dimension(dim);
        plan->set([&](description& d) {
            d.dim = dim;
            for (numbers* each : {&d.lengths, &d.input.strides, &d.output.strides})
                each->resize(static_cast<std::size_t>(dim));
        });
    });
}

clfftStatus clfftGetPlanLength(const clfftPlanHandle plHandle, const clfftDim dim, size_t* clLengths) {
    return call("clfftGetPlanLength",
                [&] { copy_out(plan_of(plHandle)->what().lengths, dim, clLengths, "clLengths"); });
}

clfftStatus clfftSetPlanLength(clfftPlanHandle plHandle, const clfftDim dim, const size_t* clLengths) {
    return call("clfftSetPlanLength", [&] {
        const auto plan = plan_of(plHandle);
        const auto lengths = copy_in(dim, clLengths, "clLengths");
        check_lengths(lengths);
        plan->set([&](description& d) { d.lengths = lengths; });
    });
}

clfftStatus clfftGetPlanInStride(const clfftPlanHandle plHandle, const clfftDim dim, size_t* clStrides) {
    return call("clfftGetPlanInStride",
                [&] { copy_out(plan_of(plHandle)->what().input.strides, dim, clStrides, "clStrides"); });
}

clfftStatus clfftSetPlanInStride(clfftPlanHandle plHandle, const clfftDim dim, size_t* clStrides) {
    return call("clfftSetPlanInStride", [&] {
        const auto plan = plan_of(plHandle);
        const auto strides = copy_in(dim, clStrides, "clStrides");
        plan->set([&](description& d) {
            d.input.strides = strides;
            d.input.strides_set = true;
        });
    });
}

clfftStatus clfftGetPlanOutStride(const clfftPlanHandle plHandle, const clfftDim dim, size_t* clStrides) {
    return call("clfftGetPlanOutStride",
                [&] { copy_out(plan_of(plHandle)->what().output.strides, dim, clStrides, "clStrides"); });
}

clfftStatus clfftSetPlanOutStride(clfftPlanHandle plHandle, const clfftDim dim, size_t* clStrides) {
    return call("clfftSetPlanOutStride", [&] {
        const auto plan = plan_of(plHandle);
        const auto strides = copy_in(dim, clStrides, "clStrides");
        plan->set([&](description& d) {
            d.output.strides = strides;
            d.output.strides_set = true;
        });
    });
}

clfftStatus clfftGetPlanDistance(const clfftPlanHandle plHandle, size_t* iDist, size_t* oDist) {
    return call("clfftGetPlanDistance", [&] {
        const auto plan = plan_of(plHandle);
        need(iDist, "iDist");
        need(oDist, "oDist");
        const auto d = plan->what();
        *iDist = d.input.distance;
        *oDist = d.output.distance;
    });
}

clfftStatus clfftSetPlanDistance(clfftPlanHandle plHandle, size_t iDist, size_t oDist) {
    return call("clfftSetPlanDistance", [&] {
        plan_of(plHandle)->set([&](description& d) {
            d.input.distance = iDist;
            d.output.distance = oDist;
            d.input.distance_set = d.output.distance_set = true;
        });
    });
}

clfftStatus clfftGetLayout(const clfftPlanHandle plHandle, clfftLayout* iLayout, clfftLayout* oLayout) {
    return call("clfftGetLayout", [&] {
        const auto plan = plan_of(plHandle);
        need(iLayout, "iLayout");
        need(oLayout, "oLayout");
        const auto d = plan->what();
        *iLayout = d.input.layout;
        *oLayout = d.output.layout;
    });
}

clfftStatus clfftSetLayout(clfftPlanHandle plHandle, clfftLayout iLayout, clfftLayout oLayout) {
    return call("clfftSetLayout", [&] {
        const auto plan = plan_of(plHandle);
        check_layouts(iLayout, oLayout);
        plan->set([&](description& d) {
            d.input.layout = iLayout;
            d.output.layout = oLayout;
        });
    });
}

clfftStatus clfftGetResultLocation(const clfftPlanHandle plHandle, clfftResultLocation* placeness) {
    return call("clfftGetResultLocation", [&] {
        const auto plan = plan_of(plHandle);
        need(placeness, "placeness");
        *placeness = plan->what().location;
    });
}

clfftStatus clfftSetResultLocation(clfftPlanHandle plHandle, clfftResultLocation placeness) {
    return call("clfftSetResultLocation", [&] {
        const auto plan = plan_of(plHandle);
        refuse_if(placeness < CLFFT_INPLACE || placeness >= ENDPLACE, CLFFT_INVALID_ARG_VALUE, "unknown location");
        plan->set([&](description& d) { d.location = placeness; });
    });
}

clfftStatus clfftGetPlanTransposeResult(const clfftPlanHandle plHandle, clfftResultTransposed* transposed) {
    return call("clfftGetPlanTransposeResult", [&] {
        const auto plan = plan_of(plHandle);
        need(transposed, "transposed");
        *transposed = plan->what().transposed;
    });
}

clfftStatus clfftSetPlanTransposeResult(clfftPlanHandle plHandle, clfftResultTransposed transposed) {
    return call("clfftSetPlanTransposeResult", [&] {
        const auto plan = plan_of(plHandle);
        refuse_if(transposed < CLFFT_NOTRANSPOSE || transposed >= ENDTRANSPOSED, CLFFT_INVALID_ARG_VALUE,
                  "unknown value for a transposed result");
        plan->set([&](description& d) { d.transposed = transposed; });
    });
}

clfftStatus clfftSetPlanCallback(clfftPlanHandle plHandle, const char* funcName, const char* funcString,
                                 int localMemSize, clfftCallbackType callbackType, cl_mem* userdata,
                                 int numUserdataBuffers) {
    return call("clfftSetPlanCallback", [&] {
        const auto plan = plan_of(plHandle);
        refuse_if(callbackType != PRECALLBACK && callbackType != POSTCALLBACK, CLFFT_INVALID_ARG_VALUE,
                  "unknown type of callback");
        const auto c = callback_from(funcName, funcString, localMemSize, userdata, numUserdataBuffers);
        plan->set([&](description& d) { (callbackType == PRECALLBACK ? d.on_load : d.on_store) = c; });
    });
}

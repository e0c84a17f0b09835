// A library with clFFT's interface, opened by its path, so that one program can call two of them.
#pragma once

#include <dlfcn.h>

#include <stdexcept>
#include <string>

#include "clFFT.h"

/// Every function of the interface, named without the prefix "clfft".
struct library_under_test {
    explicit library_under_test(const std::string& path) : handle(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
        if (!handle) throw std::runtime_error(dlerror());
#define CLFFT_FIND(name) find(name, "clfft" #name)
        CLFFT_FIND(Setup);
        CLFFT_FIND(Teardown);
        CLFFT_FIND(GetVersion);
        CLFFT_FIND(CreateDefaultPlan);
        CLFFT_FIND(CopyPlan);
        CLFFT_FIND(BakePlan);
        CLFFT_FIND(DestroyPlan);
        CLFFT_FIND(GetPlanContext);
        CLFFT_FIND(GetPlanPrecision);
        CLFFT_FIND(SetPlanPrecision);
        CLFFT_FIND(GetPlanScale);
        CLFFT_FIND(SetPlanScale);
        CLFFT_FIND(GetPlanBatchSize);
        CLFFT_FIND(SetPlanBatchSize);
        CLFFT_FIND(GetPlanDim);
        CLFFT_FIND(SetPlanDim);
        CLFFT_FIND(GetPlanLength);
        CLFFT_FIND(SetPlanLength);
        CLFFT_FIND(GetPlanInStride);
        CLFFT_FIND(SetPlanInStride);
        CLFFT_FIND(GetPlanOutStride);
        CLFFT_FIND(SetPlanOutStride);
        CLFFT_FIND(GetPlanDistance);
        CLFFT_FIND(SetPlanDistance);
        CLFFT_FIND(GetLayout);
        CLFFT_FIND(SetLayout);
        CLFFT_FIND(GetResultLocation);
        CLFFT_FIND(SetResultLocation);
        CLFFT_FIND(GetPlanTransposeResult);
        CLFFT_FIND(SetPlanTransposeResult);
        CLFFT_FIND(GetTmpBufSize);
        CLFFT_FIND(LocalMemSize);
        CLFFT_FIND(SetPlanCallback);
        CLFFT_FIND(EnqueueTransform);
#undef CLFFT_FIND
    }

    decltype(&clfftSetup) Setup;
    decltype(&clfftTeardown) Teardown;
    decltype(&clfftGetVersion) GetVersion;
    decltype(&clfftCreateDefaultPlan) CreateDefaultPlan;
    decltype(&clfftCopyPlan) CopyPlan;
    decltype(&clfftBakePlan) BakePlan;
    decltype(&clfftDestroyPlan) DestroyPlan;
    decltype(&clfftGetPlanContext) GetPlanContext;
    decltype(&clfftGetPlanPrecision) GetPlanPrecision;
    decltype(&clfftSetPlanPrecision) SetPlanPrecision;
    decltype(&clfftGetPlanScale) GetPlanScale;
    decltype(&clfftSetPlanScale) SetPlanScale;
    decltype(&clfftGetPlanBatchSize) GetPlanBatchSize;
    decltype(&clfftSetPlanBatchSize) SetPlanBatchSize;
    decltype(&clfftGetPlanDim) GetPlanDim;
    decltype(&clfftSetPlanDim) SetPlanDim;
    decltype(&clfftGetPlanLength) GetPlanLength;
    decltype(&clfftSetPlanLength) SetPlanLength;
    decltype(&clfftGetPlanInStride) GetPlanInStride;
    decltype(&clfftSetPlanInStride) SetPlanInStride;
    decltype(&clfftGetPlanOutStride) GetPlanOutStride;
    decltype(&clfftSetPlanOutStride) SetPlanOutStride;
    decltype(&clfftGetPlanDistance) GetPlanDistance;
    decltype(&clfftSetPlanDistance) SetPlanDistance;
    decltype(&clfftGetLayout) GetLayout;
    decltype(&clfftSetLayout) SetLayout;
    decltype(&clfftGetResultLocation) GetResultLocation;
    decltype(&clfftSetResultLocation) SetResultLocation;
    decltype(&clfftGetPlanTransposeResult) GetPlanTransposeResult;
    decltype(&clfftSetPlanTransposeResult) SetPlanTransposeResult;
    decltype(&clfftGetTmpBufSize) GetTmpBufSize;
    decltype(&clfftLocalMemSize) LocalMemSize;
    decltype(&clfftSetPlanCallback) SetPlanCallback;
    decltype(&clfftEnqueueTransform) EnqueueTransform;

  private:
    template <class Function>
    void find(Function& function, const char* name) {
        function = reinterpret_cast<Function>(dlsym(handle, name));
        if (!function) throw std::runtime_error(std::string("the library has no function ") + name);
    }

    void* handle;
};

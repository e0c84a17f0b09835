/* Prints every constant and the layout of the setup data, as defined by the clFFT.h that it is compiled with. Pointers
   have the types of all functions that clFFT's own header declares, for abidiff; clfftLocalMemSize is not among them.
 */
#include <clFFT.h>
#include <stddef.h>
#include <stdio.h>

__typeof__(clfftSetup)* pointer_to_clfftSetup;
__typeof__(clfftTeardown)* pointer_to_clfftTeardown;
__typeof__(clfftGetVersion)* pointer_to_clfftGetVersion;
__typeof__(clfftCreateDefaultPlan)* pointer_to_clfftCreateDefaultPlan;
__typeof__(clfftCopyPlan)* pointer_to_clfftCopyPlan;
__typeof__(clfftBakePlan)* pointer_to_clfftBakePlan;
__typeof__(clfftDestroyPlan)* pointer_to_clfftDestroyPlan;
__typeof__(clfftGetPlanContext)* pointer_to_clfftGetPlanContext;
__typeof__(clfftGetPlanPrecision)* pointer_to_clfftGetPlanPrecision;
__typeof__(clfftSetPlanPrecision)* pointer_to_clfftSetPlanPrecision;
__typeof__(clfftGetPlanScale)* pointer_to_clfftGetPlanScale;
__typeof__(clfftSetPlanScale)* pointer_to_clfftSetPlanScale;
__typeof__(clfftGetPlanBatchSize)* pointer_to_clfftGetPlanBatchSize;
__typeof__(clfftSetPlanBatchSize)* pointer_to_clfftSetPlanBatchSize;
__typeof__(clfftGetPlanDim)* pointer_to_clfftGetPlanDim;
__typeof__(clfftSetPlanDim)* pointer_to_clfftSetPlanDim;
__typeof__(clfftGetPlanLength)* pointer_to_clfftGetPlanLength;
__typeof__(clfftSetPlanLength)* pointer_to_clfftSetPlanLength;
__typeof__(clfftGetPlanInStride)* pointer_to_clfftGetPlanInStride;
__typeof__(clfftSetPlanInStride)* pointer_to_clfftSetPlanInStride;
__typeof__(clfftGetPlanOutStride)* pointer_to_clfftGetPlanOutStride;
__typeof__(clfftSetPlanOutStride)* pointer_to_clfftSetPlanOutStride;
__typeof__(clfftGetPlanDistance)* pointer_to_clfftGetPlanDistance;
__typeof__(clfftSetPlanDistance)* pointer_to_clfftSetPlanDistance;
__typeof__(clfftGetLayout)* pointer_to_clfftGetLayout;
__typeof__(clfftSetLayout)* pointer_to_clfftSetLayout;
__typeof__(clfftGetResultLocation)* pointer_to_clfftGetResultLocation;
__typeof__(clfftSetResultLocation)* pointer_to_clfftSetResultLocation;
__typeof__(clfftGetPlanTransposeResult)* pointer_to_clfftGetPlanTransposeResult;
__typeof__(clfftSetPlanTransposeResult)* pointer_to_clfftSetPlanTransposeResult;
__typeof__(clfftGetTmpBufSize)* pointer_to_clfftGetTmpBufSize;
__typeof__(clfftSetPlanCallback)* pointer_to_clfftSetPlanCallback;
__typeof__(clfftEnqueueTransform)* pointer_to_clfftEnqueueTransform;

#ifndef TYPES_ONLY
int main(void) {
    size_t k;
    clfftSetupData data;
    const struct {
        const char* name;
        long value;
    } all[] = {
        {"CLFFT_INVALID_GLOBAL_WORK_SIZE", CLFFT_INVALID_GLOBAL_WORK_SIZE},
        {"CLFFT_INVALID_MIP_LEVEL", CLFFT_INVALID_MIP_LEVEL},
        {"CLFFT_INVALID_BUFFER_SIZE", CLFFT_INVALID_BUFFER_SIZE},
        {"CLFFT_INVALID_GL_OBJECT", CLFFT_INVALID_GL_OBJECT},
        {"CLFFT_INVALID_OPERATION", CLFFT_INVALID_OPERATION},
        {"CLFFT_INVALID_EVENT", CLFFT_INVALID_EVENT},
        {"CLFFT_INVALID_EVENT_WAIT_LIST", CLFFT_INVALID_EVENT_WAIT_LIST},
        {"CLFFT_INVALID_GLOBAL_OFFSET", CLFFT_INVALID_GLOBAL_OFFSET},
        {"CLFFT_INVALID_WORK_ITEM_SIZE", CLFFT_INVALID_WORK_ITEM_SIZE},
        {"CLFFT_INVALID_WORK_GROUP_SIZE", CLFFT_INVALID_WORK_GROUP_SIZE},
        {"CLFFT_INVALID_WORK_DIMENSION", CLFFT_INVALID_WORK_DIMENSION},
        {"CLFFT_INVALID_KERNEL_ARGS", CLFFT_INVALID_KERNEL_ARGS},
        {"CLFFT_INVALID_ARG_SIZE", CLFFT_INVALID_ARG_SIZE},
        {"CLFFT_INVALID_ARG_VALUE", CLFFT_INVALID_ARG_VALUE},
        {"CLFFT_INVALID_ARG_INDEX", CLFFT_INVALID_ARG_INDEX},
        {"CLFFT_INVALID_KERNEL", CLFFT_INVALID_KERNEL},
        {"CLFFT_INVALID_KERNEL_DEFINITION", CLFFT_INVALID_KERNEL_DEFINITION},
        {"CLFFT_INVALID_KERNEL_NAME", CLFFT_INVALID_KERNEL_NAME},
        {"CLFFT_INVALID_PROGRAM_EXECUTABLE", CLFFT_INVALID_PROGRAM_EXECUTABLE},
        {"CLFFT_INVALID_PROGRAM", CLFFT_INVALID_PROGRAM},
        {"CLFFT_INVALID_BUILD_OPTIONS", CLFFT_INVALID_BUILD_OPTIONS},
        {"CLFFT_INVALID_BINARY", CLFFT_INVALID_BINARY},
        {"CLFFT_INVALID_SAMPLER", CLFFT_INVALID_SAMPLER},
        {"CLFFT_INVALID_IMAGE_SIZE", CLFFT_INVALID_IMAGE_SIZE},
        {"CLFFT_INVALID_IMAGE_FORMAT_DESCRIPTOR", CLFFT_INVALID_IMAGE_FORMAT_DESCRIPTOR},
        {"CLFFT_INVALID_MEM_OBJECT", CLFFT_INVALID_MEM_OBJECT},
        {"CLFFT_INVALID_HOST_PTR", CLFFT_INVALID_HOST_PTR},
        {"CLFFT_INVALID_COMMAND_QUEUE", CLFFT_INVALID_COMMAND_QUEUE},
        {"CLFFT_INVALID_QUEUE_PROPERTIES", CLFFT_INVALID_QUEUE_PROPERTIES},
        {"CLFFT_INVALID_CONTEXT", CLFFT_INVALID_CONTEXT},
        {"CLFFT_INVALID_DEVICE", CLFFT_INVALID_DEVICE},
        {"CLFFT_INVALID_PLATFORM", CLFFT_INVALID_PLATFORM},
        {"CLFFT_INVALID_DEVICE_TYPE", CLFFT_INVALID_DEVICE_TYPE},
        {"CLFFT_INVALID_VALUE", CLFFT_INVALID_VALUE},
        {"CLFFT_MAP_FAILURE", CLFFT_MAP_FAILURE},
        {"CLFFT_BUILD_PROGRAM_FAILURE", CLFFT_BUILD_PROGRAM_FAILURE},
        {"CLFFT_IMAGE_FORMAT_NOT_SUPPORTED", CLFFT_IMAGE_FORMAT_NOT_SUPPORTED},
        {"CLFFT_IMAGE_FORMAT_MISMATCH", CLFFT_IMAGE_FORMAT_MISMATCH},
        {"CLFFT_MEM_COPY_OVERLAP", CLFFT_MEM_COPY_OVERLAP},
        {"CLFFT_PROFILING_INFO_NOT_AVAILABLE", CLFFT_PROFILING_INFO_NOT_AVAILABLE},
        {"CLFFT_OUT_OF_HOST_MEMORY", CLFFT_OUT_OF_HOST_MEMORY},
        {"CLFFT_OUT_OF_RESOURCES", CLFFT_OUT_OF_RESOURCES},
        {"CLFFT_MEM_OBJECT_ALLOCATION_FAILURE", CLFFT_MEM_OBJECT_ALLOCATION_FAILURE},
        {"CLFFT_COMPILER_NOT_AVAILABLE", CLFFT_COMPILER_NOT_AVAILABLE},
        {"CLFFT_DEVICE_NOT_AVAILABLE", CLFFT_DEVICE_NOT_AVAILABLE},
        {"CLFFT_DEVICE_NOT_FOUND", CLFFT_DEVICE_NOT_FOUND},
        {"CLFFT_SUCCESS", CLFFT_SUCCESS},
        {"CLFFT_BUGCHECK", CLFFT_BUGCHECK},
        {"CLFFT_NOTIMPLEMENTED", CLFFT_NOTIMPLEMENTED},
        {"CLFFT_TRANSPOSED_NOTIMPLEMENTED", CLFFT_TRANSPOSED_NOTIMPLEMENTED},
        {"CLFFT_FILE_NOT_FOUND", CLFFT_FILE_NOT_FOUND},
        {"CLFFT_FILE_CREATE_FAILURE", CLFFT_FILE_CREATE_FAILURE},
        {"CLFFT_VERSION_MISMATCH", CLFFT_VERSION_MISMATCH},
        {"CLFFT_INVALID_PLAN", CLFFT_INVALID_PLAN},
        {"CLFFT_DEVICE_NO_DOUBLE", CLFFT_DEVICE_NO_DOUBLE},
        {"CLFFT_DEVICE_MISMATCH", CLFFT_DEVICE_MISMATCH},
        {"CLFFT_ENDSTATUS", CLFFT_ENDSTATUS},
        {"CLFFT_1D", CLFFT_1D},
        {"CLFFT_2D", CLFFT_2D},
        {"CLFFT_3D", CLFFT_3D},
        {"ENDDIMENSION", ENDDIMENSION},
        {"CLFFT_COMPLEX_INTERLEAVED", CLFFT_COMPLEX_INTERLEAVED},
        {"CLFFT_COMPLEX_PLANAR", CLFFT_COMPLEX_PLANAR},
        {"CLFFT_HERMITIAN_INTERLEAVED", CLFFT_HERMITIAN_INTERLEAVED},
        {"CLFFT_HERMITIAN_PLANAR", CLFFT_HERMITIAN_PLANAR},
        {"CLFFT_REAL", CLFFT_REAL},
        {"ENDLAYOUT", ENDLAYOUT},
        {"CLFFT_SINGLE", CLFFT_SINGLE},
        {"CLFFT_DOUBLE", CLFFT_DOUBLE},
        {"CLFFT_SINGLE_FAST", CLFFT_SINGLE_FAST},
        {"CLFFT_DOUBLE_FAST", CLFFT_DOUBLE_FAST},
        {"ENDPRECISION", ENDPRECISION},
        {"CLFFT_FORWARD", CLFFT_FORWARD},
        {"CLFFT_BACKWARD", CLFFT_BACKWARD},
        {"CLFFT_MINUS", CLFFT_MINUS},
        {"CLFFT_PLUS", CLFFT_PLUS},
        {"ENDDIRECTION", ENDDIRECTION},
        {"CLFFT_INPLACE", CLFFT_INPLACE},
        {"CLFFT_OUTOFPLACE", CLFFT_OUTOFPLACE},
        {"ENDPLACE", ENDPLACE},
        {"CLFFT_NOTRANSPOSE", CLFFT_NOTRANSPOSE},
        {"CLFFT_TRANSPOSED", CLFFT_TRANSPOSED},
        {"ENDTRANSPOSED", ENDTRANSPOSED},
        {"PRECALLBACK", PRECALLBACK},
        {"POSTCALLBACK", POSTCALLBACK},
        {"CLFFT_DUMP_PROGRAMS", CLFFT_DUMP_PROGRAMS},
        {"clfftVersionMajor", clfftVersionMajor},
        {"clfftVersionMinor", clfftVersionMinor},
        {"clfftVersionPatch", clfftVersionPatch},
    };
    for (k = 0; k < sizeof all / sizeof *all; ++k) printf("%s %ld\n", all[k].name, all[k].value);
    printf("clfftSetupData %zu: %zu %zu %zu %zu\n", sizeof data, offsetof(clfftSetupData, major),
           offsetof(clfftSetupData, minor), offsetof(clfftSetupData, patch), offsetof(clfftSetupData, debugFlags));
    printf("sizes %zu %zu %zu\n", sizeof(clfftPlanHandle), sizeof(clfftStatus), sizeof(clfftDirection));
    printf("sizes of settings %zu %zu %zu %zu %zu %zu\n", sizeof(clfftDim), sizeof(clfftLayout), sizeof(clfftPrecision),
           sizeof(clfftResultLocation), sizeof(clfftResultTransposed), sizeof(clfftCallbackType));
    return clfftInitSetupData(&data) == CLFFT_SUCCESS && data.debugFlags == 0 && data.major == 2 ? 0 : 1;
}
#endif

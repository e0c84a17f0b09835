// INLINE and INDEX_FUNCTION declare a function of a kernel. The host compiles functions of the second kind, too.
//
// PoCL 3.1 computes wrong results or crashes if it does not inline a function with structures as arguments. NVIDIA's compiler
// leaves out large functions that are called more than once, such as a stage of radix 16, and then a work-item's points are in
// memory. Others inline these functions by themselves. They are not told to, because of Mesa: it first runs clang without
// optimisation, which inlines only functions with this attribute and then takes a structure's first member for the whole
// structure. Mesa's own passes no longer see the members, and the structure stays in memory. The host defines
// ALWAYS_INLINE for a compiler that has to be told for other reasons (host/runtime/programs/context_state.cpp).
#pragma once

#ifdef __cplusplus
#define INDEX_FUNCTION inline
#elif defined(POCL_DEVICE_ADDRESS_BITS) || defined(__NV_CL_C_VERSION) || defined(ALWAYS_INLINE)
#define INLINE static inline __attribute__((always_inline))
#define INDEX_FUNCTION INLINE
#else
#define INLINE static inline
#define INDEX_FUNCTION INLINE
#endif

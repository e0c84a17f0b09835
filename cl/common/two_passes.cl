// Two passes in one launch, for transforms so small that a launch costs more than a pass.
//
// The first work-groups are tiles of the first pass. The others are tiles of the second pass and wait until the
// first pass is done. A group only waits for groups with lower numbers. NVIDIA's devices start groups in order and keep
// each one running, so the awaited groups are already running, and there is no deadlock.
//
// Two counters count finished tiles of the first pass. The launches of an in-order queue use them alternately: a launch
// counts in one and clears the other for the next launch.

#define COUNTERS_APART 32

#ifdef __NV_CL_C_VERSION
// Whoever sees the count also sees everything that the work-items of the group wrote before their barrier.
INLINE void count_one(global volatile uint* count) {
    __asm__ volatile("fence.acq_rel.gpu;\n\tred.relaxed.gpu.global.add.u32 [%0], 1;" ::"l"(count) : "memory");
}
INLINE void await(global volatile uint* count, uint all) {
    uint seen;
    do
        __asm__ volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(count) : "memory");
    while (seen < all);
}
#else
INLINE void count_one(global volatile uint* count) {
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_inc(count);
}
INLINE void await(global volatile uint* count, uint all) {
    while (atomic_add(count, 0) < all) {
    }
    mem_fence(CLK_GLOBAL_MEM_FENCE);
}
#endif

INLINE global volatile uint* own_count(global volatile uint* counters, uint turn) {
    return counters + turn * COUNTERS_APART;
}

// Before and after the first pass of a group, and before the second pass of a group.
INLINE void start_first_pass(global volatile uint* counters, uint turn) {
    if (get_local_id(0) == 0 && get_group_id(0) == 0) *own_count(counters, 1 - turn) = 0;
}
INLINE void finish_first_pass(global volatile uint* counters, uint turn) {
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0) count_one(own_count(counters, turn));
}
INLINE void await_first_pass(global volatile uint* counters, uint turn, uint groups) {
    if (get_local_id(0) == 0) await(own_count(counters, turn), groups);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

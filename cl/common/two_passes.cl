// Two passes in one launch, for transforms so small that a launch costs more than a pass.
//
// The first GROUPS_0 work-groups are tiles of the first pass. The others are tiles of the second pass and wait until the
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

// Emulated matrix units need scratch memory.
#ifndef SCRATCH_BYTES
#define SCRATCH_BYTES 0
#endif

kernel __attribute__((reqd_work_group_size(WORK_ITEMS, 1, 1))) void passes(BUFFERS, const struct pass_numbers numbers_0,
                                                                           const struct pass_numbers numbers_1,
                                                                           global volatile uint* counters,
                                                                           const uint turn
                                                                               SCALE_PARAMETER BOTH_TABLES) {
    local element shared[SHARED_ELEMENTS + SCRATCH_BYTES / sizeof(element)];
    const bool first = get_local_id(0) == 0;
    const uint group = get_group_id(0);
    global volatile uint* const done = counters + turn * COUNTERS_APART;
    if (group < GROUPS_0) {
        if (first && group == 0) counters[(1 - turn) * COUNTERS_APART] = 0;
        pass_0(SOURCE_0, TARGET_0, &numbers_0, shared, group, GROUPS_0, 1 TABLE_NAMES_0);
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (first) count_one(done);
    } else {
        if (first) await(done, GROUPS_0);
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        pass_1(SOURCE_1, TARGET_1, &numbers_1, shared, group - GROUPS_0, GROUPS_1, SCALE_ARGUMENT TABLE_NAMES_1);
    }
}

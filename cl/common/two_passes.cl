// Two passes in one launch, for transforms so small that a launch costs more than a pass.
//
// Work-groups draw tickets in the order in which they begin. The first GROUPS_0 tickets are tiles of the first pass, the
// others tiles of the second, which wait until the first pass is done. A group waits only for lower tickets, whose
// groups have begun already, so this ends wherever a group that has begun goes on being run. The last group to leave
// puts the counters back to zero: the next launch (in order on the same queue) needs no clearing.
//
// tickets[0] drawn, [1] tiles of the first pass done, [2] groups gone.

#ifdef __NV_CL_C_VERSION
#define PUBLISH __asm__ volatile("fence.acq_rel.gpu;" ::: "memory");
#else
#define PUBLISH mem_fence(CLK_GLOBAL_MEM_FENCE);
#endif

kernel __attribute__((reqd_work_group_size(WORK_ITEMS, 1, 1))) void passes(BUFFERS, const struct pass_numbers numbers_0,
                                                                           const struct pass_numbers numbers_1,
                                                                           global volatile uint* tickets
                                                                               SCALE_PARAMETER BOTH_TABLES) {
    local element shared[SHARED_ELEMENTS + SCRATCH_BYTES / sizeof(element)];
    local uint drawn;
    const bool first = get_local_id(0) == 0;
    if (first) drawn = atomic_inc(&tickets[0]);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint ticket = drawn;
    if (ticket < GROUPS_0) {
        pass_0(SOURCE_0, TARGET_0, &numbers_0, shared, ticket, GROUPS_0, 1 TABLE_NAMES_0);
        PUBLISH
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (first) atomic_inc(&tickets[1]);
    } else {
        if (first)
            while (atomic_add(&tickets[1], 0) < GROUPS_0) {
            }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        PUBLISH
        pass_1(SOURCE_1, TARGET_1, &numbers_1, shared, ticket - GROUPS_0, GROUPS_1, SCALE_ARGUMENT TABLE_NAMES_1);
    }
    if (first && atomic_inc(&tickets[2]) == GROUPS_0 + GROUPS_1 - 1) {
        tickets[0] = 0;
        tickets[1] = 0;
        tickets[2] = 0;
    }
}

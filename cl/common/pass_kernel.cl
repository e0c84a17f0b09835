// The kernel of a single pass: a work-group a tile.
#if SCALED
#define SCALE_PARAMETER , const REAL scale
#define SCALE_ARGUMENT scale
#else
#define SCALE_PARAMETER
#define SCALE_ARGUMENT 1
#endif

kernel __attribute__((reqd_work_group_size(WORK_ITEMS, 1, 1))) void pass(
    global const IN_TYPE* in, global OUT_TYPE* out, const struct pass_numbers numbers SCALE_PARAMETER KERNEL_TABLES) {
#if LOCAL_SIZE || EMULATED
    local SHARED_TYPE shared[SHARED_SIZE];
#else
    local void* shared = 0;
#endif
    PASS_FUNCTION(in, out, &numbers, shared, get_group_id(0), get_num_groups(0), SCALE_ARGUMENT TABLE_NAMES);
}

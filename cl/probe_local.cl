// Tests whether a static local array of WORDS words keeps its contents. Each work-group fills it with its own numbers and
// reads back those of other work-items. right[group] counts the words that match.
kernel __attribute__((reqd_work_group_size(WORK_ITEMS, 1, 1))) void probe(global uint* right) {
    local uint words[WORDS];
    local uint found;
    const uint me = get_local_id(0), group = get_group_id(0);
    if (me == 0) found = 0;
    for (uint k = me; k < WORDS; k += WORK_ITEMS)
        words[k] = (k ^ (group << 20)) * 2654435761u;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint mine = 0;
    for (uint k = WORK_ITEMS - 1 - me; k < WORDS; k += WORK_ITEMS)
        mine += words[k] == (k ^ (group << 20)) * 2654435761u;
    atomic_add(&found, mine);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me == 0) right[group] = found;
}

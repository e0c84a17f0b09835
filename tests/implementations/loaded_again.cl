// A value that a work-item loads before a barrier must stay the same after it. PoCL 7.1 (with its default work-group
// method) loads it again after the barrier if the address depends on the work-item's number. It then gets the value that
// this or another work-item has stored meanwhile. Right with POCL_WORK_GROUP_METHOD=cbs, and with a volatile load.
//
// launch: 2 2
// in: 4
// right: 0 1 2 3
kernel void it(global const uint* in, global uint* out) {
    local uint shared[2];
    const uint t = get_local_id(0);
    uint x = in[2 * t], y = in[2 * t + 1];
    shared[t] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    x = shared[t];
    barrier(CLK_LOCAL_MEM_FENCE);
    shared[t] = y;
    barrier(CLK_LOCAL_MEM_FENCE);
    y = shared[t];
    out[2 * t] = x;
    out[2 * t + 1] = y;
}

// A loop in a branch that an argument selects: PoCL 7.1 runs neither that branch nor the others, and the output does not
// change. POCL_WORK_GROUP_METHOD=cbs does the same.
//
// launch: 4 4
// in: 4
// by value: 1
// right: 1 2 3 4
kernel void it(global const uint* in, const int which, global uint* out) {
    const int k = get_global_id(0);
    if (which == 0) out[k] = 0;
    else if (which == 1) out[k] = in[k] + 1;
    else for (int i = 0; i < 4; ++i) out[i] = k;
}

// A loop in one case of a switch: PoCL 7.1 ends the process while compiling this: "Could not find a dominating
// alternative variable". POCL_WORK_GROUP_METHOD=cbs does the same.
//
// launch: 4 4
// in: 4
// by value: 1
// right: 1 2 3 4
kernel void it(global const uint* in, const int which, global uint* out) {
    const int k = get_global_id(0);
    switch (which) {
    case 1: out[k] = in[k] + 1; break;
    case 2: if (k == 1) out[k] = 7; break;
    case 3: for (int i = 0; i < 4; ++i) out[i] = k; break;
    }
}

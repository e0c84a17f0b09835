// Kernels by which `calibrate` measures how fast a device launches and copies. An element has 16 bytes.

/// Does nothing, to measure a launch alone.
kernel void nothing(global float4* out, const uint never) {
    if (never) out[get_global_id(0)] = (float4)(0);
}

/// Each work-group copies `each` contiguous elements.
kernel void copy(global const float4* restrict in, global float4* restrict out, const uint each) {
    const size_t start = get_group_id(0) * (size_t)each;
    for (uint k = get_local_id(0); k < each; k += get_local_size(0)) out[start + k] = in[start + k];
}

/// Each work-group copies a tile of `rows` runs of `run` elements of 8 bytes, `stride` elements apart. Consecutive groups
/// copy consecutive runs of the same rows, then further rows.
kernel void copy_runs(global const float2* restrict in, global float2* restrict out, const uint run, const uint rows,
                      const uint stride) {
    const uint columns = stride / run, group = get_group_id(0);
    const size_t start = (size_t)(group / columns) * rows * stride + (group % columns) * run;
    for (uint k = get_local_id(0); k < rows * run; k += get_local_size(0)) {
        const size_t place = start + (size_t)(k / run) * stride + k % run;
        out[place] = in[place];
    }
}

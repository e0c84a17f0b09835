// A structure assigned to an element of a private array that a loop indexes. Mesa 25.0 (rusticl on llvmpipe) loses it for
// all work-items except the first. Right with assignments of members, for a vector type, for a constant index, and in
// Mesa 26.2.
//
// launch: 8 4
// in: 32
// right: 0 4 8 12 16 20 24 28
typedef struct {
    float x, y;
} complex;
kernel void it(global const uint* in, global uint* out) {
    complex z[2];
    const uint t = get_global_id(0);
    for (uint k = 0; k < 2; ++k) {
        const complex c = {in[4 * t + k], k};
        z[k] = c;
    }
    out[t] = (uint)z[0].x;
}

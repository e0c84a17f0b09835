// Lanes with stride zero whose number (one) is an argument: stored values are lost. Intel's CPU runtime 2026.22.10 is
// wrong if the lanes come from structures, as here. Right without its optimiser, or with a constant number, which
// cl/lanes/lanes.cl uses if the lanes have no stride.
//
// launch: 1 1
// in: 8
// by value: 1 0
// right: 0 1
struct place { uint at[4]; };
static inline __attribute__((always_inline)) struct place lane_of(struct place c, uint lane) { c.at[0] = c.at[0] * 16 + lane; return c; }
static inline __attribute__((always_inline)) uint offset(struct place c, const ulong* stride) { uint sum = 0;
for (uint d = 0; d < 4; ++d) sum += c.at[d] * (uint)stride[d]; return sum; }
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void it(global const float2* in, const ulong lines, global float2* out) {
    const ulong stride[4] = {0, 0, 0, 0};
    const uint count = (uint)min((ulong)16, lines - (ulong)get_group_id(0) * 16);
    struct place c = {{0, 0, 0, 0}};
    float16 a, b;
    { float x[16], y[16];
    for (uint l = 0; l < 16; ++l) {
        x[l] = y[l] = 0;
        if (l < count) {
            const struct place p = lane_of(c, l);
            const float2 e = in[offset(p, stride)];
            x[l] = e.x;
            y[l] = e.y;
        }
    }
    a = vload16(0, x); b = vload16(0, y); }
    float u[16], v[16];
    vstore16(a, 0, u);
    vstore16(b, 0, v);
    for (uint l = 0; l < count; ++l) { const struct place p = lane_of(c, l); out[offset(p, stride)] = (float2)(u[l], v[l]); }
}

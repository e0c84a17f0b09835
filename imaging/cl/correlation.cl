// Cross-correlation of arrays with any number of axes. Work-items: points, unless a kernel says otherwise.

// out = a conj(b), by phase divided by its magnitude or `least` if that is larger.
kernel void cross_power(global const complex* a, global const complex* b, int by_phase, real least, ulong n,
                        global complex* out) {
    const size_t i = get_global_id(0);
    if (i >= n) return;
    const complex va = a[i], vb = b[i];
    const complex q = (complex)(va.x * vb.x + va.y * vb.y, va.y * vb.x - va.x * vb.y);
    out[i] = by_phase ? q / fmax(hypot(q.x, q.y), least) : q;
}

kernel void squared_magnitudes(global const complex* a, ulong n, global real* out) {
    const size_t i = get_global_id(0);
    if (i < n) out[i] = a[i].x * a[i].x + a[i].y * a[i].y;
}

// The largest magnitude among the points i, i + items, .. and the first index that has it.
kernel void largest_magnitude(global const complex* a, ulong n, ulong items, global real* values, global ulong* places) {
    const size_t i = get_global_id(0);
    if (i >= items) return;
    real most = -1;
    ulong place = i;
    for (size_t k = i; k < n; k += items) {
        const complex v = a[k];
        const real square = v.x * v.x + v.y * v.y;
        if (square > most) {
            most = square;
            place = k;
        }
    }
    values[i] = most;
    places[i] = place;
}

// The real parts, with point 0 of each axis moved to n / 2. `sides` are those of four axes, the last one fastest.
kernel void centred_real(global const complex* in, uint4 sides, ulong n, global real* out) {
    const ulong i = get_global_id(0);
    if (i >= n) return;
    const ulong w = i % sides.w, z = i / sides.w % sides.z, y = i / sides.w / sides.z % sides.y,
                x = i / sides.w / sides.z / sides.y;
    const ulong to = (((x + sides.x / 2) % sides.x * sides.y + (y + sides.y / 2) % sides.y) * sides.z +
                      (z + sides.z / 2) % sides.z) * sides.w + (w + sides.w / 2) % sides.w;
    out[to] = in[i].x;
}

// A spectrum times the phase ramps of one axis with `inner` points of later axes.
kernel void ramp_axis(global complex* spectrum, global const complex* factors, uint side, ulong inner, ulong n) {
    const ulong i = get_global_id(0);
    if (i >= n) return;
    const complex a = spectrum[i], b = factors[i / inner % side];
    spectrum[i] = (complex)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// A box in an array of these sides, with the last axis fastest.
struct box {
    uint4 sides;
    uint4 low;
    uint4 n;
    ulong points;
    ulong items;  // partial sums
};

// Over the points of a box: the sums of a, b, a^2, b^2 and a b, of every items-th point. Work-items: partial sums.
kernel void box_sums(global const complex* a, global const complex* b, const struct box box, global real* out) {
    const ulong i = get_global_id(0);
    if (i >= box.items) return;
    const uint4 n = box.n, low = box.low, sides = box.sides;
    real sa = 0, sb = 0, saa = 0, sbb = 0, sab = 0;
    for (ulong k = i; k < box.points; k += box.items) {
        const ulong w = k % n.w, z = k / n.w % n.z, y = k / n.w / n.z % n.y, x = k / n.w / n.z / n.y;
        const ulong at = (((x + low.x) * sides.y + y + low.y) * sides.z + z + low.z) * sides.w + w + low.w;
        const real va = a[at].x, vb = b[at].x;
        sa += va;
        sb += vb;
        saa += va * va;
        sbb += vb * vb;
        sab += va * vb;
    }
    out[5 * i] = sa;
    out[5 * i + 1] = sb;
    out[5 * i + 2] = saa;
    out[5 * i + 3] = sbb;
    out[5 * i + 4] = sab;
}

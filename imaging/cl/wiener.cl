// The Wiener filter with a Laplacian prior, on half spectra. `bins` are the lengths of the half spectrum, fastest first; the
// table has the Laplacian's part along each axis of several points, slowest axis first. One work-item has one frequency, or in a reduction
// those of EACH.

inline real laplacian_at(ulong i, uint4 bins, global const real* table) {
    const uint x = (uint)(i % bins.x);
    i /= bins.x;
    const uint y = (uint)(i % bins.y), z = (uint)(i / bins.y);
    real sum = 0;
    ulong start = 0;
    if (bins.z > 1) {
        sum += table[z];
        start += bins.z;
    }
    if (bins.y > 1) {
        sum += table[start + y];
        start += bins.y;
    }
    return sum + table[start + x];
}

// spectrum *= conj(blur) / (|blur|^2 + balance |L|^2)
kernel void apply(global complex* spectrum, global const complex* blur, global const real* table, uint4 bins,
                  real balance, ulong total) {
    const ulong i = get_global_id(0);
    if (i >= total) return;
    const complex s = spectrum[i], h = blur[i];
    const real l = laplacian_at(i, bins, table);
    const real below = h.x * h.x + h.y * h.y + balance * l * l;
    const real factor = below > 0 ? 1 / below : 0;
    spectrum[i] = factor * (complex)(s.x * h.x + s.y * h.y, s.y * h.x - s.x * h.y);
}

// A half spectrum of lines of `width` points.
struct half_spectrum {
    uint4 bins;
    ulong width;
    ulong items;  // partial sums
};

// partial[i] = the sums of |(1 - T) s / points|^2 and of 1 - T, where T = |blur|^2 / (|blur|^2 + balance |L|^2). The half
// spectrum has all frequencies but the first and, for an even width, the last one twice.
kernel void residuals(global const complex* spectrum, global const complex* blur, global const real* table,
                      const struct half_spectrum of, real balance, global real* partial) {
    if (get_global_id(0) >= of.items) return;
    const ulong lines = (ulong)of.bins.y * of.bins.z, total = lines * of.bins.x;
    const real scale = 1 / (real)(lines * of.width);
    real power = 0, share = 0;
    EACH(k, total, of.items) {
        const uint x = (uint)(k % of.bins.x);
        const real times = x == 0 || 2 * x == of.width ? 1 : 2;
        const complex s = spectrum[k] * scale, h = blur[k];
        const real l = laplacian_at(k, of.bins, table);
        const real prior = balance * l * l, below = h.x * h.x + h.y * h.y + prior;
        const real rest = below > 0 ? prior / below : 0;
        power += times * rest * rest * (s.x * s.x + s.y * s.y);
        share += times * rest;
    }
    partial[2 * get_global_id(0)] = power;
    partial[2 * get_global_id(0) + 1] = share;
}

// frame *= the product of the window's lines of all axes; the table has those of the axes of several points, one after the
// other, slowest axis first.
kernel void taper(global real* frame, uint4 length, global const real* table, ulong total) {
    const ulong i = get_global_id(0);
    if (i >= total) return;
    const uint x = (uint)(i % length.x), y = (uint)(i / length.x % length.y), z = (uint)(i / length.x / length.y);
    real factor = 1;
    if (length.z > 1) {
        factor *= table[z];
        table += length.z;
    }
    if (length.y > 1) {
        factor *= table[y];
        table += length.y;
    }
    frame[i] *= factor * table[x];
}

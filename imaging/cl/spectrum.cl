// Spectra of real pictures. Half spectra have columns 0 to n.x / 2; the others are mirror images. n = {width, height, 1, 1}.

// Column and row of the frequency at a point of a picture with the zero frequency at n / 2.
inline uint2 frequency_at(ulong i, uint4 n) {
    const uint x = (uint)(i % n.x), y = (uint)(i / n.x);
    return (uint2)((x + n.x - n.x / 2) % n.x, (y + n.y - n.y / 2) % n.y);
}

// The index of a frequency, or of its mirror image, in the half spectrum.
inline ulong half_index(uint2 f, uint4 n) {
    const uint columns = n.x / 2 + 1;
    if (f.x < columns) return (ulong)f.y * columns + f.x;
    return (ulong)(f.y == 0 ? 0 : n.y - f.y) * columns + (n.x - f.x);
}

// gains * the mean of the mask's values at each frequency and at its mirror image. n = {width, height, columns of the gains,
// number of their first row}.
kernel void mask_gains(global const complex* gains, global const real* mask, uint4 n, global complex* to, ulong total) {
    const ulong i = get_global_id(0);
    if (i >= total) return;
    const uint x = (uint)(i % n.z), y = n.w + (uint)(i / n.z);
    const ulong here = (ulong)((y + n.y / 2) % n.y) * n.x + (x + n.x / 2) % n.x;
    const ulong mirror = (ulong)((n.y - y + n.y / 2) % n.y) * n.x + (n.x - x + n.x / 2) % n.x;
    to[i] = gains[i] * ((mask[here] + mask[mirror]) / 2);
}

// The value of the plane a + b (x - mean x) + c (y - mean y) at a point.
inline real plane_at(global const real* plane, uint x, uint y, uint4 n) {
    return plane[0] + plane[1] * (x - (real)(n.x - 1) / 2) + plane[2] * (y - (real)(n.y - 1) / 2);
}

// partial[i] = the sums of v, v (x - mean x) and v (y - mean y) over the work-item's elements, where v is the point minus
// the picture's first one and the plane, so that a uniform picture gives exactly 0.
kernel void trend_sums(global const real* picture, uint4 n, global const real* plane, ulong total, global real* partial,
                       ulong items) {
    const ulong i = get_global_id(0);
    if (i >= items) return;
    const real first = picture[0], middle_x = (real)(n.x - 1) / 2, middle_y = (real)(n.y - 1) / 2;
    real sum = 0, across = 0, down = 0;
    EACH(k, total, items) {
        const uint x = (uint)(k % n.x), y = (uint)(k / n.x);
        const real v = picture[k] - first - plane_at(plane, x, y, n);
        sum += v;
        across += v * (x - middle_x);
        down += v * (y - middle_y);
    }
    partial[3 * i] = sum;
    partial[3 * i + 1] = across;
    partial[3 * i + 2] = down;
}

// The picture without its trend, times the window: `weights` has that of the rows, then that of the columns, then two planes
// whose sum is the trend minus the first point, and 1 if there is a trend. Two, because the rounding of one would leave a
// mean that the window spreads.
kernel void apply_window(global const real* picture, uint4 n, global const real* weights, global real* to, ulong total) {
    const ulong i = get_global_id(0);
    if (i >= total) return;
    const uint x = (uint)(i % n.x), y = (uint)(i / n.x);
    global const real* trend = weights + n.x + n.y;
    const real level = picture[i] - trend[6] * picture[0] - plane_at(trend, x, y, n) - plane_at(trend + 3, x, y, n);
    to[i] = weights[y] * weights[n.y + x] * level;
}

// |F|, with the zero frequency in the middle, of a half spectrum or, if `whole`, of all columns.
kernel void magnitudes(global const complex* spectrum, uint4 n, uint whole, global real* to, ulong total) {
    const ulong i = get_global_id(0);
    if (i >= total) return;
    const uint2 f = frequency_at(i, n);
    const complex v = spectrum[whole ? (ulong)f.y * n.x + f.x : half_index(f, n)];
    to[i] = hypot(v.x, v.y);
}

// The phase in turns, relative to the middle of the picture: moving the origin by m of n points turns frequency k by
// k m / n.
kernel void phases(global const complex* spectrum, uint4 n, uint whole, global real* to, ulong total) {
    const ulong i = get_global_id(0);
    if (i >= total) return;
    const uint2 f = frequency_at(i, n);
    const bool mirrored = !whole && f.x > n.x / 2;
    const complex v = spectrum[whole ? (ulong)f.y * n.x + f.x : half_index(f, n)];
    const real own = atan2(mirrored ? -v.y : v.y, v.x) / REAL(6.283185307179586477);
    const real turned = (real)((ulong)f.x * (n.x / 2) % n.x) / (real)n.x + (real)((ulong)f.y * (n.y / 2) % n.y) / (real)n.y;
    const real turns = own + turned - floor(own + turned);
    to[i] = turns < 1 ? turns : 0;
}

// sums += factor |F|^2.
kernel void add_powers(global const complex* spectrum, real factor, global real* powers, global real* sums, ulong total) {
    const ulong i = get_global_id(0);
    if (i >= total) return;
    const complex v = spectrum[i];
    const real power = factor * (v.x * v.x + v.y * v.y);
    powers[i] = power;
    sums[i] += power;
}

// A picture with the zero frequency in the middle of the powers of a half spectrum, times a factor.
kernel void centre_powers(global const real* half_powers, uint4 n, real factor, global real* to, ulong total) {
    const ulong i = get_global_id(0);
    if (i < total) to[i] = factor * half_powers[half_index(frequency_at(i, n), n)];
}

// Rings. In bins of the longer side, L points, the radius of (dx, dy) is R = sqrt((dx / w)^2 + (dy / h)^2) L. The shorter
// side's S points make 2 R S = sqrt(P) with the integer P = 4 ((dx h)^2 + (dy w)^2), because S L = w h. Ring r begins where
// (2 r - 1) S <= sqrt(P).

// The smallest dx at which ring r has begun in a row at the distance dy from the zero frequency.
inline uint start_of_ring(ulong r, ulong dy, uint4 n) {
    if (r == 0) return 0;
    const ulong edge = (2 * r - 1) * min(n.x, n.y), down = 2 * dy * n.x, across = 2 * (ulong)n.y;
    if (down >= edge) return 0;
    const ulong rest = edge * edge - down * down;
    ulong x = (ulong)(sqrt((real)rest) / across);
    while (x > 0 && across * across * (x - 1) * (x - 1) >= rest) --x;  // the estimate is off by rounding
    while (across * across * x * x < rest) ++x;
    return (uint)x;
}

// Work-item (ring, part): the sums of powers and of their squares in every parts-th row of the ring, with the weight that
// points have in the whole spectrum.
kernel void ring_sums(global const real* half_powers, uint4 n, uint rings, uint parts, global real* out) {
    const uint ring = get_global_id(0), part = get_global_id(1), columns = n.x / 2 + 1;
    if (ring >= rings) return;
    real sum = 0, squares = 0;
    for (uint y = part; y < n.y; y += parts) {
        const uint dy = min(y, n.y - y), from = start_of_ring(ring, dy, n);
        const uint to = min(start_of_ring(ring + 1, dy, n), columns);
        for (uint x = from; x < to; ++x) {
            const real power = half_powers[(ulong)y * columns + x];
            const real weight = x == 0 || 2 * x == n.x ? 1 : 2;
            sum += weight * power;
            squares += weight * power * power;
        }
    }
    out[2 * (part * rings + ring)] = sum;
    out[2 * (part * rings + ring) + 1] = squares;
}

// Work-item (ring, part): the weights of those points, and how many of them are their own mirror image.
kernel void ring_counts(uint4 n, uint rings, uint parts, global uint* out) {
    const uint ring = get_global_id(0), part = get_global_id(1), columns = n.x / 2 + 1;
    if (ring >= rings) return;
    uint weights = 0, own = 0;
    for (uint y = part; y < n.y; y += parts) {
        const uint dy = min(y, n.y - y), from = start_of_ring(ring, dy, n);
        const uint to = min(start_of_ring(ring + 1, dy, n), columns);
        if (from >= to) continue;
        const uint single = (from == 0) + (n.x % 2 == 0 && n.x > 1 && to == columns);
        weights += 2 * (to - from) - single;
        if (y == 0 || 2 * y == n.y) own += single;
    }
    out[2 * (part * rings + ring)] = weights;
    out[2 * (part * rings + ring) + 1] = own;
}

// Peaks.

// The power at signed indices, which wrap around.
inline real power_at(global const complex* spectrum, int x, int y, uint4 n) {
    const int w = n.x, h = n.y;
    const uint2 f = (uint2)(((x % w) + w) % w, ((y % h) + h) % h);
    const complex v = spectrum[half_index(f, n)];
    return v.x * v.x + v.y * v.y;
}

// True for the largest point of its 5 x 5 points; of equal points only the first is.
inline bool is_peak(global const complex* spectrum, int x, int y, uint4 n) {
    const real own = power_at(spectrum, x, y, n);
    for (int j = -2; j <= 2; ++j)
        for (int i = -2; i <= 2; ++i) {
            const bool before = j < 0 || (j == 0 && i < 0);
            const real other = power_at(spectrum, x + i, y + j, n);
            if ((i != 0 || j != 0) && (before ? other >= own : other > own)) return false;
        }
    return own > 0;
}

// The number of the 17 x 17 points around, without the 5 x 5, that are below a power, or equal if `equal`.
inline int count_below(global const complex* spectrum, int x, int y, uint4 n, real power, bool equal) {
    int count = 0;
    for (int j = -8; j <= 8; ++j)
        for (int i = -8; i <= 8; ++i) {
            if (max(abs(i), abs(j)) <= 2) continue;
            const real other = power_at(spectrum, x + i, y + j, n);
            count += equal ? other <= power : other < power;
        }
    return count;
}

// The median of those points: the one that 132 of the 264 are below.
inline real median_around(global const complex* spectrum, int x, int y, uint4 n) {
    for (int j = -8; j <= 8; ++j)
        for (int i = -8; i <= 8; ++i) {
            if (max(abs(i), abs(j)) <= 2) continue;
            const real power = power_at(spectrum, x + i, y + j, n);
            if (count_below(spectrum, x, y, n, power, false) <= 132 && count_below(spectrum, x, y, n, power, true) > 132)
                return power;
        }
    return 0;
}

// The prominence of each peak of the half plane v >= 0, columns -(w - 1) / 2 to w / 2; 0 for other points and below `least`.
// Points within 8 of the zero frequency are left out, and mirror images in the same row.
kernel void prominences(global const complex* spectrum, uint4 n, real least, global real* to, ulong total) {
    const ulong i = get_global_id(0);
    if (i >= total) return;
    const int x = (int)(i % n.x) - (int)(n.x - 1) / 2, y = (int)(i / n.x);
    to[i] = 0;
    if (y <= 8 && abs(x) <= 8) return;
    if ((y == 0 || 2 * y == (int)n.y) && x < 0) return;
    if (!is_peak(spectrum, x, y, n)) return;
    const real power = power_at(spectrum, x, y, n), smallest = REAL(1e-30);
    // A median above power / least makes the prominence too small; counting is cheaper than finding it.
    if (power < least * smallest || count_below(spectrum, x, y, n, power / least, true) <= 132) return;
    to[i] = power / max(median_around(spectrum, x, y, n), smallest);
}

// The powers of peaks and of their neighbours left, right, above and below. Their places are those of prominences().
kernel void around_peaks(global const complex* spectrum, uint4 n, global const int* places, uint count, global real* out) {
    const uint k = get_global_id(0);
    if (k >= count) return;
    const int x = places[2 * k], y = places[2 * k + 1];
    out[5 * k] = power_at(spectrum, x, y, n);
    out[5 * k + 1] = power_at(spectrum, x - 1, y, n);
    out[5 * k + 2] = power_at(spectrum, x + 1, y, n);
    out[5 * k + 3] = power_at(spectrum, x, y - 1, n);
    out[5 * k + 4] = power_at(spectrum, x, y + 1, n);
}

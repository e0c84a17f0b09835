// Registration: statistics of pictures, windows, shifts by phase ramps, phase differences and their sums over rings.
// Arrays hold several pictures or half spectra, one after the other. A half spectrum has `columns` = width / 2 + 1
// points per row. Work-items: (x, y, picture), unless a kernel says otherwise.
//
// Reductions have `lanes` x `parts` work-items per picture: item (lane, part) takes the points x = lane, lane + lanes, ..
// of the rows y = part, part + parts, .. and writes its own partial results, which the host combines in double.

#define PARTIAL(values) (((size_t)get_global_id(2) * parts + get_global_id(1)) * lanes + get_global_id(0)) * (values)

// The sum and the largest magnitude of p, the largest difference from the first row and from the first column, and the
// number of points that are not finite. The sum is that of p minus the first point.
kernel void statistics(global const real* pictures, uint width, uint height, uint lanes, uint parts,
                       global real* out) {
    if (get_global_id(0) >= lanes || get_global_id(1) >= parts) return;
    global const real* p = pictures + (size_t)get_global_id(2) * height * width;
    const real first = p[0];
    real sum = 0, most = 0, down = 0, across = 0, broken = 0;
    for (uint y = get_global_id(1); y < height; y += parts) {
        global const real* row = p + (size_t)y * width;
        const real left = row[0];
        for (uint x = get_global_id(0); x < width; x += lanes) {
            const real v = row[x];
            const real size = fabs(v), above = fabs(v - p[x]), before = fabs(v - left);
            sum += v - first;
            most = size > most ? size : most;
            down = above > down ? above : down;
            across = before > across ? before : across;
            if (!isfinite(v)) broken += 1;
        }
    }
    global real* to = out + PARTIAL(5);
    to[0] = sum;
    to[1] = most;
    to[2] = down;
    to[3] = across;
    to[4] = broken;
}

// weights[y][x] = down[y] * across[x], times the mask and the moved mask of the other picture, if there are masks: the
// point that lies on (y, x) after the shift was at (y, x) + moves[picture].
kernel void make_weights(global const real* down, global const real* across, uint width, uint height, int masked,
                         global const real* fixed_mask, global const real* moving_mask, global const int* moves,
                         global real* weights) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= (int)width) return;
    real w = down[y] * across[x];
    if (masked) {
        const int from_y = y + moves[2 * get_global_id(2)], from_x = x + moves[2 * get_global_id(2) + 1];
        const int inside = from_y >= 0 && from_y < (int)height && from_x >= 0 && from_x < (int)width;
        w = inside ? w * fixed_mask[(size_t)y * width + x] * moving_mask[(size_t)from_y * width + from_x] : 0;
    }
    weights[((size_t)get_global_id(2) * height + y) * width + x] = w;
}

// With v = p - means[picture] and the weights w: the sums of w, w^2, w v, w^2 v and w^2 v^2.
// `stride`: points from the weights of one picture to those of the next; 0: all have the same.
kernel void weighted_sums(global const real* pictures, global const real* means, global const real* weights,
                          ulong stride, uint width, uint height, uint lanes, uint parts, global real* out) {
    if (get_global_id(0) >= lanes || get_global_id(1) >= parts) return;
    const size_t picture = get_global_id(2);
    const real mean = means[picture];
    real w1 = 0, w2 = 0, w1v = 0, w2v = 0, w2v2 = 0;
    for (uint y = get_global_id(1); y < height; y += parts) {
        global const real* row = pictures + (picture * height + y) * width;
        global const real* weight = weights + picture * stride + (size_t)y * width;
        for (uint x = get_global_id(0); x < width; x += lanes) {
            const real w = weight[x], v = row[x] - mean;
            w1 += w;
            w2 += w * w;
            w1v += w * v;
            w2v += w * w * v;
            w2v2 += w * w * v * v;
        }
    }
    global real* to = out + PARTIAL(5);
    to[0] = w1;
    to[1] = w2;
    to[2] = w1v;
    to[3] = w2v;
    to[4] = w2v2;
}

// (p - means[picture]) * w * scales[picture]; the result may replace the pictures.
kernel void apply_weights(global const real* pictures, global const real* means, global const real* scales,
                          global const real* weights, ulong stride, uint width, uint height, global real* out) {
    if (get_global_id(0) >= width) return;
    const size_t picture = get_global_id(2), in_picture = (size_t)get_global_id(1) * width + get_global_id(0);
    const size_t i = picture * height * width + in_picture;
    out[i] = (pictures[i] - means[picture]) * scales[picture] * weights[picture * stride + in_picture];
}

// p - means[picture]
kernel void subtract_means(global const real* pictures, global const real* means, uint width, uint height,
                           global real* out) {
    if (get_global_id(0) >= width) return;
    const size_t picture = get_global_id(2);
    const size_t i = (picture * height + get_global_id(1)) * width + get_global_id(0);
    out[i] = pictures[i] - means[picture];
}

complex times(complex a, complex b) { return (complex)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

// out[y][x] = in[y][x] * down[y] * across[x], with factors of each picture: a shift.
kernel void ramp(global const complex* in, global const complex* down, global const complex* across, uint columns,
                 uint height, global complex* out) {
    const size_t x = get_global_id(0), y = get_global_id(1), picture = get_global_id(2);
    if (x >= columns) return;
    const size_t i = (picture * height + y) * columns + x;
    out[i] = times(in[i], times(down[picture * height + y], across[picture * columns + x]));
}

// The phase difference b conj(a) / |a b| of two points, 0 within the rounding errors; not `by_phase`: b conj(a). Spectra
// are scaled so that squares of magnitudes neither overflow nor vanish: see apply_weights.
complex agreement(complex a, complex b, real least_a, real least_b, int by_phase) {
    const complex product = (complex)(a.x * b.x + a.y * b.y, a.x * b.y - a.y * b.x);
    if (!by_phase) return product;
    const real power_a = a.x * a.x + a.y * a.y, power_b = b.x * b.x + b.y * b.y;
    if (!(power_a > least_a * least_a && power_b > least_b * least_b)) return (complex)(0, 0);
    return product * (1 / (sqrt(power_a) * sqrt(power_b)));
}

// The ring of a point is its distance from the zero frequency, in cycles per point times the longer side, rounded.
// First column of row y whose distance is `radius` or more.
uint first_column(real radius, uint y, uint width, uint height) {
    const real longer = max(width, height);
    const real dy = (real)min(y, height - y) * (longer / height);
    const real rest = radius * radius - dy * dy;
    if (rest <= 0) return 0;
    const real column = sqrt(rest) * (width / longer);
    const uint below = (uint)column;
    return below + (below < column);
}

uint ring_of(uint x, uint y, uint width, uint height) {
    const real longer = max(width, height);
    const real dy = (real)min(y, height - y) * (longer / height), dx = (real)x * (longer / width);
    return (uint)(sqrt(dy * dy + dx * dx) + (real)0.5);
}

// Points of the full spectrum that a column of the half spectrum stands for.
real multiplicity(uint x, uint width) { return x == 0 || 2 * x == width ? 1 : 2; }

// Work-items: (ring, lane, picture). Over the points of the ring with a phase difference q != 0 and a multiplicity m: their
// number, the sum of Re q, and the sums of m and m Re q. `stride_a`: points from one spectrum a to the next; 0: there is
// only one.
kernel void ring_sums(global const complex* a, ulong stride_a, global const complex* b, global const real* least,
                      uint width, uint height, uint rings, uint lanes, global real* out) {
    const uint ring = get_global_id(0), columns = width / 2 + 1;
    const size_t picture = get_global_id(2);
    if (ring >= rings || get_global_id(1) >= lanes) return;
    const real least_a = least[2 * picture], least_b = least[2 * picture + 1];
    real s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    // Rows y and height - y have the same columns of the ring.
    for (uint y = get_global_id(1); 2 * y <= height; y += lanes) {
        const uint to = min(first_column(ring + (real)0.5, y, width, height), columns);
        if (to == 0) continue;
        const uint from = ring == 0 ? 0 : first_column(ring - (real)0.5, y, width, height);
        const uint rows = y == 0 || 2 * y == height ? 1 : 2;
        for (uint r = 0; r < rows; ++r) {
            const size_t row = r == 0 ? y : height - y;
            global const complex* row_a = a + picture * stride_a + row * columns;
            global const complex* row_b = b + (picture * height + row) * columns;
            for (uint x = from; x < to; ++x) {
                const complex q = agreement(row_a[x], row_b[x], least_a, least_b, 1);
                if (q.x == 0 && q.y == 0) continue;
                const real m = multiplicity(x, width);
                s0 += 1;
                s1 += q.x;
                s2 += m;
                s3 += m * q.x;
            }
        }
    }
    global real* partial = out + ((picture * lanes + get_global_id(1)) * rings + ring) * 4;
    partial[0] = s0;
    partial[1] = s1;
    partial[2] = s2;
    partial[3] = s3;
}

// out = agreement times the weight of the ring.
kernel void agreements(global const complex* a, ulong stride_a, global const complex* b, global const real* least,
                       global const real* ring_weights, uint width, uint height, uint rings, int by_phase,
                       global complex* out) {
    const uint x = get_global_id(0), y = get_global_id(1), columns = width / 2 + 1;
    const size_t picture = get_global_id(2);
    if (x >= columns) return;
    const real weight = ring_weights[picture * rings + min(ring_of(x, y, width, height), rings - 1)];
    const size_t i = (picture * height + y) * columns + x;
    complex q = (complex)(0, 0);
    if (weight != 0)
        q = weight * agreement(a[picture * stride_a + (size_t)y * columns + x], b[i], least[2 * picture],
                               least[2 * picture + 1], by_phase);
    out[i] = q;
}

// The largest magnitude.
kernel void largest(global const real* surface, uint width, uint height, uint lanes, uint parts, global real* out) {
    if (get_global_id(0) >= lanes || get_global_id(1) >= parts) return;
    real most = 0;
    for (uint y = get_global_id(1); y < height; y += parts) {
        global const real* row = surface + ((size_t)get_global_id(2) * height + y) * width;
        for (uint x = get_global_id(0); x < width; x += lanes) most = fabs(row[x]) > most ? fabs(row[x]) : most;
    }
    out[PARTIAL(1)] = most;
}

// Among the points of at least the magnitude enough[picture], the one nearest to shift 0, as a key: the squared distance
// (limited to 30 bits), the index (32 bits) and the sign (1 bit: negative).
kernel void nearest_large(global const real* surface, global const real* enough, uint width, uint height, uint lanes,
                          uint parts, global ulong* out) {
    if (get_global_id(0) >= lanes || get_global_id(1) >= parts) return;
    const real least = enough[get_global_id(2)];
    ulong best = ~(ulong)0;
    for (uint y = get_global_id(1); y < height; y += parts) {
        global const real* row = surface + ((size_t)get_global_id(2) * height + y) * width;
        for (uint x = get_global_id(0); x < width; x += lanes) {
            const real v = row[x];
            if (fabs(v) < least) continue;
            const ulong dy = min(y, height - y), dx = min(x, width - x);
            const ulong distance = min(dy * dy + dx * dx, (ulong)0x7fffffff >> 1);
            best = min(best, distance << 33 | ((ulong)y * width + x) << 1 | (v < 0));
        }
    }
    out[PARTIAL(1)] = best;
}

// The values at the place of each surface, above, below, left and right of it; the surface wraps around.
// Work-items: surfaces.
kernel void around_places(global const real* surface, global const int* places, uint width, uint height, uint count,
                          global real* out) {
    const size_t k = get_global_id(0);
    if (k >= count) return;
    const uint y = places[2 * k], x = places[2 * k + 1];
    global const real* p = surface + k * height * width;
    out[5 * k] = p[(size_t)y * width + x];
    out[5 * k + 1] = p[(size_t)((y + height - 1) % height) * width + x];
    out[5 * k + 2] = p[(size_t)((y + 1) % height) * width + x];
    out[5 * k + 3] = p[(size_t)y * width + (x + width - 1) % width];
    out[5 * k + 4] = p[(size_t)y * width + (x + 1) % width];
}

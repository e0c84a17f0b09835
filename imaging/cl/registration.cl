// Registration: statistics of pictures, windows, shifts by phase ramps, and the agreement of spectra.
// Arrays hold several pictures or half spectra, one after the other. A half spectrum has `columns` = width / 2 + 1
// points per row. Work-items: (x, y, picture), unless a kernel says otherwise.
//
// Reductions have `lanes` x `parts` work-items per picture: item (lane, part) takes the points x = lane, lane + lanes, ..
// of the rows y = part, part + parts, .. and writes its own partial results, which the host combines in double.

#define PARTIAL(values) \
    (((size_t)get_global_id(2) * over.parts + get_global_id(1)) * over.lanes + get_global_id(0)) * (values)

// Pictures of this size, and the work-items of a reduction over each.
struct reduction {
    uint width, height, lanes, parts;
};

// The sum and the largest magnitude of p, the largest difference from the first row and from the first column, and the
// number of points that are not finite. The sum is that of p minus the first point.
kernel void statistics(global const real* pictures, const struct reduction over, global real* out) {
    if (get_global_id(0) >= over.lanes || get_global_id(1) >= over.parts) return;
    global const real* p = pictures + (size_t)get_global_id(2) * over.height * over.width;
    const real first = p[0];
    real sum = 0, most = 0, down = 0, across = 0, broken = 0;
    for (uint y = get_global_id(1); y < over.height; y += over.parts) {
        global const real* row = p + (size_t)y * over.width;
        const real left = row[0];
        for (uint x = get_global_id(0); x < over.width; x += over.lanes) {
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

// pictures[picture][0][0]. Work-items: pictures.
kernel void first_points(global const real* pictures, ulong plane, global real* out, uint count) {
    if (get_global_id(0) < count) out[get_global_id(0)] = pictures[get_global_id(0) * plane];
}

// The value of a plane between its points by linear interpolation, 0 beyond them.
inline real between(global const real* plane, real y, real x, int width, int height) {
    const real top = floor(y), left = floor(x);
    const int from_y = (int)top, from_x = (int)left;
    real sum = 0;
    for (int j = 0; j < 2; ++j)
        for (int i = 0; i < 2; ++i) {
            const int inside = from_y + j >= 0 && from_y + j < height && from_x + i >= 0 && from_x + i < width;
            const real share = (j ? y - top : 1 - (y - top)) * (i ? x - left : 1 - (x - left));
            sum += inside ? share * plane[(size_t)(from_y + j) * width + from_x + i] : 0;
        }
    return sum;
}

// The weight of a point (y, x) of a picture is down[y] * weights[y][x]. Without masks the rows of `weights` are all the same,
// and there is one (rows == 1). This kernel makes them with masks: across[x] times the picture's own mask and that of the
// other picture, which is moved by offsets[picture].
kernel void mask_weights(global const real* across, global const real* own, global const real* other,
                         global const real* offsets, uint2 n, global real* weights) {
    const uint x = get_global_id(0), y = get_global_id(1);
    const size_t picture = get_global_id(2);
    if (x >= n.x) return;
    const real from_y = (real)y + offsets[2 * picture], from_x = (real)x + offsets[2 * picture + 1];
    weights[(picture * n.y + y) * n.x + x] = across[picture * n.x + x] * own[(size_t)y * n.x + x] *
                                             between(other, from_y, from_x, (int)n.x, (int)n.y);
}

// Points that a lane takes at once: as many as fit into registers.
#ifdef CPU
#define AT_ONCE 16
typedef real16 several;
#define LOAD_SEVERAL(from) vload16(0, from)

inline real sum_of(real16 v) {
    const real8 a = v.lo + v.hi;
    const real4 b = a.lo + a.hi;
    return b.x + b.y + b.z + b.w;
}
#else
#define AT_ONCE 4
typedef real4 several;
#define LOAD_SEVERAL(from) vload4(0, from)

inline real sum_of(real4 v) { return v.x + v.y + v.z + v.w; }
#endif

// Pictures under weights, and a reduction over them.
struct weighing {
    uint width, height, lanes, parts;
    uint rows;    // of the weights of a picture
    uint single;  // 1: there is one picture, seen through each window
};

// With v = p - means[picture] and the weights w: the sums of w, w^2, w v, w^2 v and w^2 v^2. A lane takes AT_ONCE
// points at a time; the rest of a row is lane 0's.
kernel void weighted_sums(global const real* pictures, global const real* means, global const real* down,
                          global const real* weights, const struct weighing over, global real* out) {
    const uint lane = get_global_id(0), width = over.width;
    if (lane >= over.lanes || get_global_id(1) >= over.parts) return;
    const size_t picture = get_global_id(2);
    const real mean = means[picture];
    real sum_w = 0, sum_w2 = 0, sum_wv = 0, sum_w2v = 0, sum_w2v2 = 0;
    for (uint y = get_global_id(1); y < over.height; y += over.parts) {
        global const real* row = pictures + ((over.single ? 0 : picture) * over.height + y) * width;
        global const real* weight = weights + (picture * over.rows + (over.rows == 1 ? 0 : y)) * width;
        several w1 = 0, w2 = 0, w1v = 0, w2v = 0, w2v2 = 0;
        uint x = AT_ONCE * lane;
        for (; x + AT_ONCE <= width; x += AT_ONCE * over.lanes) {
            const several w = LOAD_SEVERAL(weight + x), v = LOAD_SEVERAL(row + x) - mean, wv = w * v;
            w1 += w;
            w2 += w * w;
            w1v += wv;
            w2v += w * wv;
            w2v2 += wv * wv;
        }
        if (lane == 0)
            for (x = width / AT_ONCE * AT_ONCE; x < width; ++x) {
                const real w = weight[x], wv = w * (row[x] - mean);
                w1.x += w;
                w2.x += w * w;
                w1v.x += wv;
                w2v.x += w * wv;
                w2v2.x += wv * wv;
            }
        const real d = down[picture * over.height + y], d2 = d * d;
        sum_w += d * sum_of(w1);
        sum_w2 += d2 * sum_of(w2);
        sum_wv += d * sum_of(w1v);
        sum_w2v += d2 * sum_of(w2v);
        sum_w2v2 += d2 * sum_of(w2v2);
    }
    global real* to = out + PARTIAL(5);
    to[0] = sum_w;
    to[1] = sum_w2;
    to[2] = sum_wv;
    to[3] = sum_w2v;
    to[4] = sum_w2v2;
}

// (p - levels[picture].x) * w * levels[picture].y
kernel void apply_weights(global const real* pictures, global const complex* levels, global const real* down,
                          global const real* weights, const struct weighing over, global real* out) {
    const size_t x = get_global_id(0), y = get_global_id(1), picture = get_global_id(2), line = picture * over.height + y;
    if (x >= over.width) return;
    const complex level = levels[picture];
    const real weight = weights[(picture * over.rows + (over.rows == 1 ? 0 : y)) * over.width + x];
    const real v = pictures[(over.single ? y : line) * over.width + x] - level.x;
    out[line * over.width + x] = v * (level.y * down[line]) * weight;
}

inline complex times(complex a, complex b) { return (complex)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

// The factor of a frequency in a shift. ramps: for each picture, the factors of the rows, then those of the columns.
inline complex ramp_factor(global const complex* ramps, uint columns, uint height) {
    global const complex* of = ramps + get_global_id(2) * (height + columns);
    return times(of[get_global_id(1)], of[height + get_global_id(0)]);
}

// A shift.
kernel void ramp(global const complex* in, global const complex* ramps, uint columns, uint height, global complex* out) {
    const size_t x = get_global_id(0), y = get_global_id(1), picture = get_global_id(2);
    if (x >= columns) return;
    const size_t i = (picture * height + y) * columns + x;
    out[i] = times(in[i], ramp_factor(ramps, columns, height));
}

// Spectra to compare, with the rings of a band.
struct comparison {
    ulong stride_a;  // points from one a to the next; 0 if there is one
    uint columns, height, first_ring, end_ring;
};

// The product b conj(a) within the band, after undoing shifts of b; 0 elsewhere. Spectra are scaled so that products neither
// overflow nor vanish: see apply_weights.
kernel void agreements(global const complex* a, global const complex* b, global const complex* ramps,
                       global const uint* ring_of, const struct comparison of, global complex* out) {
    const uint x = get_global_id(0), y = get_global_id(1);
    const size_t picture = get_global_id(2), in_picture = (size_t)y * of.columns + x;
    if (x >= of.columns) return;
    const size_t i = picture * of.height * of.columns + in_picture;
    const complex from = a[picture * of.stride_a + in_picture], to = times(b[i], ramp_factor(ramps, of.columns, of.height));
    const uint ring = ring_of[in_picture];
    const complex product = (complex)(from.x * to.x + from.y * to.y, from.x * to.y - from.y * to.x);
    out[i] = ring >= of.first_ring && ring < of.end_ring ? product : (complex)(0, 0);
}

// The agreement at 16 x 16 shifts, as a product with a matrix on either side. A table has 16 cosines and 16 sines for each
// frequency of an axis. First along the rows: the sums over x of q[y][x] * ring weight * (cosines + i sines)[x][k], for
// k = 0 .. 15; 16 real parts and 16 imaginary ones for each row.
struct shifted_rows {
    uint rings, columns, height;
};

// Work-items: (row, 1, picture).
kernel void shift_along_rows(global const complex* q, global const uint* ring_of, global const real* ring_weights,
                             global const real* table, const struct shifted_rows of, global real* out) {
    const size_t y = get_global_id(0), picture = get_global_id(2), line = picture * of.height + y;
    if (y >= of.height) return;
    global const complex* row = q + line * of.columns;
    global const uint* ring = ring_of + y * of.columns;
    real16 re = 0, im = 0;
    for (uint x = 0; x < of.columns; ++x) {
        const complex here = ring_weights[picture * of.rings + ring[x]] * row[x];
        // One after the other, because both do not fit into registers beside the sums.
        const real16 c = vload16(2 * x, table);
        re += here.x * c;
        im += here.y * c;
        const real16 s = vload16(2 * x + 1, table);
        re -= here.y * s;
        im += here.x * s;
    }
    vstore16(re, 2 * line, out);
    vstore16(im, 2 * line + 1, out);
}

// Then along the columns; the real part counts: out[picture][j][k]. Work-items: (j, 1, picture).
kernel void shift_along_columns(global const real* lines, global const real* table, uint height, global real* out) {
    const size_t j = get_global_id(0), picture = get_global_id(2);
    if (j >= 16) return;
    real16 sum = 0;
    for (size_t y = 0; y < height; ++y) {
        const size_t line = 2 * (picture * height + y);
        sum += vload16(line, lines) * table[32 * y + j] - vload16(line + 1, lines) * table[32 * y + 16 + j];
    }
    vstore16(sum, picture * 16 + j, out);
}

// The largest magnitude.
kernel void largest(global const real* surface, const struct reduction over, global real* out) {
    if (get_global_id(0) >= over.lanes || get_global_id(1) >= over.parts) return;
    real most = 0;
    for (uint y = get_global_id(1); y < over.height; y += over.parts) {
        global const real* row = surface + ((size_t)get_global_id(2) * over.height + y) * over.width;
        for (uint x = get_global_id(0); x < over.width; x += over.lanes)
            most = fabs(row[x]) > most ? fabs(row[x]) : most;
    }
    out[PARTIAL(1)] = most;
}

// Among the points of at least the magnitude enough[picture], the one nearest to shift 0, as a key: the squared distance
// (limited to 30 bits), the index (32 bits) and the sign (1 bit: negative).
kernel void nearest_large(global const real* surface, global const real* enough, const struct reduction over,
                          global ulong* out) {
    const uint width = over.width, height = over.height;
    if (get_global_id(0) >= over.lanes || get_global_id(1) >= over.parts) return;
    const real least = enough[get_global_id(2)];
    ulong best = ~(ulong)0;
    for (uint y = get_global_id(1); y < height; y += over.parts) {
        global const real* row = surface + ((size_t)get_global_id(2) * height + y) * width;
        for (uint x = get_global_id(0); x < width; x += over.lanes) {
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

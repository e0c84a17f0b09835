// Normalised cross-correlation. One work-item has one point of the array that the kernel writes, or in `window_sums` a run of
// them along one axis. Arrays have up to three axes; lengths are fastest first.
#pragma OPENCL FP_CONTRACT OFF

// A number in twice the precision, x + y, so that the variance of a window with a large mean is exact.
typedef complex pair;

inline pair sum_of(real a, real b) {
    const real sum = a + b, of_b = sum - a;
    return (pair)(sum, (a - (sum - of_b)) + (b - of_b));
}

inline pair product_of(real a, real b) {
    const real product = a * b;
    return (pair)(product, fma(a, b, -product));
}

inline pair plus(pair a, pair b) {
    const pair s = sum_of(a.x, b.x);
    return sum_of(s.x, s.y + a.y + b.y);
}

// The template minus `mean`, at the start of a frame of zeros.
kernel void place_template(global const real* from, uint4 n, global real* to, uint4 length, real mean, ulong total) {
    const ulong i = get_global_id(0);
    if (i >= total) return;
    const ulong row = i / length.x;
    const uint x = (uint)(i % length.x), y = (uint)(row % length.y), z = (uint)(row / length.y);
    const bool inside = x < n.x && y < n.y && z < n.z;
    to[i] = inside ? from[((ulong)z * n.y + y) * n.x + x] - mean : 0;
}

// Squares of a picture's points and the points themselves, as numbers of twice the precision.
kernel void points_and_squares(global const real* a, global pair* sum, global pair* square, ulong n) {
    const ulong i = get_global_id(0);
    if (i >= n) return;
    sum[i] = (pair)(a[i], 0);
    square[i] = product_of(a[i], a[i]);
}

// Sums over windows of `window` points along one axis. The array is seen as outer x n x inner points, and n - window + 1
// sums remain along the axis. A work-item has a run of RUN sums: it adds up the first window and then moves it.
#define RUN 32
kernel void window_sums(global const pair* from, global pair* to, ulong outer, ulong n, ulong inner, ulong window) {
    const ulong i = get_global_id(0), places = n - window + 1, runs = (places + RUN - 1) / RUN;
    if (i >= outer * runs * inner) return;
    const ulong at = i % inner, run = i / inner % runs, block = i / inner / runs;
    global const pair* line = from + block * n * inner + at;
    global pair* out = to + block * places * inner + at;
    const ulong first = run * RUN, end = min(places, first + RUN);
    pair sum = (pair)(0, 0);
    for (ulong k = 0; k < window; ++k) sum = plus(sum, line[(first + k) * inner]);
    out[first * inner] = sum;
    for (ulong k = first + 1; k < end; ++k) {
        sum = plus(sum, plus(line[(k + window - 1) * inner], -line[(k - 1) * inner]));
        out[k * inner] = sum;
    }
}

// response = correlation / sqrt(variance of the window * squares of the template); 0 for variances per point up to `flat`.
// The correlation is at the start of its frame.
kernel void normalise(global const real* correlation, uint4 length, global const pair* sums, global const pair* squares,
                      uint4 n, real window, real of_template, real flat, global real* response, ulong total) {
    const ulong i = get_global_id(0);
    if (i >= total) return;
    const ulong row = i / n.x;
    const uint x = (uint)(i % n.x), y = (uint)(row % n.y), z = (uint)(row / n.y);
    const pair s = sums[i], q = squares[i];
    // window^2 * variance = window * squares - sum^2
    pair mean_square = product_of(window, q.x), square_mean = product_of(s.x, s.x);
    mean_square.y += window * q.y;
    square_mean.y += 2 * s.x * s.y;
    const pair difference = plus(mean_square, -square_mean);
    const real variance = (difference.x + difference.y) / window;  // times the points of the window
    const real value = correlation[((ulong)z * length.y + y) * length.x + x];
    response[i] = variance > flat * window ? clamp(value / sqrt(variance * of_template), (real)-1, (real)1) : (real)0;
}

// Appends the peaks of the response to a list: its places and their number. Places beyond the capacity are counted only.
kernel void find_peaks(global const real* response, uint4 n, real threshold, uint distance, global ulong* places,
                       global real* values, global uint* number, uint capacity, ulong total) {
    const ulong i = get_global_id(0);
    if (i >= total) return;
    const real own = response[i];
    if (!(own >= threshold)) return;
    const ulong row = i / n.x;
    const uint x = (uint)(i % n.x), y = (uint)(row % n.y), z = (uint)(row / n.y);
    const uint x_end = (uint)min((ulong)n.x, (ulong)x + distance + 1), y_end = (uint)min((ulong)n.y, (ulong)y + distance + 1);
    const uint z_end = (uint)min((ulong)n.z, (ulong)z + distance + 1);
    bool highest = true;
    for (uint c = z > distance ? z - distance : 0; c < z_end && highest; ++c)
        for (uint b = y > distance ? y - distance : 0; b < y_end && highest; ++b)
            for (uint a = x > distance ? x - distance : 0; a < x_end && highest; ++a) {
                const ulong k = ((ulong)c * n.y + b) * n.x + a;
                highest = response[k] < own || (response[k] == own && k >= i);
            }
    if (!highest) return;
    const uint slot = atomic_inc(number);
    if (slot >= capacity) return;
    places[slot] = i;
    values[slot] = own;
}

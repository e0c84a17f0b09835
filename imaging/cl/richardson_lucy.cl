// Richardson-Lucy iterations. One work-item has one point, or in a reduction those of EACH.

kernel void fill(global real* a, real value, ulong n) {
    const ulong i = get_global_id(0);
    if (i < n) a[i] = value;
}

kernel void raise_to_zero(global real* a, ulong n) {
    const ulong i = get_global_id(0);
    if (i < n) a[i] = a[i] > 0 ? a[i] : 0;
}

// a *= b
kernel void scale_by(global real* a, global const real* b, ulong n) {
    const ulong i = get_global_id(0);
    if (i < n) a[i] *= b[i];
}

// c *= a * b
kernel void multiply(global const real* a, global const real* b, global real* c, ulong n) {
    const ulong i = get_global_id(0);
    if (i < n) c[i] *= a[i] * b[i];
}

// blurred = picture / blurred, which is at least `floor` in magnitude; 0 where it is below `least`, unless that is 0.
kernel void ratio(global const real* picture, global real* blurred, real floor, real least, ulong n) {
    const ulong i = get_global_id(0);
    if (i >= n) return;
    const real b = blurred[i];
    const real below = fabs(b) > floor ? b : floor;
    blurred[i] = least > 0 && b < least ? 0 : picture[i] / below;
}

// weights = 1 / weights, or 0 for those below `least`.
kernel void invert_weights(global real* weights, real least, ulong n) {
    const ulong i = get_global_id(0);
    if (i >= n) return;
    const real w = weights[i];
    weights[i] = w > least ? 1 / w : 0;
}

// The component of grad a / |grad a| along an axis (0: x) at a point. Differences are those to the next point of each axis,
// in a periodic frame; `rounded` is added to the square of the length.
inline real direction(global const real* a, uint4 at, uint4 n, int axis, real rounded) {
    const ulong row = ((ulong)at.z * n.y + at.y) * n.x;
    const real here = a[row + at.x];
    const real x = a[row + (at.x + 1 == n.x ? 0 : at.x + 1)] - here;
    const real y = a[((ulong)at.z * n.y + (at.y + 1 == n.y ? 0 : at.y + 1)) * n.x + at.x] - here;
    const real z = a[((ulong)(at.z + 1 == n.z ? 0 : at.z + 1) * n.y + at.y) * n.x + at.x] - here;
    const real along = axis == 0 ? x : axis == 1 ? y : z;
    return along / sqrt(x * x + y * y + z * z + rounded);
}

// out = 1 / (1 - weight div(grad a / |grad a|))
kernel void total_variation(global const real* a, uint4 n, real weight, real rounded, global real* out, ulong total) {
    const ulong i = get_global_id(0);
    if (i >= total) return;
    uint4 at;
    at.x = (uint)(i % n.x);
    at.y = (uint)(i / n.x % n.y);
    at.z = (uint)(i / n.x / n.y);
    at.w = 0;
    uint4 left = at, above = at, behind = at;
    left.x = (at.x == 0 ? n.x : at.x) - 1;
    above.y = (at.y == 0 ? n.y : at.y) - 1;
    behind.z = (at.z == 0 ? n.z : at.z) - 1;
    const real divergence = direction(a, at, n, 0, rounded) - direction(a, left, n, 0, rounded) +
                            direction(a, at, n, 1, rounded) - direction(a, above, n, 1, rounded) +
                            direction(a, at, n, 2, rounded) - direction(a, behind, n, 2, rounded);
    out[i] = 1 / (1 - weight * divergence);
}

// The sums of (picture - blurred)^2 over the points of the picture, which is at the start of its frame.
kernel void misfits(global const real* picture, global const real* blurred, uint4 length, uint4 n, global real* partial,
                    ulong items) {
    if (get_global_id(0) >= items) return;
    const ulong total = (ulong)n.x * n.y * n.z;
    real sum = 0;
    EACH(k, total, items) {
        const uint x = (uint)(k % n.x);
        const ulong row = k / n.x;
        const ulong i = ((row / n.y) * length.y + row % n.y) * length.x + x;
        const real difference = picture[i] - blurred[i];
        sum += difference * difference;
    }
    partial[get_global_id(0)] = sum;
}

// The sums of (after - before)^2 and of after^2.
kernel void changes(global const real* before, global const real* after, ulong n, global real* partial, ulong items) {
    if (get_global_id(0) >= items) return;
    real change = 0, square = 0;
    EACH(k, n, items) {
        const real now = after[k], difference = now - before[k];
        change += difference * difference;
        square += now * now;
    }
    partial[2 * get_global_id(0)] = change;
    partial[2 * get_global_id(0) + 1] = square;
}

// step = estimate - prediction; partial = the sums of step * (the last step) and of (the last step)^2.
kernel void steps(global const real* prediction, global const real* estimate, global real* step, ulong n,
                  global real* partial, ulong items) {
    if (get_global_id(0) >= items) return;
    real along = 0, square = 0;
    EACH(k, n, items) {
        const real last = step[k], now = estimate[k] - prediction[k];
        along += now * last;
        square += last * last;
        step[k] = now;
    }
    partial[2 * get_global_id(0)] = along;
    partial[2 * get_global_id(0) + 1] = square;
}

// prediction = estimate + alpha (estimate - before), not below 0; alpha = products[0] / products[1], from 0 to 1.
// before = estimate.
kernel void predict(global const real* estimate, global real* before, global const real* products,
                    global real* prediction, ulong n) {
    const ulong i = get_global_id(0);
    if (i >= n) return;
    const real alpha = products[1] > 0 ? clamp(products[0] / products[1], (real)0, (real)1) : (real)0;
    const real now = estimate[i], ahead = now + alpha * (now - before[i]);
    prediction[i] = ahead > 0 ? ahead : 0;
    before[i] = now;
}

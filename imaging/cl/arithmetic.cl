// Reductions and element-wise arithmetic that several subjects of imaging/ use. `real` and `complex` are the types of the
// work's precision. In a reduction, EACH runs through the elements of a work-item; otherwise a work-item has one element.

// partial[i] = the sum of the work-item's elements.
kernel void sums(global const real* a, ulong n, global real* partial, ulong items) {
    if (get_global_id(0) >= items) return;
    real sum = 0;
    EACH(k, n, items) sum += a[k];
    partial[get_global_id(0)] = sum;
}

// The same of squares.
kernel void sums_of_squares(global const real* a, ulong n, global real* partial, ulong items) {
    if (get_global_id(0) >= items) return;
    real sum = 0;
    EACH(k, n, items) sum += a[k] * a[k];
    partial[get_global_id(0)] = sum;
}

// out[lane][column] = the sum of partial[lane], [lane + lanes], .. of this column.
kernel void sum_columns(global const real* partial, ulong items, ulong columns, global real* out, ulong lanes) {
    const ulong i = get_global_id(0);
    if (i >= columns * lanes) return;
    real sum = 0;
    for (ulong k = i / columns; k < items; k += lanes) sum += partial[k * columns + i % columns];
    out[i] = sum;
}

// partial[i] = the smallest and the largest of the work-item's elements, and 1 if one of them is not finite.
kernel void ranges(global const real* a, ulong n, global real* partial, ulong items) {
    const ulong i = get_global_id(0);
    if (i >= items) return;
    real least = a[i], most = a[i], broken = 0;
    EACH(k, n, items) {
        const real value = a[k];
        // Built-in functions such as fmin() and isfinite() keep some compilers from using vectors.
        least = value < least ? value : least;
        most = value > most ? value : most;
        broken = value - value == 0 ? broken : 1;
    }
    partial[3 * i] = least;
    partial[3 * i + 1] = most;
    partial[3 * i + 2] = broken;
}

// a = a * b, spectra.
kernel void multiply_spectra(global complex* a, global const complex* b, ulong n) {
    const size_t i = get_global_id(0);
    if (i >= n) return;
    const complex x = a[i], y = b[i];
    a[i] = (complex)(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
}

// a = a * conj(b), spectra.
kernel void multiply_conjugate(global complex* a, global const complex* b, ulong n) {
    const size_t i = get_global_id(0);
    if (i >= n) return;
    const complex x = a[i], y = b[i];
    a[i] = (complex)(x.x * y.x + x.y * y.y, x.y * y.x - x.x * y.y);
}

// a = a * b, real. b has `period` elements and is repeated.
kernel void multiply_reals(global real* a, global const real* b, ulong n, ulong period) {
    const size_t i = get_global_id(0);
    if (i < n) a[i] *= b[i % period];
}

// a = |b|, or sqrt(a^2 + b^2) if `adds`.
kernel void add_to_magnitude(global const real* b, uint adds, global real* a, ulong n) {
    const size_t i = get_global_id(0);
    if (i < n) a[i] = adds ? hypot(a[i], b[i]) : fabs(b[i]);
}

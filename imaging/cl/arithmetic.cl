// Reductions and element-wise arithmetic that several subjects of imaging/ use. `real` and `complex` are the types of the
// work's precision. One work-item has one element, or, in a reduction, every `items`-th element.

// partial[i] = sum of a[i], a[i + items], ..
kernel void sum_strided(global const real* a, ulong n, global real* partial, ulong items) {
    const size_t i = get_global_id(0);
    if (i >= items) return;
    real sum = 0;
    for (size_t k = i; k < n; k += items) sum += a[k];
    partial[i] = sum;
}

// The sum of `items` partial sums, by one work-item.
kernel void sum_partials(global const real* partial, ulong items, global real* total) {
    if (get_global_id(0) != 0) return;
    real sum = 0;
    for (size_t k = 0; k < items; ++k) sum += partial[k];
    *total = sum;
}

// partial[3 i ..] = the smallest and the largest of a[i], a[i + items], .., and 1 if one of them is not finite.
kernel void range_strided(global const real* a, ulong n, global real* partial, ulong items) {
    const size_t i = get_global_id(0);
    if (i >= items) return;
    real least = a[i], most = a[i], broken = 0;
    for (size_t k = i; k < n; k += items) {
        const real value = a[k];
        least = fmin(least, value);
        most = fmax(most, value);
        if (!isfinite(value)) broken = 1;
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

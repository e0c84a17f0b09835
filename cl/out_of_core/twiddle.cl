// The twiddle factors between two trips along one axis: multiplies element e of a unit by w^(k j), w = exp(-+ 2 pi i / ORDER).
//
// ELEMENTS                    of a unit
// K_COUNT, K_STRIDE           k = e / K_STRIDE % K_COUNT
// J_OF(e)                     the part of j that depends on e
// SPLIT                       w^m is coarse[m >> SPLIT] fine[m modulo 2^SPLIT]
// INVERSE                     1 for the sign exp(+i)
#include "cl/common/complex.cl"

kernel void trip_twiddle(global element* data, global const element* coarse, global const element* fine,
                         global const ulong* start) {
    const ulong e = get_global_id(0);
    if (e >= ELEMENTS) return;
    const ulong power = (e / K_STRIDE % K_COUNT) * (*start + J_OF(e));
    // The last unit of an array may have elements that do not exist.
    const ulong m = power < ORDER ? power : 0;
    element w = product(coarse[m >> SPLIT], fine[m & (((ulong)1 << SPLIT) - 1)]);
    if (INVERSE) w.y = -w.y;
    data[e] = product(data[e], w);
}

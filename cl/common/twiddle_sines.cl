// Twiddle factors as the device's fast sines and cosines, which are less precise than tables: only who writes such a plan has
// them. There are none of double precision, nor passes that ask for them.
INLINE element factor(uint index, FACTOR_PARAMETERS) {
    const REAL angle = (REAL)index / (REAL)order * (REAL)-6.283185307179586;
    return (element)(native_cos(angle), native_sin(angle));
}

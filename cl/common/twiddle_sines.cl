// Twiddle factors by the device's native sines and cosines. They are less precise than tables, and used only when a plan
// string asks for them. They exist in single precision only.
INLINE element factor(uint index, FACTOR_PARAMETERS) {
    const REAL angle = (REAL)index / (REAL)order * (REAL)-6.283185307179586;
    return (element)(native_cos(angle), native_sin(angle));
}

// Vectors of 16 floats in a butterfly: the compiler of PoCL 3.0 ends the process ("Do not know how to
// scalarize this operator's operand"). 8 and 4 lanes are right.
//
// launch: 1 1
// in: 64
// right: 20 22
kernel void it(global const uint* in, global uint* out) {
    const float16 a = convert_float16(vload16(0, in)), b = convert_float16(vload16(1, in));
    const float16 sum = a + b, difference = b - a;
    float parts[32];
    vstore16((float16)(sum.even, difference.odd), 0, parts);
    vstore16((float16)(sum.odd, difference.even), 1, parts);
    out[0] = (uint)parts[1];
    out[1] = (uint)parts[17];
}

// The formulas of Gu, Li, Siegel 2010 at other sizes, for tests with and without a device.
#pragma once

struct sized_formula {
    const char *name, *lengths, *text;
};

/// Where the paper shows one axis, the other axis has one step. The subscript of (4) has the points of its own
/// codelet, like (3). The second transposition of (11) is where Y's second codelet ends. Otherwise Y would end in
/// another order.
inline constexpr sized_formula papers_formulas[] = {
    {"row-column", "16x64", "{d(16,64,64,I,O), d(64,1,1,O,O)}"},
    {"row-column in 3-D", "8x4x16", "{d(8,64,64,I,O), d(4,16,16,O,I), d(16,1,1,I,O)}"},
    {"(3)", "128", "{d(16,8,1,I,O), t_8^16(8,16,16,O,O)}"},
    {"(3), transposed by the twiddle codelet", "128", "{d(16,8,8,I,W), t_8^16(8,1,16,W,O)}"},
    {"(4)", "128", "{t_8^16(8,16,16,I,I), d(16,1,8,I,O)}"},
    {"(4), transposed by the twiddle codelet", "128", "{t_8^16(8,16,1,I,O), d(16,8,8,O,O)}"},
    {"(5)", "16x64", "{d(16,64,64,I,S), d(64,1,1,S,S) + cp(16,64,64,S,O)}"},
    {"(6)", "128x128", "{d(16,1024,128,I,O), t_8^16(8,2048,2048,O,O), d(16,8,8,O,S), t_8^16(8,1,16,S,O)}"},
    {"(7)", "128x128", "{d(16,1024,128,I,O), t_8^16(8,2048,2048,O,S), d(16,8,8,S,S), t_8^16(8,1,16,S,O)}"},
    {"(8)", "128x32", "{d(8,512,32,I,O), t_4^8(4,256,256,O,O), t_4^32(4,1024,1024,O,O), d(32,1,1,O,O)}"},
    {"(8) in frequency", "128x32", "{t_8^16(8,512,512,I,I), t_4^4(4,128,128,I,I), d(4,32,1024,I,O), d(32,1,1,O,O)}"},
    {"(9)", "128x128", "{d(16,1024,128,I,O), d(16,8,8,O,O), t_8^16(8,2048,2048,O,S), t_8^16(8,1,16,S,O)}"},
    {"(11)", "16x16", "{d(4,64,64,I,S), d(16,1,1,S,S), t_4^4(4,16,64,S,O)}"},
    {"(11), transposed at once", "16x16", "{d(4,64,16,I,S), d(16,1,1,S,S), t_4^4(4,64,64,S,O)}"},
};

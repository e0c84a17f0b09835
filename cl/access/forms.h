// The forms of numbers in a buffer: IN_FORM and OUT_FORM are one of these.
#pragma once

#define FORM_INTERLEAVED 0    // complex numbers
#define FORM_REAL 1           // real numbers
#define FORM_PLANAR 2         // complex numbers, their real and imaginary parts in two buffers
#define FORM_HALF 3           // the same three in half precision
#define FORM_HALF_REAL 4
#define FORM_HALF_PLANAR 5
#define FORM_CALLBACK 6       // by the user's function
#define FORM_NON_TEMPORAL 7   // complex numbers, with a hint that caches need not keep them

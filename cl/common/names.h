// Names that the preprocessor completes: a kernel may have functions of several passes and radices.
//
// PASS   the suffix of a pass's names: nothing if the kernel has one pass, else _0, _1, ..
// RADIX  a number around each file with functions of one radix. It is no parameter, because compilers simplify a
//        function before they look at its callers: loops would stay rolled, and registers would become memory
#pragma once

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)

// A name that each pass defines again. With "#define fetch OF_PASS(fetch)" above the definition of fetch(), each pass has its
// own fetch(): a macro does not expand within its own expansion. This does not use PASTE(), because PASTE() may make a name
// that expands to this.
#define WITH_SUFFIX_(name, suffix) name##suffix
#define WITH_SUFFIX(name, suffix) WITH_SUFFIX_(name, suffix)
#define OF_PASS(name) WITH_SUFFIX(name, PASS)

// A function for twiddle factor NUMBER of a pass, 0 or 1, and one for RADIX.
#define OF_FACTOR(name) PASTE(PASTE(name, _), NUMBER)
#define OF_RADIX(name) PASTE(PASTE(name, _), RADIX)

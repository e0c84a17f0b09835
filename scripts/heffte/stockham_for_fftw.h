// Included before every source of heFFTe's tests and benchmarks: their backend fftw becomes stockham, and stock_cos and
// stock_sin, which heFFTe scales as backends that it does not know, become stockham_cos and stockham_sin.
#pragma once
#include <heffte.h>
#include <stockham/heffte.hpp>
#define fftw stockham
#define stock_cos stockham_cos
#define stock_sin stockham_sin

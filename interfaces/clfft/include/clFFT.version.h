/* The version of clFFT that this library replaces. */
#ifndef CLFFT_VERSION_H
#define CLFFT_VERSION_H

#define clfftVersionMajor 2
#define clfftVersionMinor 12
#define clfftVersionPatch 2

#endif

/* Visibility of the symbols of the imaging library: STOCKHAM_IMAGING_API exports one. */
#ifndef STOCKHAM_IMAGING_EXPORT_H
#define STOCKHAM_IMAGING_EXPORT_H

#if defined(_WIN32) && defined(STOCKHAM_IMAGING_BUILDING)
#define STOCKHAM_IMAGING_API __declspec(dllexport)
#elif defined(_WIN32) && !defined(STOCKHAM_STATIC)
#define STOCKHAM_IMAGING_API __declspec(dllimport)
#elif defined(__GNUC__)
#define STOCKHAM_IMAGING_API __attribute__((visibility("default")))
#else
#define STOCKHAM_IMAGING_API
#endif

#endif

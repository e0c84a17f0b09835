/* Visibility of symbols: STOCKHAM_API exports one, STOCKHAM_LOCAL hides a member of an exported class. The shared
   library hides all others. */
#ifndef STOCKHAM_EXPORT_H
#define STOCKHAM_EXPORT_H

#if defined(_WIN32) && defined(STOCKHAM_BUILDING)
#define STOCKHAM_API __declspec(dllexport)
#elif defined(_WIN32) && !defined(STOCKHAM_STATIC)
#define STOCKHAM_API __declspec(dllimport)
#elif defined(__GNUC__)
#define STOCKHAM_API __attribute__((visibility("default")))
#else
#define STOCKHAM_API
#endif

#if defined(__GNUC__) && !defined(_WIN32)
#define STOCKHAM_LOCAL __attribute__((visibility("hidden")))
#else
#define STOCKHAM_LOCAL
#endif

#endif

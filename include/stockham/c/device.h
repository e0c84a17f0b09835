/* Devices, and descriptions of their limits. */
#ifndef STOCKHAM_C_DEVICE_H
#define STOCKHAM_C_DEVICE_H

#include <stockham/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The limits of a device, as stockham::device_description. May be changed, but not while another thread uses it. */
typedef struct stockham_description stockham_description;

/* All OpenCL devices, best first. `count` receives their number. `devices` is NULL or has room for all of them, else
 * STOCKHAM_ARGUMENT. Thread-safe, also before any other use of OpenCL. In a process with raised rights
 * (stockham/process.hpp) this function and the next one return STOCKHAM_UNSUPPORTED, "raised rights". */
STOCKHAM_API stockham_code stockham_devices(cl_device_id* devices, size_t room, size_t* count);
/* The device that `word` names: an index, "gpu", "cpu" or part of a name. NULL or "": STOCKHAM_DEVICE from the
 * environment, else the first one. Thread-safe, also before any other use of OpenCL. */
STOCKHAM_API stockham_code stockham_choose_device(const char* word, cl_device_id* device);

/* Describes a present device, or a built-in one by name: see stockham::named_description. */
STOCKHAM_API stockham_code stockham_description_of(cl_device_id device, stockham_description** description);
STOCKHAM_API stockham_code stockham_description_named(const char* name, stockham_description** description);
/* The names of the built-in descriptions: see stockham::description_names. */
STOCKHAM_API stockham_code stockham_description_names(char*** names, size_t* count);
/* Plans do not refer to the description after their creation. */
STOCKHAM_API void stockham_description_free(stockham_description* description);

/* Fields of stockham::device_description by name. Texts: name, vendor, architecture, platform, driver, kind ("cpu",
 * "gpu", "other"), fp64 ("none", "khr", "amd"), profile (JSON; set "" for the known profile), and profile_title (one
 * line that says where the numbers come from; cannot be set). All other fields are numbers, except capabilities, which
 * C programs cannot set: they follow the vendor and the architecture. available and has_compiler are 0 or 1.
 * STOCKHAM_ARGUMENT for an unknown field or an invalid value. */
STOCKHAM_API stockham_code stockham_description_text(const stockham_description* description, const char* field,
                                                     char** text);
STOCKHAM_API stockham_code stockham_description_number(const stockham_description* description, const char* field,
                                                       double* number);
STOCKHAM_API stockham_code stockham_description_set_text(stockham_description* description, const char* field,
                                                         const char* text);
STOCKHAM_API stockham_code stockham_description_set_number(stockham_description* description, const char* field,
                                                           double number);

/* Measures an idle device, for 20 seconds to some minutes, and returns its profile. See stockham::calibrate. */
STOCKHAM_API stockham_code stockham_calibrate(cl_context context, cl_device_id device, char** profile);
/* Measures `count` problems (0 and NULL: the default ones) with the plans of two profiles, in alternating rounds.
 * `before` NULL or "": the current profile. `worth_keeping` receives 1 if the second profile should replace the first
 * (see stockham::profile_comparison), else 0. `mean_ratio` and `worst_ratio`, if not NULL, receive the geometric mean
 * and the maximum of time after / time before. See stockham::compare_profiles. */
STOCKHAM_API stockham_code stockham_compare_profiles(cl_context context, cl_device_id device, const char* before,
                                                     const char* after, const char* const* problems, size_t count,
                                                     int* worth_keeping, double* mean_ratio, double* worst_ratio);
/* Saves a profile in the user's folder, where plans find it; `path`, if not NULL, receives the path of the file. */
STOCKHAM_API stockham_code stockham_profile_keep(const char* profile, char** path);

#ifdef __cplusplus
}
#endif

#endif

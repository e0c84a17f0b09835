/* Devices, and descriptions of them: what plans depend on. */
#ifndef STOCKHAM_C_DEVICE_H
#define STOCKHAM_C_DEVICE_H

#include <stockham/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The limits of a device, as stockham::device_description: data that the caller may change. Not to be changed in one
 * thread while another uses it. */
typedef struct stockham_description stockham_description;

/* All OpenCL devices, best first. `count` gets how many there are; `devices` is NULL, or has room for at least so many:
 * else STOCKHAM_ARGUMENT. May be called by several threads at once, also before any other use of OpenCL. */
STOCKHAM_API stockham_code stockham_devices(cl_device_id* devices, size_t room, size_t* count);
/* The device that a word names: a number, "gpu", "cpu", a part of a name; NULL or "": the environment's STOCKHAM_DEVICE
 * or the first one. May be called by several threads at once, also before any other use of OpenCL. */
STOCKHAM_API stockham_code stockham_choose_device(const char* word, cl_device_id* device);

/* Of a device that is here, or of a name: "h200", "gfx90a", .. (see stockham::named_description). */
STOCKHAM_API stockham_code stockham_description_of(cl_device_id device, stockham_description** description);
STOCKHAM_API stockham_code stockham_description_named(const char* name, stockham_description** description);
/* Plans that were made for it need it no longer. */
STOCKHAM_API void stockham_description_free(stockham_description* description);

/* The fields of stockham::device_description by their names. Texts: name, vendor, architecture, platform, driver, kind
 * ("cpu", "gpu", "other"), fp64 ("none", "khr", "amd"), profile (JSON text; set to "": what is known). All others are
 * numbers; available and has_compiler are 0 or 1. STOCKHAM_ARGUMENT for a name that is none of them, and for a value
 * that the field cannot hold. */
STOCKHAM_API stockham_code stockham_description_text(const stockham_description* description, const char* field,
                                                     char** text);
STOCKHAM_API stockham_code stockham_description_number(const stockham_description* description, const char* field,
                                                       double* number);
STOCKHAM_API stockham_code stockham_description_set_text(stockham_description* description, const char* field,
                                                         const char* text);
STOCKHAM_API stockham_code stockham_description_set_number(stockham_description* description, const char* field,
                                                           double number);

/* Measures a device that has nothing else to do, for 20 seconds to some minutes. See stockham::calibrate. */
STOCKHAM_API stockham_code stockham_calibrate(cl_context context, cl_device_id device, char** profile);
/* Measures `count` problems (none, and NULL: those of stockham::calibrate) with the plans of two profiles, in
 * alternating rounds; `before` NULL or "": the profile in use. `worth_keeping` gets 1 if the second profile makes plans
 * no slower by the rule of stockham::profile_comparison, else 0; `mean_ratio` and `worst_ratio`, if not NULL, the
 * geometric mean and the highest of the times over those before. See stockham::compare_profiles. */
STOCKHAM_API stockham_code stockham_compare_profiles(cl_context context, cl_device_id device, const char* before,
                                                     const char* after, const char* const* problems, size_t count,
                                                     int* worth_keeping, double* mean_ratio, double* worst_ratio);
/* Keeps a profile in the user's folder, where plans find it; `path`, if not NULL, gets the file's name. */
STOCKHAM_API stockham_code stockham_profile_keep(const char* profile, char** path);

#ifdef __cplusplus
}
#endif

#endif

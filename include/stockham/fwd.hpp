// Forward declarations of the public classes. Use these: the classes are in a versioned inline namespace, so that
// `namespace stockham { class plan; }` would declare another class.
#pragma once

namespace stockham {
inline namespace v0_2 {

class batch;
class convolution;
class device_memory;
class device_profile;
class plan;
class session;
class transposition;
class wisdom;
class error;
class argument_error;
class unsupported_error;
class callback_error;
class opencl_error;

struct array;
struct batch_item;
struct buffers;
struct calibration;
struct calibration_case;
struct calibration_options;
struct comparison_options;
struct convolution_description;
struct device_capabilities;
struct device_description;
struct expert_options;
struct layout;
struct loop;
struct permutation;
struct plan_estimate;
struct plan_options;
struct profile_case;
struct profile_comparison;
struct profiled_plan;
struct program_cache;
struct rule_estimate;
struct term_estimate;
struct transform;
struct tuning_progress;
struct wisdom_entry;

}  // namespace v0_2
}  // namespace stockham

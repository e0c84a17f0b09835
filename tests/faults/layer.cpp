// The layer: for each function of the loader's table one that counts the call and may fail, all from one template.
#include <CL/cl_layer.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>

#include "devices.hpp"
#include "dispatch.hpp"
#include "fault.hpp"
#include "faults.h"

namespace faults {

namespace {

constexpr auto hang_limit = std::chrono::seconds(60);

/// The table below the layer, what is armed and where it is logged. Never destroyed, because programs may call OpenCL
/// from static destructors.
struct layer_state {
    const dispatch& target;
    directory devices{target};
    log_file log;
    std::shared_ptr<fault> armed;  // accessed atomically

    layer_state(const dispatch& below, const char* log_name)
        : target(below), log(log_name), armed(std::make_shared<fault>(from_environment(), target, log)) {}
    std::shared_ptr<fault> current() const { return std::atomic_load(&armed); }
};
layer_state* state = nullptr;

struct counts_at_exit {
    ~counts_at_exit() {
        if (state) state->current()->write_counts();
    }
} writes_counts;

template <auto Member>
struct tag {};
template <auto Member, auto... Others>
constexpr bool is_any = (std::is_same_v<tag<Member>, tag<Others>> || ...);

// What a failed call leaves in its results: no handles, zeros, and the code wherever one is expected.

void clear(cl_int, ...) {}
void clear(cl_int code, cl_int* result) {
    if (result) *result = code;
}
template <class T>
std::enable_if_t<std::is_unsigned_v<T> && !std::is_const_v<T> && sizeof(T) >= sizeof(cl_uint)> clear(cl_int,
                                                                                                     T* result) {
    if (result) *result = 0;
}
void clear(cl_int, cl_event* result) {
    if (result) *result = nullptr;
}

/// Arrays, by their size, which is the argument before.
void clear_array(...) {}
void clear_array(std::size_t bytes, void* result) {
    if (result) std::memset(result, 0, bytes);
}
template <class Object>
void clear_array(cl_uint count, Object** result) {
    if (result) std::fill_n(result, count, nullptr);
}
void clear_array(cl_uint count, cl_image_format* result) {
    if (result) std::fill_n(result, count, cl_image_format{});
}
template <class First, class Second, class... Rest>
void clear_arrays(First first, Second second, Rest... rest) {
    clear_array(first, second);
    if constexpr (sizeof...(Rest) > 0) clear_arrays(second, rest...);
}

template <auto Member, function Function>
struct hook;

template <class R, class... A, R (CL_API_CALL* dispatch::*Member)(A...), function Function>
struct hook<Member, Function> {
    static constexpr std::string_view name = name_of(Function);
    static constexpr bool releases = name.substr(0, 9) == "clRelease";
    static constexpr bool queries = name.substr(0, 5) == "clGet";  // others have host memory of the user's behind void*

    static R CL_API_CALL call(A... arguments) noexcept {
        const auto next = state->target.*Member;
        const auto fault = state->current();
        if (!fault->concerns(devices_of(state->devices, arguments...))) return next(arguments...);
        if constexpr (!std::is_void_v<R>) {
            if (const cl_int code = fault->count(Function)) {
                if constexpr (releases) next(arguments...);
                if (fault->is_forever()) end_commands(arguments...);
                return failed(code, arguments...);
            }
            if (fault->may_lose_commands())
                if (const auto answer = of_lost_commands(fault, arguments...)) return *answer;
        } else {
            fault->count(Function);
        }
        if constexpr (is_any<Member, &dispatch::clGetDeviceInfo>)
            return answered(*fault, arguments...);
        else
            return next(arguments...);
    }

    static cl_int answered(const fault& f, cl_device_id device, cl_device_info question, std::size_t bytes, void* value,
                           std::size_t* written) {
        const cl_int code = state->target.clGetDeviceInfo(device, question, bytes, value, written);
        if (code == CL_SUCCESS) f.change_answer(question, bytes, value);
        return code;
    }

    static R failed(cl_int code, A... arguments) {
        (clear(code, arguments), ...);
        if constexpr (queries && sizeof...(A) > 1) clear_arrays(arguments...);
        if constexpr (name == "clCreateKernelsInProgram" || name == "clCreateSubDevices") clear_arrays(arguments...);
        if constexpr (std::is_same_v<R, cl_int>)
            return code;
        else
            return nullptr;
    }

    /// True if the call returns when commands have ended.
    static bool waits([[maybe_unused]] A... arguments) {
        using d = dispatch;
        if constexpr (is_any<Member, &d::clWaitForEvents, &d::clFinish>)
            return true;
        else if constexpr (is_any<Member, &d::clEnqueueReadBuffer, &d::clEnqueueWriteBuffer, &d::clEnqueueMapBuffer,
                                  &d::clEnqueueReadBufferRect, &d::clEnqueueWriteBufferRect, &d::clEnqueueReadImage,
                                  &d::clEnqueueWriteImage, &d::clEnqueueMapImage>)
            return std::get<2>(std::tuple<A...>(arguments...)) == CL_TRUE;
        else if constexpr (is_any<Member, &d::clEnqueueSVMMap, &d::clEnqueueSVMMemcpy>)
            return std::get<1>(std::tuple<A...>(arguments...)) == CL_TRUE;
        else
            return false;
    }

    /// What a call that fails on a lost device does nevertheless: it waits for the commands that were enqueued, which
    /// are executed, so that the program may free their memory; and a command that a user event holds back does not
    /// stay.
    static void end_commands(A... arguments) {
        if constexpr (is_any<Member, &dispatch::clSetUserEventStatus, &dispatch::clWaitForEvents>)
            (state->target.*Member)(arguments...);
        else if constexpr (is_among<cl_command_queue, A...>)
            if (waits(arguments...)) state->target.clFinish(first_of<cl_command_queue>(arguments...));
    }

    /// The answer if the commands of the device are lost and this call would tell.
    static std::optional<R> of_lost_commands(const std::shared_ptr<fault>& f, A... arguments) {
        const std::tuple<A...> all(arguments...);
        using d = dispatch;
        if constexpr (is_any<Member, &d::clEnqueueNDRangeKernel, &d::clEnqueueTask>) {
            if (f->launches_do_nothing()) return std::apply(marked, all);
        } else if constexpr (is_any<Member, &d::clSetEventCallback>) {
            return std::apply(notified_by(f), all);
        } else if constexpr (is_any<Member, &d::clWaitForEvents>) {
            const auto [count, list] = all;
            const auto is_command = [](cl_event e) { return state->devices.is_command(e); };
            if (list && std::any_of(list, list + count, is_command)) return waited(*f, arguments...);
        } else if constexpr (is_any<Member, &d::clGetEventInfo>) {
            return status(*f, arguments...);
        } else if constexpr (is_any<Member, &d::clGetEventProfilingInfo>) {
            if (f->commands_fail() || f->commands_hang()) return failed(CL_PROFILING_INFO_NOT_AVAILABLE, arguments...);
        } else if (waits(arguments...)) {
            return waited(*f, arguments...);
        }
        return {};
    }

    /// A marker instead of a launch.
    static constexpr auto marked = [](cl_command_queue queue, auto... others) {
        const auto all = std::make_tuple(others...);
        constexpr std::size_t n = sizeof...(others);
        return state->target.clEnqueueMarkerWithWaitList(queue, std::get<n - 3>(all), std::get<n - 2>(all),
                                                         std::get<n - 1>(all));
    };

    /// Really waits, since the caller may free its memory after the error.
    static std::optional<R> waited(const fault& f, A... arguments) {
        if (!f.commands_fail() && !f.commands_hang()) return {};
        const R result = (state->target.*Member)(arguments...);
        const auto end = std::chrono::steady_clock::now() + hang_limit;
        while (f.commands_hang()) {
            if (state->current().get() != &f) return result;
            if (std::chrono::steady_clock::now() >= end) break;
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        return failed(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, arguments...);
    }

    static std::optional<cl_int> status(const fault& f, cl_event event, cl_event_info question, std::size_t size,
                                        void* value, std::size_t* written) {
        if (!f.commands_fail() && !f.commands_hang()) return {};
        if (question != CL_EVENT_COMMAND_EXECUTION_STATUS || !state->devices.is_command(event)) return {};
        const cl_int result = state->target.clGetEventInfo(event, question, size, value, written);
        const cl_int lost = f.commands_hang() ? CL_SUBMITTED : f.code();
        if (result == CL_SUCCESS && value) std::memcpy(value, &lost, sizeof lost);
        return result;
    }

    /// Registers a callback that the user's follows unless its command hangs.
    static auto notified_by(const std::shared_ptr<fault>& f) {
        return [&f](cl_event event, cl_int type, auto notify, void* data) -> std::optional<cl_int> {
            if (!notify || !state->devices.is_command(event)) return {};
            struct registration {
                std::shared_ptr<fault> armed;
                decltype(notify) users;
                void* data;
            };
            auto kept = std::make_unique<registration>(registration{f, notify, data});
            const auto follow = [](cl_event done, cl_int status, void* known) {
                const std::unique_ptr<registration> r(static_cast<registration*>(known));
                if (!r->armed->commands_hang())
                    r->users(done, r->armed->commands_fail() ? r->armed->code() : status, r->data);
            };
            const cl_int code = state->target.clSetEventCallback(event, type, follow, kept.get());
            if (code == CL_SUCCESS) kept.release();
            return code;
        };
    }
};

/// Members that are no functions here, and functions that the loader lacks, stay null.
template <auto Member, function Function>
void install(dispatch& table, const dispatch& target) {
    if constexpr (member<decltype(Member)>::is_function)
        if (target.*Member) table.*Member = hook<Member, Function>::call;
}

}  // namespace

}  // namespace faults

#pragma GCC visibility push(default)
extern "C" {

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info question, std::size_t size, void* value,
                                               std::size_t* written) {
    const auto give = [&](const void* answer, std::size_t bytes) {
        if (value && size < bytes) return CL_INVALID_VALUE;
        if (value) std::memcpy(value, answer, bytes);
        if (written) *written = bytes;
        return CL_SUCCESS;
    };
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    const char name[] = "stockham-faults";
    if (question == CL_LAYER_API_VERSION) return give(&version, sizeof version);
    if (question == CL_LAYER_NAME) return give(name, sizeof name);
    return CL_INVALID_VALUE;
}

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint count, const cl_icd_dispatch* target, cl_uint* layer_count,
                                            const cl_icd_dispatch** layer) {
    using namespace faults;
    static dispatch table{};
    if (!target || !layer_count || !layer || count < function_count) return CL_INVALID_VALUE;
    try {
        state = new layer_state(*target, std::getenv("STOCKHAM_FAULT_LOG"));
    } catch (const std::exception& e) {
        end_process(e.what());
    }
#define FUNCTION(name) install<&dispatch::name, function::name>(table, *target);
#include "functions.inc"
#undef FUNCTION
    *layer_count = function_count;
    *layer = &table;
    return CL_SUCCESS;
}

const char* stockham_faults_arm(const stockham_fault* wanted) {
    using namespace faults;
    static thread_local std::string why;
    try {
        settings s;
        if (wanted) {
            if (wanted->call) s.call = wanted->call;
            if (wanted->device) s.device = wanted->device;
            s.at = wanted->at;
            s.code = wanted->code;
            s.forever = wanted->forever;
            s.events = wanted->events;
            s.hang = wanted->hang;
        }
        std::atomic_store(&state->armed, std::make_shared<fault>(std::move(s), state->target, state->log));
        return nullptr;
    } catch (const std::exception& e) {
        why = e.what();
        return why.c_str();
    }
}

long stockham_faults_calls(const char* call) {
    using namespace faults;
    try {
        return state->current()->calls(functions_of(call));
    } catch (const std::exception&) {
        return -1;
    }
}

}  // extern "C"
#pragma GCC visibility pop

// The plan: a transform made ready for one device, and its execution.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <stockham/device.hpp>
#include <stockham/export.h>
#include <stockham/opencl.hpp>
#include <stockham/transform.hpp>
#include <stockham/wisdom.hpp>

namespace stockham {
inline namespace v0_2 {

/// Keeps the compiled programs and twiddle tables of a context alive while no plan of it is: a new plan of a
/// problem planned before then costs no compilation. Cheap and copyable; copies share one state. Making one throws
/// argument_error for a null context, nothing else of it throws. Thread-safe: any number of threads may make, copy and
/// destroy sessions of the same context at once.
class STOCKHAM_API session {
  public:
    /// Retains the context. Throws argument_error (field "context") for a null one.
    explicit session(cl_context);
    ~session();
    /// Another session of the same context.
    session(const session&);
    /// Lets go of what it kept, and keeps what the other one keeps.
    session& operator=(const session&);

  private:
    std::shared_ptr<void> state_;
};

/// How far a search has come.
struct tuning_progress {
    std::size_t done = 0;     ///< candidates measured or refused
    std::size_t total = 0;    ///< .. that there are, as far as is known
    double best_seconds = 0;  ///< of one execution of the fastest whole plan so far; infinite before there is one
    std::string candidate;    ///< the last one: a pass as plan::to_string() has it with its choices, or a plan string
    double seconds = 0;       ///< what one execution of it took; 0: it was refused
};

/// The buffers of an execution. In place, `output` is null or the input. `workspace` has at least workspace_size()
/// bytes; if it is null and one is needed, the plan brings one of its own (see plan::enqueue). The others are for what
/// their names say.
struct buffers {
    cl_mem input = nullptr;             ///< at least input_bytes(); in place also the output
    cl_mem output = nullptr;            ///< at least output_bytes(); in place null or the input
    cl_mem workspace = nullptr;         ///< at least the plan's workspace_size(); null: one of the plan's own
    cl_mem input_imaginary = nullptr;   ///< planar input: `input` has the real parts
    cl_mem output_imaginary = nullptr;  ///< planar output; in place null or the input's
    cl_mem load_data = nullptr;         ///< handed to plan_options::on_load; may be null
    cl_mem store_data = nullptr;        ///< handed to plan_options::on_store; may be null
    cl_mem spectrum = nullptr;          ///< convolution: what the signal's spectrum is multiplied by
};

/// Options for whoever knows how plans are made: everybody else leaves them alone.
struct expert_options {
    /// The plan to make, as plan::plan_string() gives it; empty: the one that the rest of the options leads to.
    /// It must be this transform's and fit the device: unsupported_error with the rule "plan string" says why not;
    /// argument_error("plan", ..) what it does not understand.
    ///
    /// Or, for complex transforms of powers of two, a tensor formula (Gu, Li, Siegel 2010), `{t_8^16(8,16,16,I,W),
    /// d(16,1,8,W,O)}` for 128 points: its steps d(n,is,os,from,to), t_n^m(..) with twiddle factors of m by n, cp(..)
    /// that copies; strides in elements of the packed row-major array, places I (input), O (output), W (workspace) and
    /// S (local memory). Steps from global memory through S to global memory are one kernel, each with the choices that
    /// follow in the words of the other form, ` : width=32 ; prefetch`, or the cheapest. unsupported_error with the
    /// rule "formula" says what is wrong with one: strides that no axis has, codelets out of order, factors multiplied
    /// in twice, an end that is not in natural order and the like. Between kernels the data rest where the plan has
    /// room: the input is never written out of place. to_string() gives plans as formulas where they can be.
    std::string plan_string;

    /// Plan for these limits instead of the device's own (they must not exceed what the device can do). What a search
    /// finds for them wisdom does not learn.
    const device_description* plan_for = nullptr;

    /// Search again even if wisdom has a plan, and include that plan in the comparison, as a search of more rigor than
    /// the one before does.
    bool search_again = false;
};

/// Everyday options of a plan.
struct plan_options {
    stockham::rigor rigor = rigor::estimate;  ///< whether candidates are measured on the device, and how many

    /// Seconds after which a search makes do with what it knows; 0: it ends when it has tried all that its rigor asks.
    double time_limit = 0;

    /// Called by a search after each candidate, in the thread that makes the plan; false ends it as the time limit
    /// does.
    std::function<bool(const tuning_progress&)> progress;

    /// OpenCL C of a function that reads the input in place of the library, or writes the output:
    ///     REAL2 on_load(global const void* input, ulong place, global const void* user)
    ///     void on_store(global void* output, ulong place, REAL2 value, global void* user)
    /// with REAL2 float2 or double2 by the transform's precision (`element` names it in either), `place` the element's
    /// index by the input's or output's layout (in `input` as bound, so that a buffer of any type will do), and `user`
    /// buffers::load_data or store_data. Of real data x counts. Each element is loaded once by each transform that it
    /// is part of (a mirrored one of c2r twice), stored once. The buffer's size is the caller's to answer for. In
    /// place, an element's place is the same in both functions, all its transform's elements are loaded before any is
    /// stored, and neither function touches another element than its own; half-precision data have both functions or
    /// neither there. The compiler's messages count the lines of this text, from 1.
    ///
    /// A text is OpenCL C 1.2 with helper functions, types, constants and macros of its own. Of the library it sees
    /// only the macros `element` and `REAL` (float or double). It may define and declare any name that does not begin
    /// with `stockham_` or two underscores, a vector's components included, and the other callback may use the same
    /// names.
    ///
    /// The library keeps names apart by preprocessing the text and putting a prefix before each name that is declared
    /// at file scope, except after `.` and `->`. A function of the text therefore hides all of OpenCL's functions of
    /// that name, not only the one with the same parameters. The library leaves to the compiler each #if that depends
    /// on a name the text does not define, and these macros: those that such an #if defines, those that they use,
    /// variadic ones, and those that apply # or ## to one of these or to a name with two leading underscores.
    ///
    /// callback_error refuses #include, #elifdef, _Pragma, trigraphs, #pragma other than unroll, nounroll, clang loop,
    /// OPENCL FP_CONTRACT and OPENCL EXTENSION .. : enable; a comment, bracket, #if or list of arguments that does not
    /// end; a # that begins no directive; more than 100000 tokens made by macros, 100 macros or types within one
    /// another, or 1000 ways through nested #ifs that are left to the compiler. The compiler refuses two more, which
    /// also become a callback_error: a name that a macro left to the compiler makes with ##, if the kernels or the
    /// other callback have the same name; and a member's name that is an argument of such a macro or of
    /// __builtin_offsetof, if the text also declares that name at file scope.
    ///
    /// No barriers.
    std::string on_load;
    std::string on_store;  ///< as on_load, for the output; empty: the library writes it

    /// Consulted, and added to by a search; nullptr: wisdom::standard(). Must outlive the constructor's call.
    stockham::wisdom* wisdom = nullptr;

    expert_options expert;  ///< what can be left as it is
};

/// A transform planned and compiled for one device of a context. Immutable: enqueue() is const and may be called
/// from many threads at once, also on different queues. Movable, not copyable: whatever is asked of what was moved from
/// throws argument_error. It retains the context. Any number of threads may make plans at once, also of one problem in
/// one context: what they share is compiled once. A constructor that throws leaves nothing behind.
class STOCKHAM_API plan {
  public:
    /// Plans, compiles and builds the tables. With a rigor that measures, and no wisdom of as much rigor, it runs
    /// candidates on a queue and in buffers of its own (as large as the problem's, and as much again for the
    /// reference), on random numbers, each checked against the others and the first against the transform's definition;
    /// the device should be idle meanwhile. If that is not possible (memory), the plan is the estimate's and says so.
    /// Throws argument_error or unsupported_error for the transform (see check()), unsupported_error if the device
    /// lacks double precision, (rule "wisdom") if wisdom_only finds none, or (rule "check at first use") if the OpenCL
    /// implementation computes wrong numbers with kernels of the plan's families: a small transform of each family is
    /// compared with the definition before its first plan on a device is handed out, and what was right is remembered
    /// by the program cache (the environment's STOCKHAM_CHECK=off leaves it out); opencl_error with the build log,
    /// callback_error for a callback that does not compile; argument_error for a device that is none of the
    /// context's and for options that are none (their field, or expert.plan_for's).
    plan(cl_context, cl_device_id, const transform&, const plan_options& = {});
    ~plan();
    plan(plan&&) noexcept;             ///< takes over; the other one is moved from
    plan& operator=(plan&&) noexcept;  ///< takes over; what it was is released
    plan(const plan&) = delete;
    plan& operator=(const plan&) = delete;

    /// The transform that it was made for, as given. The reference is valid as long as the plan.
    const transform& problem() const;

    /// Bytes of workspace one execution needs; may be 0. Concurrent executions need one workspace each.
    std::size_t workspace_size() const;

    /// The number of kernels that one execution launches.
    std::size_t launches() const;

    /// The steps in tensor notation, one a line, for people and logs.
    std::string to_string() const;

    /// The plan string, as wisdom keeps it: the digits of every axis, then the passes and their choices, e.g.
    /// `1024 x 32*32~ : 0.0 width=32 ; 1.0 prefetch ; 1.1 points=32`.
    std::string plan_string() const;

    /// Enqueues one execution. `in` and `out` hold the elements at the places that the transform's layouts state;
    /// in place, `out` is null or the same buffer. Out of place never writes `in`. `workspace` has at least
    /// workspace_size() bytes; if it is null and one is needed, the plan makes one, and keeps it for the in-order queue
    /// that it was last executed on: until it is executed on another one, or goes. On out-of-order queues, and while
    /// another thread enqueues the same plan, the call makes one and releases it.
    /// Execution starts after the `n_wait` events of `wait` and is done when the returned event is: the caller
    /// owns that event and must release it. In-order and out-of-order queues; nothing waits on the host.
    /// Throws argument_error if a buffer is too small, no buffer but an image, of another context, overlaps another, or
    /// was made read-only and is written (output, workspace) or write-only and is read (input, workspace), if the queue
    /// is of another context or device, or an event of another context. What was released already cannot be told from
    /// what lives. opencl_error if OpenCL refuses (the buffers' contents are then undefined); else it launched nothing.
    cl_event enqueue(cl_command_queue, cl_mem in, cl_mem out = nullptr, cl_mem workspace = nullptr, cl_uint n_wait = 0,
                     const cl_event* wait = nullptr) const;

    /// As enqueue(), but makes no event: the cheapest way on an in-order queue (on an NVIDIA H200 an event costs 1.3
    /// us, a launch 3.4). On an out-of-order queue, a barrier, a marker or clFinish tells when it is done.
    void execute(cl_command_queue, cl_mem in, cl_mem out = nullptr, cl_mem workspace = nullptr, cl_uint n_wait = 0,
                 const cl_event* wait = nullptr) const;

    /// The same with every kind of buffer.
    cl_event enqueue(cl_command_queue, const buffers&, cl_uint n_wait = 0, const cl_event* wait = nullptr) const;
    /// Without an event, with every kind of buffer.
    void execute(cl_command_queue, const buffers&, cl_uint n_wait = 0, const cl_event* wait = nullptr) const;

    /// As enqueue(), but returns the event of every launch, in order, all owned by the caller: on a queue with
    /// profiling they tell what each step takes.
    std::vector<cl_event> enqueue_each(cl_command_queue, cl_mem in, cl_mem out = nullptr, cl_mem workspace = nullptr,
                                       cl_uint n_wait = 0, const cl_event* wait = nullptr) const;
    /// The same with every kind of buffer.
    std::vector<cl_event> enqueue_each(cl_command_queue, const buffers&, cl_uint n_wait = 0,
                                       const cl_event* wait = nullptr) const;

  private:
    friend class convolution;
    struct state;
    STOCKHAM_LOCAL explicit plan(std::unique_ptr<state>);
    std::unique_ptr<state> state_;
};

/// Compiles into the program cache (see stockham/program_cache.hpp) the kernels that a search of this rigor would try
/// for a transform on a device: every `shards`-th of them, from number `shard` on. Nothing is run. So several processes
/// can compile ahead of one that measures, where the runtime compiles one kernel at a time in a process. Returns the
/// number compiled or found. Throws argument_error for no shards, else what plan's constructor throws, but passes over
/// kernels that do not compile.
STOCKHAM_API std::size_t compile_candidates(cl_context, cl_device_id, const transform&, rigor, unsigned shard,
                                            unsigned shards);

/// What plan::to_string() would say for a described device: planning only, no OpenCL device is asked. Throws what
/// plan's constructor throws, but nothing of OpenCL. `plan_string`: see expert_options. Thread-safe.
STOCKHAM_API std::string plan_text(const transform&, const device_description&, const std::string& plan_string = {});

/// The OpenCL C sources of the kernels of that plan, one a launch, in order. Throws what plan_text() throws.
/// Thread-safe.
STOCKHAM_API std::vector<std::string> plan_kernels(const transform&, const device_description&,
                                                   const std::string& plan_string = {});

}  // namespace v0_2
}  // namespace stockham

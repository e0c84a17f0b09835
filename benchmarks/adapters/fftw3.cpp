// FFTW3 on the host's threads, planned by measuring for at most a few seconds.
#include <cstring>
#include <mutex>

#include <fftw3.h>

#include "adapters/adapters.hpp"
#include "host.hpp"
#include "tools/harness/parallel.hpp"

namespace bench {

namespace {

constexpr double planning_seconds = 3;

/// The array's lengths for one side: its last axis is as long as the pitch of the rows.
std::vector<int> embedding(const problem& p, const side& s) {
    std::vector<int> lengths(p.transform.lengths.begin(), p.transform.lengths.end());
    lengths.back() = static_cast<int>(s.pitch / s.parts);
    return lengths;
}

template <class Real>
struct calls;

#define STOCKHAM_BENCH_FFTW(REAL, PREFIX)                                                                              \
    template <>                                                                                                        \
    struct calls<REAL> {                                                                                               \
        using complex = PREFIX##_complex;                                                                              \
        using plan = PREFIX##_plan;                                                                                    \
        static void* allocate(std::size_t bytes) { return PREFIX##_malloc(bytes); }                                    \
        static void release(void* p) { PREFIX##_free(p); }                                                             \
        static void execute(plan p) { PREFIX##_execute(p); }                                                           \
        static void destroy(plan p) { PREFIX##_destroy_plan(p); }                                                      \
        static plan make(const problem& p, void* in, void* out) {                                                      \
            static std::once_flag once;                                                                                \
            std::call_once(once, [] { PREFIX##_init_threads(); });                                                     \
            const std::vector<int> n(p.transform.lengths.begin(), p.transform.lengths.end());                          \
            const int rank = static_cast<int>(n.size()), batch = static_cast<int>(p.transform.batch);                  \
            const side from = p.input(), to = p.output();                                                              \
            const int id = static_cast<int>(from.numbers() / from.parts),                                              \
                      od = static_cast<int>(to.numbers() / to.parts);                                                  \
            const auto ie = embedding(p, from), oe = embedding(p, to);                                                 \
            const bool forward = p.transform.direction == stockham::direction::forward;                                \
            PREFIX##_set_timelimit(planning_seconds);                                                                  \
            PREFIX##_plan_with_nthreads(p.points() < (1U << 13) ? 1 : static_cast<int>(harness::thread_count()));      \
            if (p.transform.kind == stockham::kind::r2c)                                                               \
                return PREFIX##_plan_many_dft_r2c(rank, n.data(), batch, static_cast<REAL*>(in), ie.data(), 1, id,     \
                                                  static_cast<complex*>(out), oe.data(), 1, od, FFTW_MEASURE);         \
            if (p.transform.kind == stockham::kind::c2r)                                                               \
                return PREFIX##_plan_many_dft_c2r(rank, n.data(), batch, static_cast<complex*>(in), ie.data(), 1, id,  \
                                                  static_cast<REAL*>(out), oe.data(), 1, od, FFTW_MEASURE);            \
            return PREFIX##_plan_many_dft(rank, n.data(), batch, static_cast<complex*>(in), nullptr, 1, id,            \
                                          static_cast<complex*>(out), nullptr, 1, od,                                  \
                                          forward ? FFTW_FORWARD : FFTW_BACKWARD, FFTW_MEASURE);                       \
        }                                                                                                              \
    };
STOCKHAM_BENCH_FFTW(float, fftwf)
STOCKHAM_BENCH_FFTW(double, fftw)
#undef STOCKHAM_BENCH_FFTW

template <class Real>
class fftw_execution : public execution {
  public:
    explicit fftw_execution(const problem& p)
        : input_bytes_(p.input_bytes()), output_bytes_(p.output_bytes()),
          spoils_(!p.in_place() && p.transform.kind == stockham::kind::c2r) {
        input_ = calls<Real>::allocate(input_bytes_);
        output_ = calls<Real>::allocate(output_bytes_);
        if (spoils_) copy_ = calls<Real>::allocate(input_bytes_);
        from_ = p.in_place() ? output_ : spoils_ ? copy_ : input_;
        if (input_ && output_ && from_) plan_ = calls<Real>::make(p, from_, output_);
        if (plan_) return;
        release();
        throw refusal(status::failed, "FFTW made no plan or ran out of memory");
    }
    ~fftw_execution() override { release(); }
    void upload(const void* data) override { std::memcpy(input_, data, input_bytes_); }
    void poison() override { std::memset(output_, 0xff, output_bytes_); }
    void refill() override { std::memcpy(from_, input_, input_bytes_); }
    void download(void* data) override { std::memcpy(data, output_, output_bytes_); }
    void run(unsigned n) override {
        for (unsigned k = 0; k < n; ++k) calls<Real>::execute(plan_);
    }
    /// FFTW cannot preserve the input of a c2r of several axes, and preserving it slows down one of a single axis.
    bool spoils_input() const override { return spoils_; }

  private:
    void release() {
        if (plan_) calls<Real>::destroy(plan_);
        calls<Real>::release(input_);
        calls<Real>::release(output_);
        calls<Real>::release(copy_);
    }
    std::size_t input_bytes_, output_bytes_;
    bool spoils_;
    void *input_ = nullptr, *output_ = nullptr, *copy_ = nullptr, *from_ = nullptr;
    typename calls<Real>::plan plan_ = nullptr;
};

class fftw_adapter : public adapter {
  public:
    std::string name() const override { return "fftw3"; }
    std::string version() const override { return fftw_version; }
    location where() const override {
        return {host_name(), "host", std::to_string(harness::thread_count()) + " threads", "none"};
    }
    std::unique_ptr<execution> prepare(const problem& p) override {
        const std::size_t spare = memory_to_spare();
        if (spare && 2 * p.traffic() > spare) throw refusal(status::too_large, "larger than the host's memory");
        if (p.is_double()) return std::make_unique<fftw_execution<double>>(p);
        return std::make_unique<fftw_execution<float>>(p);
    }
};

}  // namespace

adapter_ptr make_fftw3() {
    return std::make_unique<fftw_adapter>();
}

}  // namespace bench

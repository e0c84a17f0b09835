// FFTW3 on the host's threads, planned by measuring for at most a few seconds.
#include <cstring>
#include <mutex>

#include <fftw3.h>

#include "adapters/adapters.hpp"
#include "host.hpp"
#include "parallel.hpp"

namespace bench {

namespace {

constexpr double planning_seconds = 3;

template <class Real>
struct calls;

#define STOCKHAM_BENCH_FFTW(REAL, PREFIX)                                                                              \
    template <>                                                                                                        \
    struct calls<REAL> {                                                                                               \
        using complex = PREFIX##_complex;                                                                              \
        using plan = PREFIX##_plan;                                                                                    \
        static complex* allocate(std::size_t n) { return PREFIX##_alloc_complex(n); }                                  \
        static void release(void* p) { PREFIX##_free(p); }                                                             \
        static void execute(plan p) { PREFIX##_execute(p); }                                                           \
        static void destroy(plan p) { PREFIX##_destroy_plan(p); }                                                      \
        static plan make(const problem& p, complex* in, complex* out) {                                                \
            static std::once_flag once;                                                                                \
            std::call_once(once, [] { PREFIX##_init_threads(); });                                                     \
            const std::vector<int> n(p.transform.lengths.begin(), p.transform.lengths.end());                          \
            const int distance = static_cast<int>(p.length());                                                         \
            const bool forward = p.transform.direction == stockham::direction::forward;                                \
            PREFIX##_set_timelimit(planning_seconds);                                                                  \
            PREFIX##_plan_with_nthreads(p.points() < (1U << 13) ? 1 : static_cast<int>(thread_count()));               \
            return PREFIX##_plan_many_dft(static_cast<int>(n.size()), n.data(), static_cast<int>(p.transform.batch),   \
                                          in, nullptr, 1, distance, out, nullptr, 1, distance,                         \
                                          forward ? FFTW_FORWARD : FFTW_BACKWARD, FFTW_MEASURE);                       \
        }                                                                                                              \
    };
STOCKHAM_BENCH_FFTW(float, fftwf)
STOCKHAM_BENCH_FFTW(double, fftw)
#undef STOCKHAM_BENCH_FFTW

template <class Real>
class fftw_execution : public execution {
  public:
    explicit fftw_execution(const problem& p) : bytes_(p.bytes()) {
        input_ = calls<Real>::allocate(p.points());
        output_ = calls<Real>::allocate(p.points());
        if (input_ && output_) plan_ = calls<Real>::make(p, p.in_place() ? output_ : input_, output_);
        if (plan_) return;
        release();
        throw refusal(status::failed, "FFTW made no plan or found no memory");
    }
    ~fftw_execution() override { release(); }
    void upload(const void* data) override { std::memcpy(input_, data, bytes_); }
    void poison() override { std::memset(static_cast<void*>(output_), 0xff, bytes_); }
    void refill() override { std::memcpy(output_, input_, bytes_); }
    void download(void* data) override { std::memcpy(data, output_, bytes_); }
    void run(unsigned n) override {
        for (unsigned k = 0; k < n; ++k) calls<Real>::execute(plan_);
    }

  private:
    void release() {
        if (plan_) calls<Real>::destroy(plan_);
        calls<Real>::release(input_);
        calls<Real>::release(output_);
    }
    std::size_t bytes_;
    typename calls<Real>::complex *input_ = nullptr, *output_ = nullptr;
    typename calls<Real>::plan plan_ = nullptr;
};

class fftw_adapter : public adapter {
  public:
    std::string name() const override { return "fftw3"; }
    std::string version() const override { return fftw_version; }
    location where() const override { return {host_name(), "host", std::to_string(thread_count()) + " threads"}; }
    std::unique_ptr<execution> prepare(const problem& p) override {
        const std::size_t spare = memory_to_spare();
        if (spare && 2 * p.traffic() > spare) throw refusal(status::too_large, "more than the host's memory");
        if (p.is_double()) return std::make_unique<fftw_execution<double>>(p);
        return std::make_unique<fftw_execution<float>>(p);
    }
};

}  // namespace

adapter_ptr make_fftw3() {
    return std::make_unique<fftw_adapter>();
}

}  // namespace bench

// Test doubles for the harness's own tests: a rival with a wrong last element, a slow version of the library itself,
// and one that crashes the process.
#include <csignal>
#include <cstdlib>
#include <cstring>

#include <stockham/version.hpp>

#include "adapters/adapters.hpp"

namespace bench {

namespace {

/// Base class that wraps stockham's execution.
class spoiled_execution : public execution {
  public:
    explicit spoiled_execution(std::unique_ptr<execution> inner) : inner_(std::move(inner)) {}
    void upload(const void* data) override { inner_->upload(data); }
    void poison() override { inner_->poison(); }
    void refill() override { inner_->refill(); }
    void download(void* data) override { inner_->download(data); }
    void run(unsigned n) override { inner_->run(n); }

  protected:
    execution& inner() { return *inner_; }

  private:
    std::unique_ptr<execution> inner_;
};

/// Negates the last number of the output.
class wrong_execution : public spoiled_execution {
  public:
    wrong_execution(std::unique_ptr<execution> inner, const problem& p)
        : spoiled_execution(std::move(inner)), problem_(p) {}
    void download(void* data) override {
        spoiled_execution::download(data);
        const side s = problem_.output();
        const std::size_t last = s.all_numbers() - s.padding() - 1;
        if (problem_.is_double())
            static_cast<double*>(data)[last] *= -1;
        else
            static_cast<float*>(data)[last] *= -1;
    }

  private:
    problem problem_;
};

/// Repeats every execution `times` times. Only out of place, where that does not change the result.
class slow_execution : public spoiled_execution {
  public:
    slow_execution(std::unique_ptr<execution> inner, unsigned times)
        : spoiled_execution(std::move(inner)), times_(times) {}
    void run(unsigned n) override { spoiled_execution::run(n * times_); }

  private:
    unsigned times_;
};

class crashing_execution : public spoiled_execution {
  public:
    using spoiled_execution::spoiled_execution;
    void run(unsigned) override { std::raise(SIGKILL); }
};

/// The factor by which planted-slow is slower: STOCKHAM_BENCH_PLANTED_SLOWDOWN, 2 by default.
unsigned planted_slowdown() {
    const char* text = std::getenv("STOCKHAM_BENCH_PLANTED_SLOWDOWN");
    const long times = text ? std::strtol(text, nullptr, 10) : 2;
    return times >= 1 && times <= 100 ? static_cast<unsigned>(times) : 2;
}

class planted_adapter : public adapter {
  public:
    enum class kind { wrong, slow, crash };
    planted_adapter(opencl_target& target, kind what) : target_(&target), inner_(make_stockham(target)), what_(what) {}
    std::string name() const override {
        return what_ == kind::wrong ? "planted-wrong" : what_ == kind::crash ? "planted-crash" : inner_->name();
    }
    std::string version() const override { return stockham::version(); }
    location where() const override { return target_->where(); }
    std::unique_ptr<execution> prepare(const problem& p) override {
        if (what_ == kind::slow && p.in_place())
            throw refusal(status::unsupported, "planted-slow runs only out of place");
        auto sound = inner_->prepare(p);
        if (what_ == kind::wrong) return std::make_unique<wrong_execution>(std::move(sound), p);
        if (what_ == kind::crash) return std::make_unique<crashing_execution>(std::move(sound));
        return std::make_unique<slow_execution>(std::move(sound), planted_slowdown());
    }

  private:
    opencl_target* target_;
    adapter_ptr inner_;
    kind what_;
};

}  // namespace

adapter_ptr make_planted_wrong(opencl_target& target) {
    return std::make_unique<planted_adapter>(target, planted_adapter::kind::wrong);
}
adapter_ptr make_planted_slow(opencl_target& target) {
    return std::make_unique<planted_adapter>(target, planted_adapter::kind::slow);
}
adapter_ptr make_planted_crash(opencl_target& target) {
    return std::make_unique<planted_adapter>(target, planted_adapter::kind::crash);
}

}  // namespace bench

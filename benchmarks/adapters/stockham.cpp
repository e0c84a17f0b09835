// The library itself.
#include <optional>

#include <stockham/stockham.hpp>

#include "adapters/adapters.hpp"

namespace bench {

namespace {

class stockham_execution : public opencl_execution {
  public:
    stockham_execution(opencl_target& target, const problem& p)
        : opencl_execution(target, p), plan_(target.context(), target.device(), p.transform) {
        if (plan_.workspace_size()) workspace_.emplace(target.context(), plan_.workspace_size());
    }
    std::optional<std::size_t> passes() const override { return plan_.launches(); }
    std::optional<std::size_t> workspace_bytes() const override { return plan_.workspace_size(); }

  protected:
    void enqueue(cl_command_queue queue) override {
        const cl_mem from = in_place() ? output() : input(), to = in_place() ? nullptr : output();
        plan_.execute(queue, from, to, workspace_ ? workspace_->get() : nullptr);
    }

  private:
    stockham::plan plan_;
    std::optional<opencl_buffer> workspace_;
};

class stockham_adapter : public adapter {
  public:
    explicit stockham_adapter(opencl_target& target) : target_(&target) {}
    std::string name() const override { return "stockham"; }
    std::string version() const override { return stockham::version(); }
    location where() const override { return target_->where(); }
    std::unique_ptr<execution> prepare(const problem& p) override {
        try {
            check(p.transform);
            return std::make_unique<stockham_execution>(*target_, p);
        } catch (const stockham::unsupported_error& e) {
            throw refusal(status::unsupported, e.what());
        } catch (const stockham::opencl_error& e) {
            const bool memory = e.code() == CL_MEM_OBJECT_ALLOCATION_FAILURE || e.code() == CL_INVALID_BUFFER_SIZE;
            throw refusal(memory ? status::too_large : status::failed, e.what());
        } catch (const stockham::error& e) {
            throw refusal(status::failed, e.what());
        }
    }

  private:
    opencl_target* target_;
};

}  // namespace

adapter_ptr make_stockham(opencl_target& target) {
    return std::make_unique<stockham_adapter>(target);
}

}  // namespace bench

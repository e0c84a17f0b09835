// Compiles many kernels in parallel.
#include "compiler.hpp"

#include <mutex>
#include <stdexcept>

#include <fmt/format.h>

#include "tools/harness/parallel.hpp"
#include "tools/harness/progress.hpp"

namespace bench {

std::vector<kernel_usage> compile_all(kernel_compiler& compiler, const std::vector<planned_kernel>& kernels) {
    std::vector<kernel_usage> usages(kernels.size());
    stockham::harness::progress_bar bar(kernels.size(), true, [](std::size_t done, std::size_t total, double) {
        return fmt::format("{}  {} of {} kernels compiled", stockham::harness::bar_text(done, total), done, total);
    });
    std::mutex mutex;
    std::size_t done = 0;
    stockham::harness::parallel_each(kernels.size(), [&](std::size_t k) {
        try {
            usages[k] = compiler.compile(kernels[k].launch);
        } catch (const std::exception& e) {
            throw std::runtime_error(kernels[k].where + ": " + e.what());
        }
        const std::lock_guard lock(mutex);
        bar.show(++done);
    });
    return usages;
}

}  // namespace bench

// Threads and queues: several threads use one plan, each with its own queue and workspace; events order two queues.
#include <algorithm>
#include <complex>
#include <cstdio>
#include <exception>
#include <thread>
#include <vector>

#include "setup.hpp"

using element = std::complex<float>;

namespace {

constexpr std::size_t n = 512, batch = 16;

bool threads_agree(const setup& cl, const stockham::plan& plan, const std::vector<element>& lines) {
    std::vector<std::vector<element>> results(3);
    std::vector<std::exception_ptr> failures(3);
    const auto work = [&](std::size_t number) {
        try {
            setup mine = cl;               // shares context and device
            mine.queue = cl.make_queue();  // each thread has its own queue, buffers and workspace
            const stockham::owned_buffer in = mine.upload(lines), out = mine.make_buffer(n * batch * sizeof(element));
            stockham::owned_buffer workspace;
            if (plan.workspace_size() > 0) workspace = mine.make_buffer(plan.workspace_size());
            wait(enqueue(plan, mine.queue.get(), {in.get(), out.get(), workspace.get()}));
            results[number] = mine.download<element>(out, n * batch);
        } catch (...) {
            failures[number] = std::current_exception();  // an exception must not leave a thread
        }
    };
    std::vector<std::thread> threads;
    for (std::size_t number = 0; number < results.size(); ++number) threads.emplace_back(work, number);
    for (std::thread& each : threads) each.join();
    for (const std::exception_ptr& failure : failures) {
        if (failure) std::rethrow_exception(failure);
    }
    return results[0] == results[1] && results[1] == results[2] && results[0] != lines;
}

bool queues_agree(const setup& cl, const stockham::plan& plan, const std::vector<element>& lines) {
    const stockham::owned_buffer in = cl.upload(lines), middle = cl.make_buffer(n * batch * sizeof(element));
    const stockham::owned_buffer out = cl.make_buffer(n * batch * sizeof(element));
    const stockham::owned_queue first = cl.make_queue(), second = cl.make_queue();
    const stockham::event transformed = enqueue(plan, first.get(), {in.get(), middle.get()});
    clFlush(first.get());  // submits the command that the other queue waits for
    wait(enqueue(plan, second.get(), {middle.get(), out.get()}, {transformed}));
    // Two forward transforms give the reversed signal times n.
    const std::vector<element> twice = cl.download<element>(out, n * batch);
    float worst = 0;
    for (std::size_t i = 0; i < n; ++i) {
        worst = std::max(worst, std::abs(twice[i] / static_cast<float>(n) - lines[(n - i) % n]));
    }
    return worst < 1e-4F;
}

}  // namespace

int main() try {
    const setup cl;
    const stockham::session session(cl.context.get());  // keeps compiled kernels alive, even without a plan
    stockham::transform what;
    what.lengths = {n};
    what.batch = batch;
    const stockham::plan plan(cl.context.get(), cl.device, what);
    std::vector<element> lines(n * batch);
    for (std::size_t i = 0; i < lines.size(); ++i) lines[i] = {static_cast<float>(i % 19), static_cast<float>(i % 5)};

    const bool threads = threads_agree(cl, plan, lines), queues = queues_agree(cl, plan, lines);
    std::printf("threads %s, queues %s\n", threads ? "agree" : "differ", queues ? "agree" : "differ");
    return threads && queues ? 0 : 1;
} catch (const std::exception& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    return 1;
}

// Shared by the examples of the guide: a device, a context, a queue, and copies to and from the device.
#pragma once

#include <cstddef>
#include <vector>

#include <stockham/stockham.hpp>

struct setup {
    cl_device_id device = stockham::choose_device();  // the device named by STOCKHAM_DEVICE, else the fastest
    stockham::owned_context context{clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr)};
    stockham::owned_queue queue = make_queue();  // in order: its commands need no events

    stockham::owned_queue make_queue() const {
        return stockham::owned_queue(clCreateCommandQueue(context.get(), device, 0, nullptr));
    }

    stockham::owned_buffer make_buffer(std::size_t bytes) const {
        return stockham::owned_buffer(clCreateBuffer(context.get(), CL_MEM_READ_WRITE, bytes, nullptr, nullptr));
    }

    template <class T>
    stockham::owned_buffer upload(const std::vector<T>& data) const {
        stockham::owned_buffer buffer = make_buffer(data.size() * sizeof(T));
        clEnqueueWriteBuffer(queue.get(), buffer.get(), CL_TRUE, 0, data.size() * sizeof(T), data.data(), 0, nullptr,
                             nullptr);
        return buffer;
    }

    /// The first `count` elements, after all commands on the queue.
    template <class T>
    std::vector<T> download(const stockham::owned_buffer& buffer, std::size_t count) const {
        std::vector<T> data(count);
        clEnqueueReadBuffer(queue.get(), buffer.get(), CL_TRUE, 0, count * sizeof(T), data.data(), 0, nullptr, nullptr);
        return data;
    }
};

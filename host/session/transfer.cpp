// The way of data between host and device. Devices that share the host's memory have their buffers mapped. To others,
// blocks of pinned memory are filled, emptied and moved in turn.
#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include <stockham/error.hpp>

#include "session/session_state.hpp"

namespace stockham {

using namespace internal;

mapped::mapped(buffer_pool& buffers, cl_command_queue queue, cl_mem buffer, cl_map_flags flags, std::size_t offset,
               std::size_t bytes)
    : buffers_(buffers), queue_(queue), buffer_(buffer) {
    data_ = buffers.with_room([&] {
        cl_int code = CL_SUCCESS;
        void* const data = clEnqueueMapBuffer(queue, buffer, CL_TRUE, flags, offset, bytes, 0, nullptr, nullptr, &code);
        check_cl(code, "clEnqueueMapBuffer");
        return data;
    });
}

mapped::~mapped() {
    if (data_) clEnqueueUnmapMemObject(queue_, buffer_, data_, 0, nullptr, nullptr);
}

void mapped::unmap() {
    buffers_.with_room([this] {
        check_cl(clEnqueueUnmapMemObject(queue_, buffer_, data_, 0, nullptr, nullptr), "clEnqueueUnmapMemObject");
    });
    data_ = nullptr;
}

namespace {

/// Shorter arrays would wait longer for the threads than for the link.
constexpr std::size_t worth_blocks = std::size_t{1} << 18;

void* moved(void* address, std::size_t bytes) {
    return static_cast<std::byte*>(address) + bytes;
}

const void* moved(const void* address, std::size_t bytes) {
    return static_cast<const std::byte*>(address) + bytes;
}

/// Enqueues a copy to device memory.
void enqueue_upload(session::state& s, const device_memory& to, std::size_t offset, const void* from, std::size_t bytes,
                    bool wait, cl_event* done) {
    s.buffers->with_room([&] {
        if (to.address())
            return s.addresses.copy(s.context.get(), s.queue(), wait, address_space::side::to,
                                    moved(to.address(), offset), from, bytes, done);
        check_cl(clEnqueueWriteBuffer(s.queue(), to.buffer(), wait, offset, bytes, from, 0, nullptr, done),
                 "clEnqueueWriteBuffer");
    });
}

void enqueue_download(session::state& s, const device_memory& from, std::size_t offset, void* to, std::size_t bytes,
                      bool wait, cl_event* done) {
    s.buffers->with_room([&] {
        if (from.address())
            return s.addresses.copy(s.context.get(), s.queue(), wait, address_space::side::from, to,
                                    moved(from.address(), offset), bytes, done);
        check_cl(clEnqueueReadBuffer(s.queue(), from.buffer(), wait, offset, bytes, to, 0, nullptr, done),
                 "clEnqueueReadBuffer");
    });
}

/// Starts a copy from or to a block and keeps the block until it has ended.
template <class Enqueue>
void start(pinned_block& block, cl_command_queue queue, const Enqueue& enqueue) {
    cl_event done = nullptr;
    enqueue(&done);
    block.used_by(event_object(done));
    check_cl(clFlush(queue), "clFlush");
}

/// A block lent for one transfer. Its destructor does not wait: the pool does, before the next use.
class lent_block {
  public:
    explicit lent_block(pinned_pool& pool) : pool_(&pool), block_(pool.take(transfer_block)) {}
    ~lent_block() {
        if (block_) pool_->give_back(std::move(block_));
    }
    lent_block(lent_block&&) noexcept = default;
    lent_block& operator=(lent_block&&) = delete;
    pinned_block& operator*() const { return *block_; }

  private:
    pinned_pool* pool_;
    std::unique_ptr<pinned_block> block_;
};

/// Blocks that are used in turn, lent when they are first needed.
class block_ring {
  public:
    explicit block_ring(pinned_pool& pool) : pool_(pool) { blocks_.reserve(transfer_blocks); }
    /// The block of this turn, when the last command that uses it has ended.
    pinned_block& operator[](std::size_t turn) {
        const std::size_t which = turn % transfer_blocks;
        if (which == blocks_.size()) blocks_.emplace_back(pool_);
        pinned_block& block = *blocks_[which];
        block.wait();
        return block;
    }

  private:
    pinned_pool& pool_;
    std::vector<lent_block> blocks_;
};

void upload_in_blocks(session::state& s, const device_memory& to, std::size_t offset, std::size_t bytes,
                      const host_source& read) {
    block_ring blocks(s.pinned());
    const cl_command_queue queue = s.queue();
    for (std::size_t first = 0, turn = 0; first < bytes; first += transfer_block, ++turn) {
        const std::size_t count = std::min(transfer_block, bytes - first);
        pinned_block& block = blocks[turn];
        read(first, count, block.data());
        start(block, queue,
              [&](cl_event* done) { enqueue_upload(s, to, offset + first, block.data(), count, false, done); });
    }
}

void download_in_blocks(session::state& s, const device_memory& from, std::size_t offset, std::size_t bytes,
                        const host_sink& write) {
    block_ring blocks(s.pinned());
    const cl_command_queue queue = s.queue();
    std::size_t asked = 0;
    const auto ask = [&](std::size_t turn) {
        if (asked >= bytes) return;
        pinned_block& block = blocks[turn];
        const std::size_t count = std::min(transfer_block, bytes - asked);
        start(block, queue,
              [&](cl_event* done) { enqueue_download(s, from, offset + asked, block.data(), count, false, done); });
        asked += count;
    };
    for (std::size_t turn = 0; turn < transfer_blocks; ++turn) ask(turn);
    for (std::size_t first = 0, turn = 0; first < bytes; first += transfer_block, ++turn) {
        write(first, std::min(transfer_block, bytes - first), blocks[turn].data());
        ask(turn + transfer_blocks);
    }
}

/// A function that reads or writes the rows of a box, for bytes of the packed box that are whole or partial rows.
/// Calls f(place in the array, place in the part, bytes).
template <class Function>
void for_each_run(const strided_box& box, std::size_t first, std::size_t bytes, const Function& f) {
    for (std::size_t done = 0; done < bytes;) {
        const std::size_t at = first + done, within = at % box.row_bytes;
        std::size_t row = at / box.row_bytes, place = within;
        for (std::size_t axis = box.counts.size(); axis-- > 0; row /= box.counts[axis])
            place += row % box.counts[axis] * box.pitches[axis];
        const std::size_t run = std::min(box.row_bytes - within, bytes - done);
        f(place, done, run);
        done += run;
    }
}

}  // namespace

std::size_t strided_box::bytes() const noexcept {
    std::size_t product = row_bytes;
    for (const std::size_t n : counts) product *= n;
    return product;
}

void session::in_parts(std::size_t items, std::size_t item_bytes,
                       const std::function<void(std::size_t first, std::size_t count)>& body) const {
    state_->copies->in_parts(items, item_bytes, body);
}

void session::copy(void* to, const void* from, std::size_t bytes, bool to_upload) const {
    state_->copies->copy(to, from, bytes, to_upload);
}

void upload(session::state& s, const device_memory& to, std::size_t bytes, const host_input& from, std::size_t offset,
            bool may_change) {
    if (!bytes) return;
    const cl_command_queue queue = s.queue();
    if (s.shares_host_memory && to.buffer() && (from.read || bytes >= worth_blocks)) {
        mapped block(*s.buffers, queue, to.buffer(), CL_MAP_WRITE, offset, bytes);
        if (from.read)
            from.read(0, bytes, block.data());
        else
            s.copies->copy(block.data(), from.array, bytes, true);
        return block.unmap();
    }
    if (from.read) return upload_in_blocks(s, to, offset, bytes, from.read);
    if (bytes < worth_blocks || s.shares_host_memory || s.pinned().contains(from.array, bytes)) {
        enqueue_upload(s, to, offset, from.array, bytes, may_change, nullptr);
        return;
    }
    upload_in_blocks(s, to, offset, bytes, [&](std::size_t first, std::size_t count, void* block) {
        s.copies->copy(block, moved(from.array, first), count, true);
    });
}

void session::upload(const device_memory& to, std::size_t bytes, const host_input& from, std::size_t offset) const {
    stockham::upload(*state_, to, bytes, from, offset, true);
}

void session::download(const device_memory& from, std::size_t bytes, const host_output& to, std::size_t offset) const {
    if (!bytes) return;
    auto& s = *state_;
    const cl_command_queue queue = s.queue();
    if (s.shares_host_memory && from.buffer() && (to.write || bytes >= worth_blocks)) {
        mapped block(*s.buffers, queue, from.buffer(), CL_MAP_READ, offset, bytes);
        if (to.write)
            to.write(0, bytes, block.data());
        else
            copy(to.array, block.data(), bytes, false);
        return block.unmap();
    }
    if (to.write) return download_in_blocks(s, from, offset, bytes, to.write);
    if (bytes < worth_blocks || s.shares_host_memory || s.pinned().contains(to.array, bytes)) {
        enqueue_download(s, from, offset, to.array, bytes, true, nullptr);
        return;
    }
    download_in_blocks(s, from, offset, bytes, [&](std::size_t first, std::size_t count, const void* block) {
        copy(moved(to.array, first), block, count, false);
    });
}

void session::upload(const device_memory& to, const strided_box& box, const void* from, std::size_t offset) const {
    upload(to, box.bytes(), host_source([&](std::size_t first, std::size_t bytes, void* block) {
               for_each_run(box, first, bytes, [&](std::size_t place, std::size_t done, std::size_t run) {
                   std::memcpy(moved(block, done), moved(from, place), run);
               });
           }),
           offset);
}

void session::download(const device_memory& from, const strided_box& box, void* to, std::size_t offset) const {
    download(from, box.bytes(), host_sink([&](std::size_t first, std::size_t bytes, const void* block) {
                 for_each_run(box, first, bytes, [&](std::size_t place, std::size_t done, std::size_t run) {
                     std::memcpy(moved(to, place), moved(block, done), run);
                 });
             }),
             offset);
}

void session::finish() const {
    check_cl(clFinish(state_->queue()), "clFinish");
}

}  // namespace stockham

// The bytes of a picture file.
#include "format/file_bytes.hpp"

#include <algorithm>
#include <cstring>

#include "input.hpp"

namespace stockham::tools {

namespace {

// A window of the file answers small reads, such as those of headers.
constexpr std::size_t window_bytes = std::size_t{1} << 16, most_small_bytes = std::size_t{1} << 12;

}  // namespace

struct file_bytes::state {
    std::shared_ptr<const byte_source> source;  // null: `whole` has all bytes
    std::vector<std::uint8_t> whole, window;
    std::size_t window_at = 0, first = 0;
};

file_bytes::file_bytes(std::vector<std::uint8_t> bytes) : state_(std::make_shared<state>()), size_(bytes.size()) {
    state_->whole = std::move(bytes);
}

file_bytes::file_bytes(std::shared_ptr<const byte_source> source) : file_bytes(source, 0, source->size()) {}

file_bytes::file_bytes(std::shared_ptr<const byte_source> source, std::size_t first, std::size_t size)
    : state_(std::make_shared<state>()), size_(size) {
    state_->source = std::move(source);
    state_->first = first;
}

std::string file_bytes::path() const {
    return state_->source && state_->source->size() == size_ ? state_->source->path() : std::string();
}

bool file_bytes::has_changed() const {
    return state_->source && state_->source->has_changed();
}

void file_bytes::read_at(std::size_t offset, void* to, std::size_t bytes) const {
    if (bytes == 0) return;
    auto& [source, whole, window, window_at, first] = *state_;
    if (!source || !whole.empty()) {
        std::memcpy(to, whole.data() + offset, bytes);
        return;
    }
    if (bytes > most_small_bytes) return source->read_at(first + offset, to, bytes);
    if (offset < window_at || offset + bytes > window_at + window.size()) {
        std::vector<std::uint8_t> next(std::min(window_bytes, size_ - offset));
        source->read_at(first + offset, next.data(), next.size());
        window = std::move(next);
        window_at = offset;
    }
    std::memcpy(to, window.data() + (offset - window_at), bytes);
}

std::vector<std::uint8_t> file_bytes::part(std::size_t offset, std::size_t bytes) const {
    std::vector<std::uint8_t> part(bytes);
    read_at(offset, part.data(), bytes);
    return part;
}

const std::vector<std::uint8_t>& file_bytes::whole() const {
    auto& [source, whole, window, window_at, first] = *state_;
    if (source && whole.empty() && size_ > 0) {
        std::vector<std::uint8_t> all(size_);
        source->read_at(first, all.data(), size_);
        whole = std::move(all);
    }
    return whole;
}

}  // namespace stockham::tools

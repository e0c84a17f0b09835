// Fuzz target for wisdom files: they are read, written and read again.
#include <string_view>

#include <stockham/wisdom.hpp>

#include "text_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        stockham::wisdom read, again;
        read.merge_text({reinterpret_cast<const char*>(data), size});
        const auto text = read.text();
        again.merge_text(text);
        must_be_equal(text, again.text());
        for (const auto& entry : read.entries()) stockham::wisdom::is_current(entry);
    } catch (const stockham::error&) {
    }
    return 0;
}

// Amounts of memory and shapes.
#include "bytes.hpp"
#include "support.hpp"

using namespace stockham::tools;

BOOST_AUTO_TEST_SUITE(texts)

BOOST_AUTO_TEST_CASE(amounts_are_read) {
    BOOST_TEST(*stockham::internal::read_bytes("4096") == 4096u);
    BOOST_TEST(*stockham::internal::read_bytes("2k") == 2048u);
    BOOST_TEST(*stockham::internal::read_bytes("1.5G") == 3u << 29);
    BOOST_TEST(*stockham::internal::read_bytes("64MiB") == 64u << 20);
    BOOST_TEST(*stockham::internal::read_bytes("64MB") == 64u << 20);
    BOOST_TEST(*stockham::internal::read_bytes("1T") == std::size_t{1} << 40);
    for (const char* bad : {"", "0", "-1", "G", "1X", "1GG", "1e400", "nan", "0.1", " 1", "99999999T", "0x10", "1e",
                            "1e3", "1.2.3", ".", "1 ", "1,5"})
        BOOST_TEST(!stockham::internal::read_bytes(bad), bad);
}

BOOST_AUTO_TEST_CASE(amounts_are_written) {
    BOOST_TEST(bytes_text(17) == "17 bytes");
    BOOST_TEST(bytes_text(64 << 20) == "64 MiB");
    BOOST_TEST(bytes_text(3u << 29) == "1.5 GiB");
    BOOST_TEST(shape_text({2, 3}) == "2x3");
}

BOOST_AUTO_TEST_CASE(products_do_not_overflow) {
    BOOST_TEST((product({3, 4, 5}) == std::optional<std::size_t>(60)));
    BOOST_TEST(!product({std::size_t{1} << 40, std::size_t{1} << 40}).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

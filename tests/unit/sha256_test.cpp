// SHA-256 against the examples of FIPS 180-4 and against another implementation, at every length around its blocks.
#include <boost/test/unit_test.hpp>

#include "base/sha256.hpp"

BOOST_AUTO_TEST_SUITE(sha256_test)

using stockham::internal::hex;
using stockham::internal::sha256;

namespace {

std::string digest_of(std::string_view bytes) {
    return hex(sha256().add(bytes).digest());
}

/// `length` bytes that differ along the text and from length to length.
std::string pattern(unsigned length) {
    std::string bytes;
    for (unsigned i = 0; i < length; ++i) bytes += static_cast<char>((7 * i + length) & 0xff);
    return bytes;
}

}  // namespace

BOOST_AUTO_TEST_CASE(examples_of_the_standard) {
    BOOST_TEST(digest_of("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    BOOST_TEST(digest_of("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    BOOST_TEST(digest_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
               "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    BOOST_TEST(digest_of("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                         "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu") ==
               "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
    BOOST_TEST(digest_of(std::string(1000000, 'a')) ==
               "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// Padding changes at 55, 56, 63, 64 and again one block later. The Python code of the expected digest:
//     b = lambda n: bytes((7 * i + n) & 255 for i in range(n))
//     sha256(b"".join(sha256(b(n)).digest() for n in range(131))).hexdigest()
BOOST_AUTO_TEST_CASE(every_length_to_two_blocks) {
    std::string digests;
    for (unsigned length = 0; length <= 130; ++length) digests += sha256().add(pattern(length)).digest();
    BOOST_TEST(digests.size() == 131U * 32U);
    BOOST_TEST(digest_of(digests) == "969b9f993f9c27e8424a46288c5b7999eee502a7befa92cad6cfef1034d76c51");
}

BOOST_AUTO_TEST_CASE(pieces_count_as_one_text) {
    const auto text = pattern(200);
    const auto whole = digest_of(text);
    for (std::size_t first = 0; first <= text.size(); ++first)
        for (std::size_t second = first; second <= text.size(); second += 13) {
            const std::string_view view = text;
            sha256 hash;
            hash.add(view.substr(0, first)).add(view.substr(first, second - first)).add(view.substr(second));
            BOOST_TEST(hex(hash.digest()) == whole, "cut at " << first << " and " << second);
        }
}

BOOST_AUTO_TEST_CASE(a_digest_ends_nothing) {
    sha256 hash;
    hash.add("a");
    BOOST_TEST(hash.digest() == hash.digest());
    hash.add("bc");
    BOOST_TEST(hex(hash.digest()) == digest_of("abc"));
}

BOOST_AUTO_TEST_CASE(hex_digits) {
    BOOST_TEST(hex(std::string_view("\x00\x7f\x80\xff\x09", 5)) == "007f80ff09");
    BOOST_TEST(hex("").empty());
}

BOOST_AUTO_TEST_SUITE_END()

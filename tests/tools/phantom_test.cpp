// The picture of the phantom and its closed-form transform agree, without an FFT.
#include "image/phantom.hpp"
#include "support.hpp"

using namespace stockham::tools;
using namespace stockham::tools::test;

BOOST_AUTO_TEST_SUITE(phantoms)

BOOST_AUTO_TEST_CASE(the_picture_has_the_values_of_the_literature) {
    const real_plane p = phantom_picture(256, 1);
    const auto at = [&](std::size_t x, std::size_t y) { return p.values[y * 256 + x]; };
    BOOST_TEST(at(0, 0) == 0.0f);
    BOOST_TEST(at(128, 12) == 1.0f);                                        // the top of the skull
    BOOST_TEST(at(128, 200) == 0.2f, boost::test_tools::tolerance(1e-5f));  // the brain
    BOOST_TEST(at(128, 70) == 0.3f, boost::test_tools::tolerance(1e-5f));   // the large grey ellipse, above the middle
    BOOST_TEST(std::abs(at(100, 128)) < 1e-6f);                             // a ventricle
}

BOOST_AUTO_TEST_CASE(the_zero_frequency_is_the_sum_of_the_pixels) {
    const std::size_t n = 256;
    double sum = 0;
    for (const float v : phantom_picture(n, 4).values) sum += v;
    const std::complex<float> zero = phantom_k_space(n, 2).values[0];
    BOOST_TEST(std::abs(std::complex<double>(zero) - sum) < 2e-4 * std::abs(sum));
}

BOOST_AUTO_TEST_CASE(k_space_rebuilds_the_picture) {
    const std::size_t n = 256;
    const plane k_space = phantom_k_space(n, phantom_blur);
    std::vector<std::complex<double>> values(k_space.values.begin(), k_space.values.end());
    values = plain_dft(values, {n, n}, {0, 1}, 1);
    plane rebuilt(n, n);
    for (std::size_t i = 0; i < values.size(); ++i)
        rebuilt.values[i] = std::complex<float>(values[i] / static_cast<double>(n * n));
    const phantom_comparison c = compare_with_phantom(rebuilt, phantom_margin);
    BOOST_TEST_MESSAGE("relative error " << c.relative_error << " over " << c.share);
    BOOST_TEST(c.relative_error < phantom_bound);
    BOOST_TEST(c.share > 0.2);
    // A wrong transform is found: upside down, or one pixel off.
    plane wrong = rebuilt;
    std::reverse(wrong.values.begin(), wrong.values.end());
    BOOST_TEST(compare_with_phantom(wrong, phantom_margin).relative_error > 0.01);
    wrong = rebuilt;
    for (auto& v : wrong.values) v *= 1.00001f;
    BOOST_TEST(compare_with_phantom(wrong, phantom_margin).relative_error > phantom_bound);
}

BOOST_AUTO_TEST_CASE(names_of_phantoms_are_read) {
    BOOST_TEST(phantom_size("phantom") == default_phantom_size);
    BOOST_TEST(phantom_size("phantom:64") == 64u);
    BOOST_TEST(phantom_size("phantom.png") == 0u);
    BOOST_TEST(phantom_size("./phantom") == 0u);
    for (const char* bad : {"phantom:", "phantom:0", "phantom:x", "phantom:-1", "phantom:99999", "phantom:9999999999"})
        BOOST_CHECK_THROW(phantom_size(bad), usage_error);
}

BOOST_AUTO_TEST_SUITE_END()

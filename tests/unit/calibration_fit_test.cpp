// The fit of stockham calibrate for GPUs, on recorded times of plans: predictions of plans that were not fitted, and
// numbers that do not depend on a few outliers.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <fstream>
#include <iterator>
#include <sstream>

#include <stockham/stockham.hpp>

#include "base/text_streams.hpp"
#include "calibration/fit.hpp"
#include "families/table.hpp"
#include "plan/plan_string.hpp"
#include "profile/known_profiles.hpp"
#include "support/folders.hpp"

BOOST_AUTO_TEST_SUITE(calibration_fit_test)

using stockham::internal::plan_time;
using stockham::internal::profile_data;

namespace {

/// The H100 and the H200 have the same compute units.
const stockham::device_description& described() {
    static const auto device = stockham::named_description("h200");
    return device;
}

/// What `stockham calibrate --show-fit` printed on a GPU.
struct recorded_calibration {
    profile_data profile;
    std::vector<plan_time> plans;
};

/// "PROBLEM  measured us  predicted us  error %  PLAN"
plan_time plan_of(const std::string& line) {
    const auto end = line.find("  "), plan = line.find(" %  ");
    double microseconds = 0;
    stockham::internal::text_reader(line.substr(end)) >> microseconds;
    plan_time made{line.substr(0, end), {}, microseconds * 1e-6};
    made.how =
        stockham::internal::parse_plan_string(line.substr(plan + 4), stockham::internal::default_family(described()));
    return made;
}

recorded_calibration read_calibration(const std::string& device) {
    std::ifstream file(source_folder() + "/benchmarks/results/" + device + "/calibrate.txt");
    std::string line, json;
    std::vector<plan_time> plans;
    while (std::getline(file, line) && line.rfind("fitted to", 0) != 0)
        if (line[0] != '#') json += line + "\n";
    std::getline(file, line);  // titles
    while (std::getline(file, line) && line.rfind("old profile", 0) != 0) plans.push_back(plan_of(line));
    return {*stockham::internal::read_profile(json, device), plans};
}

/// The numbers before the fit: those that copies show, and typical ones.
profile_data unfitted(profile_data p) {
    set_typical(p);
    return p;
}

double mean_error(const std::vector<plan_time>& plans, const profile_data& p) {
    const auto device = with_profile(described(), p);
    double sum = 0;
    for (const auto& m : plans) sum += std::abs(predicted_seconds(m, device) / m.seconds - 1);
    return sum / static_cast<double>(plans.size());
}

/// Plans of every other problem.
std::vector<plan_time> half_of(const std::vector<plan_time>& plans, bool odd) {
    std::vector<plan_time> half;
    std::size_t number = 0;
    for (std::size_t k = 0; k < plans.size(); ++k) {
        if (k && plans[k].problem != plans[k - 1].problem) ++number;
        if ((number % 2 == 1) == odd) half.push_back(plans[k]);
    }
    return half;
}

}  // namespace

BOOST_AUTO_TEST_CASE(plans_that_were_not_fitted) {
    const auto recorded = read_calibration("h100");
    BOOST_REQUIRE(recorded.plans.size() > 100U);
    for (const bool odd : {false, true}) {
        auto p = unfitted(recorded.profile);
        fit_gpu(p, described(), half_of(recorded.plans, odd));
        const auto error = mean_error(half_of(recorded.plans, !odd), p);
        BOOST_TEST_MESSAGE("mean error of the half that was not fitted: " << 100 * error << " %");
        BOOST_TEST(error < 0.12);
    }
}

/// Without a cache, there is no rate of passes in it.
BOOST_AUTO_TEST_CASE(a_device_without_a_cache) {
    const auto recorded = read_calibration("h100");
    auto p = recorded.profile;
    p.cached_bytes = p.in_cache.rate = 0;
    set_typical(p);
    fit_gpu(p, described(), recorded.plans);
    BOOST_TEST(p.in_cache.rate == 0);
    BOOST_TEST(p.launches.gap <= p.launches.every);
    BOOST_TEST(mean_error(recorded.plans, p) > 0);  // and the profile can be read
}

/// The shipped profile of the H100 is the fit to these plans.
BOOST_AUTO_TEST_CASE(the_shipped_profile) {
    const auto recorded = read_calibration("h100");
    auto fitted = unfitted(recorded.profile);
    fit_gpu(fitted, described(), recorded.plans);
    auto h100 = described();
    h100.name = recorded.profile.device;
    const auto shipped = stockham::device_profile::known(h100);
    h100.profile = shipped;
    const auto& p = stockham::internal::profile_of(h100);
    BOOST_TEST(p.device == h100.name);
    const auto fit_error = mean_error(recorded.plans, fitted), shipped_error = mean_error(recorded.plans, p);
    BOOST_TEST_MESSAGE("mean errors " << 100 * fit_error << " %, " << 100 * shipped_error << " %");
    BOOST_TEST(shipped_error < 1.1 * fit_error);
}

BOOST_AUTO_TEST_SUITE_END()

// The statistics of repeated timings: median and quartiles, for the minimum flatters and the mean suffers.
#pragma once

#include <cstddef>
#include <vector>

namespace bench {

struct spread {
    double median = 0, q1 = 0, q3 = 0, min = 0;
    std::size_t samples = 0;
    std::size_t repeats = 0;  ///< executions in each sample

    /// The median's relative uncertainty: the quartiles' distance over the root of the number of samples.
    double uncertainty() const;
};

/// Of at least one sample; quartiles interpolate between neighbours.
spread spread_of(std::vector<double> samples, std::size_t repeats);

double median_of(std::vector<double> samples);

}  // namespace bench

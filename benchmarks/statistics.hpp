// Statistics of repeated timings: median and quartiles, since the minimum is too optimistic and outliers distort the
// mean.
#pragma once

#include <cstddef>
#include <vector>

namespace bench {

struct spread {
    double median = 0, q1 = 0, q3 = 0;
    std::size_t samples = 0;

    /// The median's relative uncertainty: the quartiles' distance over the root of the number of samples.
    double uncertainty() const;
};

/// The spread of at least one sample. Quartiles are interpolated linearly.
spread spread_of(std::vector<double> samples);

double median_of(std::vector<double> samples);

}  // namespace bench

// A filter for pages of one size.
#include "image/page_filter.hpp"

#include "tools/harness/parallel.hpp"

namespace stockham::tools {

template <class T>
page_filter<T>::page_filter(const tools::filter& f, boundary beyond, const picture& page, std::size_t most_kept)
    : filter_(f), down_(periodic_axis(beyond, page.height)), across_(periodic_axis(beyond, page.width)) {
    const std::size_t columns = across_.length / 2 + 1;
    if (columns * down_.length > most_kept) return;
    gains_.resize(columns * down_.length);
    for (std::size_t y = 0; y < down_.length; ++y)
        take_gains(filter_, across_.length, down_.length, y, &gains_[y * columns]);
}

template <class T>
spectral_planes<T> page_filter<T>::operator()(const engine& e, picture& page) const {
    spectral_planes<T> planes(across_.length, down_.length, page.colours());
    frame_planes<T>(
        planes.count(), down_, across_,
        [&](std::size_t plane, std::size_t y, T* line) { take_channel(page, plane, y, line); },
        [&](std::size_t plane, std::size_t y) { return planes.row(plane, y); });
    if (!page.has_alpha()) page.release();
    planes.to_spectra(e);
    // The threads of a folder's files are busy already; those of a large page are not.
    if (gains_.empty())
        harness::parallel_each(planes.height(), [&](std::size_t y) { multiply_row(planes, y); });
    else
        for (std::size_t y = 0; y < planes.height(); ++y) multiply_row(planes, y);
    planes.to_planes(e);
    return planes;
}

template <class T>
void page_filter<T>::multiply_row(spectral_planes<T>& planes, std::size_t y) const {
    std::vector<T> made;
    const T* gains = gains_.data() + y * planes.columns();
    if (gains_.empty()) {
        made.resize(planes.columns());
        take_gains(filter_, across_.length, down_.length, y, made.data());
        gains = made.data();
    }
    for (std::size_t c = 0; c < planes.count(); ++c) {
        std::complex<T>* row = planes.spectrum_row(c, y);
        for (std::size_t x = 0; x < planes.columns(); ++x) row[x] *= gains[x];
    }
}

template class page_filter<float>;
template class page_filter<double>;

}  // namespace stockham::tools

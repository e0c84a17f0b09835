// A picture in memory: rows of integer or floating-point samples.
#include "image/picture.hpp"

#include "format/decode.hpp"

namespace stockham::tools {

namespace {

struct type_facts {
    const char* name;
    std::size_t size;
    double white;
};

const type_facts& facts_of(sample_type type) {
    static const type_facts facts[] = {{"u1", 1, 255}, {"u2", 2, 65535}, {"f4", 4, 1}, {"f8", 8, 1}};
    return facts[static_cast<int>(type)];
}

}  // namespace

const char* name_of(sample_type type) {
    return facts_of(type).name;
}

std::size_t size_of(sample_type type) {
    return facts_of(type).size;
}

double white_of(sample_type type) {
    return facts_of(type).white;
}

double picture::at(std::size_t index) const {
    return with_samples(*this, [&](const auto* samples) { return static_cast<double>(samples[index]); });
}

void picture::set(std::size_t index, double value) {
    with_samples(*this, [&](auto* samples) { samples[index] = static_cast<std::decay_t<decltype(*samples)>>(value); });
}

picture make_picture(const std::string& name, std::size_t width, std::size_t height, unsigned channels,
                     sample_type type, alpha_kind alpha) {
    const picture_claim claim{name, width, height, 0};
    check_pixels(claim, highest_max_pixels);
    picture image = start_picture(claim, channels, type, alpha);
    add_rows(image, height);
    return image;
}

}  // namespace stockham::tools

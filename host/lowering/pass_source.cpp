#include "lowering/pass_source.hpp"

namespace stockham::internal {

using pass_index::pass_numbers;

argument scale_argument(const pass_step& s) {
    return s.precision == precision::f32 ? value_argument(static_cast<float>(s.scale)) : value_argument(s.scale);
}

pass_numbers numbers_of(const pass_step& s, std::uint64_t which) {
    pass_numbers n{};
    n.in_offset = s.in.offset + s.offset_of(which, &iodim::is);
    n.out_offset = s.out.offset + s.offset_of(which, &iodim::os);
    for (std::size_t k = 0; k < LOOP_RANK; ++k) n.loop_n[k] = 1;
    for (std::size_t k = 0; k < s.loops.size(); ++k) {
        n.loop_n[k] = static_cast<std::uint32_t>(s.loops[k].n);
        n.loop_in[k] = s.loops[k].is;
        n.loop_out[k] = s.loops[k].os;
    }
    for (std::size_t g = 0; g < s.guards.size(); ++g) n.guard_extent[g] = s.guards[g].extent;
    for (std::size_t r = 0; r < s.inter_pass_twiddles.size(); ++r) {
        for (std::size_t k = 0; k < LOOP_RANK; ++k)
            n.twiddle_loop[r * LOOP_RANK + k] = s.inter_pass_twiddles[r].loop[k];
    }
    return n;
}

std::string kernel_start(const std::string& work_items, unsigned sub_group) {
    return "kernel __attribute__((reqd_work_group_size(" + work_items + ", 1, 1))) " +
           (sub_group ? "__attribute__((intel_reqd_sub_group_size(" + std::to_string(sub_group) + "))) " : "") +
           "void ";
}

void add_files(kernel_text& text, const pass_text& pass) {
    for (const auto& file : pass.files) {
        const auto head = definitions(file.constants);
        if (file.shared && !text.is_new(file.path + head)) continue;
        text.add_lines(head);
        text.add_file(file.path);
        text.add_lines(undefinitions(file.constants));
    }
}

}  // namespace stockham::internal

// Starts new processes with given wisdom files, and tells how they use them.
#pragma once

#include <cstdlib>
#include <string>

#include <stockham/stockham.hpp>

#include "child.hpp"
#include "message_recorder.hpp"

/// Sets all variables that select a child's wisdom.
inline void set_places(const char* file, const std::string& config, const std::string& home) {
    file ? setenv("STOCKHAM_WISDOM", file, 1) : unsetenv("STOCKHAM_WISDOM");
    config.empty() ? unsetenv("XDG_CONFIG_HOME") : setenv("XDG_CONFIG_HOME", config.c_str(), 1);
    home.empty() ? unsetenv("HOME") : setenv("HOME", home.c_str(), 1);
}

/// Starts a process with these variables and plans the problem in file_of_one() twice. Bit 0 is set if that file gave
/// the plan. The higher bits count the messages.
template <class Setup>
int standard_after(const Setup& setup) {
    child process([&] {
        setup();
        const message_recorder listener;
        const auto h200 = stockham::named_description("h200");
        const auto t = stockham::parse_transform("c2c f32 1048576");
        const auto text = plan_text(t, h200);
        if (text != plan_text(t, h200)) return 90;
        const auto texts = message_recorder::texts();
        for (const auto& said : texts)
            if (said.find("ignored") == said.npos) return 91;
        return static_cast<int>(2 * texts.size()) + (text.find("from wisdom") != text.npos);
    });
    return process.wait();
}

constexpr int unknown = 0, known_there = 1, said_once = 2;

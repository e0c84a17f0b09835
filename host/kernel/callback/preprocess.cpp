// Preprocesses a callback's text as far as possible without the compiler: directives.
#include "kernel/callback/preprocess.hpp"

#include <algorithm>

#include <stockham/error.hpp>

#include "kernel/callback/condition.hpp"
#include "kernel/callback/macros.hpp"

namespace stockham::internal {

namespace {

using line_of_tokens = std::vector<token>;

/// An open #if.
struct conditional {
    std::size_t line = 0;
    bool around = true;     // the enclosing code is compiled
    bool decided = false;   // a branch that is certainly compiled was found
    bool compiled = false;  // the current branch is or may be compiled
    bool left = false;      // left to the compiler
    bool has_else = false;
};

/// Reads a text once, with some macros left to the compiler.
class reader {
  public:
    reader(const std::string& callback, const std::set<std::string>& left)
        : callback_(callback), macros_(callback, left), left_(left) {}

    void give(const std::string& name, const std::string& text) {
        auto line = tokens_of(callback_, "#define " + name + " " + text);
        macros_.define(line);
    }

    void read(const line_of_tokens& all) {
        for (std::size_t k = 0; k < all.size();) {
            const bool directive = is_directive(all[k]);
            auto end = k + 1;
            while (end < all.size() && !(directive ? all[end].begins_line : is_directive(all[end]))) ++end;
            const line_of_tokens part(all.begin() + static_cast<std::ptrdiff_t>(k),
                                      all.begin() + static_cast<std::ptrdiff_t>(end));
            if (directive)
                read_directive(part);
            else if (is_compiled())
                read_code(part);
            k = end;
        }
        if (!open_.empty()) refuse_callback(callback_, open_.back().line, "an #if without an #endif");
    }

    preprocessed_text result() const { return {code_, {}, macros_.names(), left_, contracts_}; }
    std::set<std::string> to_leave() const { return macros_.to_leave(); }

  private:
    static bool is_directive(const token& t) { return t.begins_line && t.text == "#"; }
    bool is_compiled() const { return open_.empty() || open_.back().compiled; }
    bool is_left() const {
        return std::any_of(open_.begin(), open_.end(), [](const conditional& each) { return each.left; });
    }

    void read_code(const line_of_tokens& part) {
        for (auto& t : macros_.expanded(part)) {
            if (t.text == "_Pragma" || t.text == "__pragma")
                refuse_callback(callback_, t.line, t.text + ": write #pragma");
            if (t.text == "#") refuse_callback(callback_, t.line, "a # that begins no directive");
            code_.push_back(t);
        }
    }

    /// Keeps a line for the compiler. Only bodies of macros and loop pragmas contain names at file scope.
    void leave_directive(line_of_tokens line, bool has_names = false) {
        for (auto& t : line) {
            t.directive = true;
            t.keeps_name = t.keeps_name || !has_names;
        }
        code_.insert(code_.end(), line.begin(), line.end());
    }

    void read_directive(const line_of_tokens& line) {
        if (line.size() < 2) return;
        const auto& word = line[1].text;
        if ((word == "elifdef" || word == "elifndef") && !open_.empty() && open_.back().around)
            refuse_callback(callback_, line[1].line, "#" + word + " is not OpenCL C 1.2");
        if (word == "if" || word == "ifdef" || word == "ifndef") {
            open_.push_back({line[1].line, is_compiled()});
            begin_branch(line);
        } else if (word == "elif" || word == "else" || word == "endif") {
            if (open_.empty()) refuse_callback(callback_, line[1].line, "#" + word + " without an #if");
            if (open_.back().has_else && word != "endif")
                refuse_callback(callback_, line[1].line, "#" + word + " after #else");
            word == "endif" ? end_conditional(line) : begin_branch(line);
        } else if (is_compiled()) {
            read_other(line);
        }
    }

    /// Begins the branch of an #if, #elif or #else.
    void begin_branch(const line_of_tokens& line) {
        auto& now = open_.back();
        const auto& word = line[1].text;
        now.has_else = word == "else";
        now.compiled = false;
        if (!now.around || now.decided) return;
        line_of_tokens condition;
        const auto holds = now.has_else ? std::optional<bool>(true) : value_of(line, condition);
        if (holds == false) return;
        now.compiled = true;
        now.decided = holds == true;
        if (now.decided && !now.left) return;
        // A part that only the compiler can decide begins or ends here.
        auto out = line;
        out.resize(2);
        out[1].text = now.decided ? "else" : now.left ? "elif" : "if";
        if (!now.decided) out.insert(out.end(), condition.begin(), condition.end());
        now.left = true;
        leave_directive(std::move(out));
    }

    std::optional<bool> value_of(const line_of_tokens& line, line_of_tokens& condition) {
        const auto& word = line[1].text;
        line_of_tokens written(line.begin() + 2, line.end());
        if (word == "ifdef" || word == "ifndef") {
            if (written.empty() || !is_name(written[0]))
                refuse_callback(callback_, line[1].line, "#" + word + " without a name");
            written.resize(1);
            auto defined = written[0];
            defined.text = word == "ifdef" ? "defined" : "!defined";
            defined.spaced = true;
            if (const auto known = macros_.defines(written[0].text)) return *known == (word == "ifdef");
            condition = {defined, written[0]};
            return {};
        }
        condition = expanded_condition(macros_, written);
        return value_of_condition(macros_, condition);
    }

    void end_conditional(const line_of_tokens& line) {
        if (open_.back().left) leave_directive(line);
        open_.pop_back();
    }

    void read_other(const line_of_tokens& line) {
        const auto& word = line[1].text;
        for (const auto& t : line)
            if (t.text == "_Pragma" || t.text == "__pragma")
                refuse_callback(callback_, t.line, t.text + ": write #pragma");
        if (word == "define" || word == "undef")
            read_definition(line);
        else if (word == "pragma")
            read_pragma(line);
        else if (word == "line")
            leave_directive(with_macros_replaced(line));
        else if (word == "error" || word == "warning" || !is_name(line[1]))
            leave_directive(line);
        else
            refuse_callback(callback_, line[1].line, "#" + word + " is not allowed in callbacks");
    }

    /// A macro that is replaced here is undefined for the compiler, including a predefined macro of the same name.
    void read_definition(const line_of_tokens& line) {
        const bool defines = line[1].text == "define";
        defines ? macros_.define(line) : macros_.undefine(line);
        const auto& name = line[2].text;
        if (is_left()) macros_.leave(name);
        auto out = line;
        if (!defines || !left_.count(name)) {
            out.resize(3);
            out[1].text = "undef";
        }
        keep_names(out);
        leave_directive(std::move(out), true);
    }

    /// Marks a macro's name and parameters: they are not names at file scope.
    static void keep_names(line_of_tokens& line) {
        std::set<std::string> names = {line[2].text};
        if (line.size() > 3 && line[3].text == "(" && !line[3].spaced)
            for (std::size_t k = 4; k < line.size() && line[k].text != ")"; ++k) names.insert(line[k].text);
        for (auto& t : line) t.keeps_name = names.count(t.text) > 0;
    }

    line_of_tokens with_macros_replaced(const line_of_tokens& line) {
        auto out = macros_.expanded({line.begin() + 2, line.end()});
        out.insert(out.begin(), line.begin(), line.begin() + 2);
        return out;
    }

    /// Accepts pragmas for loops and for the whole text.
    void read_pragma(const line_of_tokens& line) {
        const auto word = [&](std::size_t k) { return k < line.size() ? line[k].text : std::string(); };
        const bool loop = word(2) == "unroll" || word(2) == "nounroll" || (word(2) == "clang" && word(3) == "loop");
        const bool contract = word(2) == "OPENCL" && word(3) == "FP_CONTRACT";
        const bool enable =
            word(2) == "OPENCL" && word(3) == "EXTENSION" && word(5) == ":" && word(6) == "enable" && line.size() == 7;
        contracts_ = contracts_ || contract;
        if (!loop && !contract && !enable)
            refuse_callback(
                callback_, line[1].line,
                "this #pragma is not allowed in callbacks; only unroll, nounroll, clang loop, OPENCL FP_CONTRACT and "
                "OPENCL EXTENSION .. : enable are");
        leave_directive(loop ? with_macros_replaced(line) : line, loop);
    }

    std::string callback_;
    macro_table macros_;
    std::set<std::string> left_;
    std::vector<conditional> open_;
    std::vector<token> code_;
    bool contracts_ = false;
};

}  // namespace

preprocessed_text preprocess(const std::string& callback, const std::string& text,
                             const std::vector<std::pair<std::string, std::string>>& given) {
    const auto all = tokens_of(callback, text);
    std::vector<token> first;
    // Each reading may find more macros that must be left to the compiler, so it is repeated until there are no more.
    for (std::set<std::string> left;;) {
        reader r(callback, left);
        try {
            for (const auto& [name, meaning] : given) r.give(name, meaning);
            r.read(all);
        } catch (const callback_error&) {
            // The definition at fault may be one that the compiler skips; the next reading will tell.
            if (r.to_leave() == left) throw;
        }
        auto done = r.result();
        if (left.empty()) first = done.code;
        auto more = r.to_leave();
        if (more == left) {
            done.first_reading = std::move(first);
            return done;
        }
        left = std::move(more);
    }
}

}  // namespace stockham::internal

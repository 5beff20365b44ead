#include "cli/completion.h"

#include <algorithm>
#include <string_view>

namespace callboard::cli {

std::vector<std::string> completion_shells() {
    return {"bash", "zsh", "fish"};
}

std::string completion_script(const CommandSpec& root, const std::string& shell) {
    if (shell == "bash") return bash_completion(root);
    if (shell == "zsh") return zsh_completion(root);
    return fish_completion(root);
}

Candidates candidates_of(const Argument& argument) {
    if (argument.arity == Arity::flag) return Candidates::no_value;
    if (!argument.choices.empty()) return Candidates::choices;
    if (argument.placeholder == "FILE") return Candidates::files;
    if (argument.placeholder == "DIR") return Candidates::directories;
    return Candidates::anything;
}

std::string short_help(const std::string& help) {
    std::string text = help.substr(0, std::min(help.find(';'), help.find(". ")));
    if (text.ends_with('.')) text.pop_back();
    std::erase_if(text, [](char c) { return std::string_view{"`\"\\\n"}.contains(c); });
    constexpr std::string_view kApostrophe = "\xE2\x80\x99";
    for (auto at = text.find('\''); at != std::string::npos; at = text.find('\''))
        text.replace(at, 1, kApostrophe);
    return text;
}

}  // namespace callboard::cli

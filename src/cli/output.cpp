#include "cli/output.h"

#include <cstddef>
#include <cstdio>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/encoding.h"
#include "cli/table.h"
#include "wire/json_writer.h"

namespace callboard::cli {
namespace {

std::size_t terminal_width() {
    constexpr std::size_t kDefaultWidth = 80;
    winsize size{};
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kDefaultWidth;
}

}  // namespace

std::string without_escapes(std::string text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool is_control = (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7f;
        const bool is_c1 =
            byte == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0;
        if (is_control) text[i] = '?';
        if (is_c1) text.replace(i, 2, "?");
    }
    return text;
}

void Output::result(const Fields& fields, const std::string& text) const {
    fmt::print("{}\n", json_ ? to_json(fields) : without_escapes(text));
}

void Output::list(const std::vector<Fields>& items, const std::string& text_if_none) const {
    if (json_) return fmt::print("{}\n", to_json({{"items", items}}));
    const bool for_people = isatty(STDOUT_FILENO) == 1;
    if (items.empty()) return fmt::print(for_people ? stdout : stderr, "{}\n", text_if_none);
    fmt::print("{}",
               without_escapes(for_people ? aligned_table(items, terminal_width()) : tab_separated(items)));
}

void print_json_error(const std::string& message) {
    std::string object;
    wire::JsonWriter json{object};
    json.open_object();
    json.key("error");
    json.open_object();
    json.member("message", readable(message));
    json.close_object();
    json.close_object();
    fmt::print("{}\n", object);
}

}  // namespace callboard::cli

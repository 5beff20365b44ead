// Files of the source tree that are compiled into the program (cmake/embed.cmake).
#pragma once

#include <span>
#include <string_view>

namespace callboard {

struct EmbeddedFile {
    std::string_view name;
    std::string_view text;
};

namespace db {
std::span<const EmbeddedFile> schema_files();  // sorted by name
}

namespace throttle {
std::span<const EmbeddedFile> lua_files();
}

namespace configuration {
std::span<const EmbeddedFile> dictionary_files();  // src/configuration/data
}

namespace pages {
std::span<const EmbeddedFile> web_files();
std::span<const EmbeddedFile> guide_files();    // in the order of the navigation
std::span<const EmbeddedFile> console_files();  // index.html and assets/…; none without CALLBOARD_CONSOLE
}  // namespace pages

namespace mail {
std::span<const EmbeddedFile> template_files();  // src/mail/templates
}

namespace edge {
std::span<const EmbeddedFile> reference_files();  // docs/reference: the texts about operations
}

}  // namespace callboard

// Files of the source tree that are part of the program (cmake/embed.cmake).
#pragma once

#include <span>
#include <string_view>

namespace callboard {

struct EmbeddedFile {
    std::string_view name;
    std::string_view text;
};

namespace db {
std::span<const EmbeddedFile> schema_files();  // in the order of their names
}

namespace throttle {
std::span<const EmbeddedFile> lua_files();
}

namespace configuration {
std::span<const EmbeddedFile> dictionary_files();  // src/configuration/data
}

namespace pages {
std::span<const EmbeddedFile> web_files();
std::span<const EmbeddedFile> guide_files();  // in the order in which they are to be read
}  // namespace pages

namespace edge {
std::span<const EmbeddedFile> reference_files();  // what docs/reference says about the operations
}

}  // namespace callboard

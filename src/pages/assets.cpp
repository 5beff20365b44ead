#include "pages/assets.h"

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/embedded.h"
#include "pages/guides.h"

namespace callboard::pages {
namespace {

// Files with other extensions are templates and are not served.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kTypes{{
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".svg", "image/svg+xml"},
}};

using Assets = std::map<std::string_view, edge::StaticFile, std::less<>>;

Assets assets() {
    Assets all;
    for (const EmbeddedFile& file : web_files()) {
        for (const auto& [ending, type] : kTypes)
            if (file.name.ends_with(ending)) all.try_emplace(file.name, type, std::string{file.text});
    }
    all.try_emplace("guides.json", "application/json", guide_sections());
    return all;
}

}  // namespace

const edge::StaticFile* asset(const edge::Services&, const edge::PathParams& path) {
    static const Assets all = assets();
    const auto found = all.find(path.text("file"));
    return found == all.end() ? nullptr : &found->second;
}

}  // namespace callboard::pages

#include "pages/console_files.h"

#include <array>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "base/embedded.h"

namespace callboard::pages {
namespace {

constexpr std::string_view kAssets = "assets/";
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kTypes{{
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".txt", "text/plain; charset=utf-8"},
}};

using Assets = std::map<std::string_view, edge::StaticFile, std::less<>>;

Assets assets() {
    Assets all;
    for (const EmbeddedFile& file : console_files()) {
        if (!file.name.starts_with(kAssets)) continue;
        for (const auto& [ending, type] : kTypes)
            if (file.name.ends_with(ending))
                all.try_emplace(file.name.substr(kAssets.size()), type, std::string{file.text},
                                edge::Caching::immutable);
    }
    return all;
}

}  // namespace

bool has_console() {
    return !console_files().empty();
}

std::string_view console_shell() {
    for (const EmbeddedFile& file : console_files())
        if (file.name == "index.html") return file.text;
    return {};
}

const edge::StaticFile* console_asset(const edge::Services&, const edge::PathParams& path) {
    static const Assets all = assets();
    const auto found = all.find(path.text("file"));
    return found == all.end() ? nullptr : &found->second;
}

}  // namespace callboard::pages

#include "app/database_name.h"

#include <string_view>

namespace callboard::app {
namespace {

// Passwords are before an @ or in the query string. If both are possible, nothing is shown.
std::string without_password(std::string_view url) {
    const auto at = url.rfind('@');
    const auto query = url.find('?');
    if (at != std::string_view::npos && query < at) return "of --database";
    url = url.substr(0, query);
    return std::string{url.substr(at == std::string_view::npos ? url.find("://") + 3 : at + 1)};
}

}  // namespace

std::string database_name(const settings::Settings& settings) {
    if (settings.database) return "the database " + without_password(settings.database->reveal());
    return "the data directory " + settings.data_dir.string();
}

}  // namespace callboard::app

// Which redirect URIs an application may register.
#pragma once

#include <string_view>

namespace callboard::oauth {

// An absolute URI with https, or with http on this machine, without a fragment or a wildcard. Its host is
// written in one way only, because browsers correct unusual ones to another host than the one that was read.
bool is_redirect_uri(std::string_view uri);

}  // namespace callboard::oauth

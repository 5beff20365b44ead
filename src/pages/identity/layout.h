// The layout of the sign-in, consent and account pages.
#pragma once

#include <string>
#include <string_view>

#include "edge/web.h"
#include "pages/identity/browser.h"
#include "pages/page_template.h"

namespace callboard::pages {

edge::WebReply identity_page(std::string_view title, Html content, Html below = {},
                             std::string_view language = "en");

// Navigation for a signed-in user.
Html account_links(const Session& session);

enum class Tone { good, bad };
Html notice(Tone tone, std::string_view text);

// A page that explains an error and what the user can do.
edge::WebReply explain(int status, std::string_view title, std::string_view text, std::string_view hint,
                       std::string_view language = "en");

edge::WebReply form_is_stale();

// The purpose of the form token for signing out.
inline constexpr std::string_view kSigningOut = "sign-out";

}  // namespace callboard::pages

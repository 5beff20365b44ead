// The frame of all pages about who somebody is.
#pragma once

#include <string>
#include <string_view>

#include "edge/web.h"
#include "pages/identity/browser.h"
#include "pages/page_template.h"

namespace callboard::pages {

edge::WebReply identity_page(std::string_view title, Html content, Html below = {});

// Links for somebody who is signed in.
Html account_links(const Session& session);

enum class Tone { good, bad };
Html notice(Tone tone, std::string_view text);

// For people who cannot go on: what happened, and what they can do.
edge::WebReply explain(int status, std::string_view title, std::string_view text, std::string_view hint);

edge::WebReply form_is_stale();

// What a form token for signing out is made for.
inline constexpr std::string_view kSigningOut = "sign-out";

}  // namespace callboard::pages

// Applications that are sent on the page of a job.
#pragma once

#include "db/db.h"
#include "edge/web.h"
#include "pages/careers/sent_form.h"

namespace callboard::pages {

// The end of the path of the page of an application (status_page.h).
inline constexpr std::string_view kStatusPage = "/status";

// Redirects to the thanks, which are the same for people who were known before; or shows the form again
// (422).
edge::WebReply apply_on_page(db::Tx& tx, const edge::WebCall& call, const SentForm& sent);

}  // namespace callboard::pages

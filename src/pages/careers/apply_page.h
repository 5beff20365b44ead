// Applications that are sent on the page of a job.
#pragma once

#include <optional>

#include "db/db.h"
#include "edge/web.h"
#include "pages/careers/sent_form.h"

namespace callboard::pages {

// The end of the path of the page of an application (status_page.h).
inline constexpr std::string_view kStatusPage = "/status";

// The form again, with what is wrong (422) or that it has changed since it was shown (409), or that there is
// no such posting. Nothing: the application can be made. Counts it.
std::optional<edge::WebReply> refused_application(db::Snapshot& snapshot, const edge::WebCall& call,
                                                  const SentForm& sent);

// Redirects to the thanks, which are the same for people who were known before.
edge::WebReply apply_on_page(db::Tx& tx, const edge::WebCall& call, const SentForm& sent);

}  // namespace callboard::pages

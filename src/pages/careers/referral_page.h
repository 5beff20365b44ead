// Where employees refer somebody for a job: each has a link by which applications name them as the source.
#pragma once

#include "db/db.h"
#include "edge/web.h"

namespace callboard::pages {

// Leads visitors who are not signed in to the sign-in page, and users of other companies to the job.
edge::WebReply careers_referral_page(db::Snapshot& snapshot, const edge::WebCall& call);

}  // namespace callboard::pages

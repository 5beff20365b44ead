// The page of an application, by the link that was mailed to the applicant. The link is in the form, and
// nobody else knows it: it is also the anti-forgery token.
#pragma once

#include "db/db.h"
#include "edge/web.h"

namespace callboard::pages {

edge::WebReply application_status_page(db::Snapshot& snapshot, const edge::WebCall& call);

// Withdraws the application, or asks for the deletion of the data.
edge::WebReply change_own_application(db::Tx& tx, const edge::WebCall& call);

}  // namespace callboard::pages

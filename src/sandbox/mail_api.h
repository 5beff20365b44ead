// The mails of the company, for those who test an integration: what was or would be sent, with its link.
#pragma once

#include "db/db.h"
#include "edge/web.h"

namespace callboard::sandbox {

edge::WebReply list_mails(db::Snapshot& snapshot, const edge::WebCall& call);

}  // namespace callboard::sandbox

// Single sign-on: where browsers come back from the provider of a company.
#pragma once

#include "db/db.h"
#include "edge/web.h"

namespace callboard::pages {

edge::WebReply finish_sign_on(db::Db& db, const edge::WebCall& call);

}  // namespace callboard::pages

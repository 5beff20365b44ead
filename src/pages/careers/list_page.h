// The list of a company's jobs, with search and filters; for signed-in employees also the internal ones.
#pragma once

#include "db/db.h"
#include "edge/web.h"

namespace callboard::pages {

inline constexpr std::int64_t kJobsOnPage = 50;

edge::WebReply careers_list_page(db::Snapshot& snapshot, const edge::WebCall& call);

}  // namespace callboard::pages

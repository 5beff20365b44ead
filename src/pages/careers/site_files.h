// The files of a company's careers pages: stylesheet, logo, feed and sitemap.
#pragma once

#include "careers/careers_page.h"
#include "db/db.h"
#include "edge/web.h"

namespace callboard::pages {

// The colours of the company, for light and dark pages.
std::string color_rules(const careers::CareersPage& page);

edge::WebReply careers_style(db::Snapshot& snapshot, const edge::WebCall& call);
edge::WebReply careers_logo(db::Snapshot& snapshot, const edge::WebCall& call);
edge::WebReply careers_feed(db::Snapshot& snapshot, const edge::WebCall& call);
edge::WebReply careers_sitemap(db::Snapshot& snapshot, const edge::WebCall& call);

}  // namespace callboard::pages

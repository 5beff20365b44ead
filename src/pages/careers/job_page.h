// A job, the form to apply for it, and what applicants see after they have applied.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "db/db.h"
#include "edge/web.h"
#include "pages/careers/frame.h"
#include "postings/posting.h"

namespace callboard::pages {

// The posting of the path, if the visitor may see it: internal ones are for signed-in employees. Nothing if
// it is not open.
struct ShownPosting {
    postings::FullPosting posting;
    bool is_employee = false;  // the visitor
};
std::optional<ShownPosting> shown_posting(db::Snapshot& snapshot, const edge::WebCall& call,
                                          const careers::store::Site& site);

// "/careers/acme/743999-line-cook"
std::string path_of(const CareersSite& site, const postings::Posting& posting);

edge::WebReply posting_is_gone(const CareersSite& site, const edge::WebCall& call);

edge::WebReply careers_job_page(db::Snapshot& snapshot, const edge::WebCall& call);

// The rules that show questions with conditions.
edge::WebReply careers_form_style(db::Snapshot& snapshot, const edge::WebCall& call);

}  // namespace callboard::pages

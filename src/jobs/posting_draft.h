// A job ad as its posting will show it.
#pragma once

#include <optional>

#include "base/id.h"
#include "db/db.h"
#include "postings/release.h"

namespace callboard::jobs {

// As the job and its ad are now; nothing if the ad does not exist.
std::optional<postings::PostingDraft> posting_draft(db::Snapshot& snapshot, const JobId& job,
                                                    const JobAdId& ad);

}  // namespace callboard::jobs

#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "accounts/actor.h"
#include "base/names.h"
#include "db/db.h"
#include "jobs/job.h"
#include "postings/release.h"

namespace callboard::jobs {

// Who sees an ad: employees of the company; the public; the public, also through free job boards.
enum class PublicationAudience { colleagues, everyone, everyone_and_boards };

// A period in which an ad was or is published.
struct Publication {
    PublicationAudience audience{};
    Timestamp published_at;
    std::optional<Timestamp> unpublished_at;
};

// Publishes the default ad; a CREATED job changes to SOURCING. Idempotent: publishing an unchanged ad to the
// same audience again changes nothing and records no event.
void publish(db::Tx& tx, const accounts::Actor& actor, const JobId& id, PublicationAudience audience);

// Unpublishes the default ad and all other ads of the job.
void unpublish(db::Tx& tx, const accounts::Actor& actor, const JobId& id);

// The same for any ad of the job. Others than the default ad can be published only while the default ad is.
void publish_ad(db::Tx& tx, const accounts::Actor& actor, const JobId& id, const JobAdId& ad,
                PublicationAudience audience);
void unpublish_ad(db::Tx& tx, const accounts::Actor& actor, const JobId& id, const JobAdId& ad);

// How an ad that is published for this audience is posted.
postings::Release release_for(PublicationAudience audience, Timestamp at);

enum class PublicationFilter { active, all };

// The publications of the default ad, or of any other, newest first.
std::vector<Publication> publications(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id,
                                      PublicationFilter filter);
std::vector<Publication> ad_publications(db::Snapshot& snapshot, const accounts::Actor& actor,
                                         const JobId& id, const JobAdId& ad, PublicationFilter filter);

}  // namespace callboard::jobs

template <>
struct callboard::Names<callboard::jobs::PublicationAudience> {
    using enum callboard::jobs::PublicationAudience;
    static constexpr std::array kList{std::pair{colleagues, std::string_view{"COLLEAGUES"}},
                                      std::pair{everyone, std::string_view{"PUBLIC"}},
                                      std::pair{everyone_and_boards, std::string_view{"PUBLIC_AND_BOARDS"}}};
};

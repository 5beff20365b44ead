// All SQL of publications.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "db/db.h"
#include "jobs/publication.h"

namespace callboard::jobs::store {

struct ActivePublication {
    PublicationId id;
    PublicationAudience audience{};
    std::int64_t revision = 0;  // of the ad, when it was published
};

// The current state of an ad.
struct PublicationState {
    Posting posting{};          // of other ads than the default one, whose posting is stored with the job
    std::int64_t revision = 0;  // of the ad, now
    std::optional<ActivePublication> active;
};
std::optional<PublicationState> publication_state(db::Snapshot& snapshot, const JobId& job,
                                                  const JobAdId& ad);

void begin_publication(db::Tx& tx, const JobId& job, const JobAdId& ad, std::int64_t revision,
                       PublicationAudience audience);

// Returns false if it had already ended.
bool end_publication(db::Tx& tx, const JobId& job, const JobAdId& ad, const PublicationId& id);
void end_publications(db::Tx& tx, const JobId& job);  // of all its ads

std::vector<JobAdId> published_ads(db::Snapshot& snapshot, const JobId& job);
std::vector<Publication> list_publications(db::Snapshot& snapshot, const JobId& job, const JobAdId& ad,
                                           PublicationFilter filter);

}  // namespace callboard::jobs::store

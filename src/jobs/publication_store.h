// All SQL of publications.
#pragma once

#include <optional>
#include <vector>

#include "db/db.h"
#include "jobs/publication.h"

namespace callboard::jobs::store {

struct ActivePublication {
    PublicationId id;
    Audience audience{};
    Timestamp published_at;
};

// How an ad stands.
struct Standing {
    Posting posting{};  // of one that is not the default ad; that one's is its job's
    Timestamp changed_at;
    std::optional<ActivePublication> active;
};
std::optional<Standing> standing(db::Snapshot& snapshot, const JobId& job, const JobAdId& ad);

void begin_publication(db::Tx& tx, const JobId& job, const JobAdId& ad, Audience audience);

// False when it has ended before.
bool end_publication(db::Tx& tx, const JobId& job, const JobAdId& ad, const PublicationId& id);
void end_publications(db::Tx& tx, const JobId& job);  // of all its ads

std::vector<JobAdId> published_ads(db::Snapshot& snapshot, const JobId& job);
std::vector<Publication> list_publications(db::Snapshot& snapshot, const JobId& job, const JobAdId& ad,
                                           Which which);

}  // namespace callboard::jobs::store

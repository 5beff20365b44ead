#pragma once

#include "accounts/actor.h"
#include "db/db.h"
#include "jobs/job.h"

namespace callboard::jobs {

// Whom an ad is shown to: the public or colleagues, and, of the public, also through free job boards.
struct Audience {
    Posting posting = Posting::everyone;
    bool aggregators = true;
};

// Puts the job's default ad before its audience. A job that was only created is from then on sourcing.
// Publishing what is already so published changes nothing and reports no event: a client may repeat itself.
void publish(db::Tx& tx, const accounts::Actor& actor, const JobId& id, const Audience& audience);

// Takes the ad down again.
void unpublish(db::Tx& tx, const accounts::Actor& actor, const JobId& id);

}  // namespace callboard::jobs

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

namespace callboard::jobs {

// Whom an ad is shown to: the company's own people; the public; the public, also through free job boards.
enum class Audience { colleagues, everyone, everyone_and_boards };

// A time during which an ad was, or is, before its audience.
struct Publication {
    Audience audience{};
    Timestamp published_at;
    std::optional<Timestamp> unpublished_at;
};

// Puts the job's default ad before its audience. A job that was only created is from then on sourcing.
// Publishing what is already so published, and has not changed since, changes nothing and reports no event: a
// client may repeat itself.
void publish(db::Tx& tx, const accounts::Actor& actor, const JobId& id, Audience audience);

// Takes the ad down again, and with it every other ad of the job.
void unpublish(db::Tx& tx, const accounts::Actor& actor, const JobId& id);

// The same for any ad of the job. One that is not the default ad can be published while that one is.
void publish_ad(db::Tx& tx, const accounts::Actor& actor, const JobId& id, const JobAdId& ad,
                Audience audience);
void unpublish_ad(db::Tx& tx, const accounts::Actor& actor, const JobId& id, const JobAdId& ad);

enum class Which { active, all };

// When the default ad, or any other, was published; newest first.
std::vector<Publication> publications(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id,
                                      Which which);
std::vector<Publication> ad_publications(db::Snapshot& snapshot, const accounts::Actor& actor,
                                         const JobId& id, const JobAdId& ad, Which which);

}  // namespace callboard::jobs

template <>
struct callboard::Names<callboard::jobs::Audience> {
    using enum callboard::jobs::Audience;
    static constexpr std::array kList{std::pair{colleagues, std::string_view{"COLLEAGUES"}},
                                      std::pair{everyone, std::string_view{"PUBLIC"}},
                                      std::pair{everyone_and_boards, std::string_view{"PUBLIC_AND_BOARDS"}}};
};

#include "candidates/change.h"

#include <algorithm>
#include <utility>

#include "base/encoding.h"
#include "base/error.h"
#include "candidates/access.h"
#include "candidates/candidate_store.h"
#include "candidates/links.h"
#include "events/audit_log.h"
#include "events/outbox.h"

namespace callboard::candidates {
namespace {

constexpr std::size_t kMostTags = 100;

bool is_same(const Candidate& before, const Profile& after, Employment employment) {
    return before.first_name == after.first_name.text && before.last_name == after.last_name.text &&
           before.email == after.email.text && before.employment == employment &&
           before.summary == wire::to_json(after.summary) && before.details == wire::to_json(after.details);
}

// Ignores records that the actor may not see, so that the error does not disclose them.
void require_no_other(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id,
                      const Profile& person) {
    const auto others = store::find_person(tx, person);
    const bool one_is_seen = std::ranges::any_of(
        others, [&](const CandidateId& each) { return each != id && sees_candidate(tx, actor, each); });
    if (one_is_seen) {
        throw conflict("CANDIDATE_DATA_CONFLICT",
                       "another candidate already has this e-mail address and last name");
    }
}

// Changes the identity of a candidate (e-mail or last name).
void rename(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id, const Profile& after) {
    require_no_other(tx, actor, id, after);
    if (store::update_identity(tx, id, after, store::Identity::owner)) return;
    // The key is taken, possibly since the check above. As in registration, a separate record is made only
    // with the owner's row locked.
    if (const auto owner = store::find_owner(tx, after)) store::lock_row(tx, *owner);
    require_no_other(tx, actor, id, after);
    store::update_identity(tx, id, after, store::Identity::separate);
}

void save_details(db::Tx& tx, const CandidateId& id, const Profile& after, Employment employment) {
    store::update(tx, id, after, employment);
    store::touch(tx, id);
    store::update_search_index(tx, id, after);
    events::append(tx, events::CandidateUpdated{id});
}

void audit_update(db::Tx& tx, const events::Author& author, const CandidateId& id) {
    events::audit(tx, author,
                  {.name = "CANDIDATE_UPDATED", .entity_type = "CANDIDATE", .entity_id = id.text()});
}

void save(db::Tx& tx, const accounts::Actor& actor, const Candidate& before, const Profile& after,
          Employment employment) {
    const CandidateId& id = before.id;
    if (!store::is_same_person(before, after)) rename(tx, actor, id, after);
    if (before.email != after.email.text) forget_links(tx, id, before.email);
    save_details(tx, id, after, employment);
}

std::vector<Tag> set_tags(db::Tx& tx, const accounts::Actor& actor, const Candidate& before,
                          std::vector<Tag> tags) {
    Profile profile = store::profile_of(before);
    profile.summary.tags = std::move(tags);
    if (is_same(before, profile, before.employment)) return profile.summary.tags;
    save(tx, actor, before, profile, before.employment);
    std::string now;
    wire::JsonWriter json{now};
    wire::Codec<std::vector<Tag>>::write(json, profile.summary.tags);
    events::audit(tx, actor,
                  {.name = "CANDIDATE_TAGS_MODIFIED",
                   .entity_type = "CANDIDATE",
                   .entity_id = before.id.text(),
                   .context = {{"tags", events::AuditValue::json(now)}}});
    return profile.summary.tags;
}

}  // namespace

std::vector<Tag> merged_tags(std::vector<Tag> tags, const std::vector<Tag>& more) {
    std::vector<std::string> keys;
    for (const Tag& tag : tags) keys.push_back(fold(tag.text));
    for (const Tag& tag : more) {
        std::string key = fold(tag.text);
        if (std::ranges::find(keys, key) != keys.end()) continue;
        keys.push_back(std::move(key));
        tags.push_back(tag);
    }
    if (tags.size() > kMostTags) {
        throw Error{ErrorKind::invalid_request,
                    Fault{"VALIDATION_ERROR", "a candidate can have at most 100 tags", "/tags"}};
    }
    return tags;
}

void save_if_changed(db::Tx& tx, const accounts::Actor& actor, const Candidate& before, const Profile& after,
                     Employment employment) {
    if (is_same(before, after, employment)) return;
    save(tx, actor, before, after, employment);
    audit_update(tx, actor, before.id);
}

void save_details_if_changed(db::Tx& tx, const events::Author& author, const Candidate& before,
                             const Profile& after, Employment employment) {
    if (is_same(before, after, employment)) return;
    save_details(tx, before.id, after, employment);
    audit_update(tx, author, before.id);
}

void change(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id,
            FunctionRef<Profile(const Profile&)> changed) {
    const Candidate before = lock_candidate(tx, actor, id, kForbidden).candidate;
    save_if_changed(tx, actor, before, changed(store::profile_of(before)), before.employment);
}

std::vector<Tag> add_tags(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id,
                          const std::vector<Tag>& tags) {
    const Candidate before = lock_candidate(tx, actor, id, kForbidden).candidate;
    return set_tags(tx, actor, before, merged_tags(store::profile_of(before).summary.tags, tags));
}

std::vector<Tag> replace_tags(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id,
                              const std::vector<Tag>& tags) {
    const Candidate before = lock_candidate(tx, actor, id, kForbidden).candidate;
    return set_tags(tx, actor, before, merged_tags({}, tags));
}

std::vector<Tag> tags(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& id) {
    return store::profile_of(visible(snapshot, actor, id, kForbidden).candidate).summary.tags;
}

}  // namespace callboard::candidates

// The table application_source, and users as sources.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "configuration/sources.h"
#include "db/db.h"

namespace callboard::configuration::store {

struct StoredSource : Source {
    SourceIdentifier identifier;
    bool is_built_in = false;
    bool is_archived = false;
};

// Without archived ones, by subtype and id.
std::vector<StoredSource> page_of_sources(db::Snapshot& snapshot, std::string_view type,
                                          const std::optional<std::string>& sub_type, std::int64_t limit,
                                          std::int64_t offset);
std::int64_t count_sources(db::Snapshot& snapshot, std::string_view type,
                           const std::optional<std::string>& sub_type);
// Of all subtypes, or of one; without archived ones.
std::vector<StoredSource> sources_with_id(db::Snapshot& snapshot, std::string_view type,
                                          const std::optional<std::string>& sub_type, std::string_view id);

// Compares labels without case; the first by id. Not an archived one.
std::optional<StoredSource> find_source_by_label(db::Snapshot& snapshot, std::string_view type,
                                                 std::string_view label);

// These also find archived ones.
std::optional<StoredSource> find_source(db::Snapshot& snapshot, const SourceIdentifier& identifier);
std::optional<SourceIdentifier> find_identifier(db::Snapshot& snapshot, const Source& source);

// An archived source with the id returns, with the new label and its old identifier. False if the id is
// taken.
bool insert(db::Tx& tx, const StoredSource& source);
void rename_source(db::Tx& tx, const SourceIdentifier& identifier, std::string_view label);
void archive_source(db::Tx& tx, const SourceIdentifier& identifier);

// A user, active or not: referrals of inactive users stay valid.
struct Referrer {
    UserId id;
    std::string first_name;
    std::string last_name;
};

std::optional<Referrer> find_referrer(db::Snapshot& snapshot, const UserId& id);

// Oldest first.
std::vector<Referrer> page_of_referrers(db::Snapshot& snapshot, std::int64_t limit, std::int64_t offset);
std::int64_t count_referrers(db::Snapshot& snapshot);

}  // namespace callboard::configuration::store

// What was renamed, while jobs of the company still repeat the old name. Reads of jobs look names up as long
// as there is such a row; the janitor writes the new names into the jobs.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "base/names.h"
#include "db/db.h"

namespace callboard::accounts::store {

// A job_creator is recorded by the database itself (schema/050_creator_renaming.*.sql), without an id: one
// row for all users of the company.
enum class Renamed { access_group, job_property, job_creator };

struct Renaming {
    std::string id;
    Timestamp renamed_at;
    std::string last_job_id;  // jobs up to this one have the new name; empty: none
};

void record_renaming(db::Tx& tx, Renamed kind, std::string_view id);

// Whether jobs of the company may have old names.
bool has_renamings(db::Snapshot& snapshot, Renamed kind);

// The ids of what was renamed.
std::vector<std::string> list_renamed(db::Snapshot& snapshot, Renamed kind);

// Of a renaming that can be processed: it is a minute old. Changes of jobs that have read the old name have
// ended by then.
std::vector<CompanyId> companies_with_due_renamings(db::Snapshot& snapshot, Renamed kind);
std::optional<Renaming> find_due_renaming(db::Snapshot& snapshot, Renamed kind);

// What was renamed again meanwhile is processed once more after the end.
void advance_renaming(db::Tx& tx, Renamed kind, const Renaming& renaming, const JobId& last);
void end_renaming(db::Tx& tx, Renamed kind, const Renaming& renaming);

}  // namespace callboard::accounts::store

template <>
struct callboard::Names<callboard::accounts::store::Renamed> {
    using enum callboard::accounts::store::Renamed;
    static constexpr std::array kList{std::pair{access_group, std::string_view{"ACCESS_GROUP"}},
                                      std::pair{job_property, std::string_view{"JOB_PROPERTY"}},
                                      std::pair{job_creator, std::string_view{"JOB_CREATOR"}}};
};

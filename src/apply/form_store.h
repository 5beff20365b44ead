// The table application_form.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/id.h"
#include "db/db.h"

namespace callboard::apply::store {

struct StoredForm {
    std::int64_t version = 0;  // 0: there is none
    std::string content;       // JSON
};

// Of a job, or of the company.
StoredForm find_form(db::Snapshot& snapshot, const std::optional<JobId>& job);

// Of the company, and what the job adds to it.
struct StoredForms {
    StoredForm of_company;
    StoredForm of_job;
};
StoredForms find_forms(db::Snapshot& snapshot, const JobId& job);

// Locks the row until the commit, which it creates if there is none.
StoredForm lock_form(db::Tx& tx, const std::optional<JobId>& job);

void put_form(db::Tx& tx, const std::optional<JobId>& job, std::int64_t version, std::string_view content);

}  // namespace callboard::apply::store

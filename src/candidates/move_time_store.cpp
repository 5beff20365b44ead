#include "candidates/move_time_store.h"

#include <string>
#include <vector>

namespace callboard::candidates::store {
namespace {

// The order is that of the index of these rows, which is small or empty: no planner reads the table instead.
constexpr db::GlobalSql kFind{"job_application_without_move", R"sql(
    SELECT company_id, candidate_id, job_id FROM job_application WHERE moved_at = 0
    ORDER BY company_id, id LIMIT $1)sql"};

// Never 0, which means that it is not known. An application that is moved meanwhile keeps the time of that.
constexpr db::GlobalSql kFill{"job_application_fill_move", R"sql(
    UPDATE job_application SET moved_at = coalesce(nullif(coalesce(
        (SELECT max(h.changed_at) FROM job_application_status_change h
         WHERE h.company_id = $1 AND h.candidate_id = $2 AND h.job_id = $3), created_at), 0), 1)
    WHERE company_id = $1 AND candidate_id = $2 AND job_id = $3 AND moved_at = 0)sql"};

struct Key {
    std::string company;
    std::string candidate;
    std::string job;
};

}  // namespace

bool fill_move_times(db::Tx& tx, std::int64_t most) {
    const auto keys = tx.all(kFind, {most}, [](const db::Row& row) {
        return Key{.company = row.string(0), .candidate = row.string(1), .job = row.string(2)};
    });
    for (const Key& key : keys) tx.enqueue(kFill, {key.company, key.candidate, key.job});
    return std::ssize(keys) == most;
}

}  // namespace callboard::candidates::store

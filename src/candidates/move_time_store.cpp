#include "candidates/move_time_store.h"

namespace callboard::candidates::store {
namespace {

// Never 0, which means that it is not known. An application that is moved meanwhile keeps the time of that.
constexpr db::GlobalSql kFill{"job_application_fill_moved", R"sql(
    UPDATE job_application SET moved_at = coalesce(nullif(coalesce(
        (SELECT max(h.changed_at) FROM job_application_status_change h
         WHERE h.company_id = job_application.company_id AND h.candidate_id = job_application.candidate_id
           AND h.job_id = job_application.job_id), created_at), 0), 1)
    WHERE moved_at = 0
      AND (company_id, id) IN (SELECT a.company_id, a.id FROM job_application a WHERE a.moved_at = 0 LIMIT $1))sql"};

}  // namespace

bool fill_move_times(db::Tx& tx, std::int64_t most) {
    return tx.execute(kFill, {most}) == most;
}

}  // namespace callboard::candidates::store

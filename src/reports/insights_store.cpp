#include "reports/insights_store.h"

#include <algorithm>
#include <chrono>
#include <string_view>

#include "base/id_source.h"
#include "jobs/access.h"

namespace callboard::reports::store {
namespace {

using namespace std::chrono_literals;

// Ids have the time of creation. Clocks of servers differ by less.
constexpr auto kClockTolerance = 1h;

// Weeks are counted from the Monday before 1970, which was a Thursday.
constexpr std::int64_t kDayMs = 86'400'000;
constexpr std::int64_t kWeekMs = 7 * kDayMs;
constexpr std::int64_t kFirstMonday = -3 * kDayMs;

constexpr db::ListSql kByWeek{
    "insights_by_week", "(a.created_at + 259200000) / 604800000, a.source_label, count(*)",
    "FROM job_application a WHERE a.company_id = $1", "GROUP BY 1, 2 ORDER BY 1, 2"};

// A status without steps is entered by the last move.
constexpr db::ListSql kHires{
    "insights_hires", "a.moved_at / 86400000, (a.moved_at - a.created_at) / 8640000, count(*)",
    "FROM job_application a WHERE a.company_id = $1 AND a.status = 'HIRED'", "GROUP BY 1, 2 ORDER BY 1, 2"};

// Scans applications, and the changes of each; see the status history in areas.cpp.
constexpr std::string_view kHistoryColumns = "a.id, s.status, s.changed_at";
constexpr std::string_view kFromHistory =
    "FROM job_application a CROSS JOIN job_application_status_change s"
    " WHERE a.company_id = $1 AND s.company_id = a.company_id AND s.candidate_id = (a.candidate_id || '')"
    " AND s.job_id = a.job_id";
constexpr db::ListSql kHistory{"insights_history", kHistoryColumns, kFromHistory,
                               "ORDER BY a.id DESC, s.id DESC"};
// The expression keeps SQLite from scanning the applications of all jobs in this order.
constexpr db::ListSql kHistoryOfJobs{"insights_history_of_jobs", kHistoryColumns, kFromHistory,
                                     "ORDER BY (a.id || '') DESC, s.id DESC"};

// Ids begin in 1970.
std::string first_id_of(Timestamp time) {
    return first_uuid_of(std::max(time, Timestamp{}));
}

// Bounds of ids must live until the query was run.
struct CreationRange {
    explicit CreationRange(const InsightsSelection& selection)
        : first_id(first_id_of(selection.from - kClockTolerance)),
          end_id(first_id_of(selection.to + kClockTolerance)) {}
    std::string first_id;
    std::string end_id;
};

void narrow_to_jobs(db::ListQuery& list, const InsightsSelection& selection) {
    if (selection.jobs.empty()) {
        jobs::narrow_to_visible_jobs(list, selection.reader, "(a.job_id || '')");
    } else {
        list.where_any("a.job_id", selection.jobs);
    }
}

void narrow_to_created(db::ListQuery& list, const InsightsSelection& selection, const CreationRange& range) {
    if (selection.jobs.empty()) list.where("a.id >=", range.first_id).where("a.id <", range.end_id);
    list.where("a.created_at >=", selection.from).where("a.created_at <", selection.to);
    narrow_to_jobs(list, selection);
}

}  // namespace

std::vector<SourceOfWeek> count_by_week(db::Snapshot& snapshot, const InsightsSelection& selection) {
    const CreationRange range{selection};
    db::ListQuery list{kByWeek};
    narrow_to_created(list, selection, range);
    return snapshot.all(list.whole(), [](const db::Row& row) {
        return SourceOfWeek{.monday = {row.integer(0) * kWeekMs + kFirstMonday},
                            .source = row.string(1),
                            .count = row.integer(2)};
    });
}

std::vector<Hires> count_hires(db::Snapshot& snapshot, const InsightsSelection& selection) {
    db::ListQuery list{kHires};
    list.where("a.moved_at >=", selection.from).where("a.moved_at <", selection.to);
    narrow_to_jobs(list, selection);
    return snapshot.all(list.whole(), [](const db::Row& row) {
        return Hires{
            .day = {row.integer(0) * kDayMs}, .tenths_of_days = row.integer(1), .count = row.integer(2)};
    });
}

void visit_history(db::Snapshot& snapshot, const InsightsSelection& selection, std::int64_t most,
                   FunctionRef<void(const HistoryRow&)> visit) {
    const CreationRange range{selection};
    db::ListQuery list{selection.jobs.empty() ? kHistory : kHistoryOfJobs};
    narrow_to_created(list, selection, range);
    snapshot.each(list.page(most), [&](const db::Row& row) {
        visit({.application = row.text(0), .status = row.member<candidates::Status>(1), .at = row.time(2)});
    });
}

}  // namespace callboard::reports::store

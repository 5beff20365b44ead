#include "candidates/application_list_store.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <string_view>
#include <utility>

#include "base/id_source.h"
#include "jobs/access.h"

namespace callboard::candidates::store {
namespace {

using namespace std::chrono_literals;

// Ids have the time of creation. Clocks of servers differ by less, and so do the clock and the ids of a
// server.
constexpr auto kClockTolerance = 1h;

// A list is merged from one walk for each status of each job, or of all jobs, up to this many: five jobs with
// all statuses.
constexpr std::size_t kMostWalks = 45;
// Rows that can be read one by one, and sorted, for each page.
constexpr std::int64_t kFewRows = 10'000;

constexpr std::string_view kFromApplications = "FROM job_application a WHERE a.company_id = $1";

// The statements of one order. Each has a name of its own.
struct OrderSql {
    db::ListSql merged;
    db::ListSql few;
    std::string_view order_of_walk;
    std::string_view after;
};

constexpr std::string_view kColumns = "m.moved_at, m.id";
constexpr std::string_view kFirstWalk =
    "FROM (SELECT * FROM (SELECT a.moved_at, a.id FROM job_application a WHERE a.company_id = $1";
constexpr std::string_view kNextWalk =
    ") w UNION ALL SELECT * FROM (SELECT a.moved_at, a.id FROM job_application a WHERE a.company_id = $1";
constexpr std::string_view kEndOfWalks = ") w) m";

// The expression keeps the engine from walking the index of the order instead of that of the filter.
constexpr std::string_view kFewColumns = "a.moved_at + 0, a.id";

constexpr OrderSql kOldestFirst{
    .merged = {"application_page_oldest", kColumns, kFirstWalk, "ORDER BY m.moved_at, m.id"},
    .few = {"application_page_of_few_oldest", kFewColumns, kFromApplications,
            "ORDER BY a.moved_at + 0, a.id"},
    .order_of_walk = " ORDER BY a.moved_at, a.id",
    .after = " >"};
constexpr OrderSql kNewestFirst{
    .merged = {"application_page_newest", kColumns, kFirstWalk, "ORDER BY m.moved_at DESC, m.id DESC"},
    .few = {"application_page_of_few_newest", kFewColumns, kFromApplications,
            "ORDER BY a.moved_at + 0 DESC, a.id DESC"},
    .order_of_walk = " ORDER BY a.moved_at DESC, a.id DESC",
    .after = " <"};

constexpr db::ListSql kCount{"application_few", "1", kFromApplications, ""};

// The title is a subquery, as in application_store.cpp.
constexpr db::ListSql kLines{
    "application_lines",
    "a.id, a.candidate_id, c.first_name, c.last_name, a.job_id, "
    "(SELECT d.title FROM job j JOIN job_ad d ON d.company_id = j.company_id AND d.job_id = j.id AND d.id = "
    "j.default_ad_id WHERE j.company_id = a.company_id AND j.id = a.job_id), "
    "a.status, a.sub_status, a.source_label, a.created_at, a.moved_at",
    "FROM job_application a CROSS JOIN candidate c WHERE a.company_id = $1 AND c.company_id = a.company_id "
    "AND c.id = a.candidate_id",
    ""};

constexpr db::Sql kCountByStep{"application_count_by_step", R"sql(
    SELECT a.status, a.sub_status, count(*) FROM job_application a
    WHERE a.company_id = $1 AND a.job_id = $2 GROUP BY a.status, a.sub_status)sql"};

const OrderSql& sql_of(const ApplicationSelection& selection) {
    return selection.asked.order == MoveOrder::oldest_first ? kOldestFirst : kNewestFirst;
}

// What values of a query refer to must live until it was run.
struct Bounds {
    explicit Bounds(const ApplicationListRequest& asked) {
        if (!asked.created_after) return;
        moved_since = *asked.created_after - kClockTolerance;
        first_id = first_uuid_of(std::max(moved_since, Timestamp{}));  // ids begin in 1970
    }
    Timestamp moved_since;  // an application moves when it is created, or later
    std::string first_id;
};

// One scan in the order of the list.
struct Walk {
    const JobId* job = nullptr;  // nothing: of all jobs that the reader sees
    Status status{};
};

std::vector<Status> statuses_of(const ApplicationSelection& selection) {
    std::vector<Status> statuses = selection.asked.statuses;
    if (statuses.empty())
        for (const auto& [status, name] : Names<Status>::kList) statuses.push_back(status);
    std::ranges::sort(statuses);
    statuses.erase(std::ranges::unique(statuses).begin(), statuses.end());
    return statuses;
}

bool can_merge_jobs(const ApplicationSelection& selection, std::size_t statuses) {
    return selection.jobs.size() * statuses <= kMostWalks;
}

std::vector<Walk> walks_for(const ApplicationSelection& selection) {
    const auto statuses = statuses_of(selection);
    std::vector<Walk> walks;
    for (const Status status : statuses) {
        if (selection.jobs.empty() || !can_merge_jobs(selection, statuses.size())) {
            walks.push_back({.job = nullptr, .status = status});
        } else {
            for (const JobId& job : selection.jobs) walks.push_back({.job = &job, .status = status});
        }
    }
    return walks;
}

// Conditions that no index begins with.
void narrow_rows(db::ListQuery& list, const ApplicationSelection& selection) {
    const ApplicationListRequest& asked = selection.asked;
    if (asked.sub_status) list.where("a.sub_status =", *asked.sub_status);
    if (asked.has_sub_status)
        list.where(*asked.has_sub_status ? "a.sub_status IS NOT NULL" : "a.sub_status IS NULL");
    if (asked.created_after) list.where("a.created_at >", *asked.created_after);
}

// For rows of all jobs. Those of the selection are seen by the reader.
void narrow_to_visible(db::ListQuery& list, const ApplicationSelection& selection) {
    jobs::narrow_to_visible_jobs(list, selection.reader, "(a.job_id || '')");
}

void add_walk(db::ListQuery& list, const ApplicationSelection& selection, const Walk& walk,
              const Bounds& bounds, const std::optional<MovePlace>& after) {
    const ApplicationListRequest& asked = selection.asked;
    if (walk.job) list.where("a.job_id =", *walk.job);
    list.where("a.status =", walk.status);
    if (asked.moved_after) list.where("a.moved_at >", *asked.moved_after);
    if (asked.moved_before) list.where("a.moved_at <", *asked.moved_before);
    if (asked.created_after) list.where("a.moved_at >", bounds.moved_since);
    if (after)
        list.where(std::string{"(a.moved_at, a.id)"}.append(sql_of(selection).after), after->moved_at,
                   after->id);
    narrow_rows(list, selection);
    if (!walk.job) narrow_to_visible(list, selection);
}

// The list from `after` on; with `most`, at least that many of its first rows, or all.
db::ListQuery walked(const ApplicationSelection& selection, const std::vector<Walk>& walks,
                     const Bounds& bounds, const std::optional<MovePlace>& after,
                     std::optional<std::int64_t> most) {
    const OrderSql& sql = sql_of(selection);
    const std::string limit = most ? std::string{sql.order_of_walk} + " LIMIT " + std::to_string(*most) : "";
    db::ListQuery list{sql.merged};
    for (const Walk& walk : walks) {
        if (&walk != &walks.front()) list.close(kNextWalk);
        add_walk(list, selection, walk, bounds, after);
        list.close(limit);
    }
    list.close(kEndOfWalks);
    return list;
}

std::vector<MovePlace> page_of(db::Snapshot& snapshot, const ApplicationSelection& selection,
                               db::ListQuery& list) {
    list.page(selection.limit);
    return snapshot.all(list, [](const db::Row& row) {
        return MovePlace{.moved_at = row.time(0), .id = row.id<JobApplicationId>(1)};
    });
}

// Filters with an index by which few rows are found: many jobs of the reader; the time of creation.
enum class FewBy { jobs, creation };

void narrow_to_few(db::ListQuery& list, const ApplicationSelection& selection, const Bounds& bounds,
                   FewBy by) {
    switch (by) {
        case FewBy::jobs:
            list.where_any("a.job_id", selection.jobs);
            list.where_any("a.status", selection.asked.statuses);
            return;
        case FewBy::creation: list.where("a.id >", bounds.first_id); return;
    }
}

std::optional<FewBy> few_by(db::Snapshot& snapshot, const ApplicationSelection& selection,
                            const Bounds& bounds) {
    const auto has_few = [&](FewBy by) {
        db::ListQuery rows{kCount};
        narrow_to_few(rows, selection, bounds, by);
        return snapshot.number(rows.count(kFewRows + 1)) <= kFewRows;
    };
    if (!can_merge_jobs(selection, statuses_of(selection).size()) && has_few(FewBy::jobs)) return FewBy::jobs;
    if (selection.jobs.empty() && selection.asked.created_after && has_few(FewBy::creation))
        return FewBy::creation;
    return std::nullopt;
}

// All rows, found by a selective filter. Other conditions are expressions, so that no other index is used.
db::ListQuery selected(const ApplicationSelection& selection, const Bounds& bounds, FewBy by) {
    const ApplicationListRequest& asked = selection.asked;
    db::ListQuery all{sql_of(selection).few};
    narrow_to_few(all, selection, bounds, by);
    if (by != FewBy::jobs) all.where_any("(a.status || '')", asked.statuses);
    if (asked.moved_after) all.where("a.moved_at + 0 >", *asked.moved_after);
    if (asked.moved_before) all.where("a.moved_at + 0 <", *asked.moved_before);
    narrow_rows(all, selection);
    if (by != FewBy::jobs) narrow_to_visible(all, selection);
    return all;
}

// Reads all of them, and sorts them.
ApplicationListResult read_few(db::Snapshot& snapshot, const ApplicationSelection& selection,
                               const Bounds& bounds, FewBy by) {
    const db::ListQuery all = selected(selection, bounds, by);
    db::ListQuery page{all};
    if (selection.after)
        page.where(std::string{"(a.moved_at + 0, a.id)"}.append(sql_of(selection).after),
                   selection.after->moved_at, selection.after->id);
    return {.total = snapshot.total(all), .places = page_of(snapshot, selection, page)};
}

const std::optional<MovePlace> kFromStart;

// Jobs that are too many to be merged are counted by the index of each: walks would find a row of them now
// and then only.
std::int64_t count(db::Snapshot& snapshot, const ApplicationSelection& selection,
                   const std::vector<Walk>& walks, const Bounds& bounds) {
    if (!selection.jobs.empty() && !walks.front().job)
        return snapshot.total(selected(selection, bounds, FewBy::jobs));
    return snapshot.total(walked(selection, walks, bounds, kFromStart, std::nullopt),
                          walked(selection, walks, bounds, kFromStart, db::kExactTotal + 1));
}

ApplicationListResult read_walks(db::Snapshot& snapshot, const ApplicationSelection& selection,
                                 const Bounds& bounds) {
    const auto walks = walks_for(selection);
    const std::int64_t total = count(snapshot, selection, walks, bounds);
    db::ListQuery page = walked(selection, walks, bounds, selection.after, selection.limit);
    return {.total = total, .places = page_of(snapshot, selection, page)};
}

ApplicationLine line_from(const db::Row& row) {
    return {.id = row.id<JobApplicationId>(0),
            .candidate = row.id<CandidateId>(1),
            .first_name = row.string(2),
            .last_name = row.string(3),
            .job = row.id<JobId>(4),
            .job_title = row.string(5),
            .status = row.member<Status>(6),
            .sub_status = row.optional_string(7),
            .source = row.string(8),
            .created_at = row.time(9),
            .moved_at = row.time(10)};
}

}  // namespace

ApplicationListResult read_applications(db::Snapshot& snapshot, const ApplicationSelection& selection) {
    if (accounts::rights_of(selection.reader.role).sees == accounts::Jobs::none) return {};
    const Bounds bounds{selection.asked};
    if (const auto by = few_by(snapshot, selection, bounds))
        return read_few(snapshot, selection, bounds, *by);
    return read_walks(snapshot, selection, bounds);
}

std::vector<ApplicationLine> find_lines(db::Snapshot& snapshot, const std::vector<MovePlace>& places) {
    if (places.empty()) return {};
    std::vector<JobApplicationId> ids;
    for (const MovePlace& place : places) ids.push_back(place.id);
    db::ListQuery list{kLines};
    list.where_any("a.id", ids).whole();
    auto found = snapshot.all(list, line_from);
    std::map<JobApplicationId, ApplicationLine*> by_id;
    for (ApplicationLine& line : found) by_id.emplace(line.id, &line);
    std::vector<ApplicationLine> ordered;
    ordered.reserve(found.size());
    for (const JobApplicationId& id : ids) ordered.push_back(std::move(*by_id.at(id)));
    return ordered;
}

std::vector<StepCount> count_by_step(db::Snapshot& snapshot, const JobId& job) {
    return snapshot.all(kCountByStep, {job}, [](const db::Row& row) {
        return StepCount{
            .status = row.member<Status>(0), .sub_status = row.optional_string(1), .count = row.integer(2)};
    });
}

}  // namespace callboard::candidates::store

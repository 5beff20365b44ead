#include "jobs/job_list_store.h"

#include <string_view>
#include <utility>

namespace callboard::jobs::store {
namespace {

constexpr std::int64_t kPlenty = 10'000;

constexpr std::string_view kColumns =
    "j.id, j.status, j.posting, j.created_at, j.updated_at, j.last_activity_at, j.summary, j.place, "
    "j.ad_language";

// The table that is walked through gives the order; SQLite takes CROSS JOIN at its word and walks through it
// first.
constexpr std::string_view kFromJobs = "FROM job j WHERE j.company_id = $1";
constexpr std::string_view kFromWords =
    "FROM job_word w CROSS JOIN job j WHERE w.company_id = $1 AND j.company_id = w.company_id AND j.id = "
    "w.job_id";
constexpr std::string_view kFromMembers =
    "FROM job_member m CROSS JOIN job j WHERE m.company_id = $1 AND j.company_id = m.company_id AND j.id = "
    "m.job_id";

constexpr db::ListSql kJobsUp{"job_page", kColumns, kFromJobs, "ORDER BY j.id"};
constexpr db::ListSql kJobsDown{"job_page_newest_first", kColumns, kFromJobs, "ORDER BY j.id DESC"};
constexpr db::ListSql kWordsUp{"job_page_by_word", kColumns, kFromWords, "ORDER BY w.job_id"};
constexpr db::ListSql kWordsDown{"job_page_by_word_newest_first", kColumns, kFromWords,
                                 "ORDER BY w.job_id DESC"};
constexpr db::ListSql kMembersUp{"job_page_by_member", kColumns, kFromMembers, "ORDER BY m.job_id"};
constexpr db::ListSql kMembersDown{"job_page_by_member_newest_first", kColumns, kFromMembers,
                                   "ORDER BY m.job_id DESC"};

constexpr std::string_view kHasWord =
    "EXISTS (SELECT 1 FROM job_word v WHERE v.company_id = j.company_id AND v.word = ? AND v.job_id = j.id)";

constexpr std::string_view kOwn =
    "EXISTS (SELECT 1 FROM job_member o WHERE o.company_id = j.company_id AND o.job_id = j.id AND o.user_id "
    "= ?)";

constexpr std::string_view kOpenTo =
    "(NOT EXISTS (SELECT 1 FROM job_access_group g WHERE g.company_id = j.company_id AND g.job_id = j.id)"
    " OR EXISTS (SELECT 1 FROM job_access_group g"
    " JOIN access_group_member a ON a.company_id = g.company_id AND a.access_group_id = g.access_group_id"
    " WHERE g.company_id = j.company_id AND g.job_id = j.id AND a.user_id = ?)"
    " OR EXISTS (SELECT 1 FROM job_member o WHERE o.company_id = j.company_id AND o.job_id = j.id AND "
    "o.user_id = ?))";

constexpr std::string_view kOnTeam =
    "EXISTS (SELECT 1 FROM job_member t WHERE t.company_id = j.company_id AND t.job_id = j.id AND t.role IS "
    "NOT NULL"
    " AND t.user_id";

enum class Walk { jobs, words, members };

Walk walk_for(const Selection& selection) {
    if (!selection.words.empty()) return Walk::words;
    return selection.own_of || selection.team.size() == 1 ? Walk::members : Walk::jobs;
}

db::ListQuery begin(const Selection& selection) {
    const bool up = selection.order == Order::oldest_first;
    switch (walk_for(selection)) {
        case Walk::jobs: return db::ListQuery{up ? kJobsUp : kJobsDown};
        case Walk::words:
            return std::move(
                db::ListQuery{up ? kWordsUp : kWordsDown}.where("w.word =", selection.words.front()));
        case Walk::members: break;
    }
    db::ListQuery list{up ? kMembersUp : kMembersDown};
    if (selection.own_of) return std::move(list.where("m.user_id =", *selection.own_of));
    return std::move(list.where("m.role IS NOT NULL AND m.user_id =", selection.team.front()));
}

void narrow_to_team(db::ListQuery& list, const Selection& selection) {
    const bool walked = walk_for(selection) == Walk::members && !selection.own_of;
    if (selection.team.empty() || walked) return;
    list.where_any(kOnTeam, selection.team).close(")");
}

// An expression has no index: it keeps the engine from one that would have to be sorted.
std::string_view column(std::string_view indexed, std::string_view expression, bool sorted) {
    return sorted ? indexed : expression;
}

db::ListQuery narrowed(const Selection& selection, bool plenty) {
    db::ListQuery list = begin(selection);
    for (std::size_t i = 1; i < selection.words.size(); ++i)
        list.where_matching(kHasWord, selection.words[i]);
    if (selection.own_of && walk_for(selection) != Walk::members)
        list.where_matching(kOwn, *selection.own_of);
    if (selection.open_to) list.where_matching(kOpenTo, *selection.open_to);
    narrow_to_team(list, selection);
    const auto by = [&](std::string_view indexed, std::string_view expression, std::size_t values) {
        return column(indexed, expression, !plenty || values == 1);
    };
    list.where_any(by("j.city", "(j.city || '')", selection.cities.size()), selection.cities);
    list.where_any(by("j.department_id", "(j.department_id || '')", selection.departments.size()),
                   selection.departments);
    list.where_any(by("j.status", "(j.status || '')", selection.statuses.size()), selection.statuses);
    if (selection.posting) list.where("j.posting =", *selection.posting);
    if (selection.language) list.where("j.ad_language =", *selection.language);
    if (selection.updated_after)
        list.where(by("j.updated_at >", "j.updated_at + 0 >", 2), *selection.updated_after);
    if (selection.active_after)
        list.where(by("j.last_activity_at >", "j.last_activity_at + 0 >", 2), *selection.active_after);
    return list;
}

std::string_view walked_id(const Selection& selection) {
    switch (walk_for(selection)) {
        case Walk::jobs: return "j.id";
        case Walk::words: return "w.job_id";
        case Walk::members: return "m.job_id";
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

JobLine line_from(const db::Row& row) {
    return {.id = row.id<JobId>(0),
            .status = row.member<Status>(1),
            .posting = row.member<Posting>(2),
            .times = {.created_at = row.time(3), .updated_at = row.time(4), .last_activity_at = row.time(5)},
            .summary = row.string(6),
            .place = row.string(7),
            .ad_language = row.string(8)};
}

}  // namespace

std::int64_t total(db::Snapshot& snapshot, const Selection& selection) {
    return snapshot.total(narrowed(selection, false));
}

std::vector<JobLine> page(db::Snapshot& snapshot, const Selection& selection, std::int64_t total) {
    db::ListQuery list = narrowed(selection, total > kPlenty);
    const std::string after =
        std::string{walked_id(selection)} + (selection.order == Order::oldest_first ? " >" : " <");
    if (selection.after) list.where(after, *selection.after);
    list.page(selection.limit, selection.offset);
    return snapshot.all(list, line_from);
}

}  // namespace callboard::jobs::store

#include "jobs/job_list_store.h"

#include <algorithm>
#include <string_view>

#include "jobs/list_request.h"

namespace callboard::jobs::store {
namespace {

constexpr std::int64_t kManyRows = 10'000;
// So many rows with several values of a filter are found by its index and sorted. More of them are met often
// enough in a scan by id.
constexpr std::int64_t kMostRowsSorted = 1'000;

// A page of fewer jobs than these would be found among too many of one word.
constexpr std::int64_t kFewRows = 1'000;

constexpr std::size_t kMostWordsTried = 4;

constexpr std::string_view kColumns =
    "j.id, j.status, j.posting, j.created_at, j.updated_at, j.last_activity_at, j.summary, j.place, "
    "j.ad_language";

// The driving table of a list query: jobs, jobs by word, jobs by user or jobs by the value of a property. It
// gives the order; CROSS JOIN makes SQLite scan it first. Counting reads the job table only if a filter needs
// it.
struct ListPlan {
    std::string_view id;
    db::ListSql oldest_first;
    db::ListSql newest_first;
    db::ListSql without_jobs;
};

constexpr std::string_view kFromJobs = "FROM job j WHERE j.company_id = $1";
constexpr std::string_view kFromWords = "FROM job_word w WHERE w.company_id = $1";
constexpr std::string_view kFromMembers = "FROM job_member m WHERE m.company_id = $1";
constexpr std::string_view kFromWordsAndJobs =
    "FROM job_word w CROSS JOIN job j WHERE w.company_id = $1 AND j.company_id = w.company_id AND j.id = "
    "w.job_id";
constexpr std::string_view kFromMembersAndJobs =
    "FROM job_member m CROSS JOIN job j WHERE m.company_id = $1 AND j.company_id = m.company_id AND j.id = "
    "m.job_id";
constexpr std::string_view kFromChoices = "FROM job_property_choice c WHERE c.company_id = $1";
constexpr std::string_view kFromChoicesAndJobs =
    "FROM job_property_choice c CROSS JOIN job j WHERE c.company_id = $1 AND j.company_id = c.company_id AND "
    "j.id = c.job_id";

constexpr ListPlan kByJobs{.id = "j.id",
                           .oldest_first = {"job_page", kColumns, kFromJobs, "ORDER BY j.id"},
                           .newest_first = {"job_page_newest", kColumns, kFromJobs, "ORDER BY j.id DESC"},
                           .without_jobs = {"job_total", "", kFromJobs, ""}};
constexpr ListPlan kByWords{
    .id = "w.job_id",
    .oldest_first = {"job_page_by_word", kColumns, kFromWordsAndJobs, "ORDER BY w.job_id"},
    .newest_first = {"job_page_by_word_newest", kColumns, kFromWordsAndJobs, "ORDER BY w.job_id DESC"},
    .without_jobs = {"job_total_by_word", "", kFromWords, ""}};
constexpr ListPlan kByMembers{
    .id = "m.job_id",
    .oldest_first = {"job_page_by_member", kColumns, kFromMembersAndJobs, "ORDER BY m.job_id"},
    .newest_first = {"job_page_by_member_newest", kColumns, kFromMembersAndJobs, "ORDER BY m.job_id DESC"},
    .without_jobs = {"job_total_by_member", "", kFromMembers, ""}};
constexpr ListPlan kByChoices{
    .id = "c.job_id",
    .oldest_first = {"job_page_by_choice", kColumns, kFromChoicesAndJobs, "ORDER BY c.job_id"},
    .newest_first = {"job_page_by_choice_newest", kColumns, kFromChoicesAndJobs, "ORDER BY c.job_id DESC"},
    .without_jobs = {"job_total_by_choice", "", kFromChoices, ""}};

// Conditions on a job; # is replaced by its id. The aliases g, o, t, u, v are used by no list.
constexpr std::string_view kHasWord =
    "EXISTS (SELECT 1 FROM job_word v WHERE v.company_id = $1 AND v.word = ? AND v.job_id = #)";

// The same for all jobs of the list at once.
constexpr std::string_view kIsCollected =
    "# IN (SELECT v.job_id FROM job_word v WHERE v.company_id = $1 AND v.word = ?)";

// A job that is reached after two thousand of the word, and after twenty thousand: fewer are tested one by
// one, and more are not collected.
constexpr db::Sql kReachedInFew{"job_word_few", R"sql(
    SELECT job_id FROM job_word WHERE company_id = $1 AND word = $2
    ORDER BY job_id DESC LIMIT 1 OFFSET 2000)sql"};
constexpr db::Sql kReachedInMany{"job_word_many", R"sql(
    SELECT job_id FROM job_word WHERE company_id = $1 AND word = $2
    ORDER BY job_id DESC LIMIT 1 OFFSET 20000)sql"};

// The names of tables in these conditions occur in no list: # is a column of the list, and an equal name
// would hide its table.
constexpr std::string_view kOwnOf =
    "# IN (SELECT own_m.job_id FROM job_member own_m WHERE own_m.company_id = $1 AND own_m.user_id = ?)";

constexpr std::string_view kOpenTo =
    "(NOT EXISTS (SELECT 1 FROM job_access_group own_g WHERE own_g.company_id = $1 AND own_g.job_id = #)"
    " OR EXISTS (SELECT 1 FROM job_access_group own_g"
    " JOIN access_group_member own_u ON own_u.company_id = own_g.company_id"
    " AND own_u.access_group_id = own_g.access_group_id"
    " WHERE own_g.company_id = $1 AND own_g.job_id = # AND own_u.user_id = ?)"
    " OR EXISTS (SELECT 1 FROM job_member own_m"
    " WHERE own_m.company_id = $1 AND own_m.job_id = # AND own_m.user_id = ?))";

constexpr std::string_view kOnTeam =
    "EXISTS (SELECT 1 FROM job_member t WHERE t.company_id = $1 AND t.job_id = # AND t.role IS NOT NULL AND "
    "t.user_id";

constexpr std::string_view kHasChoice =
    "EXISTS (SELECT 1 FROM job_property_choice own_c WHERE own_c.company_id = $1 AND own_c.job_id = # AND "
    "own_c.choice";

constexpr db::ListSql kOpen{"job_list_open", "j.id", kFromJobs, "ORDER BY j.id"};

std::string about(std::string_view id, std::string_view condition) {
    std::string text;
    for (const char c : condition) {
        if (c == '#') {
            text += id;
        } else {
            text += c;
        }
    }
    return text;
}

bool has_one_choice(const std::vector<std::string>& values) {
    return values.size() == 1;
}

// The jobs of a user are usually the fewest, and those of a word or a value fewer than all.
const ListPlan& plan_for(const Selection& selection) {
    if (selection.own_of) return kByMembers;
    if (!selection.words.empty()) return kByWords;
    if (std::ranges::any_of(selection.choices, has_one_choice)) return kByChoices;
    return selection.asked.team.size() == 1 ? kByMembers : kByJobs;
}

void narrow_by_member(db::ListQuery& list, const Selection& selection, const ListPlan& plan) {
    const ListRequest& asked = selection.asked;
    const bool reads_members = &plan == &kByMembers;
    if (selection.own_of) list.where("m.user_id =", *selection.own_of);
    if (selection.open_to) list.where_matching(open_to(plan.id), *selection.open_to);
    if (asked.team.empty()) return;
    if (reads_members && !selection.own_of) {
        list.where("m.role IS NOT NULL AND m.user_id =", asked.team.front());
    } else {
        list.where_any(about(plan.id, kOnTeam), asked.team).close(")");
    }
}

// If the jobs of the first word are collected, those of the second are read beside them.
void narrow_by_words(db::ListQuery& list, const Selection& selection, const ListPlan& plan, bool collects) {
    const auto& words = selection.words;
    const std::size_t read = &plan != &kByWords ? words.size() : collects ? 1 : 0;
    if (read < words.size()) list.where("w.word =", words[read]);
    for (std::size_t i = 0; i < words.size(); ++i)
        if (i != read)
            list.where_matching(about(plan.id, collects && i == 0 ? kIsCollected : kHasWord), words[i]);
}

void narrow_by_choices(db::ListQuery& list, const Selection& selection, const ListPlan& plan) {
    const auto read = &plan == &kByChoices ? std::ranges::find_if(selection.choices, has_one_choice)
                                           : selection.choices.end();
    if (read != selection.choices.end()) list.where("c.choice =", read->front());
    for (auto each = selection.choices.begin(); each != selection.choices.end(); ++each)
        if (each != read) list.where_any(about(plan.id, kHasChoice), *each).close(")");
}

bool asks_about_jobs(const Selection& selection) {
    const ListRequest& asked = selection.asked;
    return !asked.cities.empty() || !selection.departments.empty() || !asked.statuses.empty() ||
           asked.posting || asked.language || asked.updated_after || asked.active_after;
}

// With `has_many`, filters without an index in order are written as expressions, so that their result need
// not be sorted.
void narrow_by_job(db::ListQuery& list, const Selection& selection, bool has_many) {
    const ListRequest& asked = selection.asked;
    const auto by = [&](std::string_view indexed, std::string_view expression, std::size_t values) {
        return has_many && values > 1 ? expression : indexed;
    };
    list.where_any(by("j.city", "(j.city || '')", asked.cities.size()), asked.cities);
    list.where_any(by("j.department_id", "(j.department_id || '')", selection.departments.size()),
                   selection.departments);
    list.where_any(by("j.status", "(j.status || '')", asked.statuses.size()), asked.statuses);
    if (asked.posting) list.where("j.posting =", *asked.posting);
    if (asked.language) list.where("j.ad_language =", *asked.language);
    if (asked.updated_after)
        list.where(has_many ? "j.updated_at + 0 >" : "j.updated_at >", *asked.updated_after);
    if (asked.active_after)
        list.where(has_many ? "j.last_activity_at + 0 >" : "j.last_activity_at >", *asked.active_after);
}

// `total` is not yet known if it is counted.
db::ListQuery narrowed(const db::ListSql& sql, const ListPlan& plan, const Selection& selection,
                       const std::optional<std::int64_t>& total, bool has_many) {
    db::ListQuery list{sql};
    narrow_by_member(list, selection, plan);
    narrow_by_words(list, selection, plan, selection.collects_word && total.value_or(0) <= kFewRows);
    narrow_by_choices(list, selection, plan);
    narrow_by_job(list, selection, has_many);
    return list;
}

std::optional<JobId> job_reached(db::Snapshot& snapshot, const db::Sql& sql, const std::string& word) {
    return snapshot.first(sql, {word}, [](const db::Row& row) { return row.id<JobId>(0); });
}

// For selective filters: rows are found by the index of the filter and sorted. The id as an expression keeps
// the engine from scanning by id.
constexpr ListPlan kByFilters{
    .id = "(j.id || '')",
    .oldest_first = {"job_page_by_filter", kColumns, kFromJobs, "ORDER BY (j.id || '')"},
    .newest_first = {"job_page_by_filter_newest", kColumns, kFromJobs, "ORDER BY (j.id || '') DESC"},
    .without_jobs = {"job_total", "", kFromJobs, ""}};

// Whether no index has the rows in order.
bool has_unordered_filter(const Selection& selection, std::int64_t total) {
    const ListRequest& asked = selection.asked;
    if (total <= kManyRows && (asked.updated_after || asked.active_after)) return true;
    return total <= kMostRowsSorted &&
           (asked.cities.size() > 1 || selection.departments.size() > 1 || asked.statuses.size() > 1);
}

const ListPlan& page_plan(const Selection& selection, std::int64_t total) {
    const ListPlan& plan = plan_for(selection);
    return &plan == &kByJobs && has_unordered_filter(selection, total) ? kByFilters : plan;
}

// Keyset condition: rows after the last one of the previous page.
void start(db::ListQuery& list, const ListPlan& plan, const Selection& selection) {
    const std::string left =
        std::string{plan.id} + (selection.asked.order == Order::oldest_first ? " >" : " <");
    if (selection.after) list.where(left, *selection.after);
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

std::string open_to(std::string_view job_id) {
    return about(job_id, kOpenTo);
}

std::string own_of(std::string_view job_id) {
    return about(job_id, kOwnOf);
}

std::vector<JobId> list_open(db::Snapshot& snapshot, const UserId& user, std::int64_t most) {
    db::ListQuery list{kOpen};
    list.where_matching(open_to("j.id"), user);
    return snapshot.all(list.page(most), [](const db::Row& row) { return row.id<JobId>(0); });
}

// The further back in time the same number of its jobs reaches, the rarer is a word.
void put_rarest_word_first(db::Snapshot& snapshot, Selection& selection) {
    auto& words = selection.words;
    if (words.size() < 2 || &plan_for(selection) != &kByWords) return;
    std::size_t rarest = 0;
    std::optional<JobId> furthest;
    for (std::size_t i = 0; i < std::min(words.size(), kMostWordsTried); ++i) {
        const auto reached = job_reached(snapshot, kReachedInFew, words[i]);
        if (!reached) return std::swap(words[0], words[i]);
        if (furthest && *furthest <= *reached) continue;
        furthest = reached;
        rarest = i;
    }
    std::swap(words[0], words[rarest]);
    selection.collects_word = !job_reached(snapshot, kReachedInMany, words[0]);
}

std::int64_t total(db::Snapshot& snapshot, const Selection& selection) {
    const ListPlan& plan = plan_for(selection);
    const db::ListSql& sql = asks_about_jobs(selection) ? plan.oldest_first : plan.without_jobs;
    return snapshot.total(narrowed(sql, plan, selection, std::nullopt, false));
}

std::vector<JobLine> page(db::Snapshot& snapshot, const Selection& selection, std::int64_t total) {
    const ListPlan& plan = page_plan(selection, total);
    const bool has_many = total > kManyRows || &plan == &kByJobs;
    const db::ListSql& sql =
        selection.asked.order == Order::oldest_first ? plan.oldest_first : plan.newest_first;
    db::ListQuery list = narrowed(sql, plan, selection, total, has_many);
    start(list, plan, selection);
    list.page(selection.limit, selection.offset);
    return snapshot.all(list, line_from);
}

}  // namespace callboard::jobs::store

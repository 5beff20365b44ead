#include "candidates/candidate_list_store.h"

#include <algorithm>
#include <string_view>

#include "candidates/selective_filter_store.h"
#include "jobs/access.h"

namespace callboard::candidates::store {
namespace {

// A list scans applications, or the entries of the text search. Applications of one candidate are adjacent
// and form one row of the list. Those of one job are not grouped, because a candidate applies for it once:
// grouping would be most of what counting them costs.
constexpr std::string_view kFromApplications = "FROM job_application a WHERE a.company_id = $1";
constexpr db::ListSql kByTime{"candidate_page", "a.listed_at, a.candidate_id", kFromApplications,
                              "ORDER BY a.listed_at DESC, a.candidate_id DESC"};
constexpr std::string_view kOncePerCandidate = " GROUP BY a.listed_at, a.candidate_id";

// Several lists, each of them limited, as one.
constexpr db::ListSql kMerged{
    "candidate_page_merged", "m.listed_at, m.candidate_id",
    "FROM (SELECT * FROM (SELECT a.listed_at, a.candidate_id FROM job_application a WHERE a.company_id = $1",
    "ORDER BY m.listed_at DESC, m.candidate_id DESC"};
constexpr std::string_view kNextMerged =
    ") w UNION ALL SELECT * FROM (SELECT a.listed_at, a.candidate_id FROM job_application a WHERE "
    "a.company_id = "
    "$1";
constexpr std::string_view kEndOfMerged = ") w) m";
constexpr std::string_view kMergedOncePerCandidate = " GROUP BY m.listed_at, m.candidate_id";

// For selective filters: rows are found by the filter's index and sorted. The expression in ORDER BY keeps
// the engine from scanning the index of the order instead.
constexpr db::ListSql kFewByTime{"candidate_page_of_few", "a.listed_at + 0, a.candidate_id",
                                 kFromApplications, "ORDER BY a.listed_at + 0 DESC, a.candidate_id DESC"};
constexpr std::string_view kFewOncePerCandidate = " GROUP BY a.listed_at + 0, a.candidate_id";

constexpr db::ListSql kByText{"candidate_page_by_text", "t.rowid, t.candidate_id",
                              "FROM candidate_text t WHERE $1 <> ''", "ORDER BY t.rowid DESC"};
// For selective searches: otherwise PostgreSQL would scan all entries in order to find a rare word.
constexpr db::ListSql kFewByText{"candidate_page_of_few_by_text", "t.rowid, t.candidate_id",
                                 "FROM candidate_text t WHERE $1 <> ''", "ORDER BY t.rowid + 0 DESC"};

// Conditions on one row. They count instead of asking whether any exists: PostgreSQL would turn EXISTS into a
// join, which may read all rows of the company in order to find the first ones.
constexpr std::string_view kIsAny = ") > 0";
constexpr std::string_view kApplication =
    "(SELECT count(*) FROM job_application a WHERE a.company_id = $1 AND a.candidate_id = t.candidate_id";
constexpr std::string_view kTag =
    "(SELECT count(*) FROM candidate_tag g WHERE g.company_id = $1 AND g.candidate_id = a.candidate_id AND "
    "g.tag_key";
constexpr std::string_view kConsent =
    "(SELECT count(*) FROM candidate c WHERE c.company_id = $1 AND c.id = a.candidate_id AND c.consent";
constexpr std::string_view kProperty =
    "(SELECT count(*) FROM candidate_property_value p WHERE p.company_id = $1 AND p.candidate_id = "
    "a.candidate_id"
    " AND p.job_id = a.job_id AND (p.property_id, p.value) =";
constexpr std::string_view kAnswer =
    "(SELECT count(*) FROM screening_answer_value v WHERE v.company_id = $1 AND v.candidate_id = "
    "a.candidate_id"
    " AND v.job_id = a.job_id AND v.category =";

// One scan of applications in the order of the list: of a job, of a status, of both, or of all.
struct Walk {
    std::optional<JobId> job;
    std::optional<Status> status;
};

template <class Values>
Values without_repetition(Values values) {
    std::ranges::sort(values);
    values.erase(std::ranges::unique(values).begin(), values.end());
    return values;
}

// The fewest rows are read by the index of a job and a status.
std::vector<Walk> walks_for(const Selection& selection) {
    const auto jobs = without_repetition(selection.jobs);
    const auto statuses = without_repetition(selection.asked.statuses);
    const bool by_job = !jobs.empty() && jobs.size() <= kMostWalks;
    const bool by_status =
        !statuses.empty() && (by_job ? jobs.size() * statuses.size() <= kMostWalks : jobs.empty());
    std::vector<Walk> walks;
    if (by_job) {
        for (const JobId& job : jobs) walks.push_back({.job = job, .status = std::nullopt});
    } else {
        walks.emplace_back();
    }
    if (!by_status) return walks;
    std::vector<Walk> narrower;
    for (const Walk& walk : walks)
        for (const Status status : statuses) narrower.push_back({.job = walk.job, .status = status});
    return narrower;
}

// Neither engine uses an index for CASE, and PostgreSQL expects a third of the rows to match.
void narrow_by_source(db::ListQuery& list, const std::vector<SourceKey>& sources) {
    if (sources.empty()) return;
    list.where("(CASE WHEN 1 = 0");
    for (const SourceKey& source : sources) {
        list.close(" OR (1 = 1");
        list.where("a.source_type =", source.type).where("a.source_sub_type =", source.sub_type);
        list.where("a.source_id =", source.id).close(")");
    }
    list.close(" THEN 1 ELSE 0 END) > 0");
}

enum class ReadBy { order, candidate };

// The filters on applications, but for those of the walk. Written as expressions, so that no other index is
// used than that of the walk, or that of one candidate.
void narrow_applications(db::ListQuery& list, const Selection& selection, const Walk& walk, ReadBy way) {
    if (walk.job) {
        list.where("a.job_id =", *walk.job);
    } else {
        list.where_any("(a.job_id || '')", selection.jobs);
    }
    if (walk.status) {
        list.where("a.status =", *walk.status);
    } else {
        list.where_any("(a.status || '')", selection.asked.statuses);
    }
    if (selection.sub_status) list.where("a.sub_status =", *selection.sub_status);
    if (selection.asked.onboarding)
        list.where(way == ReadBy::order ? "a.onboarding =" : "(a.onboarding || '') =",
                   *selection.asked.onboarding);
    for (const PropertyKey& key : selection.properties)
        list.where(kProperty, key.property, key.value).close(kIsAny);
    narrow_by_source(list, selection.sources);
    for (const AnswerKey& answer : selection.answers) {
        list.where(kAnswer, answer.category).where("v.field_id =", answer.field);
        list.where("v.value_id =", answer.value).close(kIsAny);
    }
    if (selection.asked.updated_after)
        list.where(way == ReadBy::order ? "a.listed_at >" : "a.listed_at + 0 >",
                   *selection.asked.updated_after);
    if (!selection.tags.empty()) list.where_any(kTag, selection.tags).close(kIsAny);
    if (!selection.consents.empty()) list.where_any(kConsent, selection.consents).close(kIsAny);
    jobs::narrow_to_visible_jobs(list, selection.reader, "(a.job_id || '')");
}

bool asks_about_applications(const Selection& selection) {
    return !selection.jobs.empty() || !selection.asked.statuses.empty() || selection.asked.onboarding ||
           !selection.properties.empty() || !selection.sources.empty() || !selection.answers.empty() ||
           selection.asked.updated_after || !selection.tags.empty() || !selection.consents.empty() ||
           accounts::rights_of(selection.reader.role).sees != accounts::Jobs::all;
}

std::vector<ListPlace> page_of(db::Snapshot& snapshot, const Selection& selection, db::ListQuery& list) {
    list.page(selection.limit, selection.offset);
    return snapshot.all(list, [](const db::Row& row) {
        return ListPlace{.at = row.integer(0), .id = row.id<CandidateId>(1)};
    });
}

void start(db::ListQuery& list, const std::optional<ListPlace>& after) {
    if (after) list.where("(a.listed_at, a.candidate_id) <", after->at, after->id);
}

// Reads all candidates that pass a selective filter, and sorts them.
ListResult read_few(db::Snapshot& snapshot, const Selection& selection, const SelectiveFilter& few) {
    const std::string_view once = selection.jobs.size() == 1 ? "" : kFewOncePerCandidate;
    db::ListQuery all{kFewByTime};
    narrow_to(all, "a.candidate_id", few.filter);
    narrow_applications(all, selection, {}, ReadBy::candidate);
    db::ListQuery page{all};
    start(page, selection.after);
    page.close(once);
    return {.total = snapshot.total(all.close(once)), .places = page_of(snapshot, selection, page)};
}

const std::optional<ListPlace> kFromStart;

void add_walk(db::ListQuery& list, const Selection& selection, const Walk& walk,
              const std::optional<ListPlace>& after) {
    narrow_applications(list, selection, walk, ReadBy::order);
    start(list, after);
    if (!walk.job) list.close(kOncePerCandidate);
}

bool have_one_job(const std::vector<Walk>& walks) {
    const auto& job = walks.front().job;
    return job && std::ranges::all_of(walks, [&](const Walk& walk) { return walk.job == job; });
}

// The list from `after` on. Several walks are merged; then it has at least the first `most` candidates, or
// all.
db::ListQuery walked(const Selection& selection, const std::vector<Walk>& walks,
                     const std::optional<ListPlace>& after, std::optional<std::int64_t> most) {
    if (walks.size() == 1) {
        db::ListQuery list{kByTime};
        add_walk(list, selection, walks.front(), after);
        return list;
    }
    const std::string limit =
        most ? " " + std::string{kByTime.order} + " LIMIT " + std::to_string(*most) : "";
    db::ListQuery list{kMerged};
    for (const Walk& walk : walks) {
        if (&walk != &walks.front()) list.close(kNextMerged);
        add_walk(list, selection, walk, after);
        list.close(limit);
    }
    list.close(kEndOfMerged);
    if (!have_one_job(walks)) list.close(kMergedOncePerCandidate);
    return list;
}

ListResult read_walks(db::Snapshot& snapshot, const Selection& selection, const std::vector<Walk>& walks) {
    const std::int64_t total = snapshot.total(walked(selection, walks, kFromStart, std::nullopt),
                                              walked(selection, walks, kFromStart, db::kExactTotal + 1));
    db::ListQuery page = walked(selection, walks, selection.after, selection.offset + selection.limit);
    return {.total = total, .places = page_of(snapshot, selection, page)};
}

bool have_fewer_rows(db::Snapshot& snapshot, const Selection& selection, const std::vector<Walk>& walks,
                     std::int64_t limit) {
    for (const Walk& walk : walks) {
        if (!walk.job && !walk.status && !selection.asked.updated_after) return false;
        db::ListQuery rows{kByTime};
        if (walk.job) rows.where("a.job_id =", *walk.job);
        if (walk.status) rows.where("a.status =", *walk.status);
        if (selection.asked.updated_after) rows.where("a.listed_at >", *selection.asked.updated_after);
        limit -= snapshot.number(rows.count(limit));
        if (limit <= 0) return false;
    }
    return true;
}

ListResult list_all(db::Snapshot& snapshot, const Selection& selection) {
    const auto walks = walks_for(selection);
    const auto few = find_selective_filter(snapshot, selection);
    if (few && !have_fewer_rows(snapshot, selection, walks, few->rows))
        return read_few(snapshot, selection, *few);
    return read_walks(snapshot, selection, walks);
}

// The filters on applications of a search.
void narrow_found(db::ListQuery& list, const Selection& selection) {
    if (!asks_about_applications(selection)) return;
    list.where(kApplication);
    narrow_applications(list, selection, {}, ReadBy::candidate);
    list.close(kIsAny);
}

// Reads the entries of the candidates that pass a selective filter, and tests each for the words.
ListResult search_few(db::Snapshot& snapshot, const Selection& selection, const SelectiveFilter& few) {
    const db::TextSearch::Match& text = *selection.text;
    const db::ListSql sql{"candidate_page_of_few_entries", kFewByText.columns, text.entries,
                          kFewByText.order};
    db::ListQuery all{sql};
    narrow_to(all, "t.candidate_id", few.filter);
    narrow_found(all, selection);
    all.where_matching(text.of_entry, text.value);
    db::ListQuery page{all};
    if (selection.after) page.where("t.rowid <", selection.after->at);
    return {.total = snapshot.total(all), .places = page_of(snapshot, selection, page)};
}

ListResult search_words(db::Snapshot& snapshot, const Selection& selection) {
    const db::TextSearch::Match& text = *selection.text;
    db::ListQuery all{kFewByText};
    all.where_matching(text.all, text.value);
    narrow_found(all, selection);
    const std::int64_t total = snapshot.total(all);
    const bool has_many = total > kFewRows;
    db::ListQuery page{has_many ? kByText : kFewByText};
    page.where_matching(has_many ? text.newest : text.all, text.value);
    narrow_found(page, selection);
    if (selection.after) page.where("t.rowid <", selection.after->at);
    return {.total = total, .places = page_of(snapshot, selection, page)};
}

bool are_fewer(db::Snapshot& snapshot, const db::TextSearch::Match& text, std::int64_t rows) {
    db::ListQuery found{kFewByText};
    found.where_matching(text.all, text.value);
    return snapshot.number(found.count(rows)) < rows;
}

ListResult search(db::Snapshot& snapshot, const Selection& selection) {
    const auto few = find_selective_filter(snapshot, selection);
    if (few && !are_fewer(snapshot, *selection.text, few->rows)) return search_few(snapshot, selection, *few);
    return search_words(snapshot, selection);
}

}  // namespace

ListResult read_list(db::Snapshot& snapshot, const Selection& selection) {
    if (accounts::rights_of(selection.reader.role).sees == accounts::Jobs::none) return {};
    return selection.text ? search(snapshot, selection) : list_all(snapshot, selection);
}

}  // namespace callboard::candidates::store

#include "candidates/candidate_list_store.h"

#include <algorithm>
#include <string_view>

#include "jobs/access.h"

namespace callboard::candidates::store {
namespace {

constexpr std::int64_t kManyRows = 10'000;

// A list scans applications, or the entries of the text search. Entries of one candidate are adjacent and
// form one row of the list.
constexpr std::string_view kFromApplications = "FROM job_application a WHERE a.company_id = $1";
constexpr db::ListSql kByTime{"candidate_page", "a.listed_at, a.candidate_id", kFromApplications,
                              "ORDER BY a.listed_at DESC, a.candidate_id DESC"};
constexpr std::string_view kOncePerCandidate = " GROUP BY a.listed_at, a.candidate_id";

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
constexpr std::string_view kAnyApplication =
    "EXISTS (SELECT 1 FROM job_application a WHERE a.company_id = $1 AND a.candidate_id = t.candidate_id";

constexpr std::string_view kHasTag =
    "EXISTS (SELECT 1 FROM candidate_tag g WHERE g.company_id = $1 AND g.candidate_id = a.candidate_id AND "
    "g.tag_key";
constexpr std::string_view kAmongTagged =
    "a.candidate_id IN (SELECT g.candidate_id FROM candidate_tag g WHERE g.company_id = $1 AND g.tag_key";
constexpr std::string_view kHasConsent =
    "EXISTS (SELECT 1 FROM candidate c WHERE c.company_id = $1 AND c.id = a.candidate_id AND c.consent";
constexpr std::string_view kHasProperty =
    "EXISTS (SELECT 1 FROM candidate_property_value p WHERE p.company_id = $1 AND p.candidate_id = "
    "a.candidate_id"
    " AND p.job_id = a.job_id AND (p.property_id, p.value) =";
constexpr std::string_view kHasAnswer =
    "EXISTS (SELECT 1 FROM screening_answer_value v WHERE v.company_id = $1 AND v.candidate_id = "
    "a.candidate_id"
    " AND v.job_id = a.job_id AND v.category =";

// The stored form of the chosen value of a property.
std::string chosen(const PropertyKey& key) {
    return "\"" + key.value + "\"";
}

// Owns the values that the query refers to until it has run.
struct Borrowed {
    explicit Borrowed(const Selection& selection) {
        for (const PropertyKey& key : selection.properties) property_values.push_back(chosen(key));
    }

    std::vector<std::string> property_values;
};

void narrow_by_source(db::ListQuery& list, const std::vector<SourceKey>& sources) {
    if (sources.empty()) return;
    list.where("(1 = 0");
    for (const SourceKey& source : sources) {
        list.close(" OR (1 = 1");
        list.where("a.source_type =", source.type).where("a.source_sub_type =", source.sub_type);
        list.where("a.source_id =", source.id).close(")");
    }
    list.close(")");
}

// Filters on applications. For ListStrategy::in_order the index of one job, one status or all applications
// gives the order, and the other filters are written as expressions so that no index is used for them.
// Returns false if the reader can see none.
bool narrow_applications(db::ListQuery& list, const Selection& selection, const Borrowed& borrowed,
                         ListStrategy strategy) {
    const bool one_job = selection.jobs.size() == 1;
    const bool one_status = selection.asked.statuses.size() == 1 && !one_job;
    const std::string_view job =
        strategy == ListStrategy::in_order && !one_job ? "(a.job_id || '')" : "a.job_id";
    list.where_any(job, selection.jobs);
    list.where_any(strategy == ListStrategy::in_order && !one_status ? "(a.status || '')" : "a.status",
                   selection.asked.statuses);
    if (selection.sub_status) list.where("a.sub_status =", *selection.sub_status);
    if (selection.asked.onboarding) list.where("a.onboarding =", *selection.asked.onboarding);
    for (std::size_t i = 0; i < selection.properties.size(); ++i)
        list.where(kHasProperty, selection.properties[i].property, borrowed.property_values[i]).close(")");
    narrow_by_source(list, selection.sources);
    for (const AnswerKey& answer : selection.answers) {
        list.where(kHasAnswer, answer.category).where("v.field_id =", answer.field);
        list.where("v.value_id =", answer.value).close(")");
    }
    if (selection.asked.updated_after) list.where("a.listed_at >", *selection.asked.updated_after);
    if (!selection.tags.empty())
        list.where_any(strategy == ListStrategy::in_order ? kHasTag : kAmongTagged, selection.tags)
            .close(")");
    if (!selection.consents.empty()) list.where_any(kHasConsent, selection.consents).close(")");
    return jobs::narrow_to_visible_jobs(list, selection.reader, job);
}

bool asks_about_applications(const Selection& selection) {
    return !selection.jobs.empty() || !selection.asked.statuses.empty() || selection.asked.onboarding ||
           !selection.properties.empty() || !selection.sources.empty() || !selection.answers.empty() ||
           selection.asked.updated_after || !selection.tags.empty() || !selection.consents.empty() ||
           accounts::rights_of(selection.reader.role).sees != accounts::Jobs::all;
}

// The list without position and limit; returns false if it is certainly empty.
bool narrow(db::ListQuery& list, const Selection& selection, const Borrowed& borrowed,
            ListStrategy strategy) {
    if (!selection.text) return narrow_applications(list, selection, borrowed, strategy);
    list.where_matching(selection.text->condition, selection.text->value);
    if (!asks_about_applications(selection)) return true;
    list.where(kAnyApplication);
    if (!narrow_applications(list, selection, borrowed, ListStrategy::of_few)) return false;
    list.close(")");
    return true;
}

void start(db::ListQuery& list, const Selection& selection) {
    if (!selection.after) return;
    if (selection.text) {
        list.where("t.rowid <", selection.after->at);
    } else {
        list.where("(a.listed_at, a.candidate_id) <", selection.after->at, selection.after->id);
    }
}

// Whether a filter may be selective and has an index. The index of a job has the list's own order, so it does
// not count.
bool may_be_few(const Selection& selection) {
    if (selection.text || selection.jobs.size() == 1) return false;
    return !selection.jobs.empty() || selection.asked.statuses.size() > 1 || !selection.tags.empty() ||
           accounts::rights_of(selection.reader.role).sees == accounts::Jobs::own;
}

const db::ListSql& sql_for(const Selection& selection, ListStrategy strategy) {
    if (selection.text) return strategy == ListStrategy::of_few ? kFewByText : kByText;
    return strategy == ListStrategy::of_few ? kFewByTime : kByTime;
}

std::string_view grouping_for(const Selection& selection, ListStrategy strategy) {
    if (selection.text) return "";
    return strategy == ListStrategy::of_few ? kFewOncePerCandidate : kOncePerCandidate;
}

// The number of candidates with one of the tags, without reading their applications.
constexpr db::ListSql kTagged{"candidate_tagged", "1", "FROM candidate_tag g WHERE g.company_id = $1", ""};

bool are_few(db::Snapshot& snapshot, const Selection& selection, db::ListQuery& applications) {
    if (selection.tags.empty()) return snapshot.number(applications.count(kManyRows + 1)) <= kManyRows;
    db::ListQuery tagged{kTagged};
    tagged.where_any("g.tag_key", selection.tags);
    return snapshot.number(tagged.count(kManyRows + 1)) <= kManyRows;
}

}  // namespace

Size size(db::Snapshot& snapshot, const Selection& selection) {
    const Borrowed borrowed{selection};
    ListStrategy strategy = ListStrategy::in_order;
    if (may_be_few(selection)) {
        db::ListQuery rows{kFewByTime};
        if (!narrow(rows, selection, borrowed, ListStrategy::of_few)) return {};
        if (are_few(snapshot, selection, rows)) strategy = ListStrategy::of_few;
    }
    db::ListQuery list{sql_for(selection, strategy)};
    if (!narrow(list, selection, borrowed, strategy)) return {};
    list.close(grouping_for(selection, strategy));
    const std::int64_t total = snapshot.total(list);
    if (selection.text && total <= kManyRows) strategy = ListStrategy::of_few;
    return {.total = total, .strategy = strategy};
}

std::vector<ListPlace> page(db::Snapshot& snapshot, const Selection& selection, ListStrategy strategy) {
    const Borrowed borrowed{selection};
    db::ListQuery list{sql_for(selection, strategy)};
    if (!narrow(list, selection, borrowed, strategy)) return {};
    start(list, selection);
    list.close(grouping_for(selection, strategy));
    list.page(selection.limit, selection.offset);
    return snapshot.all(list, [](const db::Row& row) {
        return ListPlace{.at = row.integer(0), .id = row.id<CandidateId>(1)};
    });
}

}  // namespace callboard::candidates::store

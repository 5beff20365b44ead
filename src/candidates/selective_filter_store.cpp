#include "candidates/selective_filter_store.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "jobs/access.h"

namespace callboard::candidates::store {
namespace {

constexpr std::string_view kCandidate = "f.candidate_id";
constexpr std::string_view kTagged = "FROM candidate_tag f WHERE f.company_id = $1";
constexpr std::string_view kConsenting = "FROM candidate f WHERE f.company_id = $1";
// Repeats the condition of the index (schema/022_candidate_values).
constexpr std::string_view kWithProperty =
    "FROM candidate_property_value f WHERE f.company_id = $1 AND length(f.value) <= 300";
constexpr std::string_view kWithAnswer = "FROM screening_answer_value f WHERE f.company_id = $1";
constexpr std::string_view kApplied = "FROM job_application f WHERE f.company_id = $1";

constexpr std::size_t kLongestIndexedValue = 300;  // in characters, of which each has at least one byte
// A list may ask for a hundred properties and answers; to look at some of them is enough.
constexpr std::size_t kMostTried = 4;

// Each alternative has all columns of the index, or SQLite would not use it for several of them.
void narrow_by_source(db::ListQuery& list, const std::vector<SourceKey>& sources) {
    for (const SourceKey& source : sources) {
        if (&source == &sources.front()) {
            list.where("((f.company_id = $1");
        } else {
            list.close(" OR (f.company_id = $1");
        }
        list.where("f.source_type =", source.type).where("f.source_sub_type =", source.sub_type);
        list.where("f.source_id =", source.id).close(")");
    }
    list.close(")");
}

void add_values(std::vector<ValueFilter>& all, const Selection& selection) {
    if (!selection.tags.empty())
        all.push_back(
            {kCandidate, kTagged, [&](db::ListQuery& list) { list.where_any("f.tag_key", selection.tags); }});
    for (std::size_t i = 0; i < std::min(selection.properties.size(), kMostTried); ++i) {
        const PropertyKey& key = selection.properties[i];
        if (key.value.size() <= kLongestIndexedValue)
            all.push_back({kCandidate, kWithProperty, [&key](db::ListQuery& list) {
                               list.where("f.property_id =", key.property).where("f.value =", key.value);
                           }});
    }
    for (std::size_t i = 0; i < std::min(selection.answers.size(), kMostTried); ++i) {
        const AnswerKey& key = selection.answers[i];
        all.push_back({kCandidate, kWithAnswer, [&key](db::ListQuery& list) {
                           list.where("f.category =", key.category).where("f.field_id =", key.field);
                           list.where("f.value_id =", key.value);
                       }});
    }
    if (!selection.sources.empty())
        all.push_back(
            {kCandidate, kApplied, [&](db::ListQuery& list) { narrow_by_source(list, selection.sources); }});
    if (!selection.consents.empty())
        all.push_back({"f.id", kConsenting,
                       [&](db::ListQuery& list) { list.where_any("f.consent", selection.consents); }});
}

bool sees_own_jobs_only(const Selection& selection) {
    return accounts::rights_of(selection.reader.role).sees == accounts::Jobs::own;
}

void add_jobs(std::vector<ValueFilter>& all, const Selection& selection) {
    if (!selection.jobs.empty()) {
        all.push_back(
            {kCandidate, kApplied, [&](db::ListQuery& list) { list.where_any("f.job_id", selection.jobs); }});
    } else if (sees_own_jobs_only(selection)) {
        all.push_back({kCandidate, kApplied, [&](db::ListQuery& list) {
                           jobs::narrow_to_visible_jobs(list, selection.reader, "f.job_id");
                       }});
    }
}

void add_progress(std::vector<ValueFilter>& all, const Selection& selection) {
    const ListRequest& asked = selection.asked;
    if (asked.onboarding)
        all.push_back({kCandidate, kApplied,
                       [&](db::ListQuery& list) { list.where("f.onboarding =", *asked.onboarding); }});
    if (!asked.statuses.empty())
        all.push_back(
            {kCandidate, kApplied, [&](db::ListQuery& list) { list.where_any("f.status", asked.statuses); }});
    if (asked.updated_after)
        all.push_back({kCandidate, kApplied,
                       [&](db::ListQuery& list) { list.where("f.listed_at >", *asked.updated_after); }});
}

std::vector<ValueFilter> filters_with_index(const Selection& selection) {
    std::vector<ValueFilter> all;
    add_values(all, selection);
    if (selection.text || selection.jobs.size() > kMostWalks ||
        (selection.jobs.empty() && sees_own_jobs_only(selection)))
        add_jobs(all, selection);
    if (selection.text) add_progress(all, selection);
    return all;
}

}  // namespace

std::optional<SelectiveFilter> find_selective_filter(db::Snapshot& snapshot, const Selection& selection) {
    std::optional<SelectiveFilter> best;
    std::int64_t most = kFewRows;
    for (ValueFilter& filter : filters_with_index(selection)) {
        const db::ListSql sql{"candidate_few", filter.candidate, filter.rows, ""};
        db::ListQuery rows{sql};
        filter.narrow(rows);
        const std::int64_t found = snapshot.number(rows.count(most + 1));
        if (found > most) continue;
        most = found;
        best.emplace(std::move(filter), found);
        if (found == 0) break;
    }
    return best;
}

void narrow_to(db::ListQuery& list, std::string_view candidate, const ValueFilter& filter) {
    list.where(std::string{candidate}
                   .append(" IN (SELECT ")
                   .append(filter.candidate)
                   .append(" ")
                   .append(filter.rows));
    filter.narrow(list);
    list.close(")");
}

}  // namespace callboard::candidates::store

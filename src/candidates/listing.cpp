#include "candidates/listing.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/encoding.h"
#include "base/error.h"
#include "candidates/candidate_list_store.h"
#include "candidates/candidate_store.h"
#include "candidates/properties.h"
#include "configuration/candidate_properties.h"
#include "jobs/access.h"
#include "jobs/hiring_team_store.h"

namespace callboard::candidates {
namespace {

std::optional<store::ListPlace> parse_place(std::string_view text) {
    const auto position = wire::Position::parse(text);
    const auto id = position ? CandidateId::parse(position->id) : std::nullopt;
    if (!id) return std::nullopt;
    return store::ListPlace{.at = position->time.ms, .id = *id};
}

std::string position_of(const store::ListPlace& place) {
    return wire::Position{{place.at}, std::string{place.id.text()}}.text();
}

void require_same_size(std::size_t first, std::size_t second, const char* code, const char* which) {
    if (first == second) return;
    throw invalid_request(code, std::string{which} + " must be given the same number of times");
}

void require_whole_criteria(const ListRequest& request) {
    require_same_size(request.property_ids.size(), request.property_values.size(),
                      "FIELDS_CRITERIA_SIZE_VIOLATED", "propertyId and propertyValueId");
    for (const std::size_t others : {request.source_sub_types.size(), request.source_values.size()})
        require_same_size(request.source_types.size(), others, "SOURCES_CRITERIA_SIZE_VIOLATED",
                          "sourceType, sourceSubType and sourceValueId");
    for (const std::size_t others : {request.question_fields.size(), request.question_values.size()})
        require_same_size(request.question_categories.size(), others,
                          "SCREENING_QUESTIONS_CRITERIA_SIZE_VIOLATED",
                          "questionCategory, questionFieldId and questionFieldValueId");
}

std::vector<JobId> job_ids(const std::vector<std::string>& texts) {
    std::vector<JobId> ids;
    for (const std::string& text : texts)
        if (const auto id = JobId::parse(text)) ids.push_back(*id);
    return ids;
}

std::vector<Consent> consents(const std::vector<ConsentStatus>& statuses) {
    std::vector<Consent> all;
    for (const ConsentStatus status : statuses) {
        switch (status) {
            case ConsentStatus::required:
                all.push_back(Consent::required);
                all.push_back(Consent::declined);
                break;
            case ConsentStatus::pending: all.push_back(Consent::pending); break;
            case ConsentStatus::acquired: all.push_back(Consent::acquired); break;
        }
    }
    return all;
}

// Properties go by their key, too. Nothing if the actor cannot see such a property: the list must not show
// who has which value.
std::optional<std::string> visible_property(db::Snapshot& snapshot, const accounts::Actor& actor,
                                            const std::string& id_or_key) {
    const auto known = configuration::find_candidate_property(snapshot, id_or_key);
    if (!known || !is_for(*known, actor)) return std::nullopt;
    return std::string{known->id.text()};
}

// False if no candidate can match.
bool add_properties(db::Snapshot& snapshot, store::Selection& selection, const ListRequest& request) {
    for (std::size_t i = 0; i < request.property_ids.size(); ++i) {
        auto property = visible_property(snapshot, selection.reader, request.property_ids[i]);
        if (!property) return false;
        selection.properties.push_back(
            {.property = std::move(*property), .value = "\"" + request.property_values[i] + "\""});
    }
    return true;
}

void add_criteria(store::Selection& selection, const ListRequest& request) {
    for (std::size_t i = 0; i < request.source_types.size(); ++i)
        selection.sources.push_back({.type = request.source_types[i],
                                     .sub_type = request.source_sub_types[i],
                                     .id = request.source_values[i]});
    for (std::size_t i = 0; i < request.question_categories.size(); ++i)
        selection.answers.push_back({.category = request.question_categories[i],
                                     .field = request.question_fields[i],
                                     .value = request.question_values[i]});
}

constexpr std::size_t kMostOwnJobs = 500;

// A user who sees only jobs of their own asks for these, unless they are very many: so the index of each can
// be used. Returns false if there are none.
bool ask_for_own_jobs(db::Snapshot& snapshot, store::Selection& selection) {
    if (accounts::rights_of(selection.reader.role).sees != accounts::Jobs::own || !selection.jobs.empty())
        return true;
    auto own = jobs::store::list_own(snapshot, selection.reader.id(), kMostOwnJobs + 1);
    if (own.empty()) return false;
    if (own.size() <= kMostOwnJobs) selection.jobs = std::move(own);
    return true;
}

// Nothing if no candidate can match: a rating, an unknown job or property, a text without words.
std::optional<store::Selection> selection_of(db::Snapshot& snapshot, const accounts::Actor& actor,
                                             const ListRequest& request) {
    store::Selection selection{.asked = request,
                               .reader = actor,
                               .text = std::nullopt,
                               .tags = {},
                               .consents = consents(request.consents),
                               .jobs = job_ids(request.jobs),
                               .sub_status = request.statuses.empty() ? std::nullopt : request.sub_status,
                               .properties = {},
                               .sources = {},
                               .answers = {},
                               .after = std::nullopt,
                               .offset = request.cursor ? 0 : request.offset,
                               .limit = request.limit + 1};  // one more, to detect a next page
    add_criteria(selection, request);
    if (!add_properties(snapshot, selection, request)) return std::nullopt;
    if (!request.ratings.empty()) return std::nullopt;
    if (selection.jobs.empty() && !request.jobs.empty()) return std::nullopt;
    if (!ask_for_own_jobs(snapshot, selection)) return std::nullopt;
    for (const std::string& tag : request.tags) selection.tags.push_back(fold(trim(tag)));
    if (request.text || !request.places.empty()) {
        selection.text = db::TextSearch::match(
            snapshot, {.text = request.text, .places = request.places, .match = request.match});
        if (!selection.text) return std::nullopt;
    }
    return selection;
}

// In the order of `places`, each with the applications that are visible to the actor.
std::vector<Visible> shown(db::Snapshot& snapshot, const accounts::Actor& actor,
                           const std::vector<store::ListPlace>& places) {
    std::vector<CandidateId> ids;
    for (const store::ListPlace& place : places) ids.push_back(place.id);
    auto candidates = store::find_all(snapshot, ids);
    auto assignments =
        store::list_assignments(snapshot, ids, [&](db::ListQuery& list, std::string_view job_column) {
            return jobs::narrow_to_visible_jobs(list, actor, job_column);
        });
    std::ranges::sort(assignments, {},
                      [](const Assignment& each) { return std::pair{each.candidate, each.id}; });
    std::vector<Visible> all;
    all.reserve(ids.size());
    for (const CandidateId& id : ids) {
        const auto found = std::ranges::find(candidates, id, &Candidate::id);
        all.push_back({.candidate = std::move(*found), .assignments = {}});
        for (auto& own : std::ranges::equal_range(assignments, id, {}, &Assignment::candidate))
            all.back().assignments.push_back(std::move(own));
    }
    return all;
}

}  // namespace

CandidatePage list(db::Snapshot& snapshot, const accounts::Actor& actor, const ListRequest& request) {
    require_whole_criteria(request);
    const wire::ListCursors cursors{snapshot.company().text(), "candidates", request};
    const auto start = cursors.start(parse_place);
    auto selection = selection_of(snapshot, actor, request);
    CandidatePage page;
    if (!selection) return page;

    selection->after = start;
    auto [total, places] = store::read_list(snapshot, *selection);
    page.total = total;
    page.next = cursors.next(places, position_of);
    page.candidates = shown(snapshot, actor, places);
    return page;
}

}  // namespace callboard::candidates

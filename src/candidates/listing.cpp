#include "candidates/listing.h"

#include <algorithm>
#include <utility>

#include "base/encoding.h"
#include "base/error.h"
#include "candidates/candidate_store.h"
#include "configuration/candidate_properties.h"
#include "jobs/access.h"
#include "wire/page.h"

namespace callboard::candidates {
namespace {

// What a cursor must be used with again: the company and every filter.
std::string bound_to(const db::Snapshot& snapshot, const ListRequest& request) {
    wire::Binding binding{snapshot.company().text(), "candidates"};
    binding.add(request.text).add_all(request.places).add_all(request.tags).add_all(request.consents);
    binding.add(request.updated_after).add_all(request.jobs).add_all(request.statuses);
    binding.add(request.sub_status).add(request.onboarding);
    binding.add(std::to_string(request.properties.size())).add(std::to_string(request.sources.size()));
    for (const auto& each : request.properties) binding.add(each.property).add(each.value);
    for (const auto& each : request.sources) binding.add(each.type).add(each.sub_type).add(each.id);
    for (const auto& each : request.answers) binding.add(each.category).add(each.field).add(each.value);
    return binding.text();
}

store::ListPlace start_of(const std::string& cursor, const std::string& bound) {
    const auto text = wire::read_cursor(cursor, bound);
    const auto position = text ? wire::Position::parse(*text) : std::nullopt;
    const auto id = position ? CandidateId::parse(position->id) : std::nullopt;
    if (!id) throw invalid_request("INVALID_PAGE_ID", "pageId is not a valid cursor of this list");
    return {.at = position->time.ms, .id = *id};
}

std::string cursor_at(const store::ListPlace& place, const std::string& bound) {
    return wire::make_cursor(wire::Position{{place.at}, std::string{place.id.text()}}.text(), bound);
}

std::vector<JobId> job_ids(const std::vector<std::string>& texts) {
    std::vector<JobId> ids;
    for (const std::string& text : texts)
        if (const auto id = JobId::parse(text)) ids.push_back(*id);
    return ids;
}

// Properties go by their key, too.
std::vector<store::PropertyKey> by_id(std::vector<store::PropertyKey> keys) {
    for (store::PropertyKey& key : keys)
        if (const auto* const known = configuration::find_candidate_property(key.property))
            key.property = known->id;
    return keys;
}

// Nothing when no candidate can be meant: a rating, a job that is none, a text without a word.
std::optional<store::Selection> selection_of(db::Snapshot& snapshot, const accounts::Actor& actor,
                                             const ListRequest& request) {
    store::Selection selection{.reader = actor,
                               .text = std::nullopt,
                               .tags = {},
                               .consents = request.consents,
                               .updated_after = request.updated_after,
                               .jobs = job_ids(request.jobs),
                               .statuses = request.statuses,
                               .sub_status = request.statuses.empty() ? std::nullopt : request.sub_status,
                               .onboarding = request.onboarding,
                               .properties = by_id(request.properties),
                               .sources = request.sources,
                               .answers = request.answers,
                               .after = std::nullopt,
                               .offset = request.cursor ? 0 : request.offset,
                               .limit = request.limit + 1};  // one more tells whether there is a next page
    if (request.rated) return std::nullopt;
    if (selection.jobs.empty() && !request.jobs.empty()) return std::nullopt;
    for (const std::string& tag : request.tags) selection.tags.push_back(fold(trim(tag)));
    if (request.text || !request.places.empty()) {
        selection.text = db::TextSearch::match(snapshot, {.text = request.text, .places = request.places});
        if (!selection.text) return std::nullopt;
    }
    return selection;
}

// In the order of the places, each with what the actor may see of its applications.
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
    const std::string bound = bound_to(snapshot, request);
    std::optional<store::ListPlace> start;
    if (request.cursor) start = start_of(*request.cursor, bound);
    auto selection = selection_of(snapshot, actor, request);
    CandidatePage page;
    if (!selection) return page;

    const auto [total, way] = store::size(snapshot, *selection);
    page.total = total;
    selection->after = start;
    auto places = store::page(snapshot, *selection, way);
    if (std::ssize(places) > request.limit) {
        places.pop_back();
        page.next = cursor_at(places.back(), bound);
    }
    page.candidates = shown(snapshot, actor, places);
    return page;
}

}  // namespace callboard::candidates

#include "api/candidates/candidates.h"

#include <utility>

#include "api/common/candidate_paths.h"
#include "api/common/job_paths.h"
#include "base/error.h"
#include "candidates/access.h"
#include "candidates/change.h"
#include "candidates/deletion.h"
#include "candidates/listing.h"
#include "candidates/registration.h"

namespace callboard::api {
namespace {

// --- from requests, and back to the details that a patch is applied to

std::optional<candidates::SourceChoice> choice(const std::optional<SourceInput>& input) {
    if (!input) return std::nullopt;
    return candidates::SourceChoice{
        .type = input->source_type_id, .sub_type = input->source_sub_type_id, .id = input->source_id};
}

candidates::Draft draft(const CandidateInput& input) {
    const auto tags = input.tags.value_or(std::vector<candidates::Tag>{});
    return {
        .profile = {.first_name = input.first_name,
                    .last_name = input.last_name,
                    .email = input.email,
                    .summary = {.location = input.location, .tags = candidates::merged_tags({}, tags)},
                    .details = {.phone_number = input.phone_number,
                                .web = input.web,
                                .education = input.education.value_or(std::vector<candidates::Education>{}),
                                .experience =
                                    input.experience.value_or(std::vector<candidates::Experience>{})}},
        .internal = input.internal.value_or(false),
        .source = choice(input.source_details)};
}

PersonalDetails details_of(const candidates::Profile& profile) {
    return {.first_name = profile.first_name,
            .last_name = profile.last_name,
            .email = profile.email,
            .phone_number = profile.details.phone_number,
            .location = profile.summary.location,
            .web = profile.details.web};
}

candidates::Profile with_details(candidates::Profile profile, PersonalDetails details) {
    profile.first_name = std::move(details.first_name);
    profile.last_name = std::move(details.last_name);
    profile.email = std::move(details.email);
    profile.details.phone_number = std::move(details.phone_number);
    profile.summary.location = std::move(details.location);
    profile.details.web = std::move(details.web);
    return profile;
}

// --- to views

PersonView person(candidates::Candidate& candidate) {
    return {.id = candidate.id,
            .internal = candidate.employment == candidates::Employment::internal,
            .first_name = std::move(candidate.first_name),
            .last_name = std::move(candidate.last_name),
            .email = std::move(candidate.email),
            .created_on = candidate.created_at,
            .updated_on = candidate.updated_at,
            .summary = {std::move(candidate.summary)}};
}

CandidateView view(db::Snapshot& snapshot, candidates::Visible seen, std::string_view origin) {
    const CandidateId id = seen.candidate.id;
    CandidateView view{person(seen.candidate),
                       {std::move(seen.candidate.details)},
                       {.properties = {origin, id, "/properties"},
                        .consent = {origin, id, "/consent"},
                        .consents = {origin, id, "/consents"}}};
    const candidates::Assignment* const primary = seen.primary();
    for (const candidates::Assignment& each : seen.assignments) {
        if (&each == primary) {
            view.primary_assignment = assignment_view(snapshot, each, origin);
        } else {
            view.secondary_assignments.push_back(assignment_view(snapshot, each, origin));
        }
    }
    return view;
}

CandidateLine line(candidates::Visible seen, std::string_view origin) {
    const CandidateId id = seen.candidate.id;
    CandidateLine line{person(seen.candidate),
                       {.status = consent_status(seen.candidate.consent.state)},
                       {.details = {origin, id, {}}, .properties = {origin, id, "/properties"}}};
    const candidates::Assignment* const primary = seen.primary();
    for (candidates::Assignment& each : seen.assignments) {
        if (&each == primary) {
            line.primary_assignment = primary_line(std::move(each), origin);
        } else {
            line.secondary_assignments.push_back(secondary_line(each, origin));
        }
    }
    return line;
}

// The view of a candidate that the actor has just created or changed.
CandidateView stored_view(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& id,
                          std::string_view origin) {
    return view(snapshot, candidates::visible(snapshot, actor, id, candidates::kForbidden), origin);
}

edge::Reply<CandidateView> created(db::Tx& tx, const edge::Call<CandidateInput>& call,
                                   const CandidateId& id) {
    return {.view = stored_view(tx, call.actor(), id, call.public_url),
            .location = call.link(path_of(id)),
            .next_page = std::nullopt,
            .concerns = id};
}

}  // namespace

SourceInput SourceInput::example() {
    const auto source = configuration::api_source();
    return {.source_type_id = source.type, .source_sub_type_id = source.sub_type, .source_id = source.id};
}

CandidateInput CandidateInput::example() {
    return {.first_name = {"Grace"},
            .last_name = {"Hopper"},
            .email = {"grace.hopper@example.com"},
            .phone_number = candidates::PhoneNumber{"+1 404 555 0100"},
            .location = candidates::Location{.country = "United States",
                                             .country_code = candidates::CountryCode{"us"},
                                             .city = "Atlanta"},
            .web = candidates::WebProfile{.website = "https://example.com/grace"},
            .tags = std::vector{candidates::Tag{"night shift"}},
            .education = std::vector{candidates::Education{.institution = "Vassar College",
                                                           .degree = "BA",
                                                           .major = "Mathematics",
                                                           .end_date = candidates::PartialDate{"1928"}}},
            .experience = std::vector{candidates::Experience{.title = "Analyst", .company = "Engines"}},
            .source_details = SourceInput::example(),
            .internal = false};
}

edge::Reply<CandidateList> list_candidates(db::Snapshot& snapshot,
                                           const edge::Call<wire::Nothing, candidates::ListRequest>& call) {
    auto page = candidates::list(snapshot, call.actor(), call.query);
    auto next = call.next_page("/candidates", page.next);
    CandidateList list{.limit = call.query.limit,
                       .offset = call.query.offset,
                       .next_page_id = {std::move(page.next)},
                       .total_found = page.total,
                       .content = {}};
    list.content.reserve(page.candidates.size());
    for (auto& candidate : page.candidates)
        list.content.push_back(line(std::move(candidate), call.public_url));
    return {.view = std::move(list), .location = std::nullopt, .next_page = std::move(next)};
}

edge::Reply<CandidateView> create_candidate(db::Tx& tx, const edge::Call<CandidateInput>& call) {
    return created(tx, call, candidates::register_in_pool(tx, call.actor(), draft(call.body)));
}

edge::Reply<CandidateView> create_candidate_for_job(db::Tx& tx, const edge::Call<CandidateInput>& call) {
    return created(tx, call,
                   candidates::register_for_job(tx, call.actor(), job_id(call.path), draft(call.body)));
}

CandidateView get_candidate(db::Snapshot& snapshot, const edge::Call<>& call) {
    return view(
        snapshot,
        candidates::visible(snapshot, call.actor(), candidate_id(call.path), candidates::kUnauthorized),
        call.public_url);
}

CandidateView patch_candidate(db::Tx& tx, const edge::Call<CandidatePatch>& call) {
    const CandidateId id = candidate_id(call.path);
    candidates::change(tx, call.actor(), id, [&](const candidates::Profile& before) {
        return with_details(before, wire::merged(details_of(before), call.body, ErrorKind::invalid_request));
    });
    return stored_view(tx, call.actor(), id, call.public_url);
}

wire::Nothing delete_candidate(db::Tx& tx, const edge::Call<>& call) {
    candidates::remove(tx, call.actor(), candidate_id(call.path));
    return {};
}

}  // namespace callboard::api

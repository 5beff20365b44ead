#include "api/apply/apply.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "accounts/company_store.h"
#include "apply/forms.h"
#include "apply/receipts.h"
#include "base/encoding.h"
#include "base/error.h"
#include "candidates/access.h"
#include "candidates/change.h"
#include "careers/careers_page.h"
#include "edge/posting_limit.h"
#include "postings/posting.h"

namespace callboard::api {
namespace {

constexpr std::size_t kLongestEmail = 128;

Error no_posting() {
    return not_found("RESOURCE_NOT_FOUND_ERROR", "there is no such posting, or it is not published");
}

// By its UUID only; also one that has ended.
std::optional<postings::Posting> find_any_posting(db::Snapshot& snapshot, const edge::PathParams& path) {
    const auto uuid = PostingUuid::parse(path.text("postingUuid"));
    return uuid ? postings::find(snapshot, *uuid) : std::nullopt;
}

// As published now.
std::optional<postings::Posting> find_posting(db::Snapshot& snapshot, const edge::PathParams& path) {
    auto found = find_any_posting(snapshot, path);
    if (found && !found->is_active) found.reset();
    return found;
}

postings::Posting posting_of(db::Snapshot& snapshot, const edge::PathParams& path) {
    auto found = find_posting(snapshot, path);
    if (!found) throw no_posting();
    return std::move(*found);
}

apply::ReadsCandidates reads_candidates(const oauth::ScopeSet& scopes) {
    return scopes.contains(oauth::Scope::candidates_read) ? apply::ReadsCandidates::yes
                                                          : apply::ReadsCandidates::no;
}

// --- the configuration of a posting

ConfiguredField view(const apply::FormField& field, std::string_view language) {
    ConfiguredField view{.id = field.id,
                         .label = apply::label_in(field.label, field.translations, language),
                         .type = field.type,
                         .required = field.required.value_or(false),
                         .compliance_type = field.compliance_type,
                         .values = {}};
    for (const apply::FormChoice& each : field.values.value_or(std::vector<apply::FormChoice>{}))
        view.values.push_back(
            {.id = each.id, .label = apply::label_in(each.label, each.translations, language)});
    return view;
}

ConfiguredQuestion view(const apply::FormQuestion& question, std::string_view language) {
    ConfiguredQuestion view{.id = question.id,
                            .label = apply::label_in(question.label, question.translations, language),
                            .repeatable = question.repeatable.value_or(false),
                            .fields = {}};
    for (const apply::FormField& each : question.fields) view.fields.push_back(api::view(each, language));
    return view;
}

// Questions with the same condition are one entry.
void add(std::vector<ConfiguredCondition>& conditions, const apply::FormQuestion& question) {
    const apply::FormCondition& condition = *question.condition;
    const auto same = std::ranges::find_if(conditions, [&](const ConfiguredCondition& each) {
        return each.parent_question_id == condition.question_id && each.field_id == condition.field_id &&
               each.value_ids == condition.value_ids;
    });
    if (same != conditions.end()) return same->conditional_questions.push_back(question.id);
    conditions.push_back({.parent_question_id = condition.question_id,
                          .field_id = condition.field_id,
                          .value_ids = condition.value_ids,
                          .conditional_questions = {question.id}});
}

// With the links of the careers page.
PostingConfiguration view(const apply::Form& asked, const careers::CareersPage& page,
                          const std::string& company, bool with_conditionals, std::string_view language) {
    const apply::Form form = careers::with_privacy_policy(asked, page, company);
    PostingConfiguration view{.company_imprint_url = page.imprint_url};
    std::vector<ConfiguredCondition> conditions;
    for (const apply::FormQuestion& each : form.questions.value_or(std::vector<apply::FormQuestion>{})) {
        if (each.condition && !with_conditionals) continue;
        view.questions.push_back(api::view(each, language));
        if (each.condition) add(conditions, each);
    }
    view.settings.avatar_upload_available = form.avatar_upload_available.value_or(true);
    if (with_conditionals) view.settings.conditionals = std::move(conditions);
    view.privacy_policies = form.privacy_policies.value_or(std::vector<apply::PrivacyPolicy>{});
    if (!form.consents || form.consents->empty()) return view;
    view.consent_settings.emplace();
    for (const apply::FormConsent& each : *form.consents)
        view.consent_settings->scopes.push_back(
            {.scope = each.scope,
             .required = each.required.value_or(false),
             .label = apply::label_in(each.label, each.translations, language)});
    return view;
}

// --- from requests

std::optional<candidates::Location> location_of(const std::optional<ApplicantLocation>& input) {
    if (!input) return std::nullopt;
    return candidates::Location{.country = given(input->country),
                                .country_code = input->country_code,
                                .region_code = given(input->region_code),
                                .region = given(input->region),
                                .city = input->city.text,
                                .latitude = input->latitude,
                                .longitude = input->longitude};
}

std::optional<candidates::WebProfile> web_of(const std::optional<ApplicantWeb>& input) {
    if (!input) return std::nullopt;
    return candidates::WebProfile{.skype = given(input->skype),
                                  .linkedin = given(input->linked_in),
                                  .facebook = given(input->facebook),
                                  .twitter = given(input->twitter),
                                  .website = given(input->website)};
}

std::vector<candidates::Education> education_of(const ApplyInput& input) {
    std::vector<candidates::Education> list;
    for (const ApplicantEducation& each : input.education.value_or(std::vector<ApplicantEducation>{}))
        list.push_back({.institution = each.institution.text,
                        .degree = each.degree.text,
                        .major = given(each.major),
                        .current = each.current,
                        .location = given(each.location),
                        .start_date = given(each.start_date),
                        .end_date = given(each.end_date),
                        .description = given(each.description)});
    return list;
}

std::vector<candidates::Experience> experience_of(const ApplyInput& input) {
    std::vector<candidates::Experience> list;
    for (const ApplicantExperience& each : input.experience.value_or(std::vector<ApplicantExperience>{}))
        list.push_back({.title = each.title.text,
                        .company = given(each.company),
                        .current = each.current,
                        .start_date = each.start_date,
                        .end_date = given(each.end_date),
                        .location = given(each.location),
                        .description = given(each.description)});
    return list;
}

candidates::Draft draft_of(const ApplyInput& input) {
    if (count_characters(input.email.text) > kLongestEmail)
        throw Error{ErrorKind::invalid_request,
                    Fault{"VALIDATION_ERROR",
                          "must have at most " + std::to_string(kLongestEmail) + " characters", "/email"}};
    candidates::Draft draft{
        .profile = {.first_name = input.first_name,
                    .last_name = input.last_name,
                    .email = input.email,
                    .summary = {.location = location_of(input.location),
                                .tags = candidates::merged_tags(
                                    {}, input.tags.value_or(std::vector<candidates::Tag>{}))},
                    .details = {.phone_number = given(input.phone_number),
                                .web = web_of(input.web),
                                .education = education_of(input),
                                .experience = experience_of(input)}},
        .internal = input.internal.value_or(false),
        .source = std::nullopt};
    if (input.source_details)
        draft.source = candidates::SourceChoice{.type = input.source_details->source_type_id,
                                                .sub_type = given(input.source_details->source_sub_type_id),
                                                .id = input.source_details->source_id};
    return draft;
}

std::vector<apply::Answer> answers_of(const ApplyInput& input) {
    std::vector<apply::Answer> answers;
    for (const AnswerInput& each : input.answers.value_or(std::vector<AnswerInput>{})) {
        apply::Answer answer{.question_id = each.id, .records = {}};
        for (const AnswerRecordInput& record : each.records) answer.records.push_back(record.fields);
        answers.push_back(std::move(answer));
    }
    return answers;
}

apply::Consents consents_of(const ApplyInput& input) {
    using enum candidates::ConsentScope;
    apply::Consents consents;
    if (!input.consent_decisions) {
        if (input.consent) consents.emplace(single, *input.consent);
        return consents;
    }
    const ConsentInput& given = *input.consent_decisions;
    const auto add = [&](candidates::ConsentScope scope, const std::optional<bool>& decision) {
        if (decision) consents.emplace(scope, *decision);
    };
    add(single, given.single);
    add(recruit, given.recruit);
    add(crm, given.crm);
    add(sms, given.sms);
    add(whatsapp, given.whatsapp);
    if (consents.contains(single) && consents.size() > 1)
        throw Error{ErrorKind::invalid_request,
                    Fault{"VALIDATION_ERROR", "SINGLE must be the only decision", "/consentDecisions"}};
    return consents;
}

std::vector<const files::NewFile*> files_of(const ApplyInput& input) {
    std::vector<const files::NewFile*> files;
    if (input.resume) files.push_back(&input.resume->file);
    if (input.avatar) files.push_back(&input.avatar->file);
    if (input.attachments)
        for (const auto& each : *input.attachments) files.push_back(&each.file);
    return files;
}

AppliedStatus applied_status(candidates::Status status) {
    switch (status) {
        case candidates::Status::lead: return AppliedStatus::lead;
        case candidates::Status::fresh: return AppliedStatus::fresh;
        case candidates::Status::in_review: return AppliedStatus::in_review;
        case candidates::Status::interview: return AppliedStatus::interview;
        case candidates::Status::offered: return AppliedStatus::offer;
        case candidates::Status::hired: return AppliedStatus::hire;
        case candidates::Status::rejected: return AppliedStatus::rejected;
        case candidates::Status::withdrawn: return AppliedStatus::withdrawn;
        case candidates::Status::transferred: return AppliedStatus::transferred;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

}  // namespace

PostingConfiguration get_posting_configuration(
    db::Snapshot& snapshot, const edge::Call<wire::Nothing, PostingConfigurationQuery>& call) {
    const postings::Posting posting = posting_of(snapshot, call.path);
    return view(apply::form_for(snapshot, posting.job), careers::public_careers_page(snapshot),
                accounts::store::own_company(snapshot).name, call.query.conditionals_included.value_or(false),
                call.label_language);
}

edge::Reply<ApplyResult> apply_to_posting(db::Tx& tx, const edge::Call<ApplyInput>& call) {
    candidates::require_changing(call.actor());
    const auto found = find_posting(tx, call.path);
    edge::limit_applications(call.services, found ? &found->uuid : nullptr, call.actor().address.value());
    if (!found) throw no_posting();
    const postings::Posting& posting = *found;
    const auto applied = apply::submit(
        tx, call.actor(), posting,
        {.draft = draft_of(call.body),
         .answers = answers_of(call.body),
         .conditionals = call.body.conditionals_included.value_or(false) ? apply::Conditionals::included
                                                                         : apply::Conditionals::omitted,
         .consents = consents_of(call.body),
         .files = files_of(call.body),
         .message = call.body.message_to_hiring_manager});
    const std::string id =
        apply::receipt_for(tx, call.actor(), reads_candidates(call.scopes), posting, applied);
    const std::string careers = "/careers/" + accounts::store::own_company(tx).identifier;
    edge::Reply<ApplyResult> reply{
        .view = {.id = id, .created_on = tx.now, .candidate_portal_url = call.link(careers)}};
    reply.concerns = applied.candidate;
    return reply;
}

ApplyStatusView get_apply_status(db::Snapshot& snapshot, const edge::Call<>& call) {
    // An application goes on after its posting has ended.
    const auto posting = find_any_posting(snapshot, call.path);
    if (!posting) throw not_found("RESOURCE_NOT_FOUND_ERROR", "there is no such posting");
    const auto status = apply::status_of(snapshot, call.actor(), reads_candidates(call.scopes), *posting,
                                         call.path.text("applicantId"));
    if (!status) throw not_found("RESOURCE_NOT_FOUND_ERROR", "there is no such application");
    return {.status = applied_status(*status)};
}

}  // namespace callboard::api

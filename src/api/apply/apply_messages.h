// Bodies of the operations with which candidates apply.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/apply/given_text.h"
#include "api/apply/sent_file.h"
#include "apply/answers.h"
#include "apply/submission.h"
#include "base/clock.h"
#include "base/names.h"
#include "candidates/profile.h"
#include "wire/shape.h"

namespace callboard::api {

// --- the configuration of a posting

struct ConfiguredValue {
    std::string id;
    std::string label;

    static constexpr std::string_view kName = "PostingQuestionValue";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &ConfiguredValue::id),
                            wire::field("label", &ConfiguredValue::label));
    }
};

struct ConfiguredField {
    std::string id;
    std::string label;
    apply::FieldType type{};
    bool required = false;
    std::optional<apply::ComplianceType> compliance_type;
    std::vector<ConfiguredValue> values;

    static constexpr std::string_view kName = "PostingQuestionField";
    static constexpr auto shape() {
        using Self = ConfiguredField;
        return wire::fields(wire::field("id", &Self::id), wire::field("label", &Self::label),
                            wire::field("type", &Self::type), wire::field("required", &Self::required),
                            wire::field("complianceType", &Self::compliance_type),
                            wire::field("values", &Self::values));
    }
};

struct ConfiguredQuestion {
    QuestionId id = QuestionId::from_trusted("");
    std::string label;
    bool repeatable = false;
    std::vector<ConfiguredField> fields;

    static constexpr std::string_view kName = "PostingQuestion";
    static constexpr auto shape() {
        using Self = ConfiguredQuestion;
        return wire::fields(wire::field("id", &Self::id), wire::field("label", &Self::label),
                            wire::field("repeatable", &Self::repeatable),
                            wire::field("fields", &Self::fields));
    }
};

struct ConfiguredCondition {
    QuestionId parent_question_id = QuestionId::from_trusted("");
    std::string field_id;
    std::vector<std::string> value_ids;
    std::vector<QuestionId> conditional_questions;

    static constexpr std::string_view kName = "PostingCondition";
    static constexpr auto shape() {
        using Self = ConfiguredCondition;
        return wire::fields(wire::field("parentQuestionId", &Self::parent_question_id),
                            wire::field("fieldId", &Self::field_id),
                            wire::field("valueIds", &Self::value_ids),
                            wire::field("conditionalQuestions", &Self::conditional_questions,
                                        {.about = "The ids of the questions that are asked then."}));
    }
};

struct ConfiguredSettings {
    bool avatar_upload_available = false;
    std::optional<std::vector<ConfiguredCondition>> conditionals;

    static constexpr std::string_view kName = "PostingSettings";
    static constexpr auto shape() {
        using Self = ConfiguredSettings;
        return wire::fields(wire::field("avatarUploadAvailable", &Self::avatar_upload_available),
                            wire::field("conditionals", &Self::conditionals));
    }
};

struct ConfiguredConsent {
    candidates::ConsentScope scope{};
    bool required = false;
    std::string label;

    static constexpr std::string_view kName = "PostingConsent";
    static constexpr auto shape() {
        using Self = ConfiguredConsent;
        return wire::fields(wire::field("scope", &Self::scope), wire::field("required", &Self::required),
                            wire::field("label", &Self::label));
    }
};

struct ConsentSettings {
    std::vector<ConfiguredConsent> scopes;

    static constexpr std::string_view kName = "PostingConsentSettings";
    static constexpr auto shape() { return wire::fields(wire::field("scopes", &ConsentSettings::scopes)); }
};

struct PostingConfiguration {
    std::vector<ConfiguredQuestion> questions;
    ConfiguredSettings settings;
    std::vector<apply::PrivacyPolicy> privacy_policies;
    std::optional<ConsentSettings> consent_settings;
    std::optional<std::string> company_imprint_url;

    static constexpr std::string_view kName = "PostingConfiguration";
    static constexpr auto shape() {
        using Self = PostingConfiguration;
        return wire::fields(wire::field("questions", &Self::questions),
                            wire::field("settings", &Self::settings),
                            wire::field("privacyPolicies", &Self::privacy_policies),
                            wire::field("consentSettings", &Self::consent_settings),
                            wire::field("companyImprintUrl", &Self::company_imprint_url,
                                        {.about = "The legal notice of the careers page."}));
    }
};

struct PostingConfigurationQuery {
    std::optional<bool> conditionals_included;

    static constexpr auto shape() {
        return wire::fields(
            wire::field("conditionalsIncluded", &PostingConfigurationQuery::conditionals_included,
                        {.about = "Whether questions with conditions are included; `false` if omitted."}));
    }
};

// --- an application

inline constexpr wire::Rule kRequiredText{.min_length = 1, .max_length = 200, .one_line = true};
inline constexpr wire::Rule kShortText{.max_length = 200, .one_line = true};

using OptionalText = std::optional<UnlessBlank<std::string>>;
using OptionalDate = std::optional<UnlessBlank<candidates::PartialDate>>;

struct ApplicantLocation {
    OptionalText country;
    candidates::CountryCode country_code;
    OptionalText region;
    OptionalText region_code;
    RequiredText city;
    std::optional<double> latitude;
    std::optional<double> longitude;

    static constexpr std::string_view kName = "ApplicantLocation";
    static constexpr auto shape() {
        using Self = ApplicantLocation;
        constexpr wire::Rule kName128{.max_length = 128, .one_line = true};
        return wire::fields(
            wire::field("country", &Self::country, kName128), wire::field("countryCode", &Self::country_code),
            wire::field("region", &Self::region, kName128),
            wire::field("regionCode", &Self::region_code,
                        {.min_length = 2, .max_length = 5, .one_line = true}),
            wire::field("city", &Self::city, {.min_length = 1, .max_length = 128, .one_line = true}),
            wire::field("lat", &Self::latitude, {.min = -90, .max = 90}),
            wire::field("lng", &Self::longitude, {.min = -180, .max = 180}));
    }
};

struct ApplicantWeb {
    OptionalText skype;
    OptionalText linked_in;
    OptionalText facebook;
    OptionalText twitter;
    OptionalText website;

    static constexpr std::string_view kName = "ApplicantWeb";
    static constexpr auto shape() {
        using Self = ApplicantWeb;
        constexpr wire::Rule kAccount{.max_length = 100, .one_line = true};
        constexpr wire::Rule kAddress{.max_length = 1'000, .one_line = true};
        return wire::fields(wire::field("skype", &Self::skype, kAccount),
                            wire::field("linkedIn", &Self::linked_in, kAddress),
                            wire::field("facebook", &Self::facebook, kAddress),
                            wire::field("twitter", &Self::twitter, kAccount),
                            wire::field("website", &Self::website, kAddress));
    }
};

struct ApplicantEducation {
    RequiredText institution;
    RequiredText degree;
    OptionalText major;
    std::optional<bool> current;
    OptionalDate start_date;
    OptionalDate end_date;
    OptionalText location;
    OptionalText description;

    static constexpr std::string_view kName = "ApplicantEducation";
    static constexpr auto shape() {
        using Self = ApplicantEducation;
        return wire::fields(
            wire::field("institution", &Self::institution, kRequiredText),
            wire::field("degree", &Self::degree, kRequiredText),
            wire::field("major", &Self::major, kShortText), wire::field("current", &Self::current),
            wire::field("startDate", &Self::start_date), wire::field("endDate", &Self::end_date),
            wire::field("location", &Self::location, kShortText),
            wire::field("description", &Self::description, {.max_length = 4'000}));
    }
};

struct ApplicantExperience {
    RequiredText title;
    OptionalText company;
    std::optional<bool> current;
    candidates::PartialDate start_date;
    OptionalDate end_date;
    OptionalText location;
    OptionalText description;

    static constexpr std::string_view kName = "ApplicantExperience";
    static constexpr auto shape() {
        using Self = ApplicantExperience;
        return wire::fields(
            wire::field("title", &Self::title, kRequiredText),
            wire::field("company", &Self::company, kShortText), wire::field("current", &Self::current),
            wire::field("startDate", &Self::start_date), wire::field("endDate", &Self::end_date),
            wire::field("location", &Self::location, kShortText),
            wire::field("description", &Self::description, {.max_length = 4'000}));
    }
};

struct ApplicantSource {
    std::string source_type_id;
    OptionalText source_sub_type_id;
    std::string source_id;

    static constexpr std::string_view kName = "ApplicantSource";
    static constexpr auto shape() {
        using Self = ApplicantSource;
        constexpr wire::Rule kText{.min_length = 1, .max_length = 256, .one_line = true};
        return wire::fields(wire::field("sourceTypeId", &Self::source_type_id, kText),
                            wire::field("sourceSubTypeId", &Self::source_sub_type_id, kText),
                            wire::field("sourceId", &Self::source_id, kText));
    }
};

struct AnswerRecordInput {
    apply::AnswerFields fields;

    static constexpr std::string_view kName = "ApplicantAnswerRecord";
    static constexpr auto shape() { return wire::fields(wire::field("fields", &AnswerRecordInput::fields)); }
};

struct AnswerInput {
    std::string id;
    std::vector<AnswerRecordInput> records;

    static constexpr std::string_view kName = "ApplicantAnswer";
    static constexpr auto shape() {
        return wire::fields(
            wire::field("id", &AnswerInput::id,
                        {.min_length = 1, .max_length = 100, .about = "The id of the question."}),
            wire::field("records", &AnswerInput::records, {.max_items = apply::kMostRecords}));
    }
};

// What is missing is not given.
struct ConsentInput {
    std::optional<bool> single;
    std::optional<bool> recruit;
    std::optional<bool> crm;
    std::optional<bool> sms;
    std::optional<bool> whatsapp;

    static constexpr std::string_view kName = "ApplicantConsents";
    static constexpr auto shape() {
        using Self = ConsentInput;
        return wire::fields(
            wire::field("SINGLE", &Self::single), wire::field("SMART_RECRUIT", &Self::recruit),
            wire::field("SMART_CRM", &Self::crm), wire::field("SMART_MESSAGE_SMS", &Self::sms),
            wire::field("SMART_MESSAGE_WHATSAPP", &Self::whatsapp));
    }
};

struct ApplyInput {
    candidates::Name first_name;
    candidates::Name last_name;
    candidates::Email email;
    std::optional<UnlessBlank<candidates::PhoneNumber>> phone_number;
    std::optional<ApplicantLocation> location;
    std::optional<ApplicantWeb> web;
    std::optional<std::vector<candidates::Tag>> tags;
    std::optional<std::vector<ApplicantEducation>> education;
    std::optional<std::vector<ApplicantExperience>> experience;
    std::optional<ApplicantSource> source_details;
    std::optional<SentFileFor<files::Purpose::resume>> resume;
    std::optional<SentFileFor<files::Purpose::avatar>> avatar;
    std::optional<std::vector<SentFileFor<files::Purpose::generic>>> attachments;
    std::optional<std::vector<AnswerInput>> answers;
    std::optional<std::string> message_to_hiring_manager;
    std::optional<bool> consent;
    std::optional<ConsentInput> consent_decisions;
    std::optional<bool> internal;
    std::optional<bool> create_join_link;
    std::optional<bool> conditionals_included;

    static constexpr std::string_view kName = "ApplyInput";
    static constexpr auto shape() {
        using Self = ApplyInput;
        return wire::fields(
            wire::field("firstName", &Self::first_name), wire::field("lastName", &Self::last_name),
            wire::field("email", &Self::email), wire::field("phoneNumber", &Self::phone_number),
            wire::field("location", &Self::location), wire::field("web", &Self::web),
            wire::field("tags", &Self::tags, {.max_items = 100}),
            wire::field("education", &Self::education, {.max_items = 100}),
            wire::field("experience", &Self::experience, {.max_items = 100}),
            wire::field("sourceDetails", &Self::source_details), wire::field("resume", &Self::resume),
            wire::field("avatar", &Self::avatar),
            wire::field("attachments", &Self::attachments, {.max_items = apply::kMostAttachments}),
            wire::field("answers", &Self::answers, {.max_items = 2 * apply::kMostQuestions}),
            wire::field("messageToHiringManager", &Self::message_to_hiring_manager,
                        {.max_length = apply::kMostMessage}),
            wire::field("consent", &Self::consent, {.about = "Instead of `consentDecisions.SINGLE`."}),
            wire::field("consentDecisions", &Self::consent_decisions,
                        {.about = "Either `SINGLE` alone, or the others."}),
            wire::field("internal", &Self::internal),
            wire::field("createJoinLink", &Self::create_join_link, {.about = "Has no effect."}),
            wire::field(
                "conditionalsIncluded", &Self::conditionals_included,
                {.about = "Whether questions with conditions were shown; `false` if omitted. Otherwise "
                          "they are not asked."}));
    }
    static ApplyInput example();
};

struct ApplyResult {
    std::string id;
    Timestamp created_on;
    std::string candidate_portal_url;

    static constexpr std::string_view kName = "ApplyResult";
    static constexpr auto shape() {
        using Self = ApplyResult;
        return wire::fields(wire::field("id", &Self::id), wire::field("createdOn", &Self::created_on),
                            wire::field("candidatePortalUrl", &Self::candidate_portal_url,
                                        {.about = "The careers page of the company."}));
    }
};

// The names differ from those of other operations.
enum class AppliedStatus {
    fresh,
    in_review,
    interview,
    offer,
    hire,
    rejected,
    withdrawn,
    lead,
    transferred,
    other
};

struct ApplyStatusView {
    AppliedStatus status{};

    static constexpr std::string_view kName = "ApplyStatusView";
    static constexpr auto shape() { return wire::fields(wire::field("status", &ApplyStatusView::status)); }
};

}  // namespace callboard::api

template <>
struct callboard::Names<callboard::api::AppliedStatus> {
    using enum callboard::api::AppliedStatus;
    static constexpr std::string_view kName = "ApplyStatus";
    static constexpr std::array kList{std::pair{fresh, std::string_view{"NEW"}},
                                      std::pair{in_review, std::string_view{"IN_REVIEW"}},
                                      std::pair{interview, std::string_view{"INTERVIEW"}},
                                      std::pair{offer, std::string_view{"OFFER"}},
                                      std::pair{hire, std::string_view{"HIRE"}},
                                      std::pair{rejected, std::string_view{"REJECTED"}},
                                      std::pair{withdrawn, std::string_view{"WITHDRAWN"}},
                                      std::pair{lead, std::string_view{"LEAD"}},
                                      std::pair{transferred, std::string_view{"TRANSFERRED"}},
                                      std::pair{other, std::string_view{"OTHER"}}};
};

// An object with lists of texts.
template <>
struct callboard::wire::Codec<callboard::apply::AnswerFields> {
    using Fields = callboard::apply::AnswerFields;
    static std::optional<Fields> read(const JsonValue& value, const Rule& rule, Reading& reading);
    static void write(JsonWriter& out, const Fields& fields);
    static void schema(JsonWriter& out, const Rule& rule, Schemas& schemas);
};

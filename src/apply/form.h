// What candidates are asked when they apply: screening questions with conditions, and texts of consent.
// Stored as JSON in the format of the API, one form for the company and one for each job that has its own.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "base/names.h"
#include "candidates/consent_decision_store.h"
#include "wire/shape.h"
#include "wire/text_map.h"

namespace callboard::apply {

inline constexpr std::size_t kMostQuestions = 100;  // of one form
inline constexpr std::size_t kMostFields = 20;      // of one question
inline constexpr std::size_t kMostChoices = 300;    // of one field
inline constexpr std::size_t kMostPolicies = 10;
// Of one form. What somebody is asked is made of two, see combined(): it has at most twice as much of each.
inline constexpr std::size_t kMostChoicesOfForm = 2'000;
inline constexpr std::size_t kMostConditionValues = 2'000;  // values that conditions name, together
inline constexpr std::size_t kMostConditionDepth = 5;       // questions that depend on one another

enum class FieldType { input_text, textarea, single_select, multi_select, radio, checkbox, information };
enum class ComplianceType { diversity };

constexpr bool has_choices(FieldType type) {
    return type != FieldType::input_text && type != FieldType::textarea && type != FieldType::information;
}
constexpr bool takes_several(FieldType type) {
    return type == FieldType::multi_select || type == FieldType::checkbox;
}

inline constexpr wire::Rule kIdRule{.min_length = 1, .max_length = 100, .one_line = true};
inline constexpr wire::Rule kLabelRule{.min_length = 1, .max_length = 4'000};
inline constexpr wire::Rule kTranslationsRule{
    .min_length = 1,
    .max_length = 4'000,
    .max_items = 50,
    .about = "The label in other languages, by the code of the language (`GET /v1/languages`)."};

// The label in the language; or in the language without its region ("fr" for "fr-CA"); or the one that is not
// translated.
const std::string& label_in(const std::string& label, const std::optional<wire::TextMap>& translations,
                            std::string_view language);

struct FormChoice {
    std::string id;
    std::string label;
    std::optional<wire::TextMap> translations;

    static constexpr std::string_view kName = "FormChoice";
    static constexpr auto shape() {
        using Self = FormChoice;
        return wire::fields(wire::field("id", &Self::id, kIdRule),
                            wire::field("label", &Self::label, {.min_length = 1, .max_length = 1'000}),
                            wire::field("translations", &Self::translations, kTranslationsRule));
    }
};

struct FormField {
    std::string id;
    std::string label;
    std::optional<wire::TextMap> translations;
    FieldType type{};
    std::optional<bool> required;
    std::optional<ComplianceType> compliance_type;
    std::optional<std::vector<FormChoice>> values;

    static constexpr std::string_view kName = "FormField";
    static constexpr auto shape() {
        using Self = FormField;
        return wire::fields(wire::field("id", &Self::id, kIdRule),
                            wire::field("label", &Self::label, kLabelRule),
                            wire::field("translations", &Self::translations, kTranslationsRule),
                            wire::field("type", &Self::type),
                            wire::field("required", &Self::required, {.about = "`false` if omitted."}),
                            wire::field("complianceType", &Self::compliance_type),
                            wire::field("values", &Self::values,
                                        {.max_items = kMostChoices, .about = "What can be chosen."}));
    }
};

// The question is asked if one of these values is chosen in a question before it.
struct FormCondition {
    QuestionId question_id = QuestionId::from_trusted("");
    std::string field_id;
    std::vector<std::string> value_ids;

    static constexpr std::string_view kName = "FormCondition";
    static constexpr auto shape() {
        using Self = FormCondition;
        return wire::fields(
            wire::field("questionId", &Self::question_id, {.about = "A question before this one."}),
            wire::field("fieldId", &Self::field_id, kIdRule),
            wire::field("valueIds", &Self::value_ids,
                        {.min_length = 1, .max_length = 100, .min_items = 1, .max_items = kMostChoices}));
    }
};

struct FormQuestion {
    QuestionId id = QuestionId::from_trusted("");
    std::optional<std::string> name;
    std::string label;
    std::optional<wire::TextMap> translations;
    std::optional<bool> repeatable;
    std::vector<FormField> fields;
    std::optional<FormCondition> condition;

    static constexpr std::string_view kName = "FormQuestion";
    static constexpr auto shape() {
        using Self = FormQuestion;
        return wire::fields(
            wire::field("id", &Self::id,
                        {.about = "Chosen by the client. A question of a job replaces the company's question "
                                  "with the same id."}),
            wire::field("name", &Self::name,
                        {.min_length = 1, .max_length = 100, .one_line = true, .about = "For recruiters."}),
            wire::field("label", &Self::label, kLabelRule),
            wire::field("translations", &Self::translations, kTranslationsRule),
            wire::field("repeatable", &Self::repeatable, {.about = "`false` if omitted."}),
            wire::field("fields", &Self::fields, {.min_items = 1, .max_items = kMostFields}),
            wire::field("condition", &Self::condition));
    }
};

struct PrivacyPolicy {
    std::string url;
    std::string org_name;

    static constexpr std::string_view kName = "PrivacyPolicy";
    static constexpr auto shape() {
        using Self = PrivacyPolicy;
        return wire::fields(
            wire::field("url", &Self::url, {.min_length = 8, .max_length = 2'000, .one_line = true}),
            wire::field("orgName", &Self::org_name, {.min_length = 1, .max_length = 256, .one_line = true}));
    }
};

struct FormConsent {
    candidates::ConsentScope scope{};
    std::optional<bool> required;
    std::string label;
    std::optional<wire::TextMap> translations;

    static constexpr std::string_view kName = "FormConsent";
    static constexpr auto shape() {
        using Self = FormConsent;
        return wire::fields(
            wire::field("scope", &Self::scope),
            wire::field("required", &Self::required,
                        {.about = "Nobody can apply without this consent. `false` if omitted."}),
            wire::field("label", &Self::label,
                        {.min_length = 1, .max_length = 4'000, .about = "The text of the consent."}),
            wire::field("translations", &Self::translations, kTranslationsRule));
    }
};

// Policies and consents of a job replace those of the company; its questions are added to them.
struct Form {
    std::optional<std::vector<FormQuestion>> questions;
    std::optional<std::vector<PrivacyPolicy>> privacy_policies;
    std::optional<std::vector<FormConsent>> consents;
    std::optional<bool> avatar_upload_available;

    static constexpr std::string_view kName = "ApplicationForm";
    static constexpr auto shape() {
        using Self = Form;
        return wire::fields(
            wire::field("questions", &Self::questions, {.max_items = kMostQuestions}),
            wire::field("privacyPolicies", &Self::privacy_policies, {.max_items = kMostPolicies}),
            wire::field("consents", &Self::consents,
                        {.max_items = 5, .about = "Either `SINGLE` alone, or the others."}),
            wire::field("avatarUploadAvailable", &Self::avatar_upload_available,
                        {.about = "Whether candidates may send a picture; `true` if omitted."}));
    }
    static Form example();
};

// Throws VALIDATION_ERROR with every fault: ids that are used twice, conditions on questions that do not come
// before, unknown languages, addresses of policies that are not links, more than the limits above.
void require_valid(const Form& form);

// The form of a job: the company's, changed and completed by that of the job. A condition of the job refers
// to questions of the job only: so two valid forms make no circle, and no chain longer than both together.
Form combined(Form of_company, const Form& of_job);

const FormField* find_field(const FormQuestion& question, std::string_view id);
const FormChoice* find_choice(const FormField& field, std::string_view id);

}  // namespace callboard::apply

template <>
struct callboard::Names<callboard::apply::FieldType> {
    using enum callboard::apply::FieldType;
    static constexpr std::string_view kName = "FormFieldType";
    static constexpr std::array kList{std::pair{input_text, std::string_view{"INPUT_TEXT"}},
                                      std::pair{textarea, std::string_view{"TEXTAREA"}},
                                      std::pair{single_select, std::string_view{"SINGLE_SELECT"}},
                                      std::pair{multi_select, std::string_view{"MULTI_SELECT"}},
                                      std::pair{radio, std::string_view{"RADIO"}},
                                      std::pair{checkbox, std::string_view{"CHECKBOX"}},
                                      std::pair{information, std::string_view{"INFORMATION"}}};
};

template <>
struct callboard::Names<callboard::apply::ComplianceType> {
    using enum callboard::apply::ComplianceType;
    static constexpr std::string_view kName = "ComplianceType";
    static constexpr std::array kList{std::pair{diversity, std::string_view{"DIVERSITY"}}};
};

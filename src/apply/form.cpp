#include "apply/form.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "base/error.h"
#include "configuration/dictionary.h"
#include "wire/reading.h"

namespace callboard::apply {
namespace {

using Step = wire::Reading::Step;

template <class T>
const std::vector<T>& list_of(const std::optional<std::vector<T>>& list) {
    static const std::vector<T> kNone;
    return list ? *list : kNone;
}

// Calls `check` for each element, at its place.
template <class T, class Check>
void each(wire::Reading& reading, std::string_view name, const std::vector<T>& list, Check check) {
    const Step at_list{reading, name};
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Step at_element{reading, std::to_string(i)};
        check(list[i], i);
    }
}

void check_unique(wire::Reading& reading, std::set<std::string_view>& seen, std::string_view id) {
    const Step step{reading, "id"};
    if (!seen.insert(id).second) reading.fault("is used twice");
}

void check_languages(wire::Reading& reading, const std::optional<wire::TextMap>& translations) {
    if (!translations) return;
    const Step step{reading, "translations"};
    for (const auto& [language, text] : *translations) {
        const Step at_language{reading, language};
        if (!configuration::find_language(language)) reading.fault("is an unknown language");
    }
}

void check_field(wire::Reading& reading, const FormField& field) {
    check_languages(reading, field.translations);
    if (has_choices(field.type) == list_of(field.values).empty()) {
        const Step step{reading, "values"};
        reading.fault(has_choices(field.type) ? "must have at least one value"
                                              : "must be empty for a field of this type");
    }
    if (field.type == FieldType::information && field.required.value_or(false)) {
        const Step step{reading, "required"};
        reading.fault("must be false for a text that nobody answers");
    }
    std::set<std::string_view> ids;
    each(reading, "values", list_of(field.values), [&](const FormChoice& choice, std::size_t) {
        check_unique(reading, ids, choice.id);
        check_languages(reading, choice.translations);
    });
}

// A condition on an earlier question only: so there is no circle.
void check_condition(wire::Reading& reading, const FormCondition& condition,
                     std::span<const FormQuestion> earlier) {
    const Step step{reading, "condition"};
    const auto parent = std::ranges::find(earlier, condition.question_id, &FormQuestion::id);
    if (parent == earlier.end()) {
        const Step at_question{reading, "questionId"};
        return reading.fault("must be a question before this one");
    }
    const FormField* const field = find_field(*parent, condition.field_id);
    if (!field || !has_choices(field->type)) {
        const Step at_field{reading, "fieldId"};
        return reading.fault("must be a field of that question with values");
    }
    each(reading, "valueIds", condition.value_ids, [&](const std::string& id, std::size_t) {
        if (!find_choice(*field, id)) reading.fault("must be a value of that field");
    });
}

// How many conditions must be met for a question to be asked, by its id.
using Depths = std::map<QuestionId, std::size_t>;

void check_depth(wire::Reading& reading, const FormQuestion& question, Depths& depths) {
    // 0 for a question that does not come before, which is a fault already.
    const std::size_t depth = question.condition ? depths[question.condition->question_id] + 1 : 0;
    depths.emplace(question.id, depth);
    if (depth != kMostConditionDepth + 1) return;  // questions further down would have the same fault
    const Step step{reading, "condition"};
    reading.fault("must be one of at most " + std::to_string(kMostConditionDepth) +
                  " conditions that depend on one another");
}

// The form of a page grows with its choices, and its stylesheet with the values that conditions name.
void check_size(wire::Reading& reading, const std::vector<FormQuestion>& questions) {
    std::size_t choices = 0;
    std::size_t named = 0;
    for (const FormQuestion& question : questions) {
        for (const FormField& field : question.fields) choices += list_of(field.values).size();
        if (question.condition) named += question.condition->value_ids.size();
    }
    const Step step{reading, "questions"};
    if (choices > kMostChoicesOfForm)
        reading.fault("must have at most " + std::to_string(kMostChoicesOfForm) + " values, all together");
    if (named > kMostConditionValues)
        reading.fault("must have at most " + std::to_string(kMostConditionValues) +
                      " values in conditions, all together");
}

void check_questions(wire::Reading& reading, const std::vector<FormQuestion>& questions) {
    check_size(reading, questions);
    std::set<std::string_view> ids;
    Depths depths;
    each(reading, "questions", questions, [&](const FormQuestion& question, std::size_t i) {
        check_unique(reading, ids, question.id.text());
        check_languages(reading, question.translations);
        std::set<std::string_view> fields;
        each(reading, "fields", question.fields, [&](const FormField& field, std::size_t) {
            check_unique(reading, fields, field.id);
            check_field(reading, field);
        });
        if (question.condition) check_condition(reading, *question.condition, std::span{questions}.first(i));
        check_depth(reading, question, depths);
    });
}

void check_consents(wire::Reading& reading, const std::vector<FormConsent>& consents) {
    std::set<candidates::ConsentScope> scopes;
    each(reading, "consents", consents, [&](const FormConsent& consent, std::size_t) {
        check_languages(reading, consent.translations);
        const Step step{reading, "scope"};
        if (!scopes.insert(consent.scope).second) reading.fault("is used twice");
        if (consent.scope == candidates::ConsentScope::single && consents.size() > 1)
            reading.fault("SINGLE must be the only consent");
    });
}

}  // namespace

const std::string& label_in(const std::string& label, const std::optional<wire::TextMap>& translations,
                            std::string_view language) {
    if (!translations) return label;
    for (const std::string_view wanted : {language, language.substr(0, language.find('-'))}) {
        const auto found = translations->find(std::string{wanted});
        if (found != translations->end()) return found->second;
    }
    return label;
}

const FormField* find_field(const FormQuestion& question, std::string_view id) {
    const auto found = std::ranges::find(question.fields, id, &FormField::id);
    return found != question.fields.end() ? &*found : nullptr;
}

const FormChoice* find_choice(const FormField& field, std::string_view id) {
    const auto& choices = list_of(field.values);
    const auto found = std::ranges::find(choices, id, &FormChoice::id);
    return found != choices.end() ? &*found : nullptr;
}

void require_valid(const Form& form) {
    wire::Reading reading{"VALIDATION_ERROR"};
    check_questions(reading, list_of(form.questions));
    each(reading, "privacyPolicies", list_of(form.privacy_policies),
         [&](const PrivacyPolicy& policy, std::size_t) {
             const Step step{reading, "url"};
             if (!policy.url.starts_with("https://") && !policy.url.starts_with("http://"))
                 reading.fault("must begin with https:// or http://");
         });
    check_consents(reading, list_of(form.consents));
    if (auto faults = reading.take_faults(); !faults.empty())
        throw Error{ErrorKind::unprocessable, std::move(faults)};
}

Form combined(Form of_company, const Form& of_job) {
    Form form = std::move(of_company);
    if (of_job.privacy_policies) form.privacy_policies = of_job.privacy_policies;
    if (of_job.consents) form.consents = of_job.consents;
    if (of_job.avatar_upload_available) form.avatar_upload_available = of_job.avatar_upload_available;
    std::vector<FormQuestion> questions = list_of(form.questions);
    for (const FormQuestion& question : list_of(of_job.questions)) {
        const auto same = std::ranges::find(questions, question.id, &FormQuestion::id);
        if (same != questions.end()) {
            *same = question;
        } else {
            questions.push_back(question);
        }
    }
    form.questions = std::move(questions);
    return form;
}

Form Form::example() {
    const auto licence = QuestionId::from_trusted("01a1e900-0000-7000-8000-000000000001");
    const auto classes = QuestionId::from_trusted("01a1e900-0000-7000-8000-000000000002");
    const auto choice = [](const char* id, const char* label) {
        return FormChoice{.id = id, .label = label, .translations = std::nullopt};
    };
    return {.questions =
                std::vector{FormQuestion{
                                .id = licence,
                                .name = "Licence",
                                .label = "Do you have a driving licence?",
                                .translations = wire::TextMap{{"de", "Haben Sie einen Führerschein?"}},
                                .repeatable = false,
                                .fields = {{.id = "value",
                                            .label = "Licence",
                                            .translations = std::nullopt,
                                            .type = FieldType::radio,
                                            .required = true,
                                            .compliance_type = std::nullopt,
                                            .values = std::vector{choice("yes", "Yes"), choice("no", "No")}}},
                                .condition = std::nullopt},
                            FormQuestion{.id = classes,
                                         .name = "Classes",
                                         .label = "Which classes does it have?",
                                         .translations = std::nullopt,
                                         .repeatable = false,
                                         .fields = {{.id = "value",
                                                     .label = "Classes",
                                                     .translations = std::nullopt,
                                                     .type = FieldType::input_text,
                                                     .required = false,
                                                     .compliance_type = std::nullopt,
                                                     .values = std::nullopt}},
                                         .condition = FormCondition{.question_id = licence,
                                                                    .field_id = "value",
                                                                    .value_ids = {"yes"}}}},
            .privacy_policies =
                std::vector{PrivacyPolicy{.url = "https://example.com/privacy", .org_name = "Example"}},
            .consents = std::vector{FormConsent{.scope = candidates::ConsentScope::single,
                                                .required = false,
                                                .label = "You may store my data for two years.",
                                                .translations = std::nullopt}},
            .avatar_upload_available = true};
}

}  // namespace callboard::apply

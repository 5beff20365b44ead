#include "apply/answers.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/encoding.h"
#include "wire/reading.h"

namespace callboard::apply {
namespace {

using Step = wire::Reading::Step;

// The id of a text: it has none, and would be too long for the key of a filter.
constexpr std::string_view kTextId = "value";

const Answer* find_answer(const std::vector<Answer>& answers, const QuestionId& question) {
    const auto found = std::ranges::find(answers, question.text(), &Answer::question_id);
    return found != answers.end() ? &*found : nullptr;
}

// Whether one of the values is chosen.
bool holds(const FormCondition& condition, const Answer* answer) {
    if (!answer) return false;
    const std::set<std::string_view> wanted(condition.value_ids.begin(), condition.value_ids.end());
    return std::ranges::any_of(answer->records, [&](const AnswerFields& fields) {
        const auto found = fields.find(condition.field_id);
        return found != fields.end() && std::ranges::any_of(found->second, [&](const std::string& value) {
                   return wanted.contains(value);
               });
    });
}

std::string_view answer_type(FieldType type) {
    switch (type) {
        case FieldType::input_text: return "text";
        case FieldType::textarea: return "textarea";
        case FieldType::single_select:
        case FieldType::multi_select: return "select";
        case FieldType::radio: return "radio";
        case FieldType::checkbox: return "checkbox";
        case FieldType::information: return "info";
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

bool is_blank(const std::string& trimmed) {
    return fold(trimmed).empty();  // no visible character
}

// Nothing if it is blank, or has a fault.
std::optional<candidates::AnswerValue> text_value(const FormField& field, const std::string& given,
                                                  wire::Reading& reading) {
    std::string text = trim(given);
    if (is_blank(text)) return std::nullopt;
    if (text.size() > kMostAnswerBytes) {
        reading.fault("must have at most " + std::to_string(kMostAnswerBytes) + " bytes in UTF-8");
        return std::nullopt;
    }
    if (field.type == FieldType::input_text && has_control_characters(text)) {
        reading.fault("must be one line");
        return std::nullopt;
    }
    return candidates::AnswerValue{.id = std::string{kTextId}, .label = std::move(text), .is_text = true};
}

// The same.
std::optional<candidates::AnswerValue> chosen_value(const FormField& field, const std::string& id,
                                                    wire::Reading& reading) {
    const FormChoice* const choice = find_choice(field, id);
    if (choice) return candidates::AnswerValue{.id = choice->id, .label = choice->label};
    if (is_blank(trim(id))) return std::nullopt;
    reading.fault("must be the id of a value of this field");
    return std::nullopt;
}

std::vector<candidates::AnswerValue> values_of(const FormField& field, const std::vector<std::string>& given,
                                               wire::Reading& reading) {
    std::vector<candidates::AnswerValue> values;
    if (field.type == FieldType::information && !given.empty()) {
        reading.fault("is a text that takes no answer");
        return values;
    }
    if (given.size() > 1 && !takes_several(field.type)) {
        reading.fault("must have one value at most");
        return values;
    }
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < given.size() && i <= kMostChoices; ++i) {
        const Step step{reading, std::to_string(i)};
        if (!seen.insert(given[i]).second) {
            reading.fault("is chosen twice");
            return values;
        }
        auto value = has_choices(field.type) ? chosen_value(field, given[i], reading)
                                             : text_value(field, given[i], reading);
        if (value) values.push_back(std::move(*value));
    }
    return values;
}

candidates::AnswerRecord record_of(const FormQuestion& question, const AnswerFields& given,
                                   wire::Reading& reading) {
    candidates::AnswerRecord record;
    const Step step{reading, "fields"};
    for (const auto& [id, values] : given) {
        const Step at_field{reading, id};
        if (!find_field(question, id)) reading.fault("is no field of this question");
    }
    for (const FormField& field : question.fields) {
        const Step at_field{reading, field.id};
        const auto found = given.find(field.id);
        const std::size_t faults = reading.faults().size();
        auto values = found != given.end() ? values_of(field, found->second, reading)
                                           : std::vector<candidates::AnswerValue>{};
        const bool is_fault = reading.faults().size() > faults;
        if (values.empty() && field.required.value_or(false) && !is_fault) reading.fault("is required");
        if (!values.empty())
            record.fields.push_back({.id = field.id, .label = field.label, .values = std::move(values)});
    }
    return record;
}

std::optional<candidates::ScreeningAnswer> answer_of(const FormQuestion& question, const Answer& given,
                                                     wire::Reading& reading) {
    const Step step{reading, "records"};
    const std::size_t most = question.repeatable.value_or(false) ? kMostRecords : 1;
    if (given.records.size() > most) {
        reading.fault("must have at most " + std::to_string(most) + (most == 1 ? " record" : " records"));
        return std::nullopt;
    }
    candidates::ScreeningAnswer answer{.id = std::string{question.id.text()},
                                       .type = std::string{answer_type(question.fields.front().type)},
                                       .category = std::string{question.id.text()},
                                       .name = question.name.value_or(question.label),
                                       .label = question.label,
                                       .records = {}};
    for (std::size_t i = 0; i < given.records.size(); ++i) {
        const Step at_record{reading, std::to_string(i)};
        auto record = record_of(question, given.records[i], reading);
        if (!record.fields.empty()) answer.records.push_back(std::move(record));
    }
    if (answer.records.empty()) return std::nullopt;
    return answer;
}

bool requires_answer(const FormQuestion& question) {
    return std::ranges::any_of(question.fields,
                               [](const FormField& field) { return field.required.value_or(false); });
}

}  // namespace

std::vector<const FormQuestion*> asked_questions(const Form& form, const std::vector<Answer>& answers,
                                                 Conditionals conditionals) {
    std::vector<const FormQuestion*> asked;
    if (!form.questions) return asked;
    std::set<QuestionId> found;
    const auto is_asked = [&](const FormQuestion& question) {
        const auto& condition = question.condition;
        if (!condition) return true;
        return conditionals == Conditionals::included && found.contains(condition->question_id) &&
               holds(*condition, find_answer(answers, condition->question_id));
    };
    // Until nothing is added: where a job has replaced a question of the company, one may depend on a later
    // one.
    for (bool grows = true; grows;) {
        grows = false;
        for (const FormQuestion& question : *form.questions)
            if (!found.contains(question.id) && is_asked(question)) grows = found.insert(question.id).second;
    }
    for (const FormQuestion& question : *form.questions)
        if (found.contains(question.id)) asked.push_back(&question);
    return asked;
}

candidates::ScreeningAnswers checked(const Form& form, const std::vector<Answer>& answers,
                                     Conditionals conditionals, std::vector<Fault>& faults) {
    const auto asked = asked_questions(form, answers, conditionals);
    const auto find_asked = [&](std::string_view id) {
        return std::ranges::find_if(asked, [&](const FormQuestion* each) { return each->id.text() == id; });
    };
    wire::Reading reading{"VALIDATION_ERROR"};
    std::set<std::string_view> answered;
    candidates::ScreeningAnswers checked;
    {
        const Step step{reading, "answers"};
        for (std::size_t i = 0; i < answers.size(); ++i) {
            const Step at_answer{reading, std::to_string(i)};
            const auto question = find_asked(answers[i].question_id);
            if (question == asked.end()) {
                reading.fault("answers a question that is not asked");
            } else if (!answered.insert(answers[i].question_id).second) {
                reading.fault("answers a question twice");
            } else if (auto answer = answer_of(**question, answers[i], reading)) {
                checked.content.push_back(std::move(*answer));
            } else if (requires_answer(**question) && answers[i].records.empty()) {
                reading.fault("must have a record");
            }
        }
        for (const FormQuestion* const question : asked)
            if (requires_answer(*question) && !answered.contains(question->id.text()))
                reading.fault("must answer the question " + std::string{question->id.text()});
    }
    for (Fault& fault : reading.take_faults()) faults.push_back(std::move(fault));
    return checked;
}

}  // namespace callboard::apply

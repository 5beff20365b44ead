#include "pages/careers/sent_form.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

#include "base/anonymous_file.h"
#include "base/encoding.h"
#include "base/error.h"
#include "wire/multipart.h"
#include "wire/reading.h"

namespace callboard::pages {
namespace {

constexpr std::size_t kLongestEmail = 200;  // characters

constexpr auto kFileFields = std::to_array<std::pair<std::string_view, files::Purpose>>(
    {{field::kResume, files::Purpose::resume},
     {field::kPicture, files::Purpose::avatar},
     {field::kAttachments, files::Purpose::generic}});

// Browsers send lines of a text area with CR LF.
std::string with_plain_lines(std::string_view text) {
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] != '\r' || !text.substr(i + 1).starts_with('\n')) plain += text[i];
    return plain;
}

void read_file(const wire::Part& part, files::Purpose purpose, AnonymousFile* store_in, SentForm& sent) {
    // A field without a file.
    if ((!part.file_name || part.file_name->empty()) && part.content.empty()) return;
    sent.state.had_files = true;
    auto file = files::checked({.purpose = purpose,
                                .name = part.file_name.value_or(""),
                                .media_type = part.media_type.value_or(""),
                                .content = part.content,
                                .store_in = store_in});
    if (file) {
        sent.files.push_back(std::move(*file));
    } else {
        sent.state.faults.emplace(part.name, FieldFault::file);
    }
}

// An over-long text is not kept, so that no page repeats it.
void read_text(const wire::Part& part, SentForm& sent) {
    if (!is_utf8(part.content) || part.content.contains('\0'))
        throw invalid_request("UNMARSHALLING_ERROR", "the form is not in UTF-8");
    if (part.content.size() > kMostFieldBytes) {
        sent.state.faults.emplace(part.name, FieldFault::invalid);
    } else {
        sent.state.values[part.name].push_back(with_plain_lines(part.content));
    }
}

// One field that was checked by a function of candidates/profile_values.h.
template <class Value>
Value checked(FormState& state, std::string_view name,
              std::optional<Value> (*read)(std::string_view, wire::Reading&), FieldFault fault) {
    wire::Reading reading{"VALIDATION_ERROR"};
    auto value = read(state.value(name), reading);
    if (value && reading.faults().empty()) return std::move(*value);
    const bool is_missing = trim(state.value(name)).empty();
    state.faults.emplace(name, is_missing ? FieldFault::required : fault);
    return {};
}

std::optional<candidates::SourceChoice> source_choice(const FormState& state) {
    const std::string_view type = state.value(field::kSourceType);
    const std::string_view id = state.value(field::kSource);
    if (type.empty() || id.empty()) return std::nullopt;
    candidates::SourceChoice choice{
        .type = std::string{type}, .sub_type = std::nullopt, .id = std::string{id}};
    if (const auto sub_type = state.value(field::kSourceSubType); !sub_type.empty())
        choice.sub_type = std::string{sub_type};
    return choice;
}

// Of one record; nothing if all its fields are blank.
std::optional<apply::AnswerFields> record_of(const apply::FormQuestion& question, std::size_t record,
                                             const FormState& state) {
    apply::AnswerFields fields;
    for (const apply::FormField& each : question.fields) {
        const auto found = state.values.find(field::answer(question.id, record, each.id));
        if (found == state.values.end()) continue;
        std::vector<std::string> given;
        for (const std::string& value : found->second)
            if (!trim(value).empty()) given.push_back(value);
        if (!given.empty()) fields.emplace(each.id, std::move(given));
    }
    if (fields.empty()) return std::nullopt;
    return fields;
}

struct SentAnswers {
    std::vector<apply::Answer> answers;
    std::vector<std::vector<std::size_t>> records;  // of each answer: their numbers on the page
};

// Every question has an answer, so that faults have a place.
SentAnswers all_answers(const apply::Form& form, const FormState& state) {
    SentAnswers sent;
    if (!form.questions) return sent;
    for (const apply::FormQuestion& question : *form.questions) {
        apply::Answer answer{.question_id = std::string{question.id.text()}, .records = {}};
        std::vector<std::size_t> numbers;
        const std::size_t most = question.repeatable.value_or(false) ? kShownRecords : 1;
        for (std::size_t i = 0; i < most; ++i) {
            auto record = record_of(question, i, state);
            if (!record) continue;
            answer.records.push_back(std::move(*record));
            numbers.push_back(i);
        }
        if (answer.records.empty()) {
            answer.records.emplace_back();
            numbers.push_back(0);
        }
        sent.answers.push_back(std::move(answer));
        sent.records.push_back(std::move(numbers));
    }
    return sent;
}

// What a hidden question has is not sent: browsers send it, too.
SentAnswers asked_answers(const apply::Form& form, SentAnswers all) {
    std::set<std::string_view> asked;
    for (const apply::FormQuestion* const each :
         apply::asked_questions(form, all.answers, apply::Conditionals::included))
        asked.insert(each->id.text());
    SentAnswers sent;
    for (std::size_t i = 0; i < all.answers.size(); ++i) {
        if (!asked.contains(all.answers[i].question_id)) continue;
        sent.answers.push_back(std::move(all.answers[i]));
        sent.records.push_back(std::move(all.records[i]));
    }
    return sent;
}

std::optional<std::size_t> number_in(std::string_view text, std::size_t below) {
    std::size_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc{} || end != text.data() + text.size() || number >= below) return std::nullopt;
    return number;
}

// The steps of a JSON pointer (RFC 6901).
std::vector<std::string> steps_of(std::string_view pointer) {
    std::vector<std::string> steps;
    for (std::size_t i = 0; i < pointer.size(); ++i) {
        if (pointer[i] == '/') {
            steps.emplace_back();
        } else if (pointer[i] == '~' && i + 1 < pointer.size()) {
            steps.back() += pointer[++i] == '1' ? '/' : '~';
        } else {
            steps.back() += pointer[i];
        }
    }
    return steps;
}

// "/answers/3/records/0/fields/value/1" is the name of a field of the page. Empty: none.
std::string field_at(std::string_view pointer, const SentAnswers& sent) {
    const auto steps = steps_of(pointer);
    if (steps.size() < 6) return {};
    const auto answer = number_in(steps[1], sent.answers.size());
    const auto record = answer ? number_in(steps[3], sent.records[*answer].size()) : std::nullopt;
    const auto question = answer ? QuestionId::parse(sent.answers[*answer].question_id) : std::nullopt;
    if (!record || !question) return {};
    return field::answer(*question, sent.records[*answer][*record], steps[5]);
}

}  // namespace

SentForm read_sent_form(const edge::WebCall& call, edge::OpenForm* form) {
    std::optional<AnonymousFile::View> stored;
    if (form && form->has_file()) stored.emplace(form->file());
    const std::string_view body = stored ? stored->bytes() : call.request.body;
    const auto parts = wire::parse_multipart(call.request.header("Content-Type"), body, kMostFormParts);
    if (!parts) throw invalid_request("UNMARSHALLING_ERROR", "the body is not a complete form with files");
    SentForm sent;
    std::size_t text_bytes = 0;
    for (const wire::Part& part : *parts) {
        const auto* const file =
            std::ranges::find(kFileFields, part.name, [](const auto& each) { return each.first; });
        if (file != kFileFields.end()) {
            read_file(part, file->second, stored ? &form->file() : nullptr, sent);
            continue;
        }
        text_bytes += part.name.size() + part.content.size();
        if (text_bytes > kMostTextBytes)
            throw unprocessable("VALIDATION_ERROR", "the texts of the form are too long: at most 256 KiB");
        read_text(part, sent);
    }
    if (sent.files.size() > apply::kMostAttachments + 2)
        sent.state.faults.emplace(field::kAttachments, FieldFault::file);
    return sent;
}

candidates::Draft draft_of(FormState& state) {
    candidates::Draft draft;
    draft.profile.first_name = checked(state, field::kFirstName, candidates::read_name, FieldFault::invalid);
    draft.profile.last_name = checked(state, field::kLastName, candidates::read_name, FieldFault::invalid);
    draft.profile.email = checked(state, field::kEmail, candidates::read_email, FieldFault::email);
    if (count_characters(draft.profile.email.text) > kLongestEmail)
        state.faults.emplace(field::kEmail, FieldFault::email);
    if (!trim(state.value(field::kPhone)).empty())
        draft.profile.details.phone_number =
            checked(state, field::kPhone, candidates::read_phone_number, FieldFault::invalid);
    if (count_characters(state.value(field::kMessage)) > apply::kMostMessage)
        state.faults.emplace(field::kMessage, FieldFault::invalid);
    draft.source = source_choice(state);
    return draft;
}

std::vector<apply::Answer> answers_of(const apply::Form& form, FormState& state) {
    SentAnswers sent = asked_answers(form, all_answers(form, state));
    std::vector<Fault> faults;
    apply::checked(form, sent.answers, apply::Conditionals::included, faults);
    for (const Fault& fault : faults)
        state.faults.emplace(field_at(fault.path, sent),
                             fault.message == "is required" ? FieldFault::required : FieldFault::invalid);
    return std::move(sent.answers);
}

apply::Consents consents_of(const apply::Form& form, std::string_view language, FormState& state) {
    apply::Consents consents;
    if (!form.consents) return consents;
    for (const apply::FormConsent& each : *form.consents) {
        const std::string name = field::consent(each.scope);
        const bool is_given = state.has(name, consent_value(each, language));
        consents.emplace(each.scope, is_given);
        if (each.required.value_or(false) && !is_given) state.faults.emplace(name, FieldFault::required);
    }
    return consents;
}

}  // namespace callboard::pages

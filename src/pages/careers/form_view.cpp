#include "pages/careers/form_view.h"

#include <algorithm>
#include <array>
#include <utility>

#include "apply/forms.h"
#include "base/digest.h"
#include "base/encoding.h"
#include "careers/careers_page.h"
#include "files/file_store.h"
#include "pages/careers/form_fields.h"
#include "pages/careers/job_page.h"

namespace callboard::pages {
namespace {

using apply::FormQuestion;

const std::vector<FormQuestion>& questions_of(const apply::Form& form) {
    static const std::vector<FormQuestion> kNone;
    return form.questions ? *form.questions : kNone;
}

constexpr std::array kSourceNames{field::kSourceType, field::kSourceSubType, field::kSource};

std::string short_digest(std::string text, std::string_view more) {
    constexpr std::size_t kDigits = 32;
    return to_hex(sha256(text.append(more))).substr(0, kDigits);
}

Html details(const FieldWriter& writer, const CareersWords& words) {
    Html fields = writer.text({.name = field::kFirstName,
                               .label = words("first_name"),
                               .required = true,
                               .autocomplete = "given-name",
                               .most = 128});
    fields += writer.text({.name = field::kLastName,
                           .label = words("last_name"),
                           .required = true,
                           .autocomplete = "family-name",
                           .most = 128});
    fields += writer.text({.name = field::kEmail,
                           .label = words("email"),
                           .required = true,
                           .type = "email",
                           .autocomplete = "email",
                           .most = 200});
    fields += writer.text(
        {.name = field::kPhone, .label = words("phone"), .type = "tel", .autocomplete = "tel", .most = 128});
    return writer.group(words("your_details"), std::move(fields));
}

Html documents(const FieldWriter& writer, const CareersWords& words, const apply::Form& form) {
    Html fields =
        writer.file({.name = field::kResume, .label = words("resume"), .purpose = files::Purpose::resume});
    if (form.avatar_upload_available.value_or(true))
        fields += writer.file(
            {.name = field::kPicture, .label = words("picture"), .purpose = files::Purpose::avatar});
    fields += writer.file({.name = field::kAttachments,
                           .label = words("attachments"),
                           .purpose = files::Purpose::generic,
                           .several = true});
    fields +=
        writer.text({.name = field::kMessage, .label = words("message"), .type = "textarea", .most = 4'000});
    return writer.group(words("documents"), std::move(fields));
}

// The first ones, if there are many: many questions may depend on the same choices.
std::string choices_in_words(const apply::FormField& field, const apply::FormCondition& condition,
                             std::string_view language) {
    constexpr std::size_t kEnough = 500;  // bytes
    std::string text;
    for (const std::string& id : condition.value_ids) {
        const apply::FormChoice* const choice = apply::find_choice(field, id);
        if (!choice) continue;
        if (text.size() > kEnough) return text + ", …";
        text.append(text.empty() ? "" : ", ")
            .append(apply::label_in(choice->label, choice->translations, language));
    }
    return text;
}

// "Only if …", for browsers that do not know the rules.
Html condition_in_words(const apply::Form& form, const FormQuestion& question, const CareersWords& words,
                        std::string_view language) {
    if (!question.condition) return {};
    const auto& all = questions_of(form);
    const auto parent = std::ranges::find(all, question.condition->question_id, &FormQuestion::id);
    const auto* const asked =
        parent != all.end() ? apply::find_field(*parent, question.condition->field_id) : nullptr;
    if (!asked) return {};
    const std::string text =
        words("only_if", {{"question", apply::label_in(parent->label, parent->translations, language)},
                          {"values", choices_in_words(*asked, *question.condition, language)}});
    return fill("<p class=\"when\">{{text}}</p>\n", {{"text", text}});
}

Html record(const FieldWriter& writer, const FormQuestion& question, std::size_t number, std::size_t index,
            std::string_view language) {
    Html fields;
    for (std::size_t i = 0; i < question.fields.size(); ++i) {
        const apply::FormField& asked = question.fields[i];
        // A single field is labelled by its question.
        const bool is_single = question.fields.size() == 1;
        const std::string label = is_single && asked.type != apply::FieldType::information
                                      ? apply::label_in(question.label, question.translations, language)
                                      : apply::label_in(asked.label, asked.translations, language);
        fields += writer.question({.name = field::answer(question.id, index, asked.id),
                                   .label = label,
                                   .field = asked,
                                   .ids = choice_ids(number, index, i),
                                   .required = index == 0 && asked.required.value_or(false),
                                   .is_conditional = question.condition.has_value(),
                                   .language = language});
    }
    return fields;
}

Html question_of(const FieldWriter& writer, const apply::Form& form, std::size_t number,
                 const CareersWords& words, std::string_view language) {
    const FormQuestion& question = questions_of(form)[number];
    Html fields = condition_in_words(form, question, words, language);
    fields += record(writer, question, number, 0, language);
    if (question.repeatable.value_or(false)) {
        Html more;
        for (std::size_t i = 1; i < kShownRecords; ++i) more += record(writer, question, number, i, language);
        fields += fill("<details><summary>{{another}}</summary>\n{{more}}</details>\n",
                       {{"another", words("another")}, {"more", std::move(more)}});
    }
    if (question.fields.size() > 1)
        fields =
            writer.group(apply::label_in(question.label, question.translations, language), std::move(fields));
    return fill("<div class=\"question\" id=\"{{id}}\">\n{{fields}}</div>\n",
                {{"id", "q" + std::to_string(number)}, {"fields", std::move(fields)}});
}

Html questions(const FieldWriter& writer, const apply::Form& form, const CareersWords& words,
               std::string_view language) {
    if (questions_of(form).empty()) return {};
    Html all;
    for (std::size_t i = 0; i < questions_of(form).size(); ++i)
        all += question_of(writer, form, i, words, language);
    return writer.group(words("questions"), std::move(all));
}

Html consents(const FieldWriter& writer, const apply::Form& form, const CareersWords& words,
              std::string_view language) {
    Html all;
    if (form.privacy_policies)
        for (const apply::PrivacyPolicy& each : *form.privacy_policies)
            all += fill("<p><a href=\"{{url}}\" rel=\"noopener\">{{text}}</a></p>\n",
                        {{"url", each.url}, {"text", words("privacy_of", {{"company", each.org_name}})}});
    if (form.consents)
        for (const apply::FormConsent& each : *form.consents)
            all += writer.consent({.name = field::consent(each.scope),
                                   .value = consent_value(each, language),
                                   .label = apply::label_in(each.label, each.translations, language),
                                   .required = each.required.value_or(false)});
    return all.markup.empty() ? all : writer.group(words("consents"), std::move(all));
}

Html hidden(const SourceFields& source, std::string_view version) {
    Html fields = hidden_field(field::kShownForm, version);
    for (const auto& [name, value] : source) fields += hidden_field(name, value);
    return fields;
}

Html problems(const FormState& state, const CareersWords& words) {
    if (state.faults.empty() && !state.has_changed) return {};
    std::string text = words(state.has_changed ? "form_changed" : "fix");
    if (state.had_files) text.append(" ").append(words("files_again"));
    return fill("<p class=\"notice bad\" role=\"alert\">{{text}}</p>\n", {{"text", text}});
}

// The custom property of a form that shows a question. It is not set while the question is not asked.
std::string shown_property(std::size_t number) {
    return "--q" + std::to_string(number);
}

// A question is asked if its own condition is met and the question above it is asked, which the property of
// that one has as its value: so each rule has its own condition only, however many questions are above it.
std::string condition_rule(const apply::Form& form, std::size_t number) {
    const auto& all = questions_of(form);
    const apply::FormCondition& condition = *all[number].condition;
    const auto parent = std::ranges::find(all, condition.question_id, &FormQuestion::id);
    if (parent == all.end()) return {};  // replaced by a form of the job: never asked
    const auto above = static_cast<std::size_t>(parent - all.begin());
    const std::string ids = chosen_ids(*parent, above, condition);
    if (ids.empty()) return {};
    const std::string shown = parent->condition ? "var(" + shown_property(above) + ")" : "block";
    return "form:has(:is(" + ids + "):checked) { " + shown_property(number) + ": " + shown + "; }\n";
}

}  // namespace

std::string field::consent(candidates::ConsentScope scope) {
    return "consent." + std::string{name_of(scope)};
}

std::string field::answer(const QuestionId& question, std::size_t record, std::string_view field) {
    return "answer." + std::string{question.text()} + "." + std::to_string(record) + "." +
           percent_encode(field);
}

std::string_view FormState::value(std::string_view name) const {
    const auto found = values.find(std::string{name});
    return found != values.end() && !found->second.empty() ? std::string_view{found->second.front()} : "";
}

bool FormState::has(std::string_view name, std::string_view value) const {
    const auto found = values.find(std::string{name});
    return found != values.end() && std::ranges::find(found->second, value) != found->second.end();
}

SourceFields source_of(const edge::WebCall& call) {
    constexpr std::size_t kLongest = 256;
    SourceFields fields;
    for (const std::string_view name : kSourceNames) {
        const std::string_view value = call.query ? call.query->text(name) : "";
        if (!value.empty() && value.size() <= kLongest) fields.emplace(name, value);
    }
    return fields;
}

std::string source_query(const edge::WebCall& call) {
    std::string query;
    for (const auto& [name, value] : source_of(call))
        query.append("&").append(name).append("=").append(percent_encode(value));
    return query;
}

apply::Form asked_on_page(db::Snapshot& own, const CareersSite& site, const JobId& job) {
    return careers::with_privacy_policy(apply::form_for(own, job), site.page, site.site.name);
}

std::string form_version(const apply::Form& form, std::string_view language) {
    return short_digest(wire::to_json(form), language);
}

std::string consent_value(const apply::FormConsent& consent, std::string_view language) {
    return short_digest(apply::label_in(consent.label, consent.translations, language), {});
}

edge::WebReply form_page(const CareersSite& site, const postings::Posting& posting, const apply::Form& form,
                         const SourceFields& source, const FormState& state, int status) {
    const CareersWords words{posting.language};
    const FieldWriter writer{words, state};
    const std::string path = path_of(site, posting);
    const std::string title = words("apply_for", {{"job", posting.title}});
    Html head;
    if (std::ranges::any_of(questions_of(form),
                            [](const FormQuestion& each) { return each.condition.has_value(); }))
        head = fill("<link rel=\"stylesheet\" href=\"{{path}}/form.css\">\n", {{"path", path}});
    return careers_page_reply(
        site, words,
        {.title = title,
         .head = std::move(head),
         .content = fill(web_file("careers/form.html"),
                         {{"path", path},
                          {"job", posting.title},
                          {"title", title},
                          {"problems", problems(state, words)},
                          {"required_hint", words("required_hint")},
                          {"hidden", hidden(source, form_version(form, posting.language))},
                          {"details", details(writer, words)},
                          {"questions", questions(writer, form, words, posting.language)},
                          {"documents", documents(writer, words, form)},
                          {"consents", consents(writer, form, words, posting.language)},
                          {"send", words("send")}})},
        status);
}

std::string condition_rules(const apply::Form& form) {
    std::string css = "@supports selector(:has(a)) {\n.when { display: none; }\n";
    for (std::size_t i = 0; i < questions_of(form).size(); ++i) {
        if (!questions_of(form)[i].condition) continue;
        css.append("#q").append(std::to_string(i)).append(" { display: var(");
        css.append(shown_property(i)).append(", none); }\n").append(condition_rule(form, i));
    }
    return css + "}\n";
}

}  // namespace callboard::pages

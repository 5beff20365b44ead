#include "pages/careers/form_fields.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace callboard::pages {
namespace {

using apply::FieldType;

constexpr std::string_view kStar = " <span aria-hidden=\"true\">*</span>";

Html flag(bool is_set, std::string_view attribute) {
    return is_set ? Html{std::string{attribute}} : Html{};
}

Html star(bool required) {
    return flag(required, kStar);
}

// Only letters, digits, hyphens and underscores, so that it can be referred to.
std::string id_of(std::string_view name) {
    std::string id = "f-";
    for (const char c : name) {
        const bool is_plain =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
        id += is_plain ? c : '_';
    }
    return id;
}

}  // namespace

std::string choice_ids(std::size_t question, std::size_t record, std::size_t field) {
    return "c" + std::to_string(question) + "-" + std::to_string(record) + "-" + std::to_string(field) + "-";
}

std::string chosen_ids(const apply::FormQuestion& parent, std::size_t number,
                       const apply::FormCondition& condition) {
    std::string ids;
    const std::size_t records = parent.repeatable.value_or(false) ? kShownRecords : 1;
    for (std::size_t field = 0; field < parent.fields.size(); ++field) {
        if (parent.fields[field].id != condition.field_id || !parent.fields[field].values) continue;
        const auto& values = *parent.fields[field].values;
        for (std::size_t value = 0; value < values.size(); ++value) {
            if (std::ranges::find(condition.value_ids, values[value].id) == condition.value_ids.end())
                continue;
            for (std::size_t record = 0; record < records; ++record)
                ids.append(ids.empty() ? "#" : ",#")
                    .append(choice_ids(number, record, field))
                    .append(std::to_string(value));
        }
    }
    return ids;
}

Html FieldWriter::group(std::string_view legend, Html fields) const {
    return fill(web_file("careers/group.html"), {{"legend", legend}, {"fields", std::move(fields)}});
}

std::string FieldWriter::file_text(std::string_view id, files::Purpose purpose) const {
    constexpr std::size_t kMegabyte = std::size_t{1024} * 1024;
    std::string types{files::allowed_types(purpose)};
    if (const auto last = types.find(" or "); last != std::string::npos) types.replace(last, 4, ", ");
    return words_(id, {{"types", types}, {"size", std::to_string(files::kMostFileBytes / kMegabyte)}});
}

Html FieldWriter::fault_of(std::string_view name, files::Purpose purpose) const {
    const auto found = state_.faults.find(std::string{name});
    if (found == state_.faults.end()) return {};
    const auto text = [&] {
        switch (found->second) {
            case FieldFault::required: return words_("is_required");
            case FieldFault::invalid: return words_("invalid");
            case FieldFault::email: return words_("email_invalid");
            case FieldFault::file: return file_text("file_refused", purpose);
        }
        std::abort();  // unreachable: -Werror=switch keeps the list complete
    }();
    return fill(web_file("careers/fault.html"), {{"id", id_of(name)}, {"text", text}});
}

Html FieldWriter::text(const TextField& field) const {
    const bool is_area = field.type == "textarea";
    const bool is_bad = state_.faults.contains(std::string{field.name});
    const std::string id = id_of(field.name);
    return fill(web_file(is_area ? "careers/textarea.html" : "careers/text.html"),
                {{"id", id},
                 {"name", field.name},
                 {"label", field.label},
                 {"star", star(field.required)},
                 {"type", field.type},
                 {"autocomplete", field.autocomplete},
                 {"most", std::to_string(field.most)},
                 {"value", state_.value(field.name)},
                 {"required", flag(field.required && !field.is_conditional, " required")},
                 {"invalid", flag(is_bad, " aria-invalid=\"true\" aria-describedby=\"" + id + "-fault\"")},
                 {"fault", fault_of(field.name)}});
}

Html FieldWriter::file(const FileField& field) const {
    return fill(web_file("careers/file.html"), {{"id", id_of(field.name)},
                                                {"name", field.name},
                                                {"label", field.label},
                                                {"several", flag(field.several, " multiple")},
                                                {"hint", file_text("file_hint", field.purpose)},
                                                {"fault", fault_of(field.name, field.purpose)}});
}

Html FieldWriter::consent(const ConsentField& field) const {
    return fill(web_file("careers/consent.html"),
                {{"name", field.name},
                 {"value", field.value},
                 {"label", field.label},
                 {"star", star(field.required)},
                 {"required", flag(field.required, " required")},
                 {"checked", flag(state_.has(field.name, field.value), " checked")},
                 {"fault", fault_of(field.name)}});
}

Html FieldWriter::select(const QuestionField& field) const {
    Html options;
    const auto& values = *field.field.values;
    for (std::size_t i = 0; i < values.size(); ++i)
        options +=
            fill(web_file("careers/option.html"),
                 {{"id", Html{" id=\"" + field.ids + std::to_string(i) + "\""}},
                  {"value", values[i].id},
                  {"chosen", flag(state_.has(field.name, values[i].id), " selected")},
                  {"label", apply::label_in(values[i].label, values[i].translations, field.language)}});
    return fill(web_file("careers/select.html"),
                {{"id", id_of(field.name)},
                 {"name", field.name},
                 {"label", field.label},
                 {"star", star(field.required)},
                 {"required", flag(field.required && !field.is_conditional, " required")},
                 {"choose", words_("choose")},
                 {"options", std::move(options)},
                 {"fault", fault_of(field.name)}});
}

Html FieldWriter::options(const QuestionField& field) const {
    const bool is_radio = field.field.type == FieldType::radio;
    Html options;
    const auto& values = *field.field.values;
    for (std::size_t i = 0; i < values.size(); ++i)
        options +=
            fill(web_file("careers/choice.html"),
                 {{"id", field.ids + std::to_string(i)},
                  {"type", is_radio ? "radio" : "checkbox"},
                  {"name", field.name},
                  {"value", values[i].id},
                  {"checked", flag(state_.has(field.name, values[i].id), " checked")},
                  {"required", flag(is_radio && field.required && !field.is_conditional, " required")},
                  {"label", apply::label_in(values[i].label, values[i].translations, field.language)}});
    return fill(web_file("careers/choices.html"), {{"label", field.label},
                                                   {"star", star(field.required)},
                                                   {"options", std::move(options)},
                                                   {"fault", fault_of(field.name)}});
}

Html FieldWriter::question(const QuestionField& field) const {
    switch (field.field.type) {
        case FieldType::information:
            return fill("<p class=\"letter\">{{text}}</p>\n", {{"text", field.label}});
        case FieldType::single_select: return select(field);
        case FieldType::multi_select:
        case FieldType::radio:
        case FieldType::checkbox: return options(field);
        case FieldType::input_text:
        case FieldType::textarea: break;
    }
    return text({.name = field.name,
                 .label = field.label,
                 .required = field.required,
                 .is_conditional = field.is_conditional,
                 .type = field.field.type == FieldType::textarea ? "textarea" : "text",
                 .most = 4'000});
}

}  // namespace callboard::pages

#include "api/apply/apply_messages.h"

#include "configuration/sources.h"
#include "wire/text_map.h"

namespace callboard::wire {
namespace {

using callboard::apply::kMostChoices;
using callboard::apply::kMostFields;

// Bytes are counted when the answers are checked.
constexpr Rule kValues{.max_length = callboard::apply::kMostAnswerBytes, .max_items = kMostChoices};

}  // namespace

std::optional<callboard::apply::AnswerFields> Codec<callboard::apply::AnswerFields>::read(
    const JsonValue& value, const Rule&, Reading& reading) {
    if (value.kind() != JsonKind::object) {
        reading.fault("must be an object");
        return std::nullopt;
    }
    if (value.member_count() > kMostFields) {
        reading.fault("must have at most " + std::to_string(kMostFields) + " members");
        return std::nullopt;
    }
    Fields fields;
    for (const auto& [name, member] : value.members()) {
        const Reading::Step step{reading, name};
        if (!is_text_map_key(name)) {
            reading.fault("must have a key of 1 to 100 characters, without control characters");
        } else if (auto values = Codec<std::vector<std::string>>::read(member, kValues, reading)) {
            fields.emplace(name, std::move(*values));
        }
    }
    return fields;
}

void Codec<callboard::apply::AnswerFields>::write(JsonWriter& out, const Fields& fields) {
    out.open_object();
    for (const auto& [name, values] : fields) {
        write_text_map_key(out, name);
        Codec<std::vector<std::string>>::write(out, values);
    }
    out.close_object();
}

void Codec<callboard::apply::AnswerFields>::schema(JsonWriter& out, const Rule&, Schemas& schemas) {
    schemas.refer(out, "ApplicantAnswerFields", [&](JsonWriter& map) {
        map.open_object();
        map.member("type", "object");
        map.member("maxProperties", static_cast<std::int64_t>(kMostFields));
        map.member("description", "By the ids of fields: a text, or ids of values.");
        map.key("additionalProperties");
        Codec<std::vector<std::string>>::schema(map, kValues, schemas);
        map.close_object();
    });
}

}  // namespace callboard::wire

namespace callboard::api {

ApplyInput ApplyInput::example() {
    return {
        .first_name = {"Lena"},
        .last_name = {"Fischer"},
        .email = {"lena.fischer@example.com"},
        .phone_number = UnlessBlank<candidates::PhoneNumber>{{"+49 30 5550100"}},
        .location = ApplicantLocation{.country = UnlessBlank<std::string>{"Germany"},
                                      .country_code = {"de"},
                                      .region = std::nullopt,
                                      .region_code = std::nullopt,
                                      .city = {"Berlin"},
                                      .latitude = std::nullopt,
                                      .longitude = std::nullopt},
        .web = std::nullopt,
        .tags = std::nullopt,
        .education = std::nullopt,
        .experience = std::vector{ApplicantExperience{.title = {"Line Cook"},
                                                      .company = UnlessBlank<std::string>{"Harbour Kitchen"},
                                                      .current = true,
                                                      .start_date = {"2022-03-01"},
                                                      .end_date = std::nullopt,
                                                      .location = std::nullopt,
                                                      .description = std::nullopt}},
        .source_details = std::nullopt,
        .resume = SentFileFor<files::Purpose::resume>{files::text_file(files::Purpose::resume, "resume.txt",
                                                                       "Lena Fischer, cook\n")},
        .avatar = std::nullopt,
        .attachments = std::nullopt,
        .answers = std::vector<AnswerInput>{},
        .message_to_hiring_manager = "I can start in May.",
        .consent = std::nullopt,
        .consent_decisions = ConsentInput{.single = true,
                                          .recruit = std::nullopt,
                                          .crm = std::nullopt,
                                          .sms = std::nullopt,
                                          .whatsapp = std::nullopt},
        .internal = false,
        .create_join_link = std::nullopt,
        .conditionals_included = true};
}

}  // namespace callboard::api

#include "reports/report.h"

#include <array>
#include <span>

#include "base/digest.h"
#include "base/encoding.h"
#include "base/error.h"

namespace callboard::reports {
// A valid UUID version 7: the time and random bits of the company's id, and eight bytes that depend on the
// area.
ReportId template_of(const CompanyId& company, const Area& area) {
    constexpr std::size_t kFirstHalf = 18;  // with two dashes
    constexpr std::size_t kVersionAt = 14;
    Sha256 digest = sha256(std::string{company.text()}.append("/report/").append(area.id));
    digest[0] = static_cast<std::uint8_t>((digest[0] & 0x3f) | 0x80);
    const std::string rest = to_hex(std::span{digest}.first(8));

    std::string text{company.text().substr(0, kFirstHalf)};
    text[kVersionAt] = '7';
    text.append("-").append(rest, 0, 4).append("-").append(rest, 4);
    return ReportId::from_trusted(text);
}

// Invalid stored JSON is an internal error, not one of the caller.
Definition kept_definition(std::string_view json) {
    try {
        return wire::decode<Definition>(json);
    } catch (const Error& error) {
        throw internal(std::string{"the definition of a report cannot be read: "} + error.what());
    }
}

ColumnChoice choice_of(const Area& area, const Column& column) {
    return {.entity_type = std::string{area.id},
            .data_point = std::string{column.id},
            .data_point_name = std::string{column.name},
            .data_point_type = column.type};
}

std::vector<ColumnChoice> all_columns(const Area& area) {
    std::vector<ColumnChoice> columns;
    for (const Column& column : area.table.columns) columns.push_back(choice_of(area, column));
    return columns;
}

Report built_in(const CompanyId& company, Timestamp company_created_at, const Area& area) {
    return {.id = template_of(company, area),
            .name = std::string{area.title},
            .area = &area,
            .definition = {.columns = all_columns(area),
                           .filters = {},
                           .formats = {Format::csv},
                           .grantees = {},
                           .schedule = std::nullopt},
            .creator = std::nullopt,
            .creator_role = std::nullopt,
            .creator_group = std::nullopt,
            .modifier = std::nullopt,
            .created_at = company_created_at,
            .updated_at = company_created_at,
            .next_run_at = std::nullopt};
}

}  // namespace callboard::reports

namespace callboard::wire {
namespace {

constexpr Rule kHour{.min = 0, .max = 23};
constexpr Rule kMinute{.min = 0, .max = 59};
constexpr std::array<std::string_view, 2> kTimeMembers{"hour", "minute"};

std::optional<std::int64_t> read_part(const JsonValue& object, std::string_view name, const Rule& rule,
                                      Reading& reading) {
    const Reading::Step step{reading, name};
    const auto part = object.find(name);
    if (part && part->kind() != JsonKind::null) return Codec<std::int64_t>::read(*part, rule, reading);
    reading.fault("is required");
    return std::nullopt;
}

}  // namespace

std::optional<reports::TimeOfDay> Codec<reports::TimeOfDay>::read(const JsonValue& value, const Rule&,
                                                                  Reading& reading) {
    std::optional<std::int64_t> hour;
    std::optional<std::int64_t> minute;
    if (value.kind() == JsonKind::object) {
        hour = read_part(value, "hour", kHour, reading);
        minute = read_part(value, "minute", kMinute, reading);
        note_unknown_members(value, kTimeMembers, reading);
    } else if (value.kind() == JsonKind::text && value.text().size() == 5 && value.text()[2] == ':') {
        hour = Codec<std::int64_t>::parse(value.text().substr(0, 2), kHour, reading);
        minute = Codec<std::int64_t>::parse(value.text().substr(3), kMinute, reading);
    } else {
        reading.fault("must be an object with hour and minute");
    }
    if (!hour || !minute) return std::nullopt;
    return TimeOfDay{.hour = static_cast<int>(*hour), .minute = static_cast<int>(*minute)};
}

void Codec<reports::TimeOfDay>::write(JsonWriter& out, const TimeOfDay& time) {
    out.open_object();
    out.member("hour", std::int64_t{time.hour});
    out.member("minute", std::int64_t{time.minute});
    out.close_object();
}

void Codec<reports::TimeOfDay>::schema(JsonWriter& out, const Rule& rule, Schemas& schemas) {
    schemas.refer(
        out, "ReportTimeOfDay",
        [&](JsonWriter& inner) {
            inner.open_object();
            inner.member("type", "object");
            inner.key("properties");
            inner.open_object();
            inner.key("hour");
            Codec<std::int64_t>::schema(inner, kHour, schemas);
            inner.key("minute");
            Codec<std::int64_t>::schema(inner, kMinute, schemas);
            inner.close_object();
            inner.key("required");
            inner.raw(R"(["hour","minute"])");
            inner.close_object();
        },
        rule.about);
}

}  // namespace callboard::wire

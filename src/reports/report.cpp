#include "reports/report.h"

#include <span>

#include "base/digest.h"
#include "base/encoding.h"
#include "base/error.h"

namespace callboard::reports {
namespace {

// A UUID of version 7 like all others: the company's time and random bits, and eight bytes that tell the
// areas apart.
ReportId built_in_id(const CompanyId& company, const Area& area) {
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

}  // namespace

// Whatever is wrong with it, it is no fault of whoever asked.
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
    return {.id = built_in_id(company, area),
            .name = std::string{area.title},
            .area = &area,
            .definition = {.columns = all_columns(area),
                           .filters = {},
                           .formats = {Format::csv},
                           .grantees = {},
                           .schedule = std::nullopt},
            .creator = std::nullopt,
            .modifier = std::nullopt,
            .created_at = company_created_at,
            .updated_at = company_created_at,
            .next_run_at = std::nullopt};
}

}  // namespace callboard::reports

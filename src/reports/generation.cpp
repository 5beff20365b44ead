#include "reports/generation.h"

#include <memory>
#include <utility>
#include <vector>

#include "base/error.h"
#include "candidates/properties.h"
#include "configuration/candidate_property_store.h"
#include "reports/file_folder.h"
#include "reports/report_file_store.h"
#include "reports/reporting.h"
#include "reports/schedule.h"
#include "reports/sheet.h"

namespace callboard::reports {
namespace {

constexpr std::int64_t kProgressInterval = 4'096;

const Area& area_of(const ReportFile& file) {
    const Area* area = area_called(file.area);
    if (!area) throw internal("the area " + file.area + " no longer exists");
    return *area;
}

const Column& column_of(const Area& area, const ColumnChoice& choice) {
    const Column* column = column_called(area, choice.data_point);
    if (!column) throw internal("the column " + choice.data_point + " no longer exists");
    return *column;
}

Condition condition_of(const Area& area, const FilterChoice& filter, Timestamp now) {
    Condition condition{.column = &column_of(area, filter.column), .what = {}};
    if (const auto& range = filter.date_range) {
        condition.what = DateBetween{.from = range->from, .to = range->to};
    } else if (filter.date_period) {
        condition.what = between(*filter.date_period, now);
    } else if (const auto& rows = filter.row_values) {
        condition.what = OneOf{.values = rows->values.value_or(std::vector<std::string>{}),
                               .or_absent = rows->none_value.value_or(false)};
    } else if (filter.boolean_value) {
        condition.what = IsTrue{.wanted = filter.boolean_value->value};
    } else {
        throw internal("a filter of a report has no condition");
    }
    return condition;
}

std::vector<const Column*> columns_of(const Area& area, const Definition& definition) {
    std::vector<const Column*> columns;
    for (const ColumnChoice& each : definition.columns) columns.push_back(&column_of(area, each));
    return columns;
}

Selection selection_of(const Area& area, const Definition& definition, Timestamp now) {
    Selection selection{.table = area.table, .columns = columns_of(area, definition), .conditions = {}};
    for (const FilterChoice& each : definition.filters)
        selection.conditions.push_back(condition_of(area, each, now));
    return selection;
}

std::optional<std::int64_t> restrictions_of(db::Db& db, const CompanyId& company,
                                            const accounts::Actor& reader, const Selection& selection,
                                            const std::stop_token& stop) {
    if (candidates::has_full_access(reader) || !shows_candidate_properties(selection)) return std::nullopt;
    return db.read(company, configuration::store::count_restrictions, stop);
}

Timestamp now_of(db::Db& db, const CompanyId& company) {
    return db.read(company, [](db::Snapshot& snapshot) { return snapshot.now; });
}

// One file for each requested format.
class Sheets {
  public:
    Sheets(std::span<const Format> formats, const std::filesystem::path& place,
           std::span<const Column* const> columns) {
        for (const Format format : formats) {
            auto& made = sheets_.emplace_back(format, std::make_unique<NewFile>(place, format), nullptr);
            made.sheet =
                format == Format::csv ? csv_sheet(*made.file, columns) : excel_sheet(*made.file, columns);
        }
    }

    void add(std::span<const Cell> row) {
        for (const OpenSheet& each : sheets_) each.sheet->add(row);
    }

    // Checks `stop` between the steps, each of which may take long.
    void keep(Generated& made, const std::stop_token& stop) {
        for (const OpenSheet& each : sheets_) {
            if (stop.stop_requested()) throw timed_out();
            each.sheet->finish();
        }
        for (const OpenSheet& each : sheets_) {
            if (stop.stop_requested()) throw timed_out();
            (each.format == Format::csv ? made.csv_bytes : made.excel_bytes) = each.file->keep();
        }
    }

  private:
    struct OpenSheet {
        Format format;
        std::unique_ptr<NewFile> file;
        std::unique_ptr<Sheet> sheet;  // destroyed before the file that it writes to
    };
    std::vector<OpenSheet> sheets_;
};

}  // namespace

Generated generate(db::Db& db, const CompanyId& company, const ReportFile& file,
                   const accounts::Actor& reader, const std::filesystem::path& place,
                   const std::stop_token& stop, const std::function<void(std::int64_t rows)>& progress) {
    const Area& area = area_of(file);
    const auto access_groups = [&] {
        return db.read(
            company, [&](db::Snapshot& snapshot) { return access_groups_of(snapshot, reader.id()); }, stop);
    };
    Generated made;
    made.access_groups = access_groups();
    const Selection selection = selection_of(area, file.definition, now_of(db, company));
    made.property_restrictions = restrictions_of(db, company, reader, selection, stop);
    Sheets sheets{file.definition.formats, place, selection.columns};
    read_rows(db, company, reader, selection, stop, [&](std::span<const Cell> row) {
        sheets.add(row);
        if (++made.rows % kProgressInterval == 0) progress(made.rows);
    });
    progress(made.rows);
    // The file is given only to those who have these groups; it may contain rows that others opened.
    if (access_groups() != made.access_groups)
        throw unavailable("the access groups of the requester changed while the report was generated");
    sheets.keep(made, stop);
    return made;
}

bool remove_unless_known(db::Db& db, const CompanyId& company, const ReportFileId& file,
                         const std::filesystem::path& place) {
    const auto known =
        db.read(company, [&](db::Snapshot& snapshot) { return store::known_bytes(snapshot, file); });
    if (known && known->bytes_name == place.filename().string()) return true;
    remove_bytes(place);
    return false;
}

std::int64_t count_rows(db::Db& db, const CompanyId& company, const ReportFile& file,
                        const accounts::Actor& reader, const std::stop_token& stop) {
    return count_rows(db, company, reader, selection_of(area_of(file), file.definition, now_of(db, company)),
                      stop);
}

}  // namespace callboard::reports

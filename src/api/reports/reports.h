#pragma once

#include <string_view>

#include "api/reports/report_messages.h"
#include "db/db.h"
#include "edge/call.h"
#include "reports/reporting.h"
#include "wire/shape.h"

namespace callboard::edge {
struct Export;
struct ExportSteps;
struct Steps;
}  // namespace callboard::edge

namespace callboard::api {

inline constexpr std::string_view kCsvType = "text/csv; charset=utf-8";
inline constexpr std::string_view kWorkbookType =
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

edge::Reply<ReportList> list_reports(db::Snapshot& snapshot,
                                     const edge::Call<wire::Nothing, reports::PageRequest>& call);
ReportView get_report(db::Snapshot& snapshot, const edge::Call<>& call);
edge::Reply<ReportView> create_report(db::Tx& tx, const edge::Call<ReportInput>& call);
ReportView change_report(db::Tx& tx, const edge::Call<ReportInput>& call);
wire::Nothing delete_report(const edge::Steps& steps, const edge::Call<>& call);

edge::Reply<ReportFileList> list_report_files(db::Snapshot& snapshot,
                                              const edge::Call<wire::Nothing, reports::PageRequest>& call);
ReportFileView request_report_file(db::Tx& tx, const edge::Call<>& call);
ReportFileView recent_report_file(db::Snapshot& snapshot, const edge::Call<>& call);
edge::Export recent_report_data(const edge::ExportSteps& steps, const edge::Call<>& call);

ReportFileView get_report_file(db::Snapshot& snapshot, const edge::Call<>& call);
edge::Export report_file_data(const edge::ExportSteps& steps, const edge::Call<>& call);

}  // namespace callboard::api

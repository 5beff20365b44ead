#include "reports/download.h"

#include <string>

#include <gtest/gtest.h>

#include "reports/file_folder.h"
#include "reports/reporting.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard {
namespace {

using reports::Format;
using reports::ReportFile;

class ReportDownload : public test::EachDatabase {
  protected:
    ReportFile requested() {
        return db->write(company, [&](db::Tx& tx) {
            const auto report = reports::create(tx, admin, {.name = "Ours", .area = "JOB", .definition = {}});
            return reports::request_file(tx, admin, report.id);
        });
    }
    template <class Find>
    std::string refusal(Find find) {
        return test::error_code([&] { db->read(company, find); });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
};

TEST_P(ReportDownload, HasNoDataWhileTheFileIsBeingMade) {
    const ReportFile file = requested();

    EXPECT_EQ(refusal([&](db::Snapshot& snapshot) { return reports::download(snapshot, admin, file.id); }),
              "REPORT_FILE_NOT_FOUND");
    EXPECT_EQ(refusal([&](db::Snapshot& snapshot) {
                  return reports::newest_download(snapshot, admin, file.report);
              }),
              "REPORT_FILE_NOT_FOUND");
}

TEST_P(ReportDownload, FindsTheBytesOfEachFormat) {
    ReportFile file = requested();
    file.bytes_name = "name";
    file.csv_bytes = 7;
    file.excel_bytes = 9;

    const auto csv = reports::bytes_of(file, Format::csv, "folder");
    const auto excel = reports::bytes_of(file, Format::excel, "folder");

    EXPECT_EQ(csv.path, reports::path_of("folder/name", Format::csv));
    EXPECT_EQ(csv.size, 7);
    EXPECT_EQ(excel.path, reports::path_of("folder/name", Format::excel));
    EXPECT_EQ(excel.size, 9);
}

TEST_P(ReportDownload, WithoutBytesIsAFaultOfTheServer) {
    const ReportFile file = requested();

    EXPECT_THROW(reports::bytes_of(file, Format::csv, "folder"), Error);
}

RUN_ON_EACH_DATABASE(ReportDownload);

}  // namespace
}  // namespace callboard

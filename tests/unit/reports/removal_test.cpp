#include "reports/removal.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "reports/file_folder.h"
#include "reports/reporting.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"
#include "support/temporary_folder.h"

namespace callboard {
namespace {

class ReportRemoval : public test::EachDatabase {
  protected:
    // A report with one file, whose data is in the folder.
    ReportId given_report() {
        const auto file = db->write(company, [&](db::Tx& tx) {
            const auto report = reports::create(tx, admin, {.name = "Ours", .area = "JOB", .definition = {}});
            return reports::request_file(tx, admin, report.id);
        });
        const auto name = reports::bytes_name(file.id, "0123456789abcdef0123");
        reports::NewFile bytes{folder.path() / name, reports::Format::csv};
        bytes.append("id\r\n");
        bytes.keep();
        return file.report;
    }
    std::string remove(const accounts::Actor& actor, const ReportId& id) {
        return test::error_code([&] { reports::remove_with_bytes(*db, company, actor, id, folder.path()); });
    }

    const test::TemporaryFolder folder;
    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
};

TEST_P(ReportRemoval, TakesTheBytesOfItsFilesAlong) {
    const ReportId id = given_report();

    EXPECT_EQ(remove(admin, id), "");

    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
    EXPECT_EQ(remove(admin, id), "REPORT_NOT_FOUND");
}

TEST_P(ReportRemoval, KeepsTheBytesWhenItIsRefused) {
    const ReportId id = given_report();

    EXPECT_EQ(remove(given::user(*db, company, accounts::Role::standard), id), "PERMISSION_DENIED");

    EXPECT_FALSE(std::filesystem::is_empty(folder.path()));
}

RUN_ON_EACH_DATABASE(ReportRemoval);

}  // namespace
}  // namespace callboard

// Operations on reports and their files. Every role but EMPLOYEE reads and runs reports over visible data;
// only administrators create, change and delete them and see areas about the company itself.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounts/actor.h"
#include "db/db.h"
#include "reports/draft.h"
#include "reports/report.h"
#include "reports/report_file.h"
#include "wire/list_parameters.h"
#include "work/lease.h"

namespace callboard::reports {

inline constexpr std::size_t kMostReports = 500;  // custom ones of a company

struct PageRequest {
    std::int64_t limit = 10;
    std::optional<std::string> cursor;

    static constexpr auto shape() {
        using Self = PageRequest;
        return wire::fields(wire::limit_field(&Self::limit, 1'000),
                            wire::cursor_field("page", &Self::cursor, "The nextPage of the previous page."));
    }
};
template <class Item>
struct Page {
    std::vector<Item> items;
    std::optional<std::string> next;  // cursor of the next page; absent on the last
};

// Last changed first. Throws INVALID_PAGE_ID for a cursor of another list.
Page<Report> list(db::Snapshot& snapshot, const accounts::Actor& actor, const PageRequest& request);

// Throws REPORT_NOT_FOUND also for reports that are not visible to the actor.
Report visible(db::Snapshot& snapshot, const accounts::Actor& actor, const ReportId& id);

// Throw with all errors of the draft.
Report create(db::Tx& tx, const accounts::Actor& actor, const Draft& draft);
Report change(db::Tx& tx, const accounts::Actor& actor, const ReportId& id, const Draft& draft);
// Deletes the report and its files, whose ids are returned; the caller removes their contents after the
// commit.
std::vector<ReportFileId> remove(db::Tx& tx, const accounts::Actor& actor, const ReportId& id);

// The files that the actor may read, newest first. A file contains what was visible to its requester: only
// administrators and the requester may read it, the latter while their permissions are unchanged, the
// report is visible to them and no candidate property was restricted since that it may contain.
Page<ReportFile> list_files(db::Snapshot& snapshot, const accounts::Actor& actor, const ReportId& report,
                            const PageRequest& request);
ReportFile visible_file(db::Snapshot& snapshot, const accounts::Actor& actor, const ReportFileId& id);

// The newest complete file; throws REPORT_FILE_NOT_FOUND if there is none.
ReportFile recent_file(db::Snapshot& snapshot, const accounts::Actor& actor, const ReportId& report);

// Requests a new file. Throws REPORT_GENERATION_PENDING (400) while another one is being generated.
ReportFile request_file(db::Tx& tx, const accounts::Actor& actor, const ReportId& report);

// The same for a caller that generates the file itself, with a lease so that no worker claims it.
ReportFile begin_file(db::Tx& tx, const accounts::Actor& actor, const ReportId& report,
                      const work::Lease& lease);

// If the report is due, requests a file in the name of its creator, unless one is being generated, and sets
// the next time. Missed runs are skipped.
void run_schedule(db::Tx& tx, const ReportId& report);

// Set if the requester no longer may have the file.
std::optional<Failure> access_failure(db::Snapshot& snapshot, const ReportFile& file);

// The access groups of a user in the format of ReportFile::access_groups.
std::string access_groups_of(db::Snapshot& snapshot, const UserId& user);

// Audits that the file was downloaded.
void record_download(db::Tx& tx, const events::Author& author, const ReportFile& file);

}  // namespace callboard::reports

// Reports and their files as people use them. Who may do what: every role but EMPLOYEE reads and runs reports
// over what it sees; administrators alone make, change and delete them, and see areas about the company
// itself.
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

namespace callboard::reports {

inline constexpr std::size_t kMostReports = 500;  // of a company, made by its people

struct PageRequest {
    std::int64_t limit = 10;
    std::optional<std::string> cursor;

    static constexpr auto shape() {
        using Self = PageRequest;
        return wire::fields(wire::limit_field(&Self::limit, 1'000),
                            wire::cursor_field("page", &Self::cursor, "The nextPage of the page before."));
    }
};
template <class Item>
struct Page {
    std::vector<Item> items;
    std::optional<std::string> next;  // the cursor of the next page; absent on the last
};

// Newest change first. Throws INVALID_PAGE_ID for a cursor of another list.
Page<Report> list(db::Snapshot& snapshot, const accounts::Actor& actor, const PageRequest& request);

// Throws REPORT_NOT_FOUND, also for reports that the actor may not see.
Report visible(db::Snapshot& snapshot, const accounts::Actor& actor, const ReportId& id);

// These throw with every fault of the draft.
Report create(db::Tx& tx, const accounts::Actor& actor, const Draft& draft);
Report change(db::Tx& tx, const accounts::Actor& actor, const ReportId& id, const Draft& draft);
// With its files: which they were. Whoever committed this removes their bytes.
std::vector<ReportFileId> remove(db::Tx& tx, const accounts::Actor& actor, const ReportId& id);

// Files, newest first: those that the actor may read. A file shows what its requestor saw; only they, as long
// as their rights are the same and they see the report, and administrators read it.
Page<ReportFile> list_files(db::Snapshot& snapshot, const accounts::Actor& actor, const ReportId& report,
                            const PageRequest& request);
ReportFile visible_file(db::Snapshot& snapshot, const accounts::Actor& actor, const ReportFileId& id);

// The newest that is complete; throws REPORT_FILE_NOT_FOUND when there is none.
ReportFile recent_file(db::Snapshot& snapshot, const accounts::Actor& actor, const ReportId& report);

// Asks for a new one. Throws REPORT_GENERATION_PENDING (400) while another is being made.
ReportFile request_file(db::Tx& tx, const accounts::Actor& actor, const ReportId& report);

// The same for somebody who makes it at once, and has told the others by a lease.
ReportFile begin_file(db::Tx& tx, const accounts::Actor& actor, const ReportId& report,
                      const work::Lease& lease);

// A report's time may have come: asks for a file in the name of its creator, unless one is being made
// already, and sets the next time. Times that were missed are not made up for.
void run_schedule(db::Tx& tx, const ReportId& report);

// Why nothing may be made for the requestor any more, if so.
std::optional<Failure> obstacle(db::Snapshot& snapshot, const ReportFile& file);

// What a file says of the groups that somebody is in.
std::string access_groups_of(db::Snapshot& snapshot, const UserId& user);

// Records that somebody was given the data of a file.
void record_download(db::Tx& tx, const events::Author& author, const ReportFile& file);

}  // namespace callboard::reports

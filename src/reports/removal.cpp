#include "reports/removal.h"

#include "reports/file_folder.h"
#include "reports/reporting.h"

namespace callboard::reports {

void remove_with_bytes(db::Db& db, const CompanyId& company, const accounts::Actor& actor, const ReportId& id,
                       const std::filesystem::path& folder) {
    const auto files = db.write(company, [&](db::Tx& tx) { return remove(tx, actor, id); });
    remove_files(folder, files);
}

}  // namespace callboard::reports

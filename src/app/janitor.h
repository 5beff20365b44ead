// Deletes what has expired and the values of removed dependencies, fills in what applications and published
// jobs of earlier versions lack, and writes new names of access groups and creators and labels of properties
// into jobs: one server does it for all servers of a database, in short transactions.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "accounts/renaming_store.h"
#include "base/id.h"
#include "db/db.h"
#include "telemetry/log.h"

namespace callboard::app {

struct JanitorOptions {
    std::string node;                                  // the name of this server
    std::optional<std::chrono::days> audit_retention;  // nothing: for ever
    // Companies whose old data are searched for in one round: the cost of a round does not grow with their
    // number.
    std::int64_t companies_at_once = 1'000;
};

class Janitor {
  public:
    Janitor(db::Db& db, const telemetry::Log& log, JanitorOptions options);

    // A round, once a minute. Does nothing if another server does it.
    void clean(const std::stop_token& stop);

  private:
    using Batch = std::function<bool(db::Tx&)>;  // returns true if there may be more

    // The next companies that have something to delete.
    struct Visit {
        std::vector<CompanyId> with_old_use;
        std::vector<CompanyId> with_old_usage;
        std::vector<CompanyId> with_old_audit_records;
        std::optional<CompanyId> last;  // that was looked at; nothing after the last of all
    };

    bool may_continue(const std::stop_token& stop) const;
    void repeat(const std::optional<CompanyId>& company, const Batch& batch,
                const std::stop_token& stop) const;
    void delete_expired(const std::stop_token& stop) const;
    void delete_old_of_companies(const std::stop_token& stop);
    void renew_names(accounts::store::Renamed kind, const Batch& batch, const std::stop_token& stop) const;
    void delete_removed_pairs(const std::stop_token& stop) const;
    void delete_removed_pairs_of(const CompanyId& company, const std::stop_token& stop) const;
    void fill_in_move_times(const std::stop_token& stop) const;
    void write_missing_postings(const std::stop_token& stop) const;
    Visit next_visit(db::Snapshot& snapshot) const;

    db::Db& db_;
    const telemetry::Log& log_;
    const JanitorOptions options_;
    std::optional<CompanyId> last_visited_;  // the next round begins after it
};

}  // namespace callboard::app

// Tables as work queues, across companies: rows are claimed with a lease, renewed, and finished by the holder
// of the token.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/id.h"
#include "db/db.h"
#include "work/lease.h"

namespace callboard::work {

struct RowTag {
    static constexpr IdForm form = IdForm::uuid;
};
using RowId = Id<RowTag>;

// A table with the columns company_id, id, status, attempts, node, lease_token and leased_until. Its rows are
// work while their status is PENDING or RUNNING; they need an index on (company_id, id) of these.
struct QueueTable {
    std::string_view name;
    std::string_view kind;      // a column that is returned with the claim
    std::string_view progress;  // a column for the progress of the run
};

struct Claimed {
    CompanyId company;
    RowId id;
    std::string kind;
    std::int64_t attempts = 0;  // including this one
};

class Queue {
  public:
    // Must outlive all connections, which identify its statements by address.
    explicit Queue(const QueueTable& table);

    Queue(const Queue&) = delete;
    Queue& operator=(const Queue&) = delete;

    std::string_view name() const { return name_; }

    // Whether there is a row to claim. Called often, to avoid unnecessary write transactions.
    bool has_due(db::Snapshot& snapshot) const;

    // Claims the oldest row of one company that is pending or has an expired lease. Round-robin by company,
    // beginning after `last`, so that one with thousands of rows does not delay the others.
    std::optional<Claimed> claim(db::Tx& tx, const Lease& lease, const std::optional<CompanyId>& last) const;

    // These return false and change nothing if the row has another token.
    bool renew(db::Tx& tx, const RowId& id, const Lease& lease, std::int64_t progress) const;
    // Sets the final status. Other columns are written afterwards, in the same transaction.
    bool finish(db::Tx& tx, const RowId& id, std::string_view token, std::string_view status) const;
    bool release(db::Tx& tx, const RowId& id, std::string_view token) const;  // as if it was never claimed
    // After a failed attempt: PENDING, but not claimed before `until` unless its node calls make_due().
    struct Retry {
        Timestamp until;
        bool attempt_counts = true;
    };
    bool retry_later(db::Tx& tx, const RowId& id, std::string_view token, const Retry& retry) const;

    // Makes a row due that this node postponed or left RUNNING. False if another node has it or it is
    // finished.
    bool make_due(db::Tx& tx, const RowId& id, std::string_view node) const;
    std::int64_t make_all_due(db::Tx& tx, std::string_view node) const;  // returns the number

  private:
    struct Statement {
        Statement(const QueueTable& table, std::string_view what, std::string_view template_text);
        db::GlobalSql sql() const { return {name, text}; }

        const std::string name;
        const std::string text;
    };
    const std::string name_;
    const Statement has_due_;
    const Statement next_;
    const Statement lease_;
    const Statement renew_;
    const Statement finish_;
    const Statement release_;
    const Statement retry_later_;
    const Statement make_due_;
    const Statement make_all_due_;
};

}  // namespace callboard::work

// Rows that are work: claimed under a lease, renewed, and ended by whoever holds the token. All of it spans
// companies.
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
    std::string_view kind;      // a column that whoever works on a row needs to know before all else
    std::string_view progress;  // a column that says how far the run has come
};

struct Claimed {
    CompanyId company;
    RowId id;
    std::string kind;
    std::int64_t attempts = 0;  // with this one
};

class Queue {
  public:
    // Connections recognise its statements by their address, so it lives as long as they do.
    explicit Queue(const QueueTable& table);

    Queue(const Queue&) = delete;
    Queue& operator=(const Queue&) = delete;

    std::string_view name() const { return name_; }

    // Is there anything to claim? Asked often, and a write would disturb others.
    bool has_due(db::Snapshot& snapshot) const;

    // The oldest row of one company that waits, or whose lease has ended. Companies take turns: it is the
    // next one after `last`, which was served before; one with thousands of rows does not hold up the others.
    std::optional<Claimed> claim(db::Tx& tx, const Lease& lease, const std::optional<CompanyId>& last) const;

    // These are false, and change nothing, when the row does not have the token any more.
    bool renew(db::Tx& tx, const RowId& id, const Lease& lease, std::int64_t progress) const;
    // Sets its last status. Columns of the noun are written after this, in the same transaction.
    bool finish(db::Tx& tx, const RowId& id, std::string_view token, std::string_view status) const;
    bool release(db::Tx& tx, const RowId& id, std::string_view token) const;  // as if it was never claimed
    // After an attempt that failed: PENDING, but nobody claims it before `until`, unless its node makes it
    // due.
    struct Retry {
        Timestamp until;
        bool attempt_counts = true;
    };
    bool retry_later(db::Tx& tx, const RowId& id, std::string_view token, const Retry& retry) const;

    // What this node postponed, or left RUNNING, is due now. False: another node has it, or it is finished.
    bool make_due(db::Tx& tx, const RowId& id, std::string_view node) const;
    std::int64_t make_all_due(db::Tx& tx, std::string_view node) const;  // how many

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

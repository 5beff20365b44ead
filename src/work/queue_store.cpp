#include "work/queue_store.h"

#include <fmt/format.h>

namespace callboard::work {
namespace {

// Rows that wait for a retry store the end of the delay in leased_until.
constexpr std::string_view kHasDue = R"sql(
    SELECT id FROM {table} WHERE status IN ('PENDING', 'RUNNING') AND leased_until <= $1
    ORDER BY company_id, id LIMIT 1)sql";

constexpr std::string_view kNext = R"sql(
    SELECT company_id, id, {kind}, attempts FROM {table}
    WHERE status IN ('PENDING', 'RUNNING') AND leased_until <= $1 AND company_id > $2
    ORDER BY company_id, id LIMIT 1 /*skip locked*/)sql";

constexpr std::string_view kLease = R"sql(
    UPDATE {table} SET status = 'RUNNING', node = $2, lease_token = $3, leased_until = $4, attempts = attempts + 1,
                       {progress} = 0
    WHERE id = $1)sql";

constexpr std::string_view kRenew = R"sql(
    UPDATE {table} SET leased_until = $3, {progress} = $4 WHERE id = $1 AND lease_token = $2)sql";

constexpr std::string_view kFinish = R"sql(
    UPDATE {table} SET status = $3, node = '', lease_token = '', leased_until = 0
    WHERE id = $1 AND lease_token = $2)sql";

constexpr std::string_view kRelease = R"sql(
    UPDATE {table} SET status = 'PENDING', attempts = attempts - 1, {progress} = 0, node = '', lease_token = '',
                       leased_until = 0
    WHERE id = $1 AND lease_token = $2)sql";

constexpr std::string_view kRetryLater = R"sql(
    UPDATE {table} SET status = 'PENDING', attempts = attempts - $3, {progress} = 0, lease_token = '', leased_until = $4
    WHERE id = $1 AND lease_token = $2)sql";

constexpr std::string_view kMakeDue = R"sql(
    UPDATE {table} SET status = 'PENDING', {progress} = 0, node = '', lease_token = '', leased_until = 0
    WHERE id = $1 AND status IN ('PENDING', 'RUNNING') AND node = $2)sql";

constexpr std::string_view kMakeAllDue = R"sql(
    UPDATE {table} SET status = 'PENDING', {progress} = 0, node = '', lease_token = '', leased_until = 0
    WHERE status IN ('PENDING', 'RUNNING') AND node = $1)sql";

Claimed claimed_from(const db::Row& row) {
    return {.company = row.id<CompanyId>(0),
            .id = row.id<RowId>(1),
            .kind = row.string(2),
            .attempts = row.integer(3) + 1};
}

}  // namespace

Queue::Statement::Statement(const QueueTable& table, std::string_view what, std::string_view template_text)
    : name(fmt::format("{}_{}", table.name, what)),
      text(fmt::format(fmt::runtime(template_text), fmt::arg("table", table.name),
                       fmt::arg("kind", table.kind), fmt::arg("progress", table.progress))) {}

Queue::Queue(const QueueTable& table)
    : name_(table.name),
      has_due_(table, "has_due", kHasDue),
      next_(table, "next", kNext),
      lease_(table, "lease", kLease),
      renew_(table, "renew", kRenew),
      finish_(table, "finish", kFinish),
      release_(table, "release", kRelease),
      retry_later_(table, "retry_later", kRetryLater),
      make_due_(table, "make_due", kMakeDue),
      make_all_due_(table, "make_all_due", kMakeAllDue) {}

bool Queue::has_due(db::Snapshot& snapshot) const {
    return snapshot.first(has_due_.sql(), {snapshot.now}, [](const db::Row&) { return true; }).has_value();
}

std::optional<Claimed> Queue::claim(db::Tx& tx, const Lease& lease,
                                    const std::optional<CompanyId>& last) const {
    const std::string_view before_all;
    auto next = tx.first(next_.sql(), {tx.now, last ? last->text() : before_all}, claimed_from);
    if (!next && last) next = tx.first(next_.sql(), {tx.now, before_all}, claimed_from);
    if (next) tx.execute(lease_.sql(), {next->id, lease.node, lease.token, lease.until(tx.now)});
    return next;
}

bool Queue::renew(db::Tx& tx, const RowId& id, const Lease& lease, std::int64_t progress) const {
    return tx.execute(renew_.sql(), {id, lease.token, lease.until(tx.now), progress}) == 1;
}

bool Queue::finish(db::Tx& tx, const RowId& id, std::string_view token, std::string_view status) const {
    return tx.execute(finish_.sql(), {id, token, status}) == 1;
}

bool Queue::release(db::Tx& tx, const RowId& id, std::string_view token) const {
    return tx.execute(release_.sql(), {id, token}) == 1;
}

bool Queue::retry_later(db::Tx& tx, const RowId& id, std::string_view token, const Retry& retry) const {
    const std::int64_t not_counted = retry.attempt_counts ? 0 : 1;
    return tx.execute(retry_later_.sql(), {id, token, not_counted, retry.until}) == 1;
}

bool Queue::make_due(db::Tx& tx, const RowId& id, std::string_view node) const {
    return tx.execute(make_due_.sql(), {id, node}) == 1;
}

std::int64_t Queue::make_all_due(db::Tx& tx, std::string_view node) const {
    return tx.execute(make_all_due_.sql(), {node});
}

}  // namespace callboard::work

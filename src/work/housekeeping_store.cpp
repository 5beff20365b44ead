#include "work/housekeeping_store.h"

namespace callboard::work {
namespace {

constexpr db::GlobalSql kFind{"housekeeping_find",
                              "SELECT node, leased_until FROM housekeeping WHERE task = $1"};

// A lease that ends later than one that begins now was taken before the clock of a sandbox was moved back.
constexpr db::GlobalSql kTake{"housekeeping_take", R"sql(
    INSERT INTO housekeeping (task, node, leased_until) VALUES ($1, $2, $4)
    ON CONFLICT (task) DO UPDATE SET node = excluded.node, leased_until = excluded.leased_until
    WHERE housekeeping.node = $2 OR housekeeping.leased_until <= $3 OR housekeeping.leased_until > $4)sql"};

enum class Holder { nobody, this_server, other_server };

Holder holder(db::Snapshot& snapshot, const Housekeeping& housekeeping) {
    const auto duration = housekeeping.lease_duration;
    return snapshot
        .first(kFind, {housekeeping.task},
               [&](const db::Row& row) {
                   const bool is_ours = row.text(0) == housekeeping.node;
                   const Timestamp until = row.time(1);
                   // Ours is renewed when half of it is left.
                   const Timestamp ends = is_ours ? until - duration / 2 : until;
                   if (ends <= snapshot.now || until > snapshot.now + duration) return Holder::nobody;
                   return is_ours ? Holder::this_server : Holder::other_server;
               })
        .value_or(Holder::nobody);
}

}  // namespace

bool may_clean(db::Db& db, const Housekeeping& housekeeping) {
    const Holder found =
        db.read(std::nullopt, [&](db::Snapshot& snapshot) { return holder(snapshot, housekeeping); });
    if (found != Holder::nobody) return found == Holder::this_server;
    return db.write(std::nullopt, [&](db::Tx& tx) {
        const Timestamp until = tx.now + housekeeping.lease_duration;
        return tx.execute(kTake, {housekeeping.task, housekeeping.node, tx.now, until}) == 1;
    });
}

}  // namespace callboard::work

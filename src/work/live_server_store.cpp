#include "work/live_server_store.h"

namespace callboard::work::store {
namespace {

constexpr std::chrono::hours kKept{24};

constexpr db::GlobalSql kSeen{"live_server_seen", R"sql(
    INSERT INTO live_server (name, seen_at) VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at)sql"};

constexpr db::GlobalSql kLive{"live_server_list", R"sql(
    SELECT name FROM live_server WHERE seen_at > $1 ORDER BY name)sql"};

constexpr db::GlobalSql kForgetOld{"live_server_forget_old", "DELETE FROM live_server WHERE seen_at < $1"};

constexpr db::GlobalSql kForget{"live_server_forget", "DELETE FROM live_server WHERE name = $1"};

}  // namespace

std::vector<std::string> live_servers(db::Tx& tx, std::string_view server,
                                      std::chrono::milliseconds forgotten_after) {
    tx.enqueue(kSeen, {server, tx.now});
    tx.enqueue(kForgetOld, {tx.now - kKept});
    return tx.all(kLive, {tx.now - forgotten_after}, [](const db::Row& row) { return row.string(0); });
}

void forget_server(db::Tx& tx, std::string_view server) {
    tx.execute(kForget, {server});
}

}  // namespace callboard::work::store

#include "sandbox/inbox_store.h"

namespace callboard::sandbox::store {
namespace {

constexpr db::GlobalSql kInsert{"inbox_insert", R"sql(
    INSERT INTO inbox_message (inbox, id, received_at, headers, body, verified)
    VALUES ($1, $2, $3, $4, $5, $6))sql"};

constexpr db::GlobalSql kForget{"inbox_forget", R"sql(
    DELETE FROM inbox_message
    WHERE inbox = $1
      AND id <= (SELECT id FROM inbox_message WHERE inbox = $1 ORDER BY id DESC LIMIT 1 OFFSET $2))sql"};

constexpr db::GlobalSql kNewest{"inbox_newest", R"sql(
    SELECT id, received_at, headers, body, verified
    FROM inbox_message WHERE inbox = $1 ORDER BY id DESC LIMIT $2)sql"};

constexpr db::GlobalSql kCallers{"inbox_callers", R"sql(
    SELECT company_id, id FROM webhook_subscription WHERE callback_url = $1 AND deleted_at IS NULL)sql"};

constexpr std::string_view kTrue = "true";
constexpr std::string_view kFalse = "false";

// Counting takes longer than the insert, so only one message in sixteen does it, chosen by the last, random
// digit of its id.
bool should_prune(const InboxMessageId& id) {
    return id.text().ends_with('0');
}

}  // namespace

void insert_message(db::Tx& tx, std::string_view inbox, const InboxMessage& message) {
    const auto verified = message.verified.transform([](bool yes) { return yes ? kTrue : kFalse; });
    tx.execute(kInsert, {inbox, message.id, message.received_at, message.headers, message.body, verified});
    if (should_prune(message.id)) tx.execute(kForget, {inbox, kKeptMessages});
}

std::vector<InboxMessage> newest_messages(db::Snapshot& snapshot, std::string_view inbox,
                                          std::int64_t limit) {
    return snapshot.all(kNewest, {inbox, limit}, [](const db::Row& row) {
        return InboxMessage{.id = row.id<InboxMessageId>(0),
                            .received_at = row.time(1),
                            .headers = row.string(2),
                            .body = row.string(3),
                            .verified = row.is_null(4) ? std::nullopt : std::optional{row.text(4) == kTrue}};
    });
}

std::vector<Caller> callers_of(db::Snapshot& snapshot, std::string_view callback_url) {
    return snapshot.all(kCallers, {callback_url}, [](const db::Row& row) {
        return Caller{.company = row.id<CompanyId>(0), .subscription = row.id<SubscriptionId>(1)};
    });
}

}  // namespace callboard::sandbox::store

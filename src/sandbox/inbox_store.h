// The messages of the built-in receiver, and the subscriptions that may have sent them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "db/db.h"

namespace callboard::sandbox {

struct InboxMessageTag {
    static constexpr IdForm form = IdForm::uuid;
};
using InboxMessageId = Id<InboxMessageTag>;

struct InboxMessage {
    InboxMessageId id;
    Timestamp received_at;
    std::string headers;           // a JSON object
    std::string body;              // UTF-8, without NUL
    std::optional<bool> verified;  // absent: not signed
};

namespace store {

// An inbox shows its newest hundred messages; older ones are deleted from time to time.
inline constexpr std::int64_t kKeptMessages = 100;

void insert_message(db::Tx& tx, std::string_view inbox, const InboxMessage& message);
std::vector<InboxMessage> newest_messages(db::Snapshot& snapshot, std::string_view inbox, std::int64_t limit);

// A subscription of any company with this callback URL.
struct Caller {
    CompanyId company;
    SubscriptionId subscription;
};
std::vector<Caller> callers_of(db::Snapshot& snapshot, std::string_view callback_url);

}  // namespace store
}  // namespace callboard::sandbox

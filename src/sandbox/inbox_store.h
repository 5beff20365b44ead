// What the built-in receiver was sent, and who may have sent it.
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
    std::optional<bool> verified;  // nothing: it was not signed
};

namespace store {

// An inbox keeps its newest hundred, which are all that is shown, and forgets older ones now and then.
inline constexpr std::int64_t kKeptMessages = 100;

void insert_message(db::Tx& tx, std::string_view inbox, const InboxMessage& message);
std::vector<InboxMessage> newest_messages(db::Snapshot& snapshot, std::string_view inbox, std::int64_t limit);

// The subscriptions, of whatever company, that are called back at this URL.
struct Caller {
    CompanyId company;
    SubscriptionId subscription;
};
std::vector<Caller> callers_of(db::Snapshot& snapshot, std::string_view callback_url);

}  // namespace store
}  // namespace callboard::sandbox

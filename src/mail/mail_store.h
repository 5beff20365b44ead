// The queue of mails, across companies: claimed with a lease, and finished by the holder of its token.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "db/db.h"
#include "mail/mail.h"

namespace callboard::mail::store {

struct StoredMail {
    CompanyId company;
    MailId id;
    Kind kind{};
    std::string to;
    std::string language;
    std::string values;                      // JSON
    std::optional<std::string> sealed_link;  // the value "link", encrypted
    Status status{};
    std::int64_t attempts = 0;
    Timestamp due_at;
    std::optional<std::string> failure;  // of the last attempt
    Timestamp created_at;
    std::optional<Timestamp> finished_at;
};

void insert(db::Tx& tx, const MailId& id, const Mail& mail, const std::optional<std::string>& sealed_link);

bool has_due(db::Snapshot& snapshot);

// Claims the mails that are due, those that wait longest first. They are due again at `until`, unless their
// outcome is written before.
std::vector<StoredMail> claim(db::Tx& tx, std::string_view token, Timestamp until, std::int64_t limit);

// These change nothing if the mail has another token.
void sent(db::Tx& tx, const StoredMail& mail, std::string_view token);  // deletes its values
void postpone(db::Tx& tx, const StoredMail& mail, std::string_view token, Timestamp until,
              std::string_view failure);
void fail(db::Tx& tx, const StoredMail& mail, std::string_view token, std::string_view failure);

// What this server had claimed when it ended is due at once.
void release_all(db::Tx& tx, std::string_view token);

// For operators: the newest first, before `before`.
std::vector<StoredMail> list(db::Snapshot& snapshot, const std::optional<Status>& status,
                             const std::optional<MailId>& before, std::int64_t limit);
std::optional<StoredMail> find(db::Snapshot& snapshot, const MailId& id);
bool retry(db::Tx& tx, const MailId& id);  // false: it is not FAILED

// Of the company: the newest first.
std::vector<StoredMail> newest(db::Snapshot& snapshot, std::int64_t limit);

// Deletes a mail whose reason is gone, unless it was sent. One that is being sent may arrive nevertheless.
void remove_unsent(db::Tx& tx, const MailId& id);

// Deletes up to `limit` mails that were finished before the given time; returns how many.
std::int64_t forget(db::Tx& tx, Timestamp before, std::int64_t limit);

}  // namespace callboard::mail::store

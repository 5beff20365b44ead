// The queue of mails, across companies: claimed with a lease, and finished by its holder.
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
    std::string kind;  // as text: a server of a later version may have queued one that this one does not know
    std::string to;
    std::string language;
    std::string values;                      // JSON
    std::optional<std::string> sealed_link;  // the value "link", encrypted
    Status status{};
    std::int64_t attempts = 0;
    Timestamp due_at;
    Timestamp expires_at;
    std::optional<std::string> failure;  // of the last attempt
    Timestamp created_at;
    std::optional<Timestamp> finished_at;
    std::optional<std::string> message_domain;  // of the Message-ID, once a server has claimed it
    std::string holder;                         // the server that is sending it; empty: none
};

struct Validity {
    std::optional<std::string> sealed_link;
    Timestamp expires_at;
};
void insert(db::Tx& tx, const MailId& id, const Mail& mail, const Validity& validity);

// When the newest of the mails of the company, of one kind to one address in any case, was queued, after so
// many newer ones.
std::optional<Timestamp> newest_since(db::Snapshot& snapshot, Kind kind, std::string_view to, Timestamp since,
                                      std::int64_t skipped);

// Deletes the address from mails of the company that were sent, and those that will never be. Those that
// count for newest_since() stay, without it; otherwise a deletion would be a way around limits.
void erase_recipient(db::Tx& tx, Kind kind, std::string_view to, Timestamp counted_since);

// Since when the mail that waits longest is due; nothing if none is.
std::optional<Timestamp> oldest_due(db::Snapshot& snapshot);

// Claims mails that are due and of a kind that this version knows: urgent ones first, then those that wait
// longest. They are due again at `until`, unless their outcome is written before. The first who claims a mail
// decides about the domain of its Message-ID.
struct Claimant {
    std::string_view holder;
    std::string_view domain;
};
std::vector<StoredMail> claim(db::Tx& tx, const Claimant& by, Timestamp until, std::int64_t limit);

// These change nothing if another server has claimed the mail since, or has written an outcome.
void sent(db::Tx& tx, const StoredMail& mail, std::string_view holder);  // deletes its values
void postpone(db::Tx& tx, const StoredMail& mail, std::string_view holder, Timestamp until,
              std::string_view failure);
void fail(db::Tx& tx, const StoredMail& mail, std::string_view holder, std::string_view failure);

// What this server had claimed when it ended is due at once.
void release_all(db::Tx& tx, std::string_view holder);

// For operators: the newest first.
std::vector<StoredMail> list(db::Snapshot& snapshot, const std::optional<Status>& status, std::int64_t limit);
std::optional<StoredMail> find(db::Snapshot& snapshot, const MailId& id);

// Queues a mail that was given up again; false if it was not, or has expired.
bool retry(db::Tx& tx, const MailId& id);
std::vector<MailId> list_retriable(db::Snapshot& snapshot);

// Of the company: the newest first.
std::vector<StoredMail> newest(db::Snapshot& snapshot, std::int64_t limit);

// Links of mails that wait, of all companies, for checks of the secrets key.
struct SealedLink {
    MailId mail;
    std::string sealed_link;
};
std::vector<SealedLink> sealed_links(db::Snapshot& snapshot, std::int64_t limit);

// Deletes a mail whose reason is gone, unless it was sent. One that is being sent may arrive nevertheless.
void remove_unsent(db::Tx& tx, const MailId& id);

// Deletes up to `limit` mails that were finished, or expired while they waited, before the given time;
// returns true if there may be more.
bool forget(db::Tx& tx, Timestamp before, std::int64_t limit);

}  // namespace callboard::mail::store

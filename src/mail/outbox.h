// Mails are written in the transaction of the change that causes them: what is committed will be mailed, and
// what is not never is.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "base/seal.h"
#include "base/secret.h"
#include "db/db.h"
#include "mail/mail.h"
#include "mail/mail_store.h"

namespace callboard::mail {

// How long the company must not send the address another mail of this kind, because of those of the last day:
// otherwise it could fill anybody's mailbox. Nothing: it may. For callers of send() whose recipients are
// chosen by users.
std::optional<std::chrono::seconds> wait_for_next(db::Snapshot& snapshot, Kind kind, std::string_view to);

// Of a person who is deleted or has another address now.
void forget_recipient(db::Tx& tx, Kind kind, std::string_view address);

// Queues a mail of the company of the transaction. If it cannot be sent within a month, it is given up.
MailId send(db::Tx& tx, const Mail& mail);
void send(db::Tx& tx, const MailId& id, const Mail& mail);

// The value "link" of a mail: it gives access to whoever has it. After it has expired, the mail is not sent.
struct Link {
    Secret url;
    Timestamp expires_at;
};
MailId send(db::Tx& tx, const Mail& mail, const Link& link, const Seal& seal);

// The place of the link, which it is sealed for.
std::string place_of_link(const MailId& id);
// Of mails that wait, of all companies, for checks of the secrets key.
std::vector<SealedValue> sealed_links(db::Snapshot& snapshot, std::int64_t limit);

// A mail of the queue with its link.
Mail opened(const store::StoredMail& stored, const Seal& seal);

}  // namespace callboard::mail

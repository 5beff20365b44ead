// Mails of the queue, newest first, and the tokens of their links.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/secret.h"
#include "db/db.h"
#include "mail/mail_store.h"
#include "mail/outbox.h"
#include "support/seal.h"

namespace callboard::test {

inline std::vector<mail::store::StoredMail> queued_mails(db::Db& db) {
    return db.read(std::nullopt,
                   [](db::Snapshot& snapshot) { return mail::store::list(snapshot, std::nullopt, 1000); });
}

inline std::string link_of(const mail::store::StoredMail& mail) {
    return mail::opened(mail, test_seal()).values.at("link");
}

inline Secret link_token(const mail::store::StoredMail& mail) {
    const std::string link = link_of(mail);
    return Secret{link.substr(link.find('=') + 1)};
}

}  // namespace callboard::test

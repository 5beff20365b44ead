#include "mail/outbox.h"

#include <chrono>
#include <optional>

#include "mail/mail_store.h"

namespace callboard::mail {
namespace {

constexpr std::chrono::days kLongestWait{30};

}  // namespace

std::string place_of_link(const MailId& id) {
    return "mail/" + std::string{id.text()} + "/link";
}

MailId send(db::Tx& tx, const Mail& mail) {
    const auto id = tx.new_id<MailId>();
    send(tx, id, mail);
    return id;
}

void send(db::Tx& tx, const MailId& id, const Mail& mail) {
    store::insert(tx, id, mail, {.sealed_link = std::nullopt, .expires_at = tx.now + kLongestWait});
}

MailId send(db::Tx& tx, const Mail& mail, const Link& link, const Seal& seal) {
    const auto id = tx.new_id<MailId>();
    store::insert(tx, id, mail,
                  {.sealed_link = seal.close(link.url.reveal(), place_of_link(id)), .expires_at = link.expires_at});
    return id;
}

}  // namespace callboard::mail

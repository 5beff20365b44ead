#include "mail/outbox.h"

#include <optional>

#include "mail/mail_store.h"

namespace callboard::mail {

std::string place_of_link(const MailId& id) {
    return "mail/" + std::string{id.text()} + "/link";
}

MailId send(db::Tx& tx, const Mail& mail) {
    const auto id = tx.new_id<MailId>();
    send(tx, id, mail);
    return id;
}

void send(db::Tx& tx, const MailId& id, const Mail& mail) {
    store::insert(tx, id, mail, std::nullopt);
}

MailId send(db::Tx& tx, const Mail& mail, const Secret& link, const Seal& seal) {
    const auto id = tx.new_id<MailId>();
    store::insert(tx, id, mail, seal.close(link.reveal(), place_of_link(id)));
    return id;
}

}  // namespace callboard::mail

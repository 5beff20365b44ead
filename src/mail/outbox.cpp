#include "mail/outbox.h"

#include <optional>

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

Mail opened(const store::StoredMail& stored, const Seal& seal) {
    Mail mail{.kind = stored.kind,
              .to = stored.to,
              .language = stored.language,
              .values = wire::text_map_from(stored.values)};
    if (stored.sealed_link)
        mail.values["link"] = seal.open(*stored.sealed_link, place_of_link(stored.id)).value_or("");
    return mail;
}

}  // namespace callboard::mail

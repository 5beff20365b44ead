#include "mail/outbox.h"

#include <chrono>
#include <optional>
#include <utility>

#include "base/error.h"

namespace callboard::mail {
namespace {

constexpr std::chrono::days kLongestWait{30};
constexpr std::int64_t kMostInADay = 20;  // of a kind, to one address
constexpr std::chrono::days kDay{1};

}  // namespace

std::string place_of_link(const MailId& id) {
    return "mail/" + std::string{id.text()} + "/link";
}

std::vector<SealedValue> sealed_links(db::Snapshot& snapshot, std::int64_t limit) {
    std::vector<SealedValue> values;
    for (auto& [id, link] : store::sealed_links(snapshot, limit))
        values.push_back({.text = std::move(link), .bound_to = place_of_link(id)});
    return values;
}

std::optional<std::chrono::seconds> wait_for_next(db::Snapshot& snapshot, Kind kind, std::string_view to) {
    const auto first = store::newest_since(snapshot, kind, to, snapshot.now - kDay, kMostInADay - 1);
    if (!first) return std::nullopt;
    return std::chrono::ceil<std::chrono::seconds>(*first + kDay - snapshot.now);
}

void forget_recipient(db::Tx& tx, Kind kind, std::string_view address) {
    store::erase_recipient(tx, kind, address, tx.now - kDay);
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
    store::insert(
        tx, id, mail,
        {.sealed_link = seal.close(link.url.reveal(), place_of_link(id)), .expires_at = link.expires_at});
    return id;
}

Mail opened(const store::StoredMail& stored, const Seal& seal) {
    const auto kind = named<Kind>(stored.kind);
    if (!kind) throw internal("a mail is of a kind that this version does not know");
    Mail mail{.kind = *kind,
              .to = stored.to,
              .language = stored.language,
              .values = wire::text_map_from(stored.values)};
    if (stored.sealed_link) {
        auto link = seal.open(*stored.sealed_link, place_of_link(stored.id));
        if (!link) throw internal("the link of a mail cannot be opened: the secrets key is another one");
        mail.values["link"] = std::move(*link);
    }
    return mail;
}

}  // namespace callboard::mail

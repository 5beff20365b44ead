#include "sandbox/mail_api.h"

#include <utility>

#include "accounts/actor.h"
#include "edge/services.h"
#include "mail/mail_store.h"
#include "mail/mail_text.h"
#include "mail/outbox.h"
#include "sandbox/mail_messages.h"

namespace callboard::sandbox {
namespace {

constexpr std::int64_t kShown = 100;

// Links of account mails give the access of their reader.
bool may_see_link(mail::Kind kind, const accounts::Actor& actor) {
    const bool is_of_account = kind == mail::Kind::invitation || kind == mail::Kind::password_reset;
    return !is_of_account || accounts::rights_of(actor.role).manages_users;
}

SandboxMailView view(const mail::store::StoredMail& stored, const Seal& seal, const accounts::Actor& actor) {
    SandboxMailView shown{.id = stored.id,
                          .kind = stored.kind,
                          .to = stored.to,
                          .language = stored.language,
                          .status = stored.status,
                          .created_on = stored.created_at,
                          .subject = std::nullopt,
                          .text = std::nullopt,
                          .link = std::nullopt,
                          .failure = stored.failure};
    if (stored.status == mail::Status::sent || !named<mail::Kind>(stored.kind)) return shown;
    mail::Mail opened = mail::opened(stored, seal);
    if (opened.values.contains("link") && !may_see_link(opened.kind, actor)) opened.values["link"] = "***";
    mail::MailText content = mail::text_of(opened);
    shown.subject = std::move(content.subject);
    shown.text = std::move(content.text);
    if (const auto link = opened.values.find("link"); link != opened.values.end()) shown.link = link->second;
    return shown;
}

}  // namespace

edge::WebReply list_mails(db::Snapshot& snapshot, const edge::WebCall& call) {
    SandboxMailsView all;
    for (const auto& stored : mail::store::newest(snapshot, kShown))
        all.mails.push_back(view(stored, call.services.seal, call.actor()));
    return edge::json_reply(all);
}

}  // namespace callboard::sandbox

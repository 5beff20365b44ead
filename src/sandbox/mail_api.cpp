#include "sandbox/mail_api.h"

#include <utility>

#include "accounts/actor.h"
#include "base/error.h"
#include "edge/authentication.h"
#include "edge/services.h"
#include "mail/mail_store.h"
#include "mail/mail_text.h"
#include "mail/outbox.h"
#include "sandbox/mail_messages.h"

namespace callboard::sandbox {
namespace {

constexpr std::int64_t kShown = 100;

// Links give the access of their readers, so scopes that applications were granted must not be enough.
void require_reading_mails(const edge::WebCall& call) {
    const auto presented = edge::presented_credential(call.request, call.public_url());
    const bool has_api_key = presented && presented->kind == edge::CredentialKind::api_key;
    if (has_api_key && accounts::rights_of(call.actor().role).manages_users) return;
    throw forbidden("PERMISSION_DENIED", "mails are only for API keys of administrators");
}

SandboxMailView view(const mail::store::StoredMail& stored, const Seal& seal) {
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
    const mail::Mail opened = mail::opened(stored, seal);
    mail::MailText content = mail::text_of(opened);
    shown.subject = std::move(content.subject);
    shown.text = std::move(content.text);
    if (const auto link = opened.values.find("link"); link != opened.values.end()) shown.link = link->second;
    return shown;
}

}  // namespace

edge::WebReply list_mails(db::Snapshot& snapshot, const edge::WebCall& call) {
    require_reading_mails(call);
    SandboxMailsView all;
    for (const auto& stored : mail::store::newest(snapshot, kShown))
        all.mails.push_back(view(stored, call.services.seal));
    return edge::json_reply(all);
}

}  // namespace callboard::sandbox

// Automatic deactivation of subscriptions: the owner lost access, or the receiver fails. Pending deliveries
// are kept until an administrator activates the subscription again. Raises an alert and writes an audit
// record.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "base/id.h"
#include "base/names.h"
#include "db/db.h"
#include "events/author.h"

namespace callboard::subscriptions {

// Why the owner lost access; the reason in the audit record.
enum class AccessLoss {
    user_deactivated,
    role_changed,
    application_revoked,
    application_disconnected,
    credential_revoked
};

// Call in the transaction that ends the access, after that write and after advancing the cache epoch.
// Creation and activation lock the epoch row before they check access (oauth/access.h), so no active
// subscription is missed. An administrator who activates one of these later becomes its owner.
void end_for_user(db::Tx& tx, const events::Author& author, const UserId& user, AccessLoss loss);
void end_for_connection(db::Tx& tx, const events::Author& author, const UserId& user,
                        const ApplicationId& application);
void end_for_credential(db::Tx& tx, const events::Author& author, const CredentialId& credential);
void end_for_application(db::Tx& tx, const events::Author& author,
                         const ApplicationId& application);  // in all companies

// No successful delivery for a day. Returns false if it was not active.
bool suspend(db::Tx& tx, const SubscriptionId& id);

}  // namespace callboard::subscriptions

template <>
struct callboard::Names<callboard::subscriptions::AccessLoss> {
    using enum callboard::subscriptions::AccessLoss;
    static constexpr std::array kList{
        std::pair{user_deactivated, std::string_view{"USER_DEACTIVATED"}},
        std::pair{role_changed, std::string_view{"ROLE_CHANGED"}},
        std::pair{application_revoked, std::string_view{"APPLICATION_REVOKED"}},
        std::pair{application_disconnected, std::string_view{"APPLICATION_DISCONNECTED"}},
        std::pair{credential_revoked, std::string_view{"CREDENTIAL_REVOKED"}},
    };
};

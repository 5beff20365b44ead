// What makes an active subscription inactive without anybody asking for it: its owner loses access, or it
// does not work. What waits for it is kept, as for every inactive one, and sent when an administrator
// activates it again; an alert is raised, and the audit log has it.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "base/id.h"
#include "base/names.h"
#include "db/db.h"
#include "events/author.h"

namespace callboard::subscriptions {

// How an owner lost access; the audit log has it as the reason.
enum class Loss {
    user_deactivated,
    role_changed,
    application_revoked,
    application_disconnected,
    credential_revoked
};

// For whoever ends the access, in the same transaction, after the write that ends it and after the cache
// epoch was advanced: create and activate wait for that row and look then (oauth/access.h), so that no
// subscription slips through. Whoever activates one of these later owns it from then on.
void end_of_user(db::Tx& tx, const events::Author& author, const UserId& user, Loss loss);
void end_of_connection(db::Tx& tx, const events::Author& author, const UserId& user,
                       const ApplicationId& application);
void end_of_credential(db::Tx& tx, const events::Author& author, const CredentialId& credential);
void end_of_application(db::Tx& tx, const events::Author& author,
                        const ApplicationId& application);  // in all companies

// It has not taken anything for a day. False: it was not active any more.
bool suspend(db::Tx& tx, const SubscriptionId& id);

}  // namespace callboard::subscriptions

template <>
struct callboard::Names<callboard::subscriptions::Loss> {
    using enum callboard::subscriptions::Loss;
    static constexpr std::array kList{
        std::pair{user_deactivated, std::string_view{"USER_DEACTIVATED"}},
        std::pair{role_changed, std::string_view{"ROLE_CHANGED"}},
        std::pair{application_revoked, std::string_view{"APPLICATION_REVOKED"}},
        std::pair{application_disconnected, std::string_view{"APPLICATION_DISCONNECTED"}},
        std::pair{credential_revoked, std::string_view{"CREDENTIAL_REVOKED"}},
    };
};

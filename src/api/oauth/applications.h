// The applications that a company registered, and the users who have authorized them.
#pragma once

#include "api/oauth/application_messages.h"
#include "db/db.h"
#include "edge/call.h"
#include "oauth/company_applications.h"
#include "wire/shape.h"

namespace callboard::api {

OAuthApplicationList list_applications_of_company(db::Snapshot& snapshot, const edge::Call<>& call);
edge::Reply<RegisteredApplicationView> register_application(db::Tx& tx,
                                                            const edge::Call<ApplicationInput>& call);
OAuthApplicationView get_oauth_application(db::Snapshot& snapshot, const edge::Call<>& call);
OAuthApplicationView patch_application(db::Tx& tx, const edge::Call<ApplicationPatch>& call);
wire::Nothing delete_oauth_application(db::Tx& tx, const edge::Call<>& call);
ApplicationSecretView rotate_application_secret(db::Tx& tx, const edge::Call<>& call);

edge::Reply<ConnectionList> list_connections(
    db::Snapshot& snapshot, const edge::Call<wire::Nothing, oauth::ConnectionListRequest>& call);
wire::Nothing delete_connection(db::Tx& tx, const edge::Call<>& call);

}  // namespace callboard::api

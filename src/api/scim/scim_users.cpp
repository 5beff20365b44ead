#include "api/scim/scim_users.h"

#include <optional>
#include <string>
#include <utility>

#include "api/scim/scim_replies.h"
#include "scim/user_resource.h"
#include "scim/users.h"
#include "wire/json.h"

namespace callboard::api {
namespace {

UserId user_id(const edge::WebCall& call) {
    return call.path.id<UserId>("userId", "USER_NOT_FOUND");
}

edge::WebReply user_reply(const edge::WebCall& call, const accounts::UserRecord& record, int status = 200) {
    std::string body;
    wire::JsonWriter out{body};
    scim::write_user(out, record, projection_of(call), scim_base(call));
    return scim_reply(std::move(body), status);
}

}  // namespace

edge::WebReply list_scim_users(db::Snapshot& snapshot, const edge::WebCall& call) {
    const scim::ListRequest request = list_request_of(call);
    const scim::Projection projection = projection_of(call);
    const std::string base = scim_base(call);
    std::optional<Scan> scan;
    if (scim::reads_many_users(request)) scan.emplace(call, snapshot.company());
    return list_reply(scim::list_users(snapshot, call.actor(), request), request,
                      [&](wire::JsonWriter& out, const accounts::UserRecord& record) {
                          scim::write_user(out, record, projection, base);
                      });
}

edge::WebReply get_scim_user(db::Snapshot& snapshot, const edge::WebCall& call) {
    return user_reply(call, scim::find_user(snapshot, call.actor(), user_id(call)));
}

scim::UserInput read_scim_user(const edge::WebCall& call) {
    return scim::read_user(wire::JsonDocument{call.request.body}.root());
}

scim::UserPatch read_scim_user_patch(const edge::WebCall& call) {
    return scim::UserPatch{call.request.body};
}

edge::WebReply create_scim_user(db::Tx& tx, const edge::WebCall& call, const scim::UserInput& input) {
    const auto made = scim::create_user(tx, call.actor(), input);
    edge::WebReply reply = user_reply(call, made, 201);
    reply.headers.emplace_back("Location", scim_base(call).append("/Users/").append(made.user.id.text()));
    return reply;
}

edge::WebReply replace_scim_user(db::Tx& tx, const edge::WebCall& call, const scim::UserInput& input) {
    return user_reply(call, scim::replace_user(tx, call.actor(), user_id(call), input));
}

edge::WebReply patch_scim_user(db::Tx& tx, const edge::WebCall& call, const scim::UserPatch& patch) {
    return user_reply(call, scim::patch_user(tx, call.actor(), user_id(call), patch.changes));
}

edge::WebReply delete_scim_user(db::Tx& tx, const edge::WebCall& call) {
    scim::delete_user(tx, call.actor(), user_id(call));
    return {.status = 204, .content_type = "", .body = {}, .headers = {}};
}

}  // namespace callboard::api

#include "api/scim/scim_groups.h"

#include <string>
#include <utility>

#include "api/scim/scim_replies.h"
#include "scim/groups.h"
#include "wire/json.h"

namespace callboard::api {
namespace {

AccessGroupId group_id(const edge::WebCall& call) {
    return call.path.id<AccessGroupId>("accessGroupId", "ACCESS_GROUP_NOT_FOUND");
}

scim::WithMembers with_members(const scim::Projection& projection) {
    return projection.shows("members") ? scim::WithMembers::yes : scim::WithMembers::no;
}

edge::WebReply group_reply(const edge::WebCall& call, const scim::Group& group, int status = 200) {
    std::string body;
    wire::JsonWriter out{body};
    scim::write_group(out, group, projection_of(call), scim_base(call));
    return scim_reply(std::move(body), status);
}

edge::WebReply no_content() {
    return {.status = 204, .content_type = "", .body = {}, .headers = {}};
}

}  // namespace

edge::WebReply list_scim_groups(db::Snapshot& snapshot, const edge::WebCall& call) {
    const scim::ListRequest request = list_request_of(call);
    const scim::Projection projection = projection_of(call);
    const std::string base = scim_base(call);
    return list_reply(scim::list_groups(snapshot, request, with_members(projection)), request,
                      [&](wire::JsonWriter& out, const scim::Group& group) {
                          scim::write_group(out, group, projection, base);
                      });
}

edge::WebReply get_scim_group(db::Snapshot& snapshot, const edge::WebCall& call) {
    return group_reply(call, scim::find_group(snapshot, group_id(call), with_members(projection_of(call))));
}

edge::WebReply create_scim_group(db::Tx& tx, const edge::WebCall& call) {
    const wire::JsonDocument body{call.request.body};
    const auto made = scim::create_group(tx, call.actor(), scim::read_group(body.root()));
    edge::WebReply reply = group_reply(call, made, 201);
    reply.headers.emplace_back("Location",
                               scim_base(call).append("/Groups/").append(made.record.group.id.text()));
    return reply;
}

edge::WebReply replace_scim_group(db::Tx& tx, const edge::WebCall& call) {
    const wire::JsonDocument body{call.request.body};
    return group_reply(call,
                       scim::replace_group(tx, call.actor(), group_id(call), scim::read_group(body.root())));
}

// Without content: the group may have many members (RFC 7644, section 3.5.2).
edge::WebReply patch_scim_group(db::Tx& tx, const edge::WebCall& call) {
    const wire::JsonDocument body{call.request.body};
    const auto operations = scim::read_operations(body.root());
    scim::patch_group(tx, call.actor(), group_id(call), scim::read_group_patch(operations));
    return no_content();
}

edge::WebReply delete_scim_group(db::Tx& tx, const edge::WebCall& call) {
    scim::delete_group(tx, call.actor(), group_id(call));
    return no_content();
}

}  // namespace callboard::api

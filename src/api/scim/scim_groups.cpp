#include "api/scim/scim_groups.h"

#include <optional>
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
    std::optional<Scan> scan;
    if (scim::reads_many_groups(request)) scan.emplace(call, snapshot.company());
    return list_reply(scim::list_groups(snapshot, call.actor(), request, with_members(projection)), request,
                      [&](wire::JsonWriter& out, const scim::Group& group) {
                          scim::write_group(out, group, projection, base);
                      });
}

edge::WebReply get_scim_group(db::Snapshot& snapshot, const edge::WebCall& call) {
    return group_reply(
        call, scim::find_group(snapshot, call.actor(), group_id(call), with_members(projection_of(call))));
}

scim::GroupInput read_scim_group(const edge::WebCall& call) {
    return scim::read_group(wire::JsonDocument{call.request.body}.root());
}

std::vector<scim::GroupChange> read_scim_group_patch(const edge::WebCall& call) {
    return scim::read_group_patch(scim::PatchBody{call.request.body}.operations);
}

edge::WebReply create_scim_group(db::Tx& tx, const edge::WebCall& call, const scim::GroupInput& input) {
    const auto made = scim::create_group(tx, call.actor(), input);
    edge::WebReply reply = group_reply(call, made, 201);
    reply.headers.emplace_back("Location",
                               scim_base(call).append("/Groups/").append(made.record.group.id.text()));
    return reply;
}

edge::WebReply replace_scim_group(db::Tx& tx, const edge::WebCall& call, const scim::GroupInput& input) {
    return group_reply(call, scim::replace_group(tx, call.actor(), group_id(call), input));
}

// Without content: the group may have many members (RFC 7644, section 3.5.2).
edge::WebReply patch_scim_group(db::Tx& tx, const edge::WebCall& call,
                                const std::vector<scim::GroupChange>& changes) {
    scim::patch_group(tx, call.actor(), group_id(call), changes);
    return no_content();
}

edge::WebReply delete_scim_group(db::Tx& tx, const edge::WebCall& call) {
    scim::delete_group(tx, call.actor(), group_id(call));
    return no_content();
}

}  // namespace callboard::api

#include "api/scim/scim_discovery.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/scim/scim_replies.h"
#include "base/error.h"
#include "scim/discovery.h"

namespace callboard::api {
namespace {

edge::WebReply all_of(const std::vector<std::string>& objects) {
    std::string elements;
    for (const std::string& each : objects) elements.append(elements.empty() ? "" : ",").append(each);
    return scim_reply(list_response(std::ssize(objects), 1, objects.size(), elements));
}

edge::WebReply one(std::optional<std::string> object) {
    if (!object) throw not_found("RESOURCE_NOT_FOUND");
    return scim_reply(std::move(*object));
}

}  // namespace

edge::WebReply get_scim_configuration(db::Snapshot&, const edge::WebCall& call) {
    return scim_reply(scim::service_provider_config(scim_base(call)));
}

edge::WebReply list_scim_resource_types(db::Snapshot&, const edge::WebCall& call) {
    return all_of(scim::resource_types(scim_base(call)));
}

edge::WebReply get_scim_resource_type(db::Snapshot&, const edge::WebCall& call) {
    return one(scim::resource_type(scim_base(call), call.path.text("resourceType")));
}

edge::WebReply list_scim_schemas(db::Snapshot&, const edge::WebCall& call) {
    return all_of(scim::schemas(scim_base(call)));
}

edge::WebReply get_scim_schema(db::Snapshot&, const edge::WebCall& call) {
    return one(scim::schema(scim_base(call), call.path.text("schemaId")));
}

}  // namespace callboard::api

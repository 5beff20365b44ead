#include "scim/discovery.h"

#include <boost/json.hpp>
#include <gtest/gtest.h>

namespace callboard::scim {
namespace {

namespace json = boost::json;

const std::string kBase = "https://callboard.test/scim/v2";

std::string text(const json::value& value) {
    return std::string{value.as_string()};
}

TEST(ScimDiscovery, SaysWhatIsSupported) {
    const auto config = json::parse(service_provider_config(kBase));

    EXPECT_EQ(config.at("patch").at("supported"), true);
    EXPECT_EQ(config.at("filter").at("supported"), true);
    EXPECT_EQ(config.at("filter").at("maxResults"), 200);
    for (const auto* const name : {"bulk", "changePassword", "sort", "etag"})
        EXPECT_EQ(config.at(name).at("supported"), false) << name;
    EXPECT_EQ(config.at("authenticationSchemes").at(0).at("type"), "oauthbearertoken");
    EXPECT_EQ(config.at("documentationUri"), "https://callboard.test/docs/provisioning");
    EXPECT_EQ(text(config.at("meta").at("location")), kBase + "/ServiceProviderConfig");
}

TEST(ScimDiscovery, DescribesUsersAndGroups) {
    for (const auto* const name : {"User", "Group"}) {
        const auto type = json::parse(resource_type(kBase, name).value());
        EXPECT_EQ(text(type.at("endpoint")), "/" + std::string{name} + "s");
        const std::string urn{type.at("schema").as_string()};
        const auto described = json::parse(schema(kBase, urn).value());
        EXPECT_EQ(text(described.at("id")), urn);
        EXPECT_FALSE(described.at("attributes").as_array().empty());
        for (const auto& attribute : described.at("attributes").as_array())
            EXPECT_EQ(attribute.at("type") == "complex", attribute.as_object().contains("subAttributes"));
    }
    EXPECT_EQ(resource_types(kBase).size(), 2U);
    EXPECT_EQ(schemas(kBase).size(), 2U);
    EXPECT_FALSE(resource_type(kBase, "Device"));
    EXPECT_FALSE(schema(kBase, "urn:x"));
}

}  // namespace
}  // namespace callboard::scim

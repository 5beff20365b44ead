#include "scim/user_resource.h"

#include <string>

#include <boost/json.hpp>
#include <gtest/gtest.h>

namespace callboard::scim {
namespace {

accounts::UserRecord ada() {
    return {.user = {.id = UserId::from_trusted("65a0f3c2b1d4e5f60718293a"),
                     .email = "ada@example.test",
                     .first_name = "Ada",
                     .last_name = "Byron",
                     .role = accounts::Role::restricted,
                     .state = accounts::UserState::active,
                     .created_at = {0},
                     .updated_at = {1}},
            .profile = {.sso_identifier = "ext-1", .language = accounts::UserLanguage{"de"}}};
}

boost::json::value shown(const accounts::UserRecord& record, const Projection& projection = {}) {
    std::string text;
    wire::JsonWriter out{text};
    write_user(out, record, projection, "https://callboard.test/scim/v2");
    return boost::json::parse(text);
}

TEST(ScimUser, IsShownInTheWordsOfTheStandard) {
    EXPECT_EQ(shown(ada()), boost::json::parse(R"({
        "schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"],
        "id": "65a0f3c2b1d4e5f60718293a",
        "externalId": "ext-1",
        "userName": "ada@example.test",
        "name": {"formatted": "Ada Byron", "familyName": "Byron", "givenName": "Ada"},
        "displayName": "Ada Byron",
        "preferredLanguage": "de",
        "active": true,
        "emails": [{"value": "ada@example.test", "type": "work", "primary": true}],
        "roles": [{"value": "RESTRICTED", "display": "Basic", "primary": true}],
        "meta": {"resourceType": "User", "created": "1970-01-01T00:00:00.000Z",
                 "lastModified": "1970-01-01T00:00:00.001Z",
                 "location": "https://callboard.test/scim/v2/Users/65a0f3c2b1d4e5f60718293a"}})"));
}

TEST(ScimUser, IsShownAsAskedForAndAlwaysWithItsId) {
    EXPECT_EQ(shown(ada(), {"userName", ""}), boost::json::parse(R"({
        "schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"], "id": "65a0f3c2b1d4e5f60718293a",
        "userName": "ada@example.test"})"));
    EXPECT_FALSE(shown(ada(), {"", "meta"}).as_object().contains("meta"));
}

TEST(ScimUser, HasValuesForFilters) {
    const auto value = [](const std::string& name, const std::string& part = "") {
        const Values values = values_of(ada(), {.name = name, .part = part});
        return values.texts.empty() ? std::string{"none"} : values.texts.front();
    };
    EXPECT_EQ(value("username"), "ada@example.test");
    EXPECT_EQ(value("emails"), "ada@example.test");
    EXPECT_EQ(value("emails", "type"), "work");
    EXPECT_EQ(value("roles", "value"), "RESTRICTED");
    EXPECT_EQ(value("active"), "true");
    EXPECT_EQ(value("name", "formatted"), "Ada Byron");
    EXPECT_EQ(value("name"), "none");
    EXPECT_EQ(value("nickname"), "none");
    EXPECT_TRUE(values_of(ada(), {.name = "externalid", .part = {}}).case_exact);
}

}  // namespace
}  // namespace callboard::scim

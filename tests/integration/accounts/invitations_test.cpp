// Mails to users and their pictures, over the API.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/shared_server.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::id_of;
using test::SharedServer;

const std::string kUsers = "/user-api/v201804/users";
const test::Headers kForm{{"Content-Type", "multipart/form-data; boundary=xyz"}};

std::string form(const std::string& part_headers, const std::string& content) {
    return "--xyz\r\n" + part_headers + "\r\n\r\n" + content + "\r\n--xyz--\r\n";
}
const std::string kFileHeaders =
    "Content-Disposition: form-data; name=\"file\"; filename=\"me.gif\"\r\nContent-Type: image/gif";
const std::string kGif{"GIF89a\0\xff\r\n", 10};

class ApiInvitations : public SharedServer {
  protected:
    std::string given_user(const std::string& name = "invited") {
        const auto made = admin_.post(
            kUsers, json::serialize(json::object{
                        {"email", name + std::to_string(++here().names) + "@" + acme_.identifier + ".test"},
                        {"firstName", "Grace"},
                        {"lastName", "Hopper"},
                        {"systemRole", {{"id", "STANDARD"}}}}));
        EXPECT_EQ(made.status, 201) << made.body;
        return kUsers + "/" + id_of(made);
    }
    std::string given_active_user(const std::string& name = "invited") {
        const std::string path = given_user(name);
        EXPECT_EQ(admin_.request("PUT", path + "/activation").status, 204);
        return path;
    }
    test::Answer put_avatar(const std::string& path, const std::string& body,
                            const test::Headers& headers = kForm) {
        return admin_.request("PUT", path + "/avatar", body, headers);
    }

    const test::Tenant acme_ = company();
    test::Client admin_ = client(acme_.api_key);
};

TEST_P(ApiInvitations, AreSentToUsersWhoWereNeverActive) {
    const std::string path = given_user();
    EXPECT_EQ(admin_.post(path + "/activation-email", "").status, 204);
    EXPECT_EQ(admin_.post(path + "/activation-email", "{}").status, 204);
    EXPECT_EQ(admin_.post("/users/" + path.substr(kUsers.size() + 1) + "/activation-email", "").status, 204);

    const std::string active = given_active_user();
    const auto refused = admin_.post(active + "/activation-email", "");
    EXPECT_EQ(refused.status, 422);
    EXPECT_EQ(refused.error_code(), "ACTIVATION_EMAIL_UNAVAILABLE");
    admin_.request("DELETE", active + "/activation");
    EXPECT_EQ(admin_.post(active + "/activation-email", "").error_code(), "ACTIVATION_EMAIL_UNAVAILABLE");
    EXPECT_EQ(admin_.post(kUsers + "/00000000000000000000000f/activation-email", "").error_code(),
              "USER_NOT_FOUND");
}

TEST_P(ApiInvitations, LinksForNewPasswordsAreForActiveUsers) {
    const std::string path = given_user();
    const auto refused = admin_.post(path + "/reset-password", "");
    EXPECT_EQ(refused.status, 400);
    EXPECT_EQ(refused.error_code(), "USER_DISABLED");
    EXPECT_EQ(admin_.post(given_active_user() + "/reset-password", "").status, 204);
}

// The server of these tests has no mail server.
TEST_P(ApiInvitations, AnswersSayThatTheMailWaits) {
    const std::string user = given_user();
    const std::string old_path = "/users/" + user.substr(kUsers.size() + 1);
    const std::string active = given_active_user();
    for (const std::string& path :
         {user + "/activation-email", old_path + "/activation-email", active + "/reset-password"})
        EXPECT_THAT(admin_.post(path, "").header("warning"), testing::HasSubstr("no mail server")) << path;
    EXPECT_EQ(admin_.post(user + "/reset-password", "").header("warning"), "") << "nothing was mailed";
}

TEST_P(ApiInvitations, WhoHasNoAddressForMailGetsNone) {
    const auto invited = admin_.post(given_user("\u00e4") + "/activation-email", "");
    EXPECT_EQ(invited.status, 422);
    EXPECT_EQ(invited.error_code(), "ACTIVATION_EMAIL_UNAVAILABLE");
    const auto reset = admin_.post(given_active_user("\u00e4") + "/reset-password", "");
    EXPECT_EQ(reset.status, 400);
    EXPECT_EQ(reset.error_code(), "USER_EMAIL_INVALID");
}

TEST_P(ApiInvitations, WhoSignsOnAtTheProviderGetsNone) {
    const std::string user = given_user();
    const std::string active = given_active_user();
    const json::object provider{{"issuer", "https://id.acme.test"},
                                {"clientId", "callboard"},
                                {"clientSecret", "secret"},
                                {"required", true}};
    const auto set = admin_.request("PUT", "/configuration/sso", json::serialize(provider),
                                    {{"Content-Type", "application/json"}});
    ASSERT_EQ(set.status, 200) << set.body;

    const auto invited = admin_.post(user + "/activation-email", "");
    EXPECT_EQ(invited.status, 422);
    EXPECT_EQ(invited.error_code(), "ACTIVATION_EMAIL_UNAVAILABLE");
    const auto reset = admin_.post(active + "/reset-password", "");
    EXPECT_EQ(reset.status, 403);
    EXPECT_EQ(reset.error_code(), "PASSWORD_AUTHENTICATION_DISABLED");
}

TEST_P(ApiInvitations, APictureIsDownloadedAsItWasSent) {
    const std::string path = given_user();
    EXPECT_EQ(admin_.get(path + "/avatar").error_code(), "AVATAR_NOT_FOUND");
    EXPECT_EQ(put_avatar(path, form(kFileHeaders, kGif)).status, 204);
    const auto picture = admin_.get(path + "/avatar");
    EXPECT_EQ(picture.status, 200);
    EXPECT_EQ(picture.body, kGif);
    EXPECT_EQ(picture.header("content-disposition"), "attachment; filename=\"avatar.gif\"");
    EXPECT_EQ(picture.header("x-content-type-options"), "nosniff");
    EXPECT_EQ(admin_.request("DELETE", path + "/avatar").status, 204);
    EXPECT_EQ(admin_.request("DELETE", path + "/avatar").status, 204);
    EXPECT_EQ(admin_.get(path + "/avatar").status, 404);
}

TEST_P(ApiInvitations, WhatIsNotAPictureIsRefusedWithItsFault) {
    const std::string path = given_user();
    const auto code = [&](const std::string& body, const test::Headers& headers = kForm) {
        const auto answer = put_avatar(path, body, headers);
        EXPECT_EQ(answer.status, 400) << answer.body;
        return answer.error_code();
    };
    EXPECT_EQ(code("{}", {{"Content-Type", "application/json"}}), "UNMARSHALLING_ERROR");
    EXPECT_EQ(code("", {}), "UNMARSHALLING_ERROR");
    EXPECT_EQ(code(form(kFileHeaders, kGif).substr(0, 80)), "UNMARSHALLING_ERROR");
    EXPECT_EQ(code(form("Content-Disposition: form-data; name=\"photo\"; filename=\"a\"\r\nContent-Type: a/b",
                        kGif)),
              "MISSING_FILE_PART");
    EXPECT_EQ(code(form("Content-Disposition: form-data; name=\"file\"\r\nContent-Type: image/gif", kGif)),
              "MISSING_FILE_NAME");
    EXPECT_EQ(code(form("Content-Disposition: form-data; name=\"file\"; filename=\"a\"", kGif)),
              "MISSING_MEDIA_TYPE");
    EXPECT_EQ(code(form(kFileHeaders, "<svg onload=alert(1)>")), "INVALID_FILE");
    EXPECT_EQ(put_avatar(path, form(kFileHeaders, kGif + std::string(1024 * 1024, 'x'))).status, 413);
    EXPECT_EQ(admin_.get(path + "/avatar").status, 404);
}

RUN_ON_EACH_DATABASE(ApiInvitations);

}  // namespace
}  // namespace callboard

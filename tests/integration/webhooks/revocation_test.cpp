// Nothing more is sent once the owner of a subscription has lost access.
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/administration.h"
#include "api/routes.h"
#include "integration/webhooks/webhook_company.h"
#include "support/eventually.h"
#include "support/scim.h"

namespace callboard {
namespace {

using test::about;
using test::Client;
using test::eventually;
using test::Hook;
using test::id_of;
using test::ReplyMode;
using test::text;
using testing::UnorderedElementsAre;

class WebhookRevocation : public test::WebhookCompany {
  protected:
    static constexpr std::size_t kAtATime = 4;  // sent before the first response

    WebhookRevocation() : WebhookCompany({.extra_routes = api::scim_routes()}) {}

    static Hook given_inactive_of(Client& who, const boost::json::object& input) {
        const auto made = subscribe(who, input);
        EXPECT_EQ(made.status, 201) << made.body;
        const std::string url = text(input.at("callbackUrl"));
        return {test::kSubscriptions + "/" + id_of(made), url.substr(url.rfind('/'))};
    }
    Hook given_active_of(Client& who, const std::string& path) {
        const Hook hook = given_inactive_of(who, test::subscription_input(receiver.url(path)));
        const auto activated = activate(who, hook.at);
        EXPECT_EQ(activated.status, 204) << activated.body;
        return hook;
    }
    std::string path_of(const accounts::Actor& user) const {
        return "/user-api/v201804/users/" + std::string{user.id().text()};
    }
    void deactivate_owner() { EXPECT_EQ(administrator_.del(path_of(owner_) + "/activation").status, 204); }
    void expect_ended(const Hook& hook, const std::string& reason) {
        const auto shown = administrator_.get(hook.at).json();
        EXPECT_EQ(text(shown.at("status")), "inactive");
        EXPECT_EQ(text(shown.at("suspendedOn")), now());
        EXPECT_EQ(text(shown.at("alerts").at(0).at("kind")), "ACCESS_REVOKED");
        const auto last = records_of(hook.at).back();
        EXPECT_EQ(text(last.at("eventName")), "WEBHOOK_SUBSCRIPTION_DEACTIVATED");
        EXPECT_EQ(text(last.at("context").at("reason")), reason);
    }
    // A subscription of the owner with some deliveries being sent, and many more due.
    Hook given_burst() {
        const Hook hook = given_active_of(caller_, "/burst");
        receiver.plan(hook.path, {{.mode = ReplyMode::answers_when_released}});
        new_jobs(30);
        wait_for(hook, kAtATime);
        return hook;
    }
    // Deliveries leased by the server: being sent, or about to be sent.
    std::string held() const {
        return rows().select("SELECT count(*) FROM delivery WHERE leased_until > 0").at(0);
    }

    const accounts::Actor owner_ = given::user(*server.db, company_);
    Client caller_ = server.client_with_key(given::api_key(*server.db, company_, owner_));
};

TEST_P(WebhookRevocation, NothingIsSentForAUserWhoWasDeactivated) {
    const Hook hook = given_active_of(caller_, "/owned");
    const Hook other = given_active();
    const std::string before = new_job();
    wait_for(hook, 1);

    deactivate_owner();
    const std::string after = new_job();

    EXPECT_THAT(about(wait_for(other, 2)), UnorderedElementsAre(before, after));
    expect_no_more_than(hook, 1);
    expect_ended(hook, "USER_DEACTIVATED");
}

TEST_P(WebhookRevocation, NothingIsSentForAUserWhomADirectoryDeactivated) {
    const test::Directory directory{*server.db, company_, accounts::Role::employee,
                                    accounts::AssignedRoles::any};
    Client provisioning =
        server.client({{"Authorization", "Bearer " + std::string{directory.secret.reveal()}}});
    const Hook hook = given_active_of(caller_, "/owned");

    const auto changed = provisioning.request("PATCH", "/scim/v2/Users/" + std::string{owner_.id().text()},
                                              R"({"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
            "Operations":[{"op":"replace","path":"active","value":false}]})",
                                              {{"Content-Type", "application/scim+json"}});
    ASSERT_EQ(changed.status, 200) << changed.body;
    new_job();

    expect_no_more_than(hook, 0);
    expect_ended(hook, "USER_DEACTIVATED");
}

TEST_P(WebhookRevocation, NothingIsSentForAUserWhoIsNoAdministratorAnyMore) {
    const Hook hook = given_active_of(caller_, "/owned");

    const auto changed = administrator_.request(
        "PATCH", path_of(owner_), R"([{"op":"replace","path":"/systemRole/id","value":"EXTENDED"}])",
        {{"Content-Type", "application/json-patch+json"}});
    ASSERT_EQ(changed.status, 200) << changed.body;
    new_job();

    expect_no_more_than(hook, 0);
    expect_ended(hook, "ROLE_CHANGED");
}

TEST_P(WebhookRevocation, OnlyWhatIsOnItsWayArrivesAfterwards) {
    const Hook hook = given_burst();

    deactivate_owner();
    receiver.release(hook.path);

    wait_until_recorded(hook, kAtATime);
    expect_no_more_than(hook, kAtATime);
    EXPECT_TRUE(eventually([&] { return held() == "0"; }));
    EXPECT_EQ(rows().select("SELECT count(*) FROM delivery").at(0), "26") << "kept for whoever activates it";

    receiver.plan(hook.path, {{.status = 202}});
    must_activate(hook);
    wait_for(hook, 30);
}

// Leased deliveries are released soon after another process, such as a command, revoked the access.
TEST_P(WebhookRevocation, AServerNoticesWhatAnotherProgramEnded) {
    const Hook hook = given_burst();
    EXPECT_TRUE(eventually([&] { return std::stoul(held()) > kAtATime; })) << "it holds more than it sends";

    const auto program = server.db.open_again();
    program->write(company_, [&](db::Tx& tx) { accounts::deactivate_as_operator(tx, owner_.id()); });
    EXPECT_TRUE(eventually([&] { return held() == std::to_string(kAtATime); })) << held();
    receiver.release(hook.path);

    wait_until_recorded(hook, kAtATime);
    expect_no_more_than(hook, kAtATime);
}

// The token endpoint delays the handshake until the access was revoked.
TEST_P(WebhookRevocation, AHandshakeThatOutlastsTheAccessActivatesNothing) {
    receiver.plan("/token", {{.status = 200,
                              .body = R"({"access_token":"a-token","expires_in":3600})",
                              .mode = ReplyMode::answers_when_released}});
    const Hook hook =
        given_inactive_of(caller_, test::with_auth(test::subscription_input(receiver.url("/owned")),
                                                   test::oauth_auth(receiver.url("/token"))));
    auto activated = std::async(std::launch::async, [&] { return activate(caller_, hook.at); });
    receiver.wait_for("/token", 1);

    deactivate_owner();
    receiver.release("/token");

    EXPECT_EQ(refusal(activated.get()), (test::Refusal{401, "UNAUTHORIZED"}));
    EXPECT_EQ(receiver.handshakes("/owned").size(), 1U) << "which went well";
    EXPECT_EQ(status_of(hook.at), "inactive");
}

RUN_ON_EACH_DATABASE(WebhookRevocation);

}  // namespace
}  // namespace callboard

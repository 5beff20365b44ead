// The two signatures, computed independently, and the rotation of secret keys.
#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/webhooks/webhook_company.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using test::as_base64;
using test::as_hex;
using test::expected_signature;
using test::expected_standard_signature;
using test::hmac;
using test::Hook;
using test::ReceivedRequest;
using testing::EndsWith;

void expect_signed(const ReceivedRequest& request, const std::vector<std::string>& keys) {
    EXPECT_EQ(request.header("smartrecruiters-signature"), expected_signature(request, keys));
    EXPECT_EQ(request.header("webhook-signature"), expected_standard_signature(request, keys));
}

// Known vectors for the test's own implementation.
TEST(WebhookSignatureVectors, AreMetByTheTestsOwnArithmetic) {
    const std::string key = "HeBVky2bccvvkcXPimH8c";
    const auto sign = [](const std::string& with, const ReceivedRequest& request) {
        return expected_signature(request, {with});
    };
    const auto request = [](const std::string& time, const std::string& body, const std::string& id,
                            const std::string& name, const std::string& version, const std::string& link) {
        ReceivedRequest made;
        made.headers = {{"smartrecruiters-timestamp", time},
                        {"event-id", id},
                        {"event-name", name},
                        {"event-version", version}};
        if (!link.empty()) made.headers.emplace_back("Link", link);
        made.body = body;
        return made;
    };
    const auto created = request("1700000000", R"({"id":"j1"})", "e-2", "job.created", "v1",
                                 "<https://api.example.test/jobs/j1>; rel=self");

    EXPECT_EQ(sign(key, request("1574080897", R"({"job_id":"jid","candidate_id":"cid"})", "123",
                                "application.created", "v201910",
                                "<http://smartrecruiters.com/endpoint>; rel=self")),
              "v1=2e9291f10d44ca10204a4cd81b05d73b6a316b2b605d4e2e0e0b37b40198ce1f");
    EXPECT_EQ(sign(key, request("1700000000", R"({"job_id":"j1","position_id":"p1"})", "e-1",
                                "position.deleted", "v1", "")),
              "v1=15083a74b2b4d8115fc01d7cdaea1d8b71abb8408cad15f1544c57a09812ab2b");
    EXPECT_EQ(expected_signature(created, {key, "SecondKey0000000000"}),
              "v1=35803a2fdc4bda8047b985d166e6250e1a1eeba8603c0000155a5c4dfe16f2c3;"
              "v1=486959447423095dcac3e8368c63553e99120a77521055a096acd5d535232261");
    EXPECT_EQ(as_hex(hmac("It's a Secret to Everybody", "Hello, World!")),
              "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17");
    // The secret of this vector is base64: its verifiers decode it first.
    EXPECT_EQ(as_base64(hmac(*from_base64("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
                             R"(msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314})")),
              "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
}

class WebhookSignature : public test::WebhookCompany {
  protected:
    // Creates an event for the subscription and returns its notification.
    ReceivedRequest notify(const Hook& hook) {
        const auto before = received(hook).size();
        new_job();
        return wait_for(hook, before + 1).back();
    }
};

TEST_P(WebhookSignature, IsNotThereWithoutAKey) {
    const Hook hook = given_active();

    const auto request = notify(hook);

    EXPECT_EQ(request.header("smartrecruiters-signature"), "");
    EXPECT_EQ(request.header("webhook-signature"), "");
    EXPECT_NE(request.header("smartrecruiters-timestamp"), "");
    EXPECT_NE(request.header("webhook-timestamp"), "");
}

TEST_P(WebhookSignature, IsThatOfTheKey) {
    const Hook hook = given_active();
    const Hook other = given_active();
    const std::string key = new_key(hook.at);
    const std::string other_key = new_key(other.at);

    new_job();

    expect_signed(wait_for(hook, 1).front(), {key});
    expect_signed(wait_for(other, 1).front(), {other_key});
}

TEST_P(WebhookSignature, CoversAnEmptyLink) {
    const Hook hook = given_active({"candidate.deleted"});
    const std::string key = new_key(hook.at);
    const auto made =
        test::post(administrator_, "/candidates",
                   {{"firstName", "Ada"}, {"lastName", "Lovelace"}, {"email", "ada@example.com"}});
    ASSERT_EQ(administrator_.del("/candidates/" + test::id_of(made)).status, 204);

    const auto request = wait_for(hook, 1).front();

    EXPECT_THAT(test::signed_text(request), EndsWith("candidate.deleted.v1."));
    expect_signed(request, {key});
}

TEST_P(WebhookSignature, OfANewKeyAndOfTheOldOneForADay) {
    const Hook hook = given_active();
    const std::string old = new_key(hook.at);
    expect_signed(notify(hook), {old});
    pass(1h);

    const std::string fresh = new_key(hook.at);
    expect_signed(notify(hook), {fresh, old});
    pass(24h - 1s);
    expect_signed(notify(hook), {fresh, old});
    pass(2s);
    expect_signed(notify(hook), {fresh});
    pass(std::chrono::days{30});
    expect_signed(notify(hook), {fresh});
}

TEST_P(WebhookSignature, OfSixteenKeysAtMost) {
    const Hook hook = given_active();
    std::vector<std::string> keys;
    for (int i = 0; i < 16; ++i) keys.insert(keys.begin(), new_key(hook.at));

    expect_signed(notify(hook), keys);
}

// A second rotation does not extend the validity of an old key.
TEST_P(WebhookSignature, AnOldKeyGetsNoSecondDay) {
    const Hook hook = given_active();
    const std::string first = new_key(hook.at);
    const std::string second = new_key(hook.at);
    pass(23h);
    const std::string third = new_key(hook.at);
    expect_signed(notify(hook), {third, second, first});

    pass(1h + 1s);
    expect_signed(notify(hook), {third, second});
    pass(23h);
    expect_signed(notify(hook), {third});
}

TEST_P(WebhookSignature, OfARetryIsThatOfItsOwnTimeAndKeys) {
    const Hook hook = given_active();
    const std::string old = new_key(hook.at);
    given_failed(hook);
    const std::string fresh = new_key(hook.at);

    pass(67s);

    const auto requests = wait_for(hook, 2);
    expect_signed(requests.at(0), {old});
    expect_signed(requests.at(1), {fresh, old});
    EXPECT_NE(requests.at(0).header("smartrecruiters-timestamp"),
              requests.at(1).header("smartrecruiters-timestamp"));
}

RUN_ON_EACH_DATABASE(WebhookSignature);

}  // namespace
}  // namespace callboard

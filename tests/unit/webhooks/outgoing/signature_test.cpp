#include "webhooks/outgoing/signature.h"

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/encoding.h"

namespace callboard::webhooks {
namespace {

const Secret kKey{"HeBVky2bccvvkcXPimH8c"};
const Secret kSecondKey{"SecondKey0000000000"};

constexpr Signed kJobCreated{.timestamp = "1700000000",
                             .body = R"({"id":"j1"})",
                             .event_id = "e-2",
                             .event_name = "job.created",
                             .event_version = "v1",
                             .link = "<https://api.example.test/jobs/j1>; rel=self"};
constexpr std::string_view kCode = "35803a2fdc4bda8047b985d166e6250e1a1eeba8603c0000155a5c4dfe16f2c3";
constexpr std::string_view kSecondCode = "486959447423095dcac3e8368c63553e99120a77521055a096acd5d535232261";

std::string segment(std::string_view code) {
    return std::string{"v1="}.append(code);
}

TEST(Signature, IsThatOfThePublishedExample) {
    const Signed parts{.timestamp = "1574080897",
                       .body = R"({"job_id":"jid","candidate_id":"cid"})",
                       .event_id = "123",
                       .event_name = "application.created",
                       .event_version = "v201910",
                       .link = "<http://smartrecruiters.com/endpoint>; rel=self"};

    EXPECT_EQ(signature({&kKey, 1}, parts),
              "v1=2e9291f10d44ca10204a4cd81b05d73b6a316b2b605d4e2e0e0b37b40198ce1f");
}

TEST(Signature, EndsWithADotWhenThereIsNoLink) {
    const Signed parts{.timestamp = "1700000000",
                       .body = R"({"job_id":"j1","position_id":"p1"})",
                       .event_id = "e-1",
                       .event_name = "position.deleted",
                       .event_version = "v1",
                       .link = ""};

    EXPECT_EQ(signature({&kKey, 1}, parts),
              "v1=15083a74b2b4d8115fc01d7cdaea1d8b71abb8408cad15f1544c57a09812ab2b");
}

TEST(Signature, HasASegmentForEachKeyInTheirOrder) {
    const std::vector<Secret> keys{kSecondKey, kKey};

    EXPECT_EQ(signature({&kKey, 1}, kJobCreated), segment(kCode));
    EXPECT_EQ(signature({&kSecondKey, 1}, kJobCreated), segment(kSecondCode));
    EXPECT_EQ(signature(keys, kJobCreated), segment(kSecondCode) + ";" + segment(kCode));
    EXPECT_EQ(signature({}, kJobCreated), "");
}

// The example of the specification: its secret is the decoded base64 text.
TEST(StandardSignature, IsThatOfThePublishedExample) {
    const Secret key{from_base64("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").value()};
    const Signed parts{.timestamp = "1614265330",
                       .body = R"({"test": 2432232314})",
                       .event_id = "msg_p5jXN8AQM9LWM0D4loKWxJek"};

    EXPECT_EQ(standard_signature({&key, 1}, parts), "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
}

TEST(StandardSignature, HasASegmentForEachKeyInTheirOrder) {
    const std::vector<Secret> keys{kSecondKey, kKey};

    EXPECT_EQ(standard_signature(keys, kJobCreated), standard_signature({&kSecondKey, 1}, kJobCreated) + " " +
                                                         standard_signature({&kKey, 1}, kJobCreated));
    EXPECT_EQ(standard_signature({}, kJobCreated), "");
}

TEST(StandardSignature, CoversTheIdTheTimeAndTheBody) {
    const auto with = [](auto change) {
        Signed parts = kJobCreated;
        change(parts);
        return standard_signature({&kKey, 1}, parts);
    };
    const std::string unchanged = standard_signature({&kKey, 1}, kJobCreated);

    EXPECT_NE(with([](Signed& parts) { parts.event_id = "e-3"; }), unchanged);
    EXPECT_NE(with([](Signed& parts) { parts.timestamp = "1700000001"; }), unchanged);
    EXPECT_NE(with([](Signed& parts) { parts.body = R"({"id":"j2"})"; }), unchanged);
    EXPECT_EQ(with([](Signed& parts) { parts.link = ""; }), unchanged);
}

TEST(Verification, AcceptsWhatWasSigned) {
    std::vector<Secret> keys;
    for (int i = 0; i < 16; ++i) keys.emplace_back("key number " + std::to_string(i));
    const std::string header = signature(keys, kJobCreated);

    EXPECT_TRUE(verifies(header, keys, kJobCreated));
    for (const Secret& key : keys) {
        EXPECT_TRUE(verifies(header, {&key, 1}, kJobCreated));
        EXPECT_TRUE(verifies(signature({&key, 1}, kJobCreated), keys, kJobCreated));
    }
}

TEST(Verification, TakesAnySegmentAndPassesOverOthers) {
    const std::string good = segment(kCode);
    const std::string other = segment(std::string(64, '0'));

    for (const std::string& header : {good, other + ";" + good, good + ";" + other, "v2=abc;" + good,
                                      ";" + good + ";", "rubbish;" + good})
        EXPECT_TRUE(verifies(header, {&kKey, 1}, kJobCreated)) << header;
}

TEST(Verification, RefusesAnotherKeyAndNone) {
    EXPECT_FALSE(verifies(segment(kCode), {&kSecondKey, 1}, kJobCreated));
    EXPECT_FALSE(verifies(segment(kCode), {}, kJobCreated));
    EXPECT_FALSE(verifies("", {}, kJobCreated));
}

TEST(Verification, NoticesAChangeOfEachPart) {
    const std::vector<std::function<void(Signed&)>> changes{
        [](Signed& parts) { parts.timestamp = "1700000001"; },
        [](Signed& parts) { parts.body = R"({"id":"j2"})"; },
        [](Signed& parts) { parts.body = R"({"id": "j1"})"; },
        [](Signed& parts) { parts.event_id = "e-3"; },
        [](Signed& parts) { parts.event_name = "job.updated"; },
        [](Signed& parts) { parts.event_version = "v2"; },
        [](Signed& parts) { parts.link = "<https://api.example.test/jobs/j2>; rel=self"; },
        [](Signed& parts) { parts.link = "https://api.example.test/jobs/j1; rel=self"; },
        [](Signed& parts) { parts.link = ""; },
    };
    const std::string header = signature({&kKey, 1}, kJobCreated);
    ASSERT_TRUE(verifies(header, {&kKey, 1}, kJobCreated));

    for (std::size_t i = 0; i < changes.size(); ++i) {
        Signed parts = kJobCreated;
        changes[i](parts);
        EXPECT_FALSE(verifies(header, {&kKey, 1}, parts)) << i;
    }
}

TEST(Verification, NoticesAChangeOfEachCharacterOfTheHeader) {
    const std::string header = segment(kCode);
    for (std::size_t at = 0; at < header.size(); ++at) {
        std::string changed = header;
        changed[at] = changed[at] == '0' ? '1' : '0';
        EXPECT_FALSE(verifies(changed, {&kKey, 1}, kJobCreated)) << changed;
    }
}

TEST(Verification, RefusesWhatIsNoSignature) {
    const std::string code{kCode};
    std::string upper = code;
    for (char& c : upper) c = static_cast<char>(std::toupper(c));

    for (const std::string& header : {std::string{},
                                      std::string{";"},
                                      std::string{";;;;"},
                                      std::string{"v1"},
                                      std::string{"v1="},
                                      code,
                                      "v1=" + code.substr(1),
                                      "v1=" + code.substr(0, 63),
                                      "v1=" + code + "0",
                                      "v1=" + code + " ",
                                      " v1=" + code,
                                      "v1 =" + code,
                                      "v1= " + code,
                                      "V1=" + code,
                                      "v2=" + code,
                                      "v1," + code,
                                      "v1==" + code,
                                      "v1=" + upper,
                                      "v1=" + code + ",v1=" + code,
                                      std::string{"v1=\0", 4} + code})
        EXPECT_FALSE(verifies(header, {&kKey, 1}, kJobCreated)) << header;
}

}  // namespace
}  // namespace callboard::webhooks

#include "webhooks/outgoing/callback_auth.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/encoding.h"
#include "base/error.h"
#include "wire/form.h"

namespace callboard::webhooks {
namespace {

const SubscriptionId kSubscription = SubscriptionId::from_trusted("01890000-0000-7000-8000-000000000001");
const SubscriptionId kOther = SubscriptionId::from_trusted("01890000-0000-7000-8000-000000000002");
const Seal kSeal{Secret{std::string(32, 'k')}};

TEST(HeaderName, MayBeAnyTokenThatNobodyElseNeeds) {
    for (const std::string& name :
         {std::string{"X-Api-Key"}, std::string{"x-token"}, std::string{"Authorization"},
          std::string{"Api_Key"}, std::string{"a"}, std::string{"!#$%&'*+-.^_`|~09azAZ"},
          std::string{"Accept-Language"}, std::string{"Hostname"}, std::string{"X-Host"},
          std::string{"Events"}, std::string{"Linked"}, std::string{"X-Webhook-Id"}, std::string{"Proxy"},
          std::string{"Content"}, std::string{"Webhook"}, std::string(4096, 'x')})
        EXPECT_EQ(fault_of_header_name(name), std::nullopt) << name;
}

TEST(HeaderName, MayNotBeReserved) {
    for (const std::string_view name : {"Connection",
                                        "Keep-Alive",
                                        "Proxy-Authorization",
                                        "Proxy-Authenticate",
                                        "Proxy-Connection",
                                        "Proxy-",
                                        "TE",
                                        "Trailer",
                                        "Transfer-Encoding",
                                        "Upgrade",
                                        "Host",
                                        "Content-Type",
                                        "Content-Length",
                                        "Content-Encoding",
                                        "Content-Anything",
                                        "Accept",
                                        "User-Agent",
                                        "Link",
                                        "Expect",
                                        "event-id",
                                        "event-name",
                                        "event-version",
                                        "smartrecruiters-timestamp",
                                        "smartrecruiters-signature",
                                        "smartrecruiters-new",
                                        "webhook-id",
                                        "webhook-timestamp",
                                        "webhook-signature",
                                        "webhook-new",
                                        "X-Hook-Secret"}) {
        std::string upper;
        std::string lower;
        for (const char c : name) {
            upper += static_cast<char>(std::toupper(c));
            lower += static_cast<char>(std::tolower(c));
        }
        for (const std::string& spelling : {std::string{name}, upper, lower})
            EXPECT_TRUE(fault_of_header_name(spelling)) << spelling;
    }
}

TEST(HeaderName, MayNotBeIllegal) {
    for (const std::string& name :
         {std::string{}, std::string{"X Key"}, std::string{" X-Key"}, std::string{"X-Key "},
          std::string{"X-Key:"}, std::string{":path"}, std::string{"X-Key\r\nEvil"}, std::string{"X-Key\n"},
          std::string{"X-K\0y", 5}, std::string{"X-K\x7fy"}, std::string{"X-K\u00e9y"},
          std::string(4097, 'x')})
        EXPECT_TRUE(fault_of_header_name(name)) << name;
    for (const char c : std::string_view{"\"(),/:;<=>?@[\\]{} \t"})
        EXPECT_TRUE(fault_of_header_name(std::string{"X-"} + c)) << c;
}

TEST(HeaderValue, IsTextOfOneLine) {
    for (const std::string& value :
         {std::string{"a"}, std::string{"Bearer abc def"}, std::string{"caf\u00e9 \u20ac"},
          std::string{R"(!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~)"}, std::string(4096, 'x')})
        EXPECT_EQ(fault_of_header_value(value), std::nullopt) << value;

    for (const std::string& value :
         {std::string{}, std::string{" a"}, std::string{"a "}, std::string{" "}, std::string{"\ta"},
          std::string{"a\r\nX-Evil: 1"}, std::string{"a\rb"}, std::string{"a\nb"}, std::string{"a\0b", 3},
          std::string{"a\x01"}, std::string{"a\x7f"}, std::string{"a\u0085b"}, std::string{"a\xff"},
          std::string(4097, 'x')})
        EXPECT_TRUE(fault_of_header_value(value)) << value;
}

TEST(SealedAuth, OpensAsItWas) {
    const std::string odd = "\" \\ { } : caf\u00e9 \u20ac";

    const auto basic = std::get<BasicAuth>(
        opened(sealed(BasicAuth{odd, Secret{"pass" + odd}}, kSubscription, kSeal), kSubscription, kSeal));
    EXPECT_EQ(basic.username, odd);
    EXPECT_EQ(basic.password.reveal(), "pass" + odd);

    const auto header = std::get<HeaderAuth>(
        opened(sealed(HeaderAuth{"X-Api-Key", Secret{odd}}, kSubscription, kSeal), kSubscription, kSeal));
    EXPECT_EQ(header.name, "X-Api-Key");
    EXPECT_EQ(header.value.reveal(), odd);

    const auto oauth = std::get<OAuthAuth>(opened(
        sealed(OAuthAuth{"client", Secret{odd}, "https://id.example.test/token"}, kSubscription, kSeal),
        kSubscription, kSeal));
    EXPECT_EQ(oauth.client_id, "client");
    EXPECT_EQ(oauth.client_secret.reveal(), odd);
    EXPECT_EQ(oauth.token_url, "https://id.example.test/token");
}

TEST(SealedAuth, IsNothingForNone) {
    EXPECT_EQ(sealed(std::monostate{}, kSubscription, kSeal), std::nullopt);
    EXPECT_TRUE(std::holds_alternative<std::monostate>(opened(std::nullopt, kSubscription, kSeal)));
}

TEST(SealedAuth, ShowsNothing) {
    const auto text = sealed(BasicAuth{"somebody", Secret{"something"}}, kSubscription, kSeal).value();

    EXPECT_EQ(text.find("some"), std::string::npos);
    EXPECT_EQ(from_base64url(text).value().find("some"), std::string::npos);
}

TEST(SealedAuth, OpensForItsSubscriptionAndWithItsKeyOnly) {
    const auto text = sealed(BasicAuth{"user", Secret{"password"}}, kSubscription, kSeal);
    ASSERT_NO_THROW(opened(text, kSubscription, kSeal));

    EXPECT_THROW(opened(text, kOther, kSeal), Error);
    EXPECT_THROW(opened(text, kSubscription, Seal{Secret{std::string(32, 'l')}}), Error);
    EXPECT_THROW(opened(*text + "AA", kSubscription, kSeal), Error);
    EXPECT_THROW(opened("", kSubscription, kSeal), Error);
}

TEST(SealedAuth, OfAnotherFormIsNotTaken) {
    const std::string place = "webhook_subscription/01890000-0000-7000-8000-000000000001/auth";
    const std::string whole = R"({"type":"header","name":"X-Key","value":"v"})";
    ASSERT_NO_THROW(opened(kSeal.close(whole, place), kSubscription, kSeal));

    for (const std::string_view text :
         {R"({})", R"({"type":"digest"})", R"({"type":"header","name":"X-Key"})",
          R"({"type":"header","name":1,"value":"v"})"})
        EXPECT_THROW(opened(kSeal.close(text, place), kSubscription, kSeal), Error) << text;
}

TEST(AuthHeader, IsWhatTheSubscriberAskedFor) {
    const auto basic = auth_header(BasicAuth{"Aladdin", Secret{"open sesame"}}).value();
    EXPECT_EQ(basic.first, "Authorization");
    EXPECT_EQ(basic.second.reveal(), "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");

    const auto utf8 = auth_header(BasicAuth{"test", Secret{"123\u00a3"}}).value();
    EXPECT_EQ(utf8.second.reveal(), "Basic dGVzdDoxMjPCow==");

    const auto header = auth_header(HeaderAuth{"X-Api-Key", Secret{"s3cret"}}).value();
    EXPECT_EQ(header.first, "X-Api-Key");
    EXPECT_EQ(header.second.reveal(), "s3cret");

    const auto bearer = bearer_header(Secret{"token"});
    EXPECT_EQ(bearer.first, "Authorization");
    EXPECT_EQ(bearer.second.reveal(), "Bearer token");
}

TEST(AuthHeader, IsNoneWithoutAuthenticationOrBeforeThereIsAToken) {
    EXPECT_FALSE(auth_header(std::monostate{}));
    EXPECT_FALSE(auth_header(OAuthAuth{"client", Secret{"secret"}, "https://id.example.test/token"}));
}

TEST(TokenRequest, IsAFormInTheDocumentedOrder) {
    EXPECT_EQ(token_request(OAuthAuth{"client", Secret{"secret"}, "https://id.example.test/token"}).reveal(),
              "client_id=client&client_secret=secret&grant_type=client_credentials");
}

TEST(TokenRequest, IsReadBackAsItWasMeant) {
    const std::string odd = "a&b=c +%/?\u00e9~*";
    const Secret body = token_request(OAuthAuth{odd, Secret{odd + odd}, "https://id.example.test/token"});

    const auto form = wire::Form::parse(body.reveal());
    ASSERT_TRUE(form);
    EXPECT_EQ(form->get("client_id"), odd);
    EXPECT_EQ(form->get("client_secret"), odd + odd);
    EXPECT_EQ(form->get("grant_type"), "client_credentials");
}

}  // namespace
}  // namespace callboard::webhooks

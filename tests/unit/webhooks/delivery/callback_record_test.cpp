#include "webhooks/delivery/callback_record.h"

#include <chrono>
#include <string>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/encoding.h"

namespace callboard::webhooks {
namespace {

using namespace std::chrono_literals;
using testing::IsEmpty;
using testing::SizeIs;

Callback record_of(OutgoingResult result) {
    const Target target{.subscription = SubscriptionId::from_trusted("01990000-0000-7000-8000-000000000001"),
                        .company = CompanyId::from_trusted("01990000-0000-7000-8000-000000000002"),
                        .url = "https://hooks.example.com/in",
                        .auth = {},
                        .keys = {}};
    return callback_record(CallbackId::from_trusted("01990000-0000-7000-8000-000000000003"), target,
                           EventId::from_trusted("01990000-0000-7000-8000-000000000004"),
                           {.sent_at = {1'700'000'000'000}, .headers = {}, .result = std::move(result)});
}

boost::json::object headers_of(const Callback& callback) {
    return boost::json::parse(callback.response_headers.value()).as_object();
}

TEST(CallbackRecord, HasTheResponseAndTheParts) {
    const CallTimes times{.name = 1us, .connect = 20us, .tls = 300us, .wait = 4000us};
    const Callback callback = record_of(
        {.status = 202, .headers = {{"content-type", "text/plain"}}, .body = "thanks", .times = times});

    EXPECT_EQ(callback.times, times);
    EXPECT_EQ(callback.response_headers, R"({"Content-type":"text/plain"})");
    EXPECT_EQ(callback.response_body, "thanks");
}

TEST(CallbackRecord, HasNoResponseIfThereWasNone) {
    const Callback callback =
        record_of({.failure = CallFailure::connect, .reason = "the connection was refused"});

    EXPECT_EQ(callback.response_status, std::nullopt);
    EXPECT_EQ(callback.response_headers, std::nullopt);
    EXPECT_EQ(callback.response_body, std::nullopt);
}

TEST(CallbackRecord, KeepsOneKibibyteOfABodyAndNoPartOfACharacter) {
    EXPECT_THAT(record_of({.status = 200, .body = std::string(5000, 'x')}).response_body.value(),
                SizeIs(1024));
    std::string umlauts;
    for (int i = 0; i < 1000; ++i) umlauts += "ü";
    EXPECT_EQ(record_of({.status = 200, .body = umlauts}).response_body, umlauts.substr(0, 1024));
    EXPECT_EQ(record_of({.status = 200, .body = "x" + umlauts}).response_body, "x" + umlauts.substr(0, 1022));
}

TEST(CallbackRecord, IsTextWhateverTheReceiverSends) {
    const Callback callback = record_of({.status = 200,
                                         .headers = {{"x-odd\xff", "a\xff\tb"}},
                                         .body = std::string{"a\0b\xff", 4} + std::string(2000, '\xfe')});

    EXPECT_TRUE(is_utf8(callback.response_body.value()));
    EXPECT_LE(callback.response_body->size(), 1024);
    EXPECT_EQ(callback.response_body->find('\0'), std::string::npos);
    EXPECT_EQ(headers_of(callback), (boost::json::object{{"X-odd\uFFFD", "a\uFFFD b"}}));
}

TEST(CallbackRecord, BoundsTheHeaders) {
    HeaderList headers{{"first", std::string(10'000, 'v')}};
    for (int i = 0; i < 5000; ++i) headers.emplace_back("x-" + std::to_string(i), "value");
    const Callback callback = record_of({.status = 200, .headers = headers});

    EXPECT_LE(callback.response_headers->size(), 4096);
    EXPECT_EQ(headers_of(callback).at("First").as_string().size(), 512);
    EXPECT_TRUE(headers_of(callback).contains("X-0"));
}

TEST(CallbackRecord, ListsARepeatedHeaderOnceAndMasksCookies) {
    const Callback callback =
        record_of({.status = 200, .headers = {{"via", "a"}, {"set-cookie", "session=s3cret"}, {"via", "b"}}});

    EXPECT_EQ(headers_of(callback), (boost::json::object{{"Via", "a, b"}, {"Set-cookie", "***"}}));
}

TEST(CallbackRecord, DropsWhatIsNotLogged) {
    OutgoingResult result{.status = 200, .body = std::string(60'000, 'x')};
    for (int i = 0; i < 5000; ++i) result.headers.emplace_back("x-" + std::to_string(i), "value");
    const Callback whole = record_of(result);

    keep_logged_part(result);

    EXPECT_EQ(result.body.size(), 1024);
    EXPECT_LT(result.headers.size(), 300);
    EXPECT_EQ(record_of(result).response_headers, whole.response_headers);
    EXPECT_EQ(record_of(result).response_body, whole.response_body);
}

}  // namespace
}  // namespace callboard::webhooks

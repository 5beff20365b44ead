#include "edge/content_negotiation.h"

#include <array>
#include <optional>
#include <string_view>

#include <gtest/gtest.h>

namespace callboard::edge {
namespace {

void describe(wire::JsonWriter&, wire::Schemas&) {}

Route json_row() {
    Route route{Columns{.method = http::Method::post,
                        .path = "/jobs",
                        .operation = "createJob",
                        .summary = "",
                        .access = anybody(),
                        .policies = {},
                        .success = 201}};
    route.request_schema = describe;
    route.response_schema = describe;
    return route;
}

Route row_without_bodies() {
    Route route = json_row();
    route.request_schema = nullptr;
    route.response_schema = nullptr;
    return route;
}

http::Request request(std::vector<http::Header> headers) {
    http::Request made;
    made.headers = std::move(headers);
    return made;
}

bool answers(std::string_view accept) {
    return can_answer(request({{"Accept", accept}}), json_row());
}

bool reads(std::string_view type) {
    return can_read(request({{"Content-Type", type}, {"Content-Length", "5"}}), json_row());
}

TEST(CanAnswer, WhoeverTakesJson) {
    EXPECT_TRUE(can_answer(request({}), json_row()));
    for (const std::string_view accept :
         {"", " ", "*/*", "application/json", "Application/JSON", "application/*",
          "text/html, application/json;q=0.5", "text/html, */*;q=0.1", "application/json; charset=utf-8",
          "application/json;version=1", "text/html,application/xml;q=0.9,*/*;q=0.8"})
        EXPECT_TRUE(answers(accept)) << accept;
}

TEST(CanAnswer, NobodyWhoDoesNot) {
    for (const std::string_view accept : {"text/html", "application/xml", "text/*", "application/jsonp",
                                          "application/json;q=0", "*/*;q=0", "image/png, text/plain", "json"})
        EXPECT_FALSE(answers(accept)) << accept;
}

TEST(CanAnswer, NobodyWhoExcludesJsonByName) {
    EXPECT_FALSE(answers("application/json;q=0, */*"));
    EXPECT_FALSE(answers("*/*, application/json;q=0"));
}

TEST(CanAnswer, WhoeverTakesJsonInASecondLineOfTheHeader) {
    EXPECT_TRUE(can_answer(request({{"Accept", "text/html"}, {"Accept", "application/json"}}), json_row()));
}

TEST(CanAnswer, WhoeverAsksForARowThatSendsNoJson) {
    EXPECT_TRUE(can_answer(request({{"Accept", "text/html"}}), row_without_bodies()));
}

TEST(WantsPage, WhoeverPrefersHtmlToJson) {
    for (const std::string_view accept :
         {"text/html", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/*",
          "application/json;q=0.5, text/html"})
        EXPECT_TRUE(prefers_html(request({{"Accept", accept}}))) << accept;
    for (const std::string_view accept :
         {"", "*/*", "application/json", "application/json, text/html", "text/html;q=0.5, application/json",
          "text/html;q=0", "text/plain", "image/png", "nonsense", ",;q=,"})
        EXPECT_FALSE(prefers_html(request({{"Accept", accept}}))) << accept;
    EXPECT_FALSE(prefers_html(request({})));
}

// Some HTTP libraries prefer HTML by default.
TEST(WantsPage, NoProgramThatSendsACredential) {
    for (const std::string_view name : {"X-SmartToken", "Authorization"})
        EXPECT_FALSE(prefers_html(request({{"Accept", "text/html"}, {name, "x"}}))) << name;
}

constexpr std::array<std::string_view, 2> kTypes{"application/json", "text/csv; charset=utf-8"};

std::optional<std::size_t> preferred(std::string_view accept) {
    return preferred_type(request({{"Accept", accept}}), kTypes);
}

TEST(PreferredType, IsTheFirstForWhoeverTakesBothAlike) {
    EXPECT_EQ(preferred_type(request({}), kTypes), 0U);
    for (const std::string_view accept :
         {"", "  ", "*/*", "application/json", "application/*", "application/json, text/csv",
          "text/csv, application/json", "text/csv;q=0.5, application/json;q=0.5", "text/*, */*",
          "text/csv;q=0.5, */*;q=0.9", "text/html, application/json;q=0.1", "text/csv;q=0, */*;q=0.1"})
        EXPECT_EQ(preferred(accept), 0U) << accept;
}

TEST(PreferredType, IsTheOneThatIsLikedBest) {
    for (const std::string_view accept :
         {"text/csv", "TEXT/CSV", "text/*", "text/csv; charset=utf-8", "text/csv, application/json;q=0.9",
          "application/json;q=0.9, text/csv", "text/csv, */*;q=0.1", "text/csv;q=0.2, application/*;q=0.1",
          "application/json;q=0, */*", "application/json;q=0, text/csv;q=0.001",
          "text/*, application/json;q=0.5", "image/png, text/csv;q=0.3"})
        EXPECT_EQ(preferred(accept), 1U) << accept;
}

TEST(PreferredType, IsNoneForWhoeverTakesNeither) {
    for (const std::string_view accept : {"text/html", "image/*", "*/*;q=0", "application/json;q=0",
                                          "application/json;q=0, text/csv;q=0, */*", "csv", "text/csvx"})
        EXPECT_EQ(preferred(accept), std::nullopt) << accept;
}

TEST(PreferredType, LooksAtAllLinesOfTheHeader) {
    EXPECT_EQ(preferred_type(request({{"Accept", "application/json;q=0.5"}, {"Accept", "text/csv"}}), kTypes),
              1U);
}

TEST(PreferredType, OfNoTypesIsNone) {
    EXPECT_EQ(preferred_type(request({{"Accept", "*/*"}}), {}), std::nullopt);
}

TEST(CanAnswer, WhoeverTakesOneOfTheTypesOfARowThatNegotiates) {
    Route row = row_without_bodies();
    row.response_type = kTypes[0];
    row.other_types = {kTypes[1]};
    row.negotiates = true;

    for (const std::string_view accept : {"", "*/*", "text/csv", "application/json", "text/*;q=0.1"})
        EXPECT_TRUE(can_answer(request({{"Accept", accept}}), row)) << accept;
    for (const std::string_view accept : {"text/html", "*/*;q=0", "application/xml, image/png"})
        EXPECT_FALSE(can_answer(request({{"Accept", accept}}), row)) << accept;
}

TEST(CanRead, JsonInUtf8) {
    for (const std::string_view type :
         {"application/json", "APPLICATION/JSON", "application/json;charset=utf-8",
          "application/json; charset=UTF-8", "application/json ; charset=\"utf-8\"", "application/json;",
          "application/json; x=y", "application/merge-patch+json", " application/json "})
        EXPECT_TRUE(reads(type)) << type;
}

TEST(CanRead, NothingElse) {
    for (const std::string_view type :
         {"text/plain", "application/xml", "application/x-www-form-urlencoded",
          "multipart/form-data; boundary=x", "application/jsonp", "application/json, text/plain", "json",
          "+json", "application/json; charset=latin1", "application/json; charset=utf-16",
          "text/html; x=application/json", "application/json; x=y; charset=utf-16"})
        EXPECT_FALSE(reads(type)) << type;
}

TEST(CanRead, WhatNamesNoType) {
    EXPECT_TRUE(can_read(request({{"Content-Length", "5"}}), json_row()));
    EXPECT_TRUE(reads(""));
}

TEST(CanRead, WhatHasNoBody) {
    EXPECT_TRUE(can_read(request({{"Content-Type", "text/plain"}}), json_row()));
    EXPECT_TRUE(can_read(request({{"Content-Type", "text/plain"}, {"Content-Length", "0"}}), json_row()));
    EXPECT_FALSE(
        can_read(request({{"Content-Type", "text/plain"}, {"Transfer-Encoding", "chunked"}}), json_row()));
}

TEST(CanRead, AnythingWhereNoBodyIsRead) {
    EXPECT_TRUE(
        can_read(request({{"Content-Type", "text/plain"}, {"Content-Length", "5"}}), row_without_bodies()));
}

TEST(TakesGzip, WhoeverSaysSo) {
    for (const std::string_view list : {"gzip", "deflate, gzip, br", "GZIP", "*", "gzip;q=0.1"})
        EXPECT_TRUE(takes_gzip(request({{"Accept-Encoding", list}}))) << list;
    for (const std::string_view list : {"", "identity", "br", "gzip;q=0", "*;q=0"})
        EXPECT_FALSE(takes_gzip(request({{"Accept-Encoding", list}}))) << list;
    EXPECT_FALSE(takes_gzip(request({})));
}

TEST(TakesGzip, NobodyWhoExcludesItByName) {
    EXPECT_FALSE(takes_gzip(request({{"Accept-Encoding", "gzip;q=0, *"}})));
}

TEST(TakesGzip, WhoeverSaysSoInASecondLineOfTheHeader) {
    EXPECT_TRUE(takes_gzip(request({{"Accept-Encoding", "br"}, {"Accept-Encoding", "gzip"}})));
}

TEST(PreferredLanguage, OfLabelsOfACompanyIsAnyThatItCanTranslateTo) {
    const auto preferred = [](std::string_view accepted) {
        return preferred_label_language(request({{"Accept-Language", accepted}}));
    };

    EXPECT_EQ(preferred_label_language(request({})), "en");
    EXPECT_EQ(preferred("da"), "da");
    EXPECT_EQ(preferred("FR-ca, fr;q=0.9"), "fr-CA");
    EXPECT_EQ(preferred("fr-BE"), "fr");
    EXPECT_EQ(preferred("de;q=0.5, uk;q=0.8"), "uk");
    EXPECT_EQ(preferred("he-IL"), "iw");
    EXPECT_EQ(preferred("nb"), "no");
    EXPECT_EQ(preferred("xx, *"), "en");
}

}  // namespace
}  // namespace callboard::edge

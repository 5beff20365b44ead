#include "pages/error_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace callboard::pages {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ErrorPage, SaysWhatWentWrongAndLeadsBack) {
    const std::string page =
        error_page({.status = 404, .message = "this path does not exist", .request_id = "r-7"});

    EXPECT_THAT(page, testing::StartsWith("<!doctype html>"));
    EXPECT_THAT(page, HasSubstr("<title>Page not found · Callboard</title>"));
    EXPECT_THAT(page, HasSubstr("Error 404: this path does not exist"));
    EXPECT_THAT(page, HasSubstr("<a href=\"/\">"));
    EXPECT_THAT(page, HasSubstr("r-7"));
    EXPECT_THAT(page, Not(HasSubstr("{{")));
}

TEST(ErrorPage, HasATitleForEveryStatus) {
    for (int status = 400; status < 600; ++status)
        EXPECT_THAT(error_page({.status = status, .message = "x", .request_id = "r"}),
                    Not(HasSubstr("<h1></h1>")));
}

TEST(ErrorPage, ShowsMarkupAsText) {
    const std::string page = error_page({.status = 429,
                                         .message = "<script>alert(1)</script>&\"'{{message}}",
                                         .request_id = "\"><img src=x onerror=alert(2)>"});

    EXPECT_THAT(page, Not(HasSubstr("<script")));
    EXPECT_THAT(page, Not(HasSubstr("<img src=x")));
    EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;&#39;{{message}}"));
}

}  // namespace
}  // namespace callboard::pages

// The page and the files of the console, and what leads there.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/administration.h"
#include "accounts/password.h"
#include "base/encoding.h"
#include "pages/routes.h"
#include "support/browser.h"
#include "support/given.h"
#include "support/test_server.h"

namespace callboard {
namespace {

using test::Answer;
using test::Browser;
using testing::HasSubstr;
using testing::StartsWith;

const std::string kEmail = "ada@acme.test";
const std::string kPassword = "correct horse battery";

class ConsolePage : public testing::Test {
  protected:
    ConsolePage() {
        server.db->write(company, [&](db::Tx& tx) {
            accounts::add_user(tx,
                               {.email = kEmail,
                                .first_name = "Ada",
                                .last_name = "Admin",
                                .role = accounts::Role::standard},
                               accounts::hash_password(Secret{kPassword}));
        });
    }
    Browser signed_in() const {
        Browser ada{server.port()};
        EXPECT_EQ(ada.sign_in(kEmail, kPassword).status, 303);
        return ada;
    }
    // The address of a file that the page loads.
    static std::string asset_in(const Answer& page, const std::string& before) {
        const auto start = page.body.find(before) + before.size();
        return page.body.substr(start, page.body.find('"', start) - start);
    }

    test::TestServer server{{.extra_routes = pages::console_routes()}};
    const CompanyId company = given::company(*server.db);
};

TEST_F(ConsolePage, IsTheSameAtEveryPathBelowIt) {
    Browser ada = signed_in();
    const Answer page = ada.get("/console");

    EXPECT_EQ(page.status, 200);
    EXPECT_EQ(page.header("content-type"), "text/html; charset=utf-8");
    EXPECT_EQ(page.header("cache-control"), "no-store");
    EXPECT_EQ(page.header("content-security-policy"),
              "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
              "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; "
              "frame-ancestors 'none'");
    for (const auto* const path :
         {"/console/", "/console/jobs", "/console/jobs/7/pipeline?status=NEW", "/console/a/b/c/d/e"})
        EXPECT_EQ(ada.get(path).body, page.body) << path;
    EXPECT_EQ(ada.post("/console/jobs", {}).status, 405);
}

TEST_F(ConsolePage, LeadsThroughSignInAndBack) {
    Browser ada{server.port()};
    const Answer sent = ada.get("/console/jobs/7?tab=team&x=%2F");
    EXPECT_EQ(sent.status, 303);
    EXPECT_EQ(sent.header("location"),
              "/identity/sign-in?to=" + percent_encode("/console/jobs/7?tab=team&x=%2F"));

    EXPECT_EQ(ada.sign_in(kEmail, kPassword, sent.header("location")).header("location"),
              "/console/jobs/7?tab=team&x=%2F");
}

TEST_F(ConsolePage, LoadsFilesThatBrowsersKeep) {
    Browser ada = signed_in();
    Browser stranger{server.port()};
    const Answer page = ada.get("/console");
    for (const auto& [before, type] : {std::pair{"<script type=\"module\" src=\"", "text/javascript"},
                                       std::pair{"<link rel=\"stylesheet\" href=\"", "text/css"}}) {
        const std::string address = asset_in(page, before);
        ASSERT_THAT(address, StartsWith("/console/assets/"));
        const Answer file = server.client().get(address, {{"Accept-Encoding", "gzip"}});
        EXPECT_EQ(file.status, 200);
        EXPECT_THAT(file.header("content-type"), StartsWith(type));
        EXPECT_EQ(file.header("cache-control"), "public, max-age=31536000, immutable");
        EXPECT_EQ(file.header("content-encoding"), "gzip");
        EXPECT_EQ(server.client()
                      .get(address, {{"Accept-Encoding", "gzip"}, {"If-None-Match", file.header("etag")}})
                      .status,
                  304);
    }
    for (const auto* const path :
         {"/console/assets/none.js", "/console/assets/index.html", "/console/assets/..%2Findex.html",
          "/console/assets", "/console/assets/a/b.js"})
        EXPECT_EQ(stranger.get(path).status, 404) << path;
}

TEST_F(ConsolePage, IsAtTheLoopbackNameOfThePublicUrl) {
    const std::string port = ":" + std::to_string(server.port());
    const auto get = [&](const std::string& path, const std::string& host) {
        test::Connection connection{server.port()};
        connection.send("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
        return connection.receive();
    };
    for (const std::string path :
         {"/", "/console", "/console/jobs/7?tab=team&x=%2F", "/identity/sign-in?to=%2Fconsole"}) {
        const Answer sent = get(path, "localhost" + port);
        EXPECT_EQ(sent.status, 303) << path;
        EXPECT_EQ(sent.header("location"), "http://127.0.0.1" + port + path);
        EXPECT_EQ(sent.body, "");
    }
    EXPECT_EQ(get("/", "127.0.0.1" + port).status, 200);
    EXPECT_EQ(get("/", "localhost").status, 200) << "another port";
    EXPECT_EQ(get("/", "jobs.example" + port).status, 200);
    EXPECT_EQ(get("/healthz", "localhost" + port).status, 200);
}

TEST_F(ConsolePage, IsWhereTheStartPageLeadsWhoeverIsSignedIn) {
    Browser visitor{server.port()};
    EXPECT_EQ(visitor.get("/").status, 200);
    visitor.cookies["callboard_session"] = "cbw_guessed";
    EXPECT_THAT(visitor.get("/").body, HasSubstr("Callboard"));

    Browser ada = signed_in();
    EXPECT_EQ(ada.get("/").status, 303);
    EXPECT_EQ(ada.get("/").header("location"), "/console");
}

}  // namespace
}  // namespace callboard

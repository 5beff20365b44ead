// What visitors see of a company's jobs.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/administration.h"
#include "accounts/password.h"
#include "integration/careers/careers_site.h"
#include "support/browser.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

const std::string kCareers = "/careers/acme";
constexpr auto kConfiguration = "/configuration/careers-page";

class CareersVisits : public test::CareersServer {
  protected:
    test::Browser signed_in(const CompanyId& where, const std::string& email) {
        const std::string password = "correct horse battery";
        server.db->write(where, [&](db::Tx& tx) {
            accounts::add_user(
                tx, {.email = email, .first_name = "E", .last_name = "E", .role = accounts::Role::employee},
                accounts::hash_password(Secret{password}));
        });
        test::Browser browser{server.port()};
        EXPECT_EQ(browser.sign_in(email, password).status, 303);
        return browser;
    }
};

TEST_P(CareersVisits, ListTheJobs) {
    EXPECT_THAT(anybody.get(kCareers).body, HasSubstr("No jobs found"));
    const std::string page = published("Line Cook");

    const Answer list = anybody.get(kCareers);

    EXPECT_EQ(list.status, 200);
    EXPECT_EQ(list.header("content-type"), "text/html; charset=utf-8");
    EXPECT_EQ(list.header("cache-control"), "public, no-cache");
    EXPECT_THAT(list.header("content-security-policy"),
                AllOf(HasSubstr("default-src 'none'"), HasSubstr("frame-ancestors 'none'")));
    EXPECT_THAT(list.body,
                AllOf(HasSubstr("href=\"" + page + "\""), HasSubstr(">Line Cook</a>"),
                      HasSubstr("Atlanta, United States"), HasSubstr("Full-time"), HasSubstr("1 job")));
    EXPECT_EQ(anybody.get("/careers/ACME/").status, 200);
    EXPECT_EQ(anybody.get("/careers/nobody").status, 404);
}

TEST_P(CareersVisits, ShowAPublicationAtOnce) {
    const std::string job = given_job("Cook");
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(recruiter.post(job + "/publication", R"({"visibility":"PUBLIC"})").status, 204);
        ASSERT_THAT(anybody.get(kCareers).body, HasSubstr(">Cook</a>")) << i;
        ASSERT_EQ(recruiter.del(job + "/publication").status, 204);
        ASSERT_THAT(anybody.get(kCareers).body, Not(HasSubstr(">Cook</a>"))) << i;
    }
}

TEST_P(CareersVisits, AreComparedByTheirTag) {
    published("Cook");
    const Answer first = anybody.get(kCareers);
    const std::string tag = first.header("etag");

    EXPECT_EQ(anybody.get(kCareers, {{"If-None-Match", tag}}).status, 304);
    EXPECT_EQ(anybody.get(kCareers).body, first.body);
    const Answer packed = anybody.get(kCareers, {{"Accept-Encoding", "gzip"}});
    EXPECT_EQ(test::gunzip(packed.body), first.body);
    EXPECT_EQ(put(kConfiguration, R"({"headline":"Cook with us"})").status, 200);
    EXPECT_THAT(anybody.get(kCareers, {{"If-None-Match", tag}}).body, HasSubstr("<h1>Cook with us</h1>"));
}

TEST_P(CareersVisits, AreSearchedAndFiltered) {
    published("Line Cook");
    published("Driver", R"(,"jobAd":{"language":{"code":"de"}})");

    const auto found = [&](const std::string& query) { return anybody.get(kCareers + query).body; };

    EXPECT_THAT(found("?q=coo"), AllOf(HasSubstr("Line Cook"), Not(HasSubstr(">Driver<"))));
    EXPECT_THAT(found("?q=atlan&country=&department="), AllOf(HasSubstr("Line Cook"), HasSubstr("2 jobs")));
    EXPECT_THAT(found("?language=de"), AllOf(HasSubstr(">Driver</a>"), Not(HasSubstr("Line Cook"))));
    EXPECT_THAT(found("?q=nothing"), AllOf(HasSubstr("No jobs found"), HasSubstr("Show all jobs")));
    EXPECT_THAT(found("?q=%3Cscript%3E"),
                AllOf(HasSubstr("value=\"&lt;script&gt;\""), Not(HasSubstr("<script>"))));
    EXPECT_THAT(found("?q=x"), HasSubstr("noindex"));
    EXPECT_THAT(found(""), Not(HasSubstr("noindex")));
    EXPECT_EQ(anybody.get(kCareers + "?locationType=MOON").status, 400);
    EXPECT_EQ(anybody.get(kCareers + "?destination=INTERNAL").status, 200);
}

TEST_P(CareersVisits, SayHowMuchOfAJobIsRemote) {
    published("Line Cook");
    const std::string job = given_job("Planner");
    const Answer changed =
        recruiter.request("PATCH", job,
                          R"([{"op":"add","path":"/location/hybrid","value":true},)"
                          R"({"op":"add","path":"/location/hybridDescription","value":"Two days <here>"}])",
                          {{"Content-Type", "application/json-patch+json"}});
    ASSERT_EQ(changed.status, 200) << changed.body;
    EXPECT_EQ(recruiter.post(job + "/publication", R"({"visibility":"PUBLIC"})").status, 204);

    EXPECT_THAT(anybody.get(page_of(job)).body, HasSubstr("Hybrid: Two days &lt;here&gt;"));
    EXPECT_THAT(
        anybody.get(kCareers + "?locationType=HYBRID").body,
        AllOf(HasSubstr(">Planner</a>"), Not(HasSubstr("Line Cook")), HasSubstr(">On site</option>")));
    const Answer found =
        test::Client{server.port()}.get("/v1/companies/acme/postings?locationType=REMOTE,HYBRID");
    ASSERT_EQ(found.status, 200) << found.body;
    const auto postings = found.json();
    ASSERT_EQ(postings.at("totalFound"), 1);
    const auto& location = postings.at("content").at(0).at("location");
    EXPECT_EQ(location.at("hybrid"), true);
    EXPECT_EQ(location.at("hybridDescription"), "Two days <here>");
}

// A link may have filters that the form has no fields for: a search keeps them.
TEST_P(CareersVisits, AreSearchedWithinTheFiltersOfALink) {
    published("Line Cook");
    const Answer made = recruiter.post("/configuration/job-properties",
                                       R"({"label":"Shift","category":"job","visible":true})");
    const std::string property{made.json().at("id").as_string()};

    const std::string body = anybody
                                 .get(kCareers + "?city=Atlanta&locationType=REMOTE,HYBRID&custom_field." +
                                      property + "=day,a%22b&q=cook")
                                 .body;

    EXPECT_THAT(
        body,
        AllOf(
            HasSubstr("No jobs found"), HasSubstr("<input type=\"hidden\" name=\"city\" value=\"Atlanta\">"),
            HasSubstr("<input type=\"hidden\" name=\"locationType\" value=\"HYBRID\">"),
            HasSubstr("<input type=\"hidden\" name=\"custom_field." + property + "\" value=\"day\">"),
            HasSubstr("<input type=\"hidden\" name=\"custom_field." + property + "\" value=\"a&quot;b\">")));
    EXPECT_THAT(anybody.get(kCareers + "?city=Atlanta").body, HasSubstr("1 job"));
}

TEST_P(CareersVisits, HavePagesOfFiftyJobs) {
    for (int i = 0; i < 52; ++i) published("Cook " + std::to_string(i));

    const std::string first = anybody.get(kCareers + "?q=cook").body;
    const std::string second = anybody.get(kCareers + "?q=cook&offset=50").body;

    EXPECT_THAT(first,
                AllOf(HasSubstr("52 jobs"), HasSubstr("Page 1 of 2"), HasSubstr(">Cook 51<"),
                      HasSubstr("href=\"/careers/acme?q=cook&amp;offset=50\""), Not(HasSubstr(">Cook 1<"))));
    EXPECT_THAT(second, AllOf(HasSubstr(">Cook 1<"), HasSubstr("href=\"/careers/acme?q=cook\"")));
}

TEST_P(CareersVisits, AreInTheLanguageOfTheVisitorOrOfTheAd) {
    const std::string german = published("Koch", R"(,"jobAd":{"language":{"code":"de"}})");
    const std::string japanese = published("Chef", R"(,"jobAd":{"language":{"code":"ja"}})");

    EXPECT_THAT(anybody.get(kCareers, {{"Accept-Language", "fr-CH, fr;q=0.9"}}).body,
                AllOf(HasSubstr("<html lang=\"fr\">"), HasSubstr("Rechercher")));
    EXPECT_THAT(anybody.get(kCareers + "?lang=it", {{"Accept-Language", "fr"}}).body,
                HasSubstr("<html lang=\"it\">"));
    EXPECT_THAT(anybody.get(german, {{"Accept-Language", "fr"}}).body,
                AllOf(HasSubstr("<html lang=\"de\">"), HasSubstr("Jetzt bewerben"), HasSubstr("Vollzeit")));
    EXPECT_THAT(anybody.get(japanese).body, AllOf(HasSubstr("<html lang=\"en\">"), HasSubstr("lang=\"ja\"")));
}

// The words of the pages have nine languages, the texts of the company as many as ads.
TEST_P(CareersVisits, HaveTheTextsOfTheCompanyInEachLanguageOfAds) {
    EXPECT_EQ(
        put(kConfiguration, R"({"headline":"Cook with us","introduction":"<p>Hi</p>","translations":[)"
                            R"({"language":"ja","headline":"料理人募集","introduction":"<p>歓迎</p>"},)"
                            R"({"language":"iw","headline":"דרושים"},{"language":"de","headline":"Koch"}]})")
            .status,
        200);
    const auto list_for = [&](const std::string& accepted) {
        return anybody.get(kCareers, {{"Accept-Language", accepted}}).body;
    };

    for (int i = 0; i < 2; ++i) {  // the second time from memory
        EXPECT_THAT(
            list_for("ja"),
            AllOf(HasSubstr("<html lang=\"en\">"), HasSubstr("<h1 lang=\"ja\" dir=\"auto\">料理人募集</h1>"),
                  HasSubstr("<div class=\"ad\" lang=\"ja\" dir=\"auto\"><p>歓迎</p></div>")));
        EXPECT_THAT(list_for("ko"), HasSubstr("<h1>Cook with us</h1>"));
        EXPECT_THAT(list_for("he-IL"), HasSubstr("<h1 lang=\"he\" dir=\"auto\">דרושים</h1>"));
        EXPECT_THAT(list_for("ko, de;q=0.5"),
                    AllOf(HasSubstr("<html lang=\"de\">"), HasSubstr("<h1>Koch</h1>")));
    }
    EXPECT_THAT(anybody.get(kCareers + "?lang=ja", {{"Accept-Language", "de"}}).body,
                HasSubstr("料理人募集"));
    EXPECT_THAT(anybody.get(kCareers + "?lang=he").body, HasSubstr("דרושים"));
}

TEST_P(CareersVisits, ShowAJob) {
    const std::string page = published(
        "Line Cook",
        R"(,"jobAd":{"sections":{"jobDescription":{"title":"Work","text":"<h1>Grill</h1><script>alert(1)</script>"},)"
        R"("videos":{"title":"A <day> with us","urls":["https://video.example/1"]}}})");

    const Answer shown = anybody.get(page);

    EXPECT_EQ(shown.status, 200);
    EXPECT_THAT(
        shown.body,
        AllOf(HasSubstr("<h1 lang=\"en\" dir=\"auto\">Line Cook</h1>"), HasSubstr("<h2>Work</h2>"),
              HasSubstr("<h3>Grill</h3>"), HasSubstr("href=\"" + page + "?oga=true\""),
              HasSubstr("<h2>A &lt;day&gt; with us</h2>"), HasSubstr("href=\"https://video.example/1\""),
              Not(HasSubstr("javascript:")), Not(HasSubstr("alert(1)</script>"))));
    const std::string start = "<script type=\"application/ld+json\">";
    const auto from = shown.body.find(start) + start.size();
    const json::value data = json::parse(shown.body.substr(from, shown.body.find("</script>", from) - from));
    EXPECT_EQ(data.at("@type"), "JobPosting");
    EXPECT_EQ(data.at("url").as_string(), origin + page);
    EXPECT_EQ(data.at("hiringOrganization").at("name").as_string(),
              recruiter.get("/configuration/company").json().at("name").as_string());

    const std::string id_only = page.substr(0, page.find('-'));
    EXPECT_EQ(anybody.get(id_only).status, 200);
    EXPECT_EQ(anybody.get(id_only + "-other-words").status, 200);
    EXPECT_EQ(anybody.get(kCareers + "/1").status, 404);
    EXPECT_EQ(anybody.get(kCareers + "/nonsense").status, 404);
}

TEST_P(CareersVisits, AreWhereTheApiLeadsTo) {
    published("Cook");
    const auto list = recruiter.get("/v1/companies/acme/postings").json();
    const std::string id{list.at("content").at(0).at("id").as_string()};
    const auto posting =
        recruiter.get("/v1/companies/acme/postings/" + id + "?sourceTypeId=a&sourceId=b%26c").json();

    for (const char* const name : {"postingUrl", "applyUrl"}) {
        const std::string url{posting.at(name).as_string()};
        ASSERT_THAT(url, StartsWith(origin));
        EXPECT_EQ(anybody.get(url.substr(origin.size())).status, 200) << url;
    }
    const std::string form =
        anybody.get(std::string{posting.at("applyUrl").as_string()}.substr(origin.size())).body;
    EXPECT_THAT(form,
                AllOf(HasSubstr("<form class=\"apply\""), HasSubstr("name=\"sourceId\" value=\"b&amp;c\"")));
}

TEST_P(CareersVisits, OfAJobThatEndedSaySo) {
    const std::string job = given_job("Cook");
    EXPECT_EQ(recruiter.post(job + "/publication", R"({"visibility":"PUBLIC"})").status, 204);
    const std::string page = page_of(job);
    ASSERT_EQ(anybody.get(page).status, 200);
    recruiter.del(job + "/publication");

    for (const std::string suffix : {"", "?oga=true", "?applied=true"}) {
        const Answer gone = anybody.get(page + suffix);
        EXPECT_EQ(gone.status, 404);
        EXPECT_EQ(gone.header("cache-control"), "no-store");
        EXPECT_THAT(gone.body, HasSubstr("This job is not open any more"));
    }
    EXPECT_EQ(send(page, {{"firstName", "Ada"}, {"lastName", "Byron"}, {"email", "a@example.com"}}).status,
              404);
}

TEST_P(CareersVisits, OfInternalPostingsAreForSignedInEmployees) {
    const std::string page = published("Secret Cook", "", "INTERNAL");
    test::Browser employee = signed_in(company, "e@acme.test");
    test::Browser spy = signed_in(given::company(*server.db, "rival"), "e@rival.test");

    for (int i = 0; i < 2; ++i) {
        const Answer shown = employee.get(page);
        EXPECT_EQ(shown.status, 200);
        EXPECT_EQ(shown.header("cache-control"), "no-store");
        EXPECT_THAT(shown.body, AllOf(HasSubstr("Secret Cook"), HasSubstr("noindex"),
                                      HasSubstr("Internal: only employees of")));
        EXPECT_EQ(anybody.get(page).status, 404);
        EXPECT_EQ(spy.get(page).status, 404);
    }
    EXPECT_THAT(anybody.get(kCareers + "/feed.xml").body, Not(HasSubstr("Secret Cook")));
    EXPECT_THAT(anybody.get(kCareers + "/sitemap.xml").body, Not(HasSubstr("secret-cook")));
}

TEST_P(CareersVisits, OfEmployeesWhoReferSomebodyShowTheirLink) {
    const std::string page = published("Line Cook");
    const std::string internal = published("Secret Cook", "", "INTERNAL");
    test::Browser employee = signed_in(company, "e@acme.test");
    test::Browser stranger = signed_in(given::company(*server.db, "rival"), "e@rival.test");

    const Answer shown = employee.get(page + "/referral");

    EXPECT_EQ(shown.status, 200);
    EXPECT_EQ(shown.header("cache-control"), "no-store");
    EXPECT_THAT(shown.body, AllOf(HasSubstr("Refer somebody for Line Cook"), HasSubstr("noindex")));
    const std::string before = "href=\"" + origin + page + "?sourceTypeId=REFERRALS&amp;sourceId=";
    ASSERT_THAT(shown.body, HasSubstr(before));
    const std::string user = shown.body.substr(shown.body.find(before) + before.size(), 24);
    const std::string ad = anybody.get(page + "?sourceTypeId=REFERRALS&sourceId=" + user).body;
    EXPECT_THAT(ad, HasSubstr("?oga=true&amp;sourceId=" + user + "&amp;sourceTypeId=REFERRALS"));
    EXPECT_EQ(send(page, {{"firstName", "Ada"},
                          {"lastName", "Byron"},
                          {"email", "ada@example.com"},
                          {"sourceTypeId", "REFERRALS"},
                          {"sourceId", user}})
                  .status,
              303);
    const auto found =
        recruiter.get("/candidates?sourceType=REFERRALS&sourceSubType=REFERRALS&sourceValueId=" + user);
    EXPECT_EQ(found.json().at("totalFound"), 1) << found.body;

    const Answer asked = anybody.get(page + "/referral");
    EXPECT_EQ(asked.status, 303);
    EXPECT_THAT(asked.header("location"), StartsWith("/identity/sign-in?to=%2Fcareers%2Facme%2F"));
    EXPECT_THAT(anybody.get(asked.header("location")).body, HasSubstr("%2Freferral"));
    EXPECT_EQ(stranger.get(page + "/referral").header("location"), page);
    EXPECT_EQ(employee.get(internal + "/referral").header("location"), internal);
    EXPECT_EQ(stranger.get(internal + "/referral").status, 404);
    EXPECT_EQ(employee.get(kCareers + "/1/referral").status, 404);
    const auto posting = [&](const std::string& of) {
        const std::string id = of.substr(kCareers.size() + 1, of.find('-') - kCareers.size() - 1);
        return recruiter.get("/v1/companies/acme/postings/" + id).json().as_object();
    };
    EXPECT_EQ(posting(page).at("referralUrl").as_string(), origin + page + "/referral");
    EXPECT_FALSE(posting(internal).contains("referralUrl"));
}

TEST_P(CareersVisits, ListInternalPostingsForSignedInEmployees) {
    const std::string department = std::string{
        recruiter.post("/configuration/departments", R"({"label":"Vault"})").json().at("id").as_string()};
    published("Line Cook");
    published("Driver");
    published("Secret Cook", R"(,"department":{"id":")" + department + "\"}", "INTERNAL");
    test::Browser employee = signed_in(company, "e@acme.test");
    test::Browser spy = signed_in(given::company(*server.db, "rival"), "e@rival.test");

    for (int i = 0; i < 2; ++i) {  // the second time, the public list is in memory
        const Answer shown = employee.get(kCareers);
        EXPECT_EQ(shown.header("cache-control"), "no-store");
        EXPECT_EQ(shown.header("etag"), "");
        EXPECT_THAT(shown.body, AllOf(HasSubstr(">Secret Cook</a>"), HasSubstr("<strong>Internal</strong>"),
                                      HasSubstr(">Line Cook</a>"), HasSubstr("3 jobs")));
        EXPECT_THAT(employee.get(kCareers + "?department=" + department).body,
                    AllOf(HasSubstr("1 job"), HasSubstr(">Vault</option>")));
        const Answer of_stranger = anybody.get(kCareers);
        EXPECT_EQ(of_stranger.header("cache-control"), "public, no-cache");
        EXPECT_THAT(of_stranger.body, AllOf(HasSubstr("2 jobs"), Not(HasSubstr("Secret Cook")),
                                            Not(HasSubstr("Vault")), Not(HasSubstr("Internal"))));
        EXPECT_EQ(spy.get(kCareers).body, of_stranger.body);
        EXPECT_EQ(anybody.get(kCareers, {{"Cookie", "callboard_session=nobody"}}).body, of_stranger.body);
        // What the browser has kept from before the sign-in is not confirmed.
        employee.more_headers = {{"If-None-Match", of_stranger.header("etag")}};
        EXPECT_EQ(employee.get(kCareers).status, 200);
        employee.more_headers.clear();
    }
}

TEST_P(CareersVisits, HaveTheColorsAndTextsOfTheCompany) {
    EXPECT_EQ(anybody.get(kCareers + "/logo").status, 404);
    const Answer first = recruiter.get(kConfiguration);
    EXPECT_EQ(first.header("etag"), "\"0\"");
    const std::string body =
        R"({"name":"Acme & Sons","accentColor":"#ffff00","headerColor":"#102030","headline":"Work <here>",)"
        R"("introduction":"<p onclick=\"x()\">Hi<script>alert(1)</script></p>","privacyUrl":"https://a.example/p",)"
        R"("translations":[{"language":"de","headline":"Hier arbeiten"}]})";

    EXPECT_EQ(put(kConfiguration, body, {{"If-Match", "\"0\""}}).header("etag"), "\"1\"");
    EXPECT_EQ(put(kConfiguration, "{}", {{"If-Match", "\"0\""}}).error_code(), "PRECONDITION_FAILED");
    EXPECT_EQ(put(kConfiguration, R"({"accentColor":"#fffffg"})").error_code(), "VALIDATION_ERROR");
    const std::string logo =
        "--limit\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.gif\"\r\n"
        "Content-Type: image/gif\r\n\r\nGIF89a\r\n--limit--\r\n";
    EXPECT_LT(recruiter
                  .request("PUT", "/configuration/company/logo", logo,
                           {{"Content-Type", "multipart/form-data; boundary=limit"}})
                  .status,
              300);

    const std::string page = anybody.get(kCareers).body;
    EXPECT_THAT(page, AllOf(HasSubstr("<h1>Work &lt;here&gt;</h1>"), HasSubstr("Acme &amp; Sons"),
                            HasSubstr("<p>Hi</p>"), HasSubstr("href=\"https://a.example/p\""),
                            HasSubstr("src=\"/careers/acme/logo\""), Not(HasSubstr("alert"))));
    EXPECT_THAT(anybody.get(kCareers, {{"Accept-Language", "de"}}).body, HasSubstr("<h1>Hier arbeiten</h1>"));
    const Answer style = anybody.get(kCareers + "/style.css");
    EXPECT_THAT(style.header("content-type"), StartsWith("text/css"));
    EXPECT_THAT(style.body, HasSubstr("--banner: #102030;--banner-text: #ffffff;"));
    const Answer image = anybody.get(kCareers + "/logo");
    EXPECT_EQ(image.header("content-type"), "image/gif");
    EXPECT_EQ(image.header("x-content-type-options"), "nosniff");
    EXPECT_EQ(image.body, "GIF89a");
}

TEST_P(CareersVisits, AreInAFeedAndASitemap) {
    const std::string page =
        published("Cook <&> Co", R"(,"jobAd":{"sections":{"jobDescription":{"text":"<p>Grill</p>"}}})");

    const Answer feed = anybody.get(kCareers + "/feed.xml");
    EXPECT_THAT(feed.header("content-type"), StartsWith("application/rss+xml"));
    EXPECT_THAT(feed.body, AllOf(HasSubstr("<title>Cook &lt;&amp;&gt; Co</title>"),
                                 HasSubstr("&lt;p&gt;Grill&lt;/p&gt;"),
                                 HasSubstr("<link>" + origin + page + "</link>")));
    const Answer map = anybody.get(kCareers + "/sitemap.xml");
    EXPECT_THAT(map.header("content-type"), StartsWith("application/xml"));
    EXPECT_THAT(map.body, HasSubstr("<loc>" + origin + page + "</loc>"));
    EXPECT_EQ(anybody.get("/careers/nobody/feed.xml").status, 404);
}

RUN_ON_EACH_DATABASE(CareersVisits);

}  // namespace
}  // namespace callboard

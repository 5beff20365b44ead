// Consent requests and offers reach candidates: the API, the mails as a sandbox shows them, and the pages
// that their links lead to.
#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/sandbox/sandbox_server.h"
#include "pages/identity/browser.h"
#include "support/browser.h"
#include "support/eventually.h"
#include "support/oauth_program.h"
#include "support/rows.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using test::Arguments;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr auto kNobody = "00000000-0000-7000-8000-000000000000";
const std::string kConsentPage = "/candidate/consent";
const std::string kOfferPage = "/candidate/offer";
const std::string kForgotPage = "/identity/forgot-password";
const std::string kNewPassword = "another horse battery";

std::string text(const json::value& value) {
    return std::string{value.as_string()};
}

class SandboxMails : public test::SandboxServer {
  protected:
    void start(const Arguments& flags = {"--sandbox"}) {
        start_server(flags);
        browser.emplace(server->port());
    }

    Answer send(const std::string& method, const std::string& path, const json::value& body) {
        return caller->request(method, path, json::serialize(body), {{"Content-Type", "application/json"}});
    }
    std::string made(const std::string& path, const json::value& body) {
        const Answer answer = send("POST", path, body);
        EXPECT_EQ(answer.status, 201) << answer.body;
        return text(answer.json().at("id"));
    }
    static json::object person(const std::string& first_name = "Ada") {
        return {{"firstName", first_name}, {"lastName", "Lovelace"}, {"email", "ada@example.com"}};
    }
    Answer ask(const std::string& candidate) {
        return send("POST", "/candidates/consent-requests",
                    {{"content", json::array{{{"id", candidate}}, {{"id", kNobody}}}}});
    }
    std::string consent_of(const std::string& candidate) {
        return text(caller->get("/candidates/" + candidate + "/consent").json().at("status"));
    }
    std::string made_job(const std::string& language) {
        return made("/jobs", {{"title", "Cook"},
                              {"industry", {{"id", "restaurants"}}},
                              {"function", {{"id", "production"}}},
                              {"experienceLevel", {{"id", "entry_level"}}},
                              {"location", {{"countryCode", "us"}, {"city", "Atlanta"}}},
                              {"jobAd", {{"language", {{"code", language}}}}}});
    }
    // A consent request to somebody who has applied for a job with an ad in this language.
    void ask_applicant(const std::string& language) {
        const std::string job = made_job(language);
        ask(made("/jobs/" + job + "/candidates",
                 {{"firstName", "Carl"}, {"lastName", "Gauss"}, {"email", "carl@example.com"}}));
    }
    // The path of an offer that was sent.
    std::string sent_offer() {
        const std::string job = made_job("en");
        const std::string candidate = made("/jobs/" + job + "/candidates", person());
        const std::string offers = "/candidates/" + candidate + "/jobs/" + job + "/offers";
        const std::string offer =
            offers + "/" + made(offers, {{"properties", {{"remarks", "52000 <b>USD</b>"}}}});
        const Answer sent = send("PATCH", offer, {{"status", "PENDING_ACCEPTANCE"}});
        EXPECT_EQ(sent.status, 200) << sent.body;
        EXPECT_THAT(sent.header("warning"), HasSubstr("no mail server"));
        return offer;
    }

    json::array mails(test::Client& reader) {
        const Answer answer = reader.get("/sandbox/mails");
        EXPECT_EQ(answer.status, 200) << answer.body;
        return answer.json().at("mails").as_array();
    }
    // The path of the link in the newest mail.
    std::string link() {
        const std::string url = text(mails(*caller).at(0).at("link"));
        const std::string origin = "http://127.0.0.1:" + std::to_string(server->port());
        EXPECT_THAT(url, StartsWith(origin + "/"));
        return url.substr(origin.size());
    }
    static std::string token_in(const std::string& link) { return link.substr(link.find('=') + 1); }
    Answer decide(const std::string& link, const std::string& decision) {
        return browser->post(link.substr(0, link.find('?')),
                             {{"link", token_in(link)}, {"decision", decision}});
    }

    std::optional<test::Browser> browser;  // of the candidate
};

TEST_P(SandboxMails, AConsentRequestIsAnsweredOnItsPage) {
    start();
    const std::string candidate = made("/candidates", person());

    const Answer asked = ask(candidate);
    EXPECT_EQ(asked.status, 201) << asked.body;
    EXPECT_EQ(
        asked.json().at("results"),
        (json::array{{{"status", 202}, {"body", {{"location", "/candidates/" + candidate + "/consent"}}}},
                     {{"status", 403}, {"body", false}}}));
    EXPECT_THAT(asked.header("warning"), HasSubstr("no mail server"));
    const auto mail = mails(*caller).at(0);
    EXPECT_EQ(mail.at("kind"), "consent_request");
    EXPECT_EQ(mail.at("to"), "ada@example.com");
    EXPECT_EQ(mail.at("status"), "PENDING");
    EXPECT_THAT(text(mail.at("text")), AllOf(HasSubstr("Hello Ada,"), HasSubstr(text(mail.at("link")))));

    const std::string page = link();
    EXPECT_THAT(page, StartsWith(kConsentPage + "?token="));
    for (int i = 0; i < 3; ++i) EXPECT_THAT(browser->get(page).body, HasSubstr("May we keep your data?"));
    EXPECT_EQ(consent_of(candidate), "PENDING");

    const Answer decided = decide(page, "accept");
    EXPECT_EQ(decided.status, 200);
    EXPECT_THAT(decided.body, HasSubstr("your decision was recorded"));
    EXPECT_EQ(consent_of(candidate), "ACQUIRED");
    EXPECT_THAT(decide(page, "decline").body, HasSubstr("You had decided before"));
    EXPECT_EQ(consent_of(candidate), "ACQUIRED");
    EXPECT_THAT(browser->get(page).body, AllOf(HasSubstr("You gave your consent"), Not(HasSubstr("<form"))));

    const auto audit =
        caller->get("/audit-api/v201910/audit-events?authorType=CANDIDATE").json().at("content");
    ASSERT_EQ(audit.as_array().size(), 1U);
    EXPECT_EQ(audit.at(0).at("eventName"), "LRSC_CONSENT_GIVEN");
    EXPECT_EQ(audit.at(0).at("authorId").as_string(), candidate);
}

TEST_P(SandboxMails, AlertsOfASubscriptionAreSaidNotToBeMailed) {
    start();
    const std::string subscriptions = "/webhooks-api/v201907/subscriptions";
    const json::object silent{
        {"callbackUrl", "http://127.0.0.1:" + std::to_string(server->port()) + "/sandbox/inbox/mine"},
        {"events", {"job.created"}}};
    json::object alerting = silent;
    alerting["alertingEmailAddress"] = "ops@example.test";

    EXPECT_THAT(send("POST", subscriptions, alerting).header("warning"), HasSubstr("no mail server"));
    const Answer made = send("POST", subscriptions, silent);
    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.header("warning"), "");

    const std::string path = subscriptions + "/" + text(made.json().at("id"));
    EXPECT_EQ(send("PATCH", path, {{"events", {"job.updated"}}}).header("warning"), "");
    EXPECT_THAT(send("PATCH", path, {{"alertingEmailAddress", "ops@example.test"}}).header("warning"),
                HasSubstr("no mail server"));
    EXPECT_EQ(send("PATCH", path, {{"alertingEmailAddress", nullptr}}).header("warning"), "");
}

TEST_P(SandboxMails, AnOfferIsReadAndAcceptedOnItsPage) {
    start();
    const std::string offer = sent_offer();
    const std::string page = link();
    EXPECT_EQ(mails(*caller).at(0).at("kind"), "offer");

    const Answer shown = browser->get(page);
    EXPECT_EQ(shown.status, 200);
    EXPECT_THAT(shown.body,
                AllOf(HasSubstr("Remarks: 52000 &lt;b&gt;USD&lt;/b&gt;"), Not(HasSubstr("<b>USD"))));
    const auto start_of_link = shown.body.find(kOfferPage + "/document?");
    ASSERT_NE(start_of_link, std::string::npos);
    std::string document =
        shown.body.substr(start_of_link, shown.body.find('"', start_of_link) - start_of_link);
    document.replace(document.find("&amp;"), 5, "&");
    const Answer file = browser->get(document);
    EXPECT_EQ(file.status, 200);
    EXPECT_EQ(file.header("content-disposition"), "attachment; filename=\"Offer.txt\"");
    EXPECT_EQ(file.header("content-type"), "application/octet-stream");
    EXPECT_EQ(file.header("x-content-type-options"), "nosniff");
    EXPECT_EQ(file.header("cache-control"), "no-store");
    EXPECT_THAT(file.body, HasSubstr("Remarks: 52000 <b>USD</b>"));

    EXPECT_THAT(decide(page, "accept").body, HasSubstr("your answer was sent"));
    EXPECT_EQ(caller->get(offer).json().at("status"), "ACCEPTED");
    EXPECT_THAT(decide(page, "decline").body, HasSubstr("You had answered before"));
    EXPECT_EQ(caller->get(offer).json().at("status"), "ACCEPTED");
    EXPECT_EQ(browser->get(document).status, 200);
    for (const std::string& wrong :
         {kOfferPage + "/document", document + "x", kOfferPage + "/document?token=x&id=x"})
        EXPECT_EQ(browser->get(wrong).error_code(), "DOCUMENT_NOT_FOUND") << wrong;
}

TEST_P(SandboxMails, PagesAreInTheLanguageOfTheMail) {
    start();
    sent_offer();
    const std::string offer = link();
    EXPECT_THAT(browser->get(offer).body,
                AllOf(HasSubstr("<html lang=\"en\">"), HasSubstr("Accept the offer")));

    ask_applicant("de");
    EXPECT_THAT(text(mails(*caller).at(0).at("text")), HasSubstr("Guten Tag Carl,"));
    const std::string page = link();
    const Answer asked = browser->get(page);
    EXPECT_THAT(asked.body, AllOf(HasSubstr("<html lang=\"de\">"), HasSubstr("Guten Tag Carl,"),
                                  HasSubstr("Ich willige ein"), Not(HasSubstr("consider"))));
    EXPECT_THAT(decide(page, "accept").body, HasSubstr("Ihre Entscheidung wurde gespeichert"));
    EXPECT_THAT(decide(page, "decline").body, HasSubstr("Sie hatten sich schon entschieden"));
    EXPECT_THAT(browser->get(page).body, HasSubstr("Sie haben eingewilligt"));
    browser->more_headers = {{"Accept-Language", "sv, en;q=0.5"}};
    EXPECT_THAT(browser->get(kConsentPage + "?token=unknown").body,
                AllOf(HasSubstr("<html lang=\"sv\">"), HasSubstr("Länken fungerar inte")));
}

TEST_P(SandboxMails, AnOfferIsDeclinedOnItsPage) {
    start();
    const std::string offer = sent_offer();
    EXPECT_EQ(decide(link(), "decline").status, 200);
    EXPECT_EQ(caller->get(offer).json().at("status"), "NOT_ACCEPTED");
    EXPECT_THAT(browser->get(link()).body,
                AllOf(HasSubstr("You declined the offer"), Not(HasSubstr("Salary"))));
}

TEST_P(SandboxMails, ALostPasswordIsSetByItsLink) {
    start();
    const Answer asked = browser->submit(kForgotPage, {{"email", tenant.email}});
    EXPECT_EQ(asked.status, 200);
    EXPECT_THAT(asked.body, HasSubstr("GET /sandbox/mails"));
    ASSERT_TRUE(test::eventually([&] { return mails(*caller).size() == 1; }));  // made beside the response
    EXPECT_EQ(mails(*caller).at(0).at("kind"), "password_reset");
    EXPECT_EQ(mails(*caller).at(0).at("to").as_string(), tenant.email);

    const std::string page = link();
    EXPECT_EQ(browser->submit(page, {{"link", token_in(page)}, {"new", kNewPassword}}).status, 303);
    EXPECT_EQ(browser->sign_in(tenant.email, test::kTenantPassword).status, 401);
    EXPECT_EQ(browser->sign_in(tenant.email, kNewPassword).status, 303);
}

TEST_P(SandboxMails, ALostPasswordIsNotMailedWithoutAMailServerOutsideASandbox) {
    start({});
    const std::string visitor = "a-visitor";
    browser->cookies["callboard_visitor"] = visitor;
    const Answer page = browser->get(kForgotPage);
    const Answer asked = browser->post(
        kForgotPage,
        {{"email", tenant.email}, {"token", pages::form_token(Secret{visitor}, "forgot-password")}});

    for (const Answer* const each : {&page, &asked}) {
        EXPECT_EQ(each->status, 200);
        EXPECT_THAT(each->body, AllOf(HasSubstr("This server sends no mail."), Not(HasSubstr("<form"))));
    }
    const test::Rows rows{data_dir + "/callboard.db", postgres.get()};
    EXPECT_THAT(rows.select("SELECT id FROM mail"), IsEmpty());
}

TEST_P(SandboxMails, LinksThatDoNotWorkLookAlike) {
    start();
    const std::string candidate = made("/candidates", person());
    ask(candidate);
    const std::string replaced = link();
    ask(candidate);
    const std::string late = link();
    const std::string other =
        made("/candidates", {{"firstName", "Grace"}, {"lastName", "Hopper"}, {"email", "grace@example.com"}});
    ask(other);
    const std::string revoked = link();
    EXPECT_EQ(caller->del("/candidates/" + other + "/consent-request").status, 204);
    const std::string offer = sent_offer();
    const std::string withdrawn = link();
    EXPECT_EQ(browser->get(withdrawn).status, 200);
    send("PATCH", offer, {{"status", "ABANDONED"}});
    const Answer unknown = browser->get(kConsentPage + "?token=unknown");
    EXPECT_EQ(unknown.status, 410);
    const auto expect_the_same = [&](const std::string& link) {
        const Answer answer = browser->get(link);
        EXPECT_EQ(answer.status, 410) << link;
        EXPECT_EQ(answer.body, unknown.body) << link;
    };

    for (const std::string& link : {replaced, revoked, withdrawn, kConsentPage, kOfferPage,
                                    kConsentPage + "?token=%zz", kOfferPage + "?token=" + token_in(late)})
        expect_the_same(link);
    EXPECT_EQ(browser->get(late).status, 200);
    EXPECT_EQ(send("POST", "/sandbox/clock", {{"advance", "30d"}}).status, 200);
    expect_the_same(late);
    EXPECT_EQ(decide(late, "accept").status, 410);
    EXPECT_EQ(decide(withdrawn, "accept").status, 410);
    EXPECT_EQ(consent_of(candidate), "PENDING");
    EXPECT_EQ(caller->get(offer).json().at("status"), "ABANDONED");
}

TEST_P(SandboxMails, PagesOfLinksAreNotKeptAndTellNobody) {
    start();
    ask(made("/candidates", person("<script>alert(1)</script>")));
    const Answer page = browser->get(link());
    EXPECT_EQ(page.header("cache-control"), "no-store");
    EXPECT_EQ(page.header("referrer-policy"), "no-referrer");
    EXPECT_THAT(page.header("content-security-policy"), HasSubstr("frame-ancestors 'none'"));
    EXPECT_THAT(page.body, AllOf(HasSubstr("&lt;script&gt;"), Not(HasSubstr("<script>"))));
    EXPECT_THAT(browser->cookies, IsEmpty());

    EXPECT_EQ(decide(link(), "perhaps").status, 400);
    EXPECT_EQ(browser->post(kConsentPage, {{"link", std::string(16 * 1024, 'x')}}).status, 413);
    EXPECT_THAT(server->output(), Not(HasSubstr(token_in(link()))));
}

TEST_P(SandboxMails, TokensAreNotInTheDatabase) {
    start();
    ask(made("/candidates", person()));
    const std::string token = token_in(link());
    const test::Rows rows{data_dir + "/callboard.db", postgres.get()};
    for (const std::string column : {"token_hash", "recipient"})
        for (const std::string& value : rows.select("SELECT " + column + " FROM candidate_link"))
            EXPECT_THAT(value, Not(HasSubstr(token)));
    for (const std::string column : {"contents", "sealed_link"})
        for (const std::string& value : rows.select("SELECT " + column + " FROM mail"))
            EXPECT_THAT(value, Not(HasSubstr(token)));
}

TEST_P(SandboxMails, GuessesAreLimited) {
    start();
    bool is_limited = false;
    for (int i = 0; i < 40 && !is_limited; ++i) {
        const int status = decide(kConsentPage + "?token=guess" + std::to_string(i), "accept").status;
        EXPECT_TRUE(status == 410 || status == 429) << status;
        is_limited = status == 429;
    }
    EXPECT_TRUE(is_limited);
}

TEST_P(SandboxMails, AreThoseOfTheCompany) {
    const test::Tenant rival = test::add_tenant(where(), "rival");
    start();
    ask(made("/candidates", person()));
    test::Client other{server->port(), {{"X-SmartToken", rival.api_key}}};
    test::Client nobody{server->port()};

    EXPECT_EQ(mails(*caller).size(), 1U);
    EXPECT_THAT(mails(other), IsEmpty());
    EXPECT_EQ(nobody.get("/sandbox/mails").status, 401);
}

TEST_P(SandboxMails, AreForApiKeysOfAdministrators) {
    const test::Colleague colleague = test::add_colleague(where(), "acme", "bob@acme.test", "EXTENDED");
    const auto credential = test::command_at(
        where(), {"credential", "create", "--company", "acme", "--kind", "client-credentials", "--name",
                  "Nightly", "--role", "ADMINISTRATOR", "--scope", "jobs_read"});
    ASSERT_EQ(credential.code, 0) << credential.err;
    start();
    ask(made("/candidates", person()));
    test::Client anybody{server->port()};
    const Answer tokens = test::post_form(anybody, test::kTokenPath,
                                          {{"grant_type", "client_credentials"},
                                           {"client_id", credential.text("client_id")},
                                           {"client_secret", credential.text("client_secret")}});
    ASSERT_EQ(tokens.status, 200) << tokens.body;
    test::Client other_role{server->port(), {{"X-SmartToken", colleague.key}}};
    test::Client program{server->port(),
                         {{"Authorization", "Bearer " + text(tokens.json().at("access_token"))}}};
    for (test::Client* const reader : {&other_role, &program}) {
        const Answer refused = reader->get("/sandbox/mails");
        EXPECT_EQ(refused.status, 403) << refused.body;
        EXPECT_EQ(refused.error_code(), "PERMISSION_DENIED");
    }
}

TEST_P(SandboxMails, AreNotThereOutsideASandbox) {
    start({});
    EXPECT_EQ(caller->get("/sandbox/mails").status, 404);
}

RUN_ON_EACH_DATABASE(SandboxMails);

}  // namespace
}  // namespace callboard

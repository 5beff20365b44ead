// Applying on the page of a job, and the link that is mailed afterwards.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
using testing::SizeIs;

using Fields = std::vector<std::pair<std::string, std::string>>;

const std::string kLicence = "answer.01a1e900-0000-7000-8000-000000000001.0.value";
const std::string kClasses = "answer.01a1e900-0000-7000-8000-000000000002.0.value";

// A choice, and a text that is asked after "yes".
constexpr auto kForm =
    R"({"questions":[{"id":"01a1e900-0000-7000-8000-000000000001","label":"Licence?","fields":[{"id":"value",)"
    R"("label":"Licence","type":"RADIO","required":true,"values":[{"id":"yes","label":"Yes"},{"id":"no","label":"No"}]}]},)"
    R"({"id":"01a1e900-0000-7000-8000-000000000002","label":"Classes?","fields":[{"id":"value","label":"Classes",)"
    R"("type":"INPUT_TEXT","required":true}],"condition":{"questionId":"01a1e900-0000-7000-8000-000000000001",)"
    R"("fieldId":"value","valueIds":["yes"]}}],)"
    R"("consents":[{"scope":"SINGLE","required":true,"label":"You may store my data."}]})";

class CareersApplying : public test::CareersServer {
  protected:
    explicit CareersApplying(const throttle::Limits& limits = {}) : CareersServer(limits) {}

    void set_form() { EXPECT_EQ(put("/configuration/application-form", kForm).status, 200); }
    static Fields person(Fields more = {}) {
        Fields fields{{"firstName", "Ada"}, {"lastName", "Byron"}, {"email", "ada@example.com"}};
        fields.insert(fields.end(), more.begin(), more.end());
        return fields;
    }
    json::array candidates() { return recruiter.get("/candidates").json().at("content").as_array(); }
    // The path of the newest link that was mailed.
    std::string newest_link() {
        const std::string link = test::link_of(test::queued_mails(*server.db).front());
        EXPECT_TRUE(link.starts_with(origin + "/careers/acme/status?token=")) << link;
        return link.substr(origin.size());
    }
    static std::string token_in(const std::string& link) { return link.substr(link.find('=') + 1); }
    Answer act(const std::string& link, const std::string& action) {
        return test::post_form(anybody, "/careers/acme/status",
                               {{"link", token_in(link)}, {"action", action}});
    }
};

TEST_P(CareersApplying, CreatesAnApplicationAndMailsALink) {
    set_form();
    const std::string page = published("Cook");

    const Answer sent = send(page,
                             person({{"phoneNumber", "+49 30 1234"},
                                     {kLicence, "yes"},
                                     {kClasses, "B"},
                                     {"consent.SINGLE", "yes"},
                                     {"message", "Line one\r\nLine two"}}),
                             {{"resume", "cv.txt", "text/plain", "Ada Byron, cook"},
                              {"avatar", "", "application/octet-stream", ""}});

    EXPECT_EQ(sent.status, 303) << sent.body;
    EXPECT_EQ(sent.header("location"), page + "?applied=true");
    EXPECT_EQ(sent.header("cache-control"), "no-store");
    const std::string thanks = anybody.get(page + "?applied=true").body;
    EXPECT_THAT(thanks, HasSubstr("Thank you for your application"));
    EXPECT_THAT(thanks, HasSubstr("for Cook. A mail with your private link"));
    ASSERT_THAT(candidates(), SizeIs(1));
    const std::string id{candidates()[0].at("id").as_string()};
    const auto candidate = recruiter.get("/candidates/" + id).json();
    EXPECT_EQ(candidate.at("email"), "ada@example.com");
    EXPECT_EQ(candidate.at("phoneNumber"), "+49 30 1234");
    const Answer status = anybody.get(newest_link());
    EXPECT_EQ(status.status, 200);
    EXPECT_EQ(status.header("cache-control"), "no-store");
    EXPECT_EQ(status.header("referrer-policy"), "no-referrer");
    EXPECT_THAT(status.body, AllOf(HasSubstr("Hello Ada,"), HasSubstr("Received"), HasSubstr("noindex")));
}

TEST_P(CareersApplying, ShowsTheFormAgainWithEveryFault) {
    set_form();
    const std::string page = published("Cook");

    const Answer again = send(page, {{"firstName", "<b>Ada"}, {"email", "nonsense"}, {kLicence, "yes"}},
                              {{"resume", "cv.exe", "application/x-msdownload", "MZ\x90"}});

    EXPECT_EQ(again.status, 422);
    EXPECT_THAT(again.body,
                AllOf(HasSubstr("Please correct the marked fields."), HasSubstr("Choose your files again"),
                      HasSubstr("value=\"&lt;b&gt;Ada\""), HasSubstr("id=\"f-lastName-fault\""),
                      HasSubstr("id=\"f-email-fault\""), HasSubstr("This file cannot be accepted."),
                      HasSubstr("id=\"f-consent_SINGLE-fault\""), HasSubstr("value=\"yes\" checked"),
                      HasSubstr("id=\"f-answer_01a1e900-0000-7000-8000-000000000002_0_value-fault\"")));
    EXPECT_THAT(candidates(), IsEmpty());
    EXPECT_THAT(test::queued_mails(*server.db), IsEmpty());
}

TEST_P(CareersApplying, IgnoresAnswersToHiddenQuestions) {
    set_form();
    const std::string page = published("Cook");

    EXPECT_EQ(send(page, person({{kLicence, "no"}, {kClasses, "B"}, {"consent.SINGLE", "yes"}})).status, 303);
    EXPECT_EQ(send(page, person({{kLicence, "perhaps"}, {"consent.SINGLE", "yes"}})).status, 422);
    EXPECT_EQ(
        send(page, person({{kLicence, "yes"}, {kLicence, "no"}, {kClasses, "B"}, {"consent.SINGLE", "yes"}}))
            .status,
        422);
}

TEST_P(CareersApplying, TakesSeveralValuesOfAMultiSelect) {
    std::string form = kForm;
    form.replace(form.find("RADIO"), std::string_view{"RADIO"}.size(), "MULTI_SELECT");
    ASSERT_EQ(put("/configuration/application-form", form).status, 200);
    const std::string page = published("Cook");
    const auto status = [&](Fields answers) {
        answers.insert(answers.end(), {{kClasses, "B"}, {"consent.SINGLE", "yes"}});
        return send(page, person(answers)).status;
    };

    const std::string shown = anybody.get(page + "?oga=true").body;
    EXPECT_THAT(shown, HasSubstr("type=\"checkbox\" id=\"c0-0-0-1\" name=\"" + kLicence + "\" value=\"no\""));
    EXPECT_EQ(status({}), 422);
    EXPECT_EQ(status({{kLicence, "yes"}, {kLicence, "yes"}}), 422);
    EXPECT_EQ(status({{kLicence, "yes"}, {kLicence, "perhaps"}}), 422);
    EXPECT_EQ(status({{kLicence, "yes"}, {kLicence, "no"}}), 303);
    ASSERT_THAT(candidates(), SizeIs(1));
    const json::value candidate = candidates()[0];
    const auto answers =
        recruiter
            .get("/candidates/" + std::string{candidate.at("id").as_string()} + "/jobs/" +
                 std::string{candidate.at("primaryAssignment").at("job").at("id").as_string()} +
                 "/screening-answers")
            .json();
    EXPECT_THAT(answers.at("content").at(0).at("records").at(0).at("fields").at(0).at("values").as_array(),
                SizeIs(2));
}

TEST_P(CareersApplying, TakesBlankTextsForMissing) {
    std::string form = kForm;
    form.replace(form.find(R"("label":"Classes?")"), 0, R"("repeatable":true,)");
    ASSERT_EQ(put("/configuration/application-form", form).status, 200);
    const std::string page = published("Cook");
    const std::string second = "answer.01a1e900-0000-7000-8000-000000000002.1.value";

    const Answer refused =
        send(page,
             {{"firstName", " "}, {"lastName", "\t"}, {"email", " "}, {kLicence, "yes"}, {kClasses, " \t "}});
    EXPECT_EQ(refused.status, 422);
    for (const std::string field :
         {"firstName", "lastName", "email", "answer_01a1e900-0000-7000-8000-000000000002_0_value"})
        EXPECT_THAT(refused.body, HasSubstr("id=\"f-" + field + "-fault\">This field is required.")) << field;
    const Answer accepted = send(page, person({{"phoneNumber", " "},
                                               {"message", " \r\n "},
                                               {kLicence, "yes"},
                                               {kClasses, "B"},
                                               {second, "  "},
                                               {"consent.SINGLE", "yes"}}));
    EXPECT_EQ(accepted.status, 303) << accepted.body;
    ASSERT_THAT(candidates(), SizeIs(1));
    const std::string id{candidates()[0].at("id").as_string()};
    EXPECT_FALSE(recruiter.get("/candidates/" + id).json().as_object().contains("phoneNumber"));
}

TEST_P(CareersApplying, HasAStylesheetForConditions) {
    set_form();
    const std::string page = published("Cook");

    const Answer style = anybody.get(page + "/form.css");

    EXPECT_EQ(style.header("content-type"), "text/css; charset=utf-8");
    EXPECT_THAT(style.body, HasSubstr("form:has(:is(#c0-0-0-0):checked) { --q1: block; }"));
    EXPECT_THAT(anybody.get(page + "?oga=true").body,
                AllOf(HasSubstr("id=\"c0-0-0-0\""), HasSubstr("id=\"q1\"")));
    EXPECT_EQ(anybody.get("/careers/acme/1/form.css").status, 404);
}

TEST_P(CareersApplying, ShowsAChangedFormAtOnce) {
    const std::string page = published("Cook");
    ASSERT_THAT(anybody.get(page + "?oga=true").body, Not(HasSubstr("Licence?")));

    set_form();

    EXPECT_THAT(anybody.get(page + "?oga=true").body, HasSubstr("Licence?"));
}

// With what was typed; nobody has agreed to a text that they have not seen.
TEST_P(CareersApplying, ShowsTheFormAgainIfItHasChangedSince) {
    set_form();
    const std::string page = published("Cook");
    const std::string shown = anybody.get(page + "?oga=true").body;
    const Fields sent = person({{kLicence, "yes"}, {kClasses, "B & C"}, {"consent.SINGLE", "yes"}});
    std::string form = kForm;
    const auto change = [&](const std::string& from, const std::string& to) {
        form.replace(form.find(from), from.size(), to);
        EXPECT_EQ(put("/configuration/application-form", form).status, 200);
        return send_shown(shown, page, sent, {{"resume", "cv.txt", "text/plain", "Ada"}});
    };
    const auto kept = AllOf(HasSubstr("This form has changed since you opened it."),
                            HasSubstr("Choose your files again"), HasSubstr("value=\"Byron\""),
                            HasSubstr("value=\"B &amp; C\""), HasSubstr("value=\"yes\" checked"));
    const std::string agreed = "\" checked required><span class=\"letter\">";

    const Answer question = change("Classes?", "Which classes?");
    EXPECT_EQ(question.status, 409);
    EXPECT_THAT(question.body, AllOf(kept, HasSubstr("Which classes?"), HasSubstr(agreed + "You may store")));
    const Answer consent = change("store my data", "sell my data");
    EXPECT_EQ(consent.status, 409);
    EXPECT_THAT(consent.body, AllOf(kept, HasSubstr("You may sell my data."), Not(HasSubstr(agreed)),
                                    HasSubstr("id=\"f-consent_SINGLE-fault\"")));
    EXPECT_THAT(candidates(), IsEmpty());

    EXPECT_EQ(send_shown(question.body, page, sent).status, 409) << "the form of before the second change";
    EXPECT_EQ(send_shown(consent.body, page, sent).status, 303);
    EXPECT_THAT(candidates(), SizeIs(1));
}

// A form that says it is the present one, from somebody who has not seen the text of the consent.
TEST_P(CareersApplying, TakesNoConsentToAnotherText) {
    set_form();
    const std::string page = published("Cook");
    const std::string before = anybody.get(page + "?oga=true").body;
    std::string form = kForm;
    form.replace(form.find("store my data"), std::string_view{"store my data"}.size(), "sell my data");
    ASSERT_EQ(put("/configuration/application-form", form).status, 200);

    for (const std::string& value : {value_in(before, "consent.SINGLE"), std::string{"on"}})
        EXPECT_EQ(send(page, person({{kLicence, "no"}, {"consent.SINGLE", value}})).status, 422);
    EXPECT_EQ(send_only(page, person({{kLicence, "no"}, {"consent.SINGLE", "yes"}})).status, 409);
    EXPECT_THAT(candidates(), IsEmpty());
}

TEST_P(CareersApplying, LinksThePrivacyPolicyOfTheCompany) {
    const std::string page = published("Cook");
    ASSERT_EQ(put("/configuration/careers-page",
                  R"({"name":"Acme Kitchens","privacyUrl":"https://acme.example/privacy"})")
                  .status,
              200);
    const std::string link =
        "<p><a href=\"https://acme.example/privacy\" rel=\"noopener\">Privacy policy of ";

    EXPECT_THAT(anybody.get(page + "?oga=true").body, HasSubstr(link + "Acme Kitchens</a>"));
    EXPECT_EQ(send(page, person()).status, 303);
    ASSERT_EQ(put("/configuration/application-form",
                  R"({"privacyPolicies":[{"url":"https://own.example/","orgName":"Own"}]})")
                  .status,
              200);
    EXPECT_THAT(anybody.get(page + "?oga=true").body,
                AllOf(HasSubstr("https://own.example/"), Not(HasSubstr(link))));
}

TEST_P(CareersApplying, DoesNotTellWhetherThePersonIsKnown) {
    const std::string page = published("Cook");
    const Answer first = send(page, person());
    const Answer second = send(page, person());

    EXPECT_EQ(second.status, first.status);
    EXPECT_EQ(second.header("location"), first.header("location"));
    EXPECT_EQ(second.body, first.body);
    EXPECT_THAT(candidates(), SizeIs(1));
    EXPECT_THAT(test::queued_mails(*server.db), SizeIs(2));
}

TEST_P(CareersApplying, KeepsAKnownSourceAndIgnoresAnUnknownOne) {
    const std::string page = published("Cook");

    EXPECT_EQ(send(page, person({{"sourceTypeId", "nonsense"}, {"sourceId", "x"}})).status, 303);
    EXPECT_THAT(candidates(), SizeIs(1));
}

TEST_P(CareersApplying, RefusesWhatIsNoForm) {
    const std::string page = published("Cook");
    const auto status = [&](const std::string& type, const std::string& body) {
        return anybody.request("POST", page, body, {{"Content-Type", type}}).status;
    };

    EXPECT_EQ(status("application/x-www-form-urlencoded", "firstName=Ada"), 400);
    EXPECT_EQ(status("multipart/form-data; boundary=limit", "--limit\r\n"), 400);
    EXPECT_EQ(status("multipart/form-data; boundary=limit", test::multipart({{"firstName", "\xff"}})), 400);
    EXPECT_EQ(status("application/json", "{}"), 400);
    EXPECT_THAT(candidates(), IsEmpty());
}

TEST_P(CareersApplying, WithdrawsByTheLink) {
    const std::string page = published("Cook");
    send(page, person());
    const std::string link = newest_link();

    EXPECT_EQ(act("?token=unknown", "withdraw").status, 410);
    EXPECT_THAT(act(link, "nonsense").body, HasSubstr("Nothing was changed."));
    EXPECT_THAT(act(link, "withdraw").body,
                AllOf(HasSubstr("Your application was withdrawn."), HasSubstr("Withdrawn")));
    EXPECT_THAT(act(link, "withdraw").body, HasSubstr("Nothing was changed."));
    EXPECT_THAT(anybody.get(link).body, Not(HasSubstr("value=\"withdraw\"")));
}

// Recruiters decide after they have taken the ad down, or filled the job.
TEST_P(CareersApplying, KeepsTheLinkAfterThePostingHasEnded) {
    const std::string job = given_job("Cook");
    ASSERT_EQ(recruiter.post(job + "/publication", "").status, 204);
    const std::string page = page_of(job);
    send(page, person());
    const std::string link = newest_link();

    EXPECT_EQ(recruiter.del(job + "/publication").status, 204);
    EXPECT_EQ(anybody.get(page).status, 404);
    EXPECT_THAT(anybody.get(link).body, AllOf(HasSubstr("Cook"), HasSubstr("Received")));
    EXPECT_EQ(put(job + "/status", R"({"status":"CANCELLED"})").status, 201);
    EXPECT_THAT(anybody.get(link).body, HasSubstr("Received"));
    EXPECT_THAT(act(link, "withdraw").body, HasSubstr("Your application was withdrawn."));
    EXPECT_THAT(act(link, "erase").body, HasSubstr("Your request was sent."));
}

TEST_P(CareersApplying, RequestsErasureByTheLink) {
    send(published("Cook"), person());
    const std::string link = newest_link();

    EXPECT_THAT(act(link, "erase").body, HasSubstr("Your request was sent."));

    EXPECT_THAT(anybody.get(link).body, HasSubstr("You asked for the deletion of your data"));
    const auto requests = recruiter.get("/erasure-requests").json();
    ASSERT_EQ(requests.at("totalFound").as_int64(), 1);
    const std::string id{requests.at("content").at(0).at("candidateId").as_string()};
    EXPECT_EQ(recruiter.del("/erasure-requests/" + id).status, 204);
    EXPECT_EQ(recruiter.del("/erasure-requests/" + id).error_code(), "CANDIDATE_NOT_FOUND");
    EXPECT_EQ(recruiter.del("/candidates/" + id).status, 204);
    EXPECT_EQ(anybody.get(link).status, 410);
}

TEST_P(CareersApplying, ShowsAnApplicationOnTheSiteOfItsCompanyOnly) {
    given::company(*server.db, "rival");
    send(published("Cook"), person());
    const std::string link = newest_link();

    EXPECT_EQ(anybody.get("/careers/rival/status?token=" + token_in(link)).status, 410);
    EXPECT_EQ(anybody.get("/careers/acme/status").status, 410);
    EXPECT_EQ(
        test::post_form(anybody, "/careers/rival/status", {{"link", token_in(link)}, {"action", "withdraw"}})
            .status,
        410);
    EXPECT_THAT(anybody.get(link).body, HasSubstr("Received"));
}

TEST_P(CareersApplying, StoresNoTokenOfALink) {
    send(published("Cook"), person());
    const std::string token = token_in(newest_link());

    EXPECT_EQ(
        server.db->read(std::nullopt,
                        [&](db::Snapshot& snapshot) {
                            return snapshot.number(
                                db::GlobalSql{"test_link",
                                              "SELECT count(*) FROM applicant_link WHERE token_hash = $1"},
                                {token});
                        }),
        0);
}

RUN_ON_EACH_DATABASE(CareersApplying);

throttle::Limits two_applications() {
    throttle::Limits limits;
    limits.of(throttle::Policy::applying) = {.requests = 2, .period = std::chrono::minutes{1}};
    return limits;
}

class CareersLimits : public CareersApplying {
  protected:
    CareersLimits() : CareersApplying(two_applications()) {}
};

TEST_P(CareersLimits, AreForOneAddressAndJob) {
    const std::string page = published("Cook");
    const std::string other = published("Driver");

    EXPECT_EQ(send(page, person()).status, 303);
    EXPECT_EQ(send(page, person()).status, 303);
    const Answer refused = send(page, person());
    EXPECT_EQ(refused.status, 429);
    EXPECT_FALSE(refused.header("retry-after").empty());
    EXPECT_EQ(send(page.substr(0, page.find('-')) + "-other", person()).status, 429);
    EXPECT_EQ(send(other, person()).status, 303);
}

RUN_ON_EACH_DATABASE(CareersLimits);

}  // namespace
}  // namespace callboard

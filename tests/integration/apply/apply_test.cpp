// Applying for postings: what is asked, what is accepted, and what the answer tells.
#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/encoding.h"
#include "integration/candidates/candidates.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using test::at_the_same_time;
using test::CandidateServer;
using test::Client;
using test::content;
using test::given_job;
using test::id_in;
using test::id_of;
using test::ids;
using test::keys;
using test::person;
using test::post;
using test::put;
using test::text;
using test::with;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::SizeIs;
using testing::UnorderedElementsAre;

const std::string kCompanyForm = "/configuration/application-form";
const std::string kLicence = "01a1e900-0000-7000-8000-000000000001";
const std::string kClasses = "01a1e900-0000-7000-8000-000000000002";

json::object choice(const std::string& id) {
    return {{"id", id}, {"label", id}};
}

// A choice, and a text that is asked after "yes".
json::object form() {
    return {
        {"questions",
         {{{"id", kLicence},
           {"label", "Licence?"},
           {"translations", {{"de", "Führerschein?"}}},
           {"fields",
            {{{"id", "value"},
              {"label", "Licence"},
              {"type", "RADIO"},
              {"required", true},
              {"values", {choice("yes"), choice("no")}}}}}},
          {{"id", kClasses},
           {"label", "Classes?"},
           {"fields", {{{"id", "value"}, {"label", "Classes"}, {"type", "INPUT_TEXT"}, {"required", true}}}},
           {"condition", {{"questionId", kLicence}, {"fieldId", "value"}, {"valueIds", {"yes"}}}}}}},
        {"privacyPolicies", {{{"url", "https://example.com/privacy"}, {"orgName", "Example"}}}},
        {"consents", {{{"scope", "SINGLE"}, {"required", true}, {"label", "You may store my data."}}}}};
}

json::object given_answer(const std::string& question, const json::array& values) {
    return {{"id", question}, {"records", {{{"fields", {{"value", values}}}}}}};
}

json::string long_text(std::size_t length) {
    return json::string(length, 'x');
}

json::object file(const std::string& name, std::string_view bytes) {
    return {{"fileName", name}, {"fileContent", to_base64(bytes)}};
}

class Applying : public CandidateServer {
  protected:
    // The path of a posting of a new job.
    std::string posted(const std::string& job) {
        EXPECT_EQ(administrator_.post(job + "/publication", "").status, 204);
        const auto list = administrator_.get("/v1/companies/" + acme_.identifier + "/postings?limit=100");
        for (const auto& each : content(list)) {
            const auto detail =
                administrator_.get("/v1/companies/" + acme_.identifier + "/postings/" + text(each.at("id")));
            if (text(detail.json().at("jobId")) == id_in(job)) return "/postings/" + text(each.at("uuid"));
        }
        ADD_FAILURE() << "the job has no posting";
        return {};
    }
    Answer apply(const json::object& body) { return post(administrator_, posting_ + "/candidates", body); }
    void set_form(const json::object& body = form()) {
        const auto set = put(administrator_, kCompanyForm, json::value(body));
        EXPECT_EQ(set.status, 200) << set.body;
    }
    // Complete answers to the form.
    static json::object answered(const std::string& last_name = "Lovelace") {
        json::object body = person(last_name);
        body["answers"] = {given_answer(kLicence, {"yes"}), given_answer(kClasses, {"B"})};
        body["conditionalsIncluded"] = true;
        body["consentDecisions"] = {{"SINGLE", true}};
        return body;
    }
    void expect_refused(const Answer& refused, const std::string& code, const std::string& message) {
        EXPECT_EQ(refused.status, 400) << refused.body;
        EXPECT_THAT(keys(refused.json()), UnorderedElementsAre("id", "code", "message"));
        EXPECT_EQ(text(refused.json().at("id")), refused.header("x-request-id"));
        EXPECT_EQ(refused.error_code(), code);
        EXPECT_THAT(text(refused.json().at("message")), HasSubstr(message));
    }

    const std::string job_ = given_job(administrator_);
    const std::string posting_ = posted(job_);
};

TEST_P(Applying, AsksNothingAtFirst) {
    const auto asked = administrator_.get(posting_ + "/configuration");

    EXPECT_EQ(asked.status, 200);
    EXPECT_EQ(asked.json(), json::parse(R"({"questions":[],"settings":{"avatarUploadAvailable":true},)"
                                        R"("privacyPolicies":[]})"));
}

TEST_P(Applying, LinksTheCareersPagesOfTheCompany) {
    const json::object page{{"name", "Acme Kitchens"},
                            {"privacyUrl", "https://acme.example/privacy"},
                            {"imprintUrl", "https://acme.example/imprint"}};
    ASSERT_EQ(put(administrator_, "/configuration/careers-page", json::value(page)).status, 200);

    const auto asked = administrator_.get(posting_ + "/configuration").json();
    EXPECT_EQ(asked.at("privacyPolicies"),
              (json::value{{{"url", "https://acme.example/privacy"}, {"orgName", "Acme Kitchens"}}}));
    EXPECT_EQ(asked.at("companyImprintUrl"), "https://acme.example/imprint");

    set_form();
    EXPECT_EQ(administrator_.get(posting_ + "/configuration").json().at("privacyPolicies"),
              form().at("privacyPolicies"))
        << "the form has its own";
}

TEST_P(Applying, AsksWhatTheCompanyAndTheJobWantToKnow) {
    set_form();
    const json::object of_job{
        {"questions",
         {{{"id", "01a1e900-0000-7000-8000-000000000003"},
           {"label", "Knives?"},
           {"fields", {{{"id", "value"}, {"label", "Knives"}, {"type", "TEXTAREA"}}}}}}},
        {"avatarUploadAvailable", false}};
    EXPECT_EQ(put(administrator_, job_ + "/application-form", json::value(of_job)).status, 200);

    const auto simple = administrator_.get(posting_ + "/configuration").json();
    EXPECT_THAT(simple.at("questions").as_array(), SizeIs(2));
    EXPECT_FALSE(simple.at("settings").as_object().contains("conditionals"));
    EXPECT_FALSE(simple.at("settings").at("avatarUploadAvailable").as_bool());
    EXPECT_EQ(simple.at("consentSettings").at("scopes").at(0).at("scope"), "SINGLE");

    const auto all = administrator_
                         .request("GET", posting_ + "/configuration?conditionalsIncluded=true", "",
                                  {{"Accept-Language", "de"}})
                         .json();
    EXPECT_THAT(all.at("questions").as_array(), SizeIs(3));
    EXPECT_EQ(all.at("questions").at(0).at("label"), "Führerschein?");
    EXPECT_EQ(all.at("settings").at("conditionals").at(0).at("conditionalQuestions"),
              (json::array{kClasses}));
}

// Labels of dictionaries have nine languages, those of a company as many as ads.
TEST_P(Applying, AsksInEachLanguageThatQuestionsAreTranslatedTo) {
    json::object translated = form();
    translated["questions"].at(0).at("translations") = {{"ja", "免許?"}, {"fr", "Permis ?"}};
    set_form(translated);
    const auto question_in = [&](const std::string& accepted) {
        const auto asked =
            administrator_.request("GET", posting_ + "/configuration", "", {{"Accept-Language", accepted}});
        return text(asked.json().at("questions").at(0).at("label"));
    };

    EXPECT_EQ(question_in("ja"), "免許?");
    EXPECT_EQ(question_in("fr-CA, en;q=0.5"), "Permis ?");
    EXPECT_EQ(question_in("ko"), "Licence?");
}

TEST_P(Applying, MakesACandidateWithEverythingThatWasSent) {
    set_form();
    json::object body = answered();
    body["phoneNumber"] = "+1 5550100";
    body["location"] = {{"countryCode", "GB"}, {"city", "London"}};
    body["web"] = {{"linkedIn", "https://linkedin.example/ada"}};
    body["education"] = {{{"institution", "Home"}, {"degree", "None"}}};
    body["experience"] = {{{"title", "Analyst"}, {"startDate", "1843-01-01"}}};
    body["resume"] = file("cv.pdf", "%PDF-1.7\n");
    body["avatar"] = file("me.png", "\x89PNG\r\n\x1a\n");
    body["attachments"] = json::array(1, file("notes.txt", "Note G"));
    body["messageToHiringManager"] = "Hello <script>alert(1)</script>";
    Answer made;
    const auto written = during([&] { made = apply(body); });

    ASSERT_EQ(made.status, 200) << made.body;
    EXPECT_THAT(keys(made.json()), UnorderedElementsAre("id", "createdOn", "candidatePortalUrl"));
    const std::string candidate = "/candidates/" + id_of(made);
    const auto shown = administrator_.get(candidate).json();
    EXPECT_EQ(shown.at("web").at("linkedin"), "https://linkedin.example/ada");
    EXPECT_EQ(shown.at("location").at("city"), "London");
    EXPECT_EQ(shown.at("primaryAssignment").at("status"), "NEW");
    EXPECT_EQ(administrator_.get(candidate + "/consent").json().at("status"), "ACQUIRED");
    const auto answers = administrator_.get(application(candidate, job_) + "/screening-answers").json();
    EXPECT_EQ(answers.at("totalFound"), 2);
    EXPECT_EQ(
        answers.at("content").at(1).at("records").at(0).at("fields").at(0).at("values").at(0).at("label"),
        "B");
    EXPECT_THAT(written.event_names(),
                UnorderedElementsAre("candidate.created", "application.created",
                                     "application.screening-answers.created",
                                     "application.attachment.created", "application.attachment.created",
                                     "application.attachment.created", "application.attachment.created"));
    EXPECT_THAT(recorded("stored_file", "name"),
                UnorderedElementsAre("cv.pdf", "me.png", "notes.txt", "message.txt"));
}

TEST_P(Applying, GivesRecruitersTheFiles) {
    const std::string bytes = "%PDF-1.7\n" + std::string(300'000, '\0') + "end";
    json::object body = person();
    body["resume"] = file("r\xc3\xa9sum\xc3\xa9 \"1\".pdf", bytes);
    body["attachments"] = json::array(1, file("notes.txt", "Note G"));
    const auto made = apply(body);
    ASSERT_EQ(made.status, 200) << made.body;
    const std::string applied = application("/candidates/" + id_of(made), job_);

    const auto listed = administrator_.get(applied + "/attachments");

    EXPECT_EQ(listed.json().at("totalFound"), 2);
    const auto files = content(listed);
    EXPECT_THAT(keys(files.at(0)), UnorderedElementsAre("id", "name", "type", "contentType", "actions"));
    EXPECT_EQ(files.at(0).at("name"), "r\xc3\xa9sum\xc3\xa9 \"1\".pdf");
    EXPECT_EQ(files.at(0).at("type"), "RESUME");
    EXPECT_EQ(files.at(0).at("contentType"), "application/pdf");
    EXPECT_EQ(files.at(1).at("type"), "GENERIC_FILE");
    const std::string path = path_of(files.at(0).at("actions").at("download"));
    EXPECT_EQ(path, "/candidates/attachments/" + text(files.at(0).at("id")));
    const auto sent = administrator_.get(path);
    EXPECT_EQ(sent.status, 200);
    EXPECT_EQ(sent.body, bytes);
    EXPECT_EQ(sent.header("content-type"), "application/pdf");
    EXPECT_EQ(sent.header("x-content-type-options"), "nosniff");
    EXPECT_EQ(sent.header("cache-control"), "no-store");
    EXPECT_EQ(sent.header("content-disposition"),
              "attachment; filename=\"r__sum__ _1_.pdf\"; filename*=UTF-8''r%C3%A9sum%C3%A9%20%221%22.pdf");
    EXPECT_EQ(
        administrator_.get(path_of(files.at(1).at("actions").at("download"))).header("content-disposition"),
        "attachment; filename=\"notes.txt\"");

    Client other = client(colleague("STANDARD").key);  // is not on the hiring team
    EXPECT_EQ(other.get(path).status, 403);
    EXPECT_EQ(other.get(path).error_code(), "PERMISSION_DENIED");
    EXPECT_EQ(other.get(applied + "/attachments").error_code(), "PERMISSION_DENIED");
    EXPECT_EQ(other.del(path).status, 403);
    EXPECT_EQ(administrator_.get(applied + "s/attachments").status, 404);
    for (const std::string& absent : {std::string{test::kNoId}, std::string{"x"}}) {
        EXPECT_EQ(administrator_.get("/candidates/attachments/" + absent).error_code(), "FILE_NOT_FOUND");
        EXPECT_EQ(administrator_.del("/candidates/attachments/" + absent).status, 404);
    }

    EXPECT_EQ(administrator_.del(path).status, 204);
    EXPECT_EQ(administrator_.get(path).error_code(), "FILE_NOT_FOUND");
    EXPECT_THAT(ids(administrator_.get(applied + "/attachments")), ElementsAre(text(files.at(1).at("id"))));
}

TEST_P(Applying, AreLinkedByTheirEvents) {
    json::object body = person();
    body["resume"] = file("cv.txt", "Ada");

    const auto written = during([&] { ASSERT_EQ(apply(body).status, 200); });

    const auto created =
        std::ranges::find(written.events, "application.attachment.created", &test::EventRow::name);
    ASSERT_NE(created, written.events.end());
    const std::string id = text(created->payload.at("attachment_id"));
    EXPECT_EQ(administrator_.get("/candidates/attachments/" + id).body, "Ada");
}

TEST_P(Applying, ErasesFilesWithTheCandidate) {
    json::object body = person();
    body["resume"] = file("cv.txt", "Ada");
    const auto made = apply(body);
    ASSERT_EQ(made.status, 200) << made.body;

    EXPECT_EQ(administrator_.del("/candidates/" + id_of(made)).status, 204);
    EXPECT_THAT(recorded("stored_file", "id"), IsEmpty());
    EXPECT_THAT(recorded("stored_file_chunk", "file_id AS id"), IsEmpty());
}

TEST_P(Applying, HasAStatusWithItsOwnNames) {
    const std::string id = id_of(apply(person()));
    const auto status = [&] {
        return text(administrator_.get(posting_ + "/candidates/" + id + "/status").json().at("status"));
    };

    EXPECT_EQ(status(), "NEW");
    move(application("/candidates/" + id, job_), {{"status", "REJECTED"}});
    EXPECT_EQ(status(), "REJECTED");
    EXPECT_EQ(administrator_.del(job_ + "/publication").status, 204);
    EXPECT_EQ(status(), "REJECTED") << "the application goes on after the posting";
}

// --- what is refused

TEST_P(Applying, RefusesWhatIsMissingOrTooLong) {
    expect_refused(apply({}), "DATA_VALIDATION_ERROR", "/firstName is required");
    expect_refused(apply(with(person(), "firstName", long_text(129))), "DATA_VALIDATION_ERROR", "/firstName");
    expect_refused(apply(with(person(), "email", json::string(std::string(120, 'x') + "@example.com"))),
                   "DATA_VALIDATION_ERROR", "/email");
    expect_refused(apply(with(person(), "location", {{"city", "London"}})), "DATA_VALIDATION_ERROR",
                   "/location/countryCode is required");
    expect_refused(apply(with(person(), "messageToHiringManager", long_text(4001))), "DATA_VALIDATION_ERROR",
                   "/messageToHiringManager");
    expect_refused(apply(with(person(), "education", {{{"institution", "X"}}})), "DATA_VALIDATION_ERROR",
                   "/education/0/degree is required");
    expect_refused(apply(with(person(), "sourceDetails", {{"sourceTypeId", "NOTHING"}, {"sourceId", "x"}})),
                   "INVALID_INPUT", "source");
    expect_refused(administrator_.post(posting_ + "/candidates", "{"), "INVALID_REQUEST", "");
    EXPECT_THAT(recorded("candidate", "id"), IsEmpty());
}

// Sites send the fields of their forms that nobody has filled in, too.
TEST_P(Applying, DoesNotStoreBlankTexts) {
    json::object body = person();
    body["phoneNumber"] = " ";
    body["location"] = {
        {"countryCode", "GB"}, {"city", " London "}, {"country", " "}, {"region", ""}, {"regionCode", ""}};
    body["web"] = {{"skype", ""}, {"linkedIn", "\t"}, {"website", "https://ada.example"}};
    body["education"] = {{{"institution", "Home"},
                          {"degree", "None"},
                          {"major", ""},
                          {"location", " "},
                          {"description", " \n"},
                          {"startDate", ""},
                          {"endDate", " "}}};
    body["experience"] = {{{"title", "Analyst"},
                           {"startDate", "1843-01-01"},
                           {"endDate", ""},
                           {"company", " "},
                           {"location", ""},
                           {"description", ""}}};
    body["messageToHiringManager"] = " \n ";
    const auto made = apply(body);

    ASSERT_EQ(made.status, 200) << made.body;
    const std::string candidate = "/candidates/" + id_of(made);
    const auto shown = administrator_.get(candidate).json();
    EXPECT_FALSE(shown.as_object().contains("phoneNumber"));
    EXPECT_EQ(shown.at("location"), (json::object{{"countryCode", "gb"}, {"city", "London"}}));
    EXPECT_EQ(shown.at("web"), (json::object{{"website", "https://ada.example"}}));
    EXPECT_THAT(keys(shown.at("education").at(0)), UnorderedElementsAre("institution", "degree"));
    EXPECT_THAT(keys(shown.at("experience").at(0)), UnorderedElementsAre("title", "startDate"));
    EXPECT_THAT(recorded("stored_file", "name"), IsEmpty());
}

TEST_P(Applying, RefusesBlankTextsWhereTheyAreRequired) {
    const auto refused = [&](const std::string& member, const json::value& value,
                             const std::string& message) {
        expect_refused(apply(with(person(), member, value)), "DATA_VALIDATION_ERROR", message);
    };

    refused("firstName", " \t", "/firstName");
    refused("email", " ", "/email");
    refused("location", {{"countryCode", "GB"}, {"city", " "}}, "/location/city is required");
    refused("education", json::array{{{"institution", "\u00a0"}, {"degree", "None"}}},
            "/education/0/institution is required");
    refused("experience", json::array{{{"title", "\n"}, {"startDate", "1843"}}},
            "/experience/0/title is required");
    EXPECT_THAT(recorded("candidate", "id"), IsEmpty());
}

// Several values of one field; one of them asks a further question.
TEST_P(Applying, TakesSeveralValuesOfAMultiSelect) {
    json::object multiple = form();
    multiple["questions"].at(0).at("fields").at(0).at("type") = "MULTI_SELECT";
    set_form(multiple);
    json::object body = answered();
    const auto refused = [&](const json::array& values, const std::string& message) {
        body["answers"] = {given_answer(kLicence, values), given_answer(kClasses, {"B"})};
        expect_refused(apply(body), "DATA_VALIDATION_ERROR", message);
    };

    refused({"yes", "yes"}, "/answers/0/records/0/fields/value/1 is chosen twice");
    refused({"yes", "perhaps"}, "/answers/0/records/0/fields/value/1 must be the id of a value");
    body["answers"] = {given_answer(kLicence, {"yes", "no"}), given_answer(kClasses, {"B"})};
    const auto made = apply(body);

    ASSERT_EQ(made.status, 200) << made.body;
    const std::string applied = application("/candidates/" + id_of(made), job_);
    const auto answers = administrator_.get(applied + "/screening-answers").json();
    EXPECT_EQ(answers.at("content").at(0).at("type"), "select");
    EXPECT_EQ(answers.at("content").at(0).at("records").at(0).at("fields").at(0).at("values"),
              (json::array{choice("yes"), choice("no")}));
    for (const std::string value : {"yes", "no"})
        EXPECT_THAT(ids(administrator_.get("/candidates?questionCategory=" + kLicence +
                                           "&questionFieldId=value&questionFieldValueId=" + value)),
                    SizeIs(1));
}

TEST_P(Applying, RefusesWrongAnswers) {
    set_form();
    const auto refused = [&](const json::array& answers, const std::string& message) {
        expect_refused(apply(with(answered(), "answers", answers)), "DATA_VALIDATION_ERROR", message);
    };

    refused({}, "/answers must answer the question " + kLicence);
    refused({given_answer(kLicence, {"yes"})}, "/answers must answer the question " + kClasses);
    refused({given_answer(kLicence, {"no"}), given_answer(kClasses, {"B"})},
            "/answers/1 answers a question that is not asked");
    refused({given_answer(kLicence, {"yes"}), given_answer(kClasses, {long_text(4001)})}, "/answers/1");
    refused({given_answer(kLicence, {"perhaps"})}, "/answers/0/records/0/fields/value/0");
    refused(json::array(201, given_answer(kLicence, {"yes"})), "/answers");
    expect_refused(apply(with(answered(), "consentDecisions", json::object{})), "DATA_VALIDATION_ERROR",
                   "/consentDecisions/SINGLE");
    EXPECT_THAT(recorded("candidate", "id"), IsEmpty());
}

TEST_P(Applying, RefusesFilesThatAreNotWhatTheySeem) {
    const auto refused = [&](const std::string& member, const json::value& sent) {
        expect_refused(apply(with(person(), member, sent)), "FILE_UPLOAD_ERROR", "/" + member);
    };

    refused("resume", file("cv.pdf", "not a PDF"));
    refused("resume", file("cv.exe", "MZ\x90"));
    refused("resume", file("cv.txt", ""));
    refused("resume", with(file("cv.txt", "<b>Ada</b>"), "mimeType", "text/html"));
    refused("resume", {{"fileName", "cv.txt"}, {"fileContent", "&&&&"}});
    refused("resume", {{"fileContent", "QWRh"}});
    refused("avatar", file("me.pdf", "%PDF-1.7"));
    refused("attachments", json::array(11, file("a.txt", "a")));
    EXPECT_THAT(recorded("candidate", "id"), IsEmpty());
}

TEST_P(Applying, TakesFilesUpToTheirLimit) {
    const auto sent = [&](std::size_t bytes, const std::string& last_name) {
        return apply(with(person(last_name), "resume", file("cv.txt", std::string(bytes, 'a'))));
    };
    constexpr std::size_t kMost = std::size_t{10} * 1024 * 1024;

    EXPECT_EQ(sent(kMost, "Whole").status, 200);
    expect_refused(sent(kMost + 1, "Large"), "FILE_UPLOAD_ERROR", "/resume");
    test::Connection connection{here().server.port()};
    connection.send("POST " + posting_ + "/candidates HTTP/1.1\r\nHost: test\r\nX-SmartToken: " +
                    acme_.api_key + "\r\nContent-Length: 15000000\r\n\r\n");
    const Answer huge = connection.receive();
    EXPECT_EQ(huge.status, 413);
    EXPECT_EQ(huge.error_code(), "INVALID_REQUEST");
}

TEST_P(Applying, IsForPostingsThatArePublished) {
    EXPECT_EQ(apply(person()).status, 200);
    EXPECT_EQ(administrator_.del(job_ + "/publication").status, 204);

    for (const std::string& path :
         {posting_, std::string{"/postings/"} + test::kNoId, std::string{"/postings/7"}}) {
        for (const Answer& refused : {post(administrator_, path + "/candidates", person("Other")),
                                      administrator_.get(path + "/configuration"),
                                      administrator_.get(path + "/candidates/" + test::kNoId + "/status")}) {
            EXPECT_EQ(refused.status, 404) << path;
            EXPECT_EQ(refused.error_code(), "RESOURCE_NOT_FOUND_ERROR") << path;
        }
    }
}

TEST_P(Applying, NeedsARoleAndACredential) {
    Client employee = client(colleague("EMPLOYEE").key);
    Client nobody = client("DCRA1-unknown");

    EXPECT_EQ(post(employee, posting_ + "/candidates", person()).status, 403);
    EXPECT_EQ(employee.get(posting_ + "/configuration").status, 200);
    EXPECT_EQ(post(nobody, posting_ + "/candidates", person()).error_code(), "UNAUTHORIZED");
}

// --- the same person

TEST_P(Applying, OfTheSamePersonAtTheSameTimeIsOneApplication) {
    const auto statuses = at_the_same_time<8>([&](std::size_t) {
        Client caller = client(acme_.api_key);
        return post(caller, posting_ + "/candidates", person()).status;
    });

    EXPECT_THAT(statuses, testing::Each(200));
    EXPECT_THAT(recorded("candidate", "id"), SizeIs(1));
    EXPECT_THAT(recorded("job_application", "id"), SizeIs(1));
}

TEST_P(Applying, ToldToAStrangerLooksTheSameForKnownPeople) {
    const std::string known = id_of(apply(person()));
    move(application("/candidates/" + known, job_), {{"status", "REJECTED"}});
    Client stranger = client(colleague("STANDARD").key);
    const auto told = [&](const std::string& last_name) {
        const auto made = post(stranger, posting_ + "/candidates", person(last_name));
        EXPECT_EQ(made.status, 200) << made.body;
        EXPECT_NE(id_of(made), known);
        EXPECT_EQ(stranger.get("/candidates/" + id_of(made)).status, 404);
        return text(stranger.get(posting_ + "/candidates/" + id_of(made) + "/status").json().at("status"));
    };

    EXPECT_EQ(told("Lovelace"), "NEW");
    EXPECT_EQ(told("Hopper"), "NEW");
    EXPECT_THAT(recorded("job_application", "id"), SizeIs(2));
}

TEST_P(Applying, WithAnIdempotencyKeyGetsTheFirstResponseAgain) {
    const auto send = [&] {
        return administrator_.request("POST", posting_ + "/candidates", json::serialize(person()),
                                      {{"Content-Type", "application/json"}, {"Idempotency-Key", "one"}});
    };
    const auto first = send();

    EXPECT_EQ(send().body, first.body);
}

// --- forms

TEST_P(Applying, FormsHaveVersions) {
    const auto empty = administrator_.get(kCompanyForm);
    EXPECT_EQ(empty.status, 200);
    EXPECT_EQ(empty.body, "{}");
    const auto put_with = [&](const std::string& version) {
        return administrator_.request("PUT", kCompanyForm, json::serialize(form()),
                                      {{"Content-Type", "application/json"}, {"If-Match", version}});
    };

    const auto set = put_with(empty.header("etag"));
    EXPECT_EQ(set.status, 200) << set.body;
    EXPECT_EQ(administrator_.get(kCompanyForm).header("etag"), set.header("etag"));
    const auto late = put_with(empty.header("etag"));
    EXPECT_EQ(late.status, 412);
    EXPECT_EQ(late.error_code(), "PRECONDITION_FAILED");
}

TEST_P(Applying, FormsAreCheckedAsAWhole) {
    json::object wrong = form();
    wrong["questions"].as_array().at(1).as_object()["id"] = kLicence;
    const auto refused = put(administrator_, kCompanyForm, json::value(wrong));

    EXPECT_EQ(refused.status, 422);
    EXPECT_THAT(test::of_errors(refused, "dataPath"), Contains("/questions/1/id"));
}

TEST_P(Applying, FormsAreSetByThoseWhoMay) {
    Client extended = client(colleague("EXTENDED").key);
    Client restricted = restricted_member(job_);

    EXPECT_EQ(put(extended, kCompanyForm, json::value(form())).status, 403);
    EXPECT_EQ(put(extended, job_ + "/application-form", json::value(form())).status, 200);
    EXPECT_EQ(put(restricted, job_ + "/application-form", json::value(form())).status, 403);
    EXPECT_EQ(restricted.get(job_ + "/application-form").status, 200);
}

RUN_ON_EACH_DATABASE(Applying);

}  // namespace
}  // namespace callboard

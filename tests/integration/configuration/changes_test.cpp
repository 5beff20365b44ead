// Administrators change the configuration, and what that means for applications and offers.
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/configuration/read_configuration.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using test::at_the_same_time;
using test::content;
using test::id_of;
using test::ids;
using test::post;
using test::put;
using test::ReadConfiguration;
using test::text;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::Not;
using testing::UnorderedElementsAre;

const std::string kCompany = "/configuration/company";
const std::string kProcesses = "/configuration/hiring-processes";
const std::string kRejections = "/configuration/rejection-reasons";
const std::string kSources = "/configuration/sources";
const std::string kProperties = "/configuration/candidate-properties";
const std::string kOfferProperties = "/configuration/offer-properties";
const std::string kDepartments = "/configuration/departments";

json::object steps(json::array in_review, json::array interview, json::array offered) {
    return {{"IN_REVIEW", std::move(in_review)},
            {"INTERVIEW", std::move(interview)},
            {"OFFERED", std::move(offered)}};
}

// The default process, with a required step.
json::object strict_process() {
    return {{"name", "Default"},
            {"default", true},
            {"subStatuses", steps({"Screen"}, {"Trial", "Team"}, {"Extended"})},
            {"requiredSubStatuses", steps({}, {"Trial"}, {})}};
}

class ConfigurationChanges : public ReadConfiguration {
  protected:
    Answer send(const std::string& method, const std::string& path, const json::object& body,
                const test::Headers& more = {}) {
        test::Headers headers{{"Content-Type", "application/json"}};
        headers.insert(headers.end(), more.begin(), more.end());
        return administrator_.request(method, path, json::serialize(body), headers);
    }
    static std::string outcome(const Answer& answer) {
        return std::to_string(answer.status) + (answer.status < 400 ? "" : " " + answer.error_code());
    }
    std::string default_process() { return kProcesses + "/" + ids(administrator_.get(kProcesses)).front(); }
    // The path of an application for a new job.
    std::string given_application() {
        const std::string job = id_of(post(administrator_, "/jobs", test::job_input()));
        const std::string candidate =
            id_of(post(administrator_, "/jobs/" + job + "/candidates",
                       {{"firstName", "Ada"}, {"lastName", "Lovelace"}, {"email", "ada@example.com"}}));
        return "/candidates/" + candidate + "/jobs/" + job;
    }
    std::string move(const std::string& application, const json::object& to) {
        return outcome(send("PUT", application + "/status", to));
    }
};

// --- company

TEST_P(ConfigurationChanges, TheCompanySaysWhereItIs) {
    const Answer before = administrator_.get(kCompany);
    const std::string tag = before.header("etag");

    const Answer changed = send("PATCH", kCompany,
                                {{"website", "https://acme.example"},
                                 {"industry", {{"id", "restaurants"}}},
                                 {"location", {{"countryCode", "US"}, {"city", "Atlanta"}}}},
                                {{"If-Match", tag}});

    ASSERT_EQ(changed.status, 200) << changed.body;
    EXPECT_EQ(
        administrator_.get(kCompany).json(),
        (json::value{{"identifier", acme_.identifier},
                     {"name", acme_.identifier},
                     {"location", {{"country", "United States"}, {"countryCode", "us"}, {"city", "Atlanta"}}},
                     {"website", "https://acme.example"},
                     {"industry", {{"id", "restaurants"}, {"label", "Restaurants"}}}}));
    EXPECT_NE(changed.header("etag"), tag);
    EXPECT_EQ(outcome(send("PATCH", kCompany, {{"website", nullptr}}, {{"If-Match", tag}})),
              "412 PRECONDITION_FAILED");
    EXPECT_EQ(send("PATCH", kCompany, {{"website", nullptr}}).status, 200);
    EXPECT_FALSE(administrator_.get(kCompany).json().as_object().contains("website"));
    EXPECT_EQ(outcome(send("PATCH", kCompany, {{"website", "javascript:alert(1)"}})), "400 INVALID_WEBSITE");
    EXPECT_EQ(count(audit(), "COMPANY_UPDATED"), 2);
}

TEST_P(ConfigurationChanges, TheFieldsOfTheCompanyAreChangedByManyAtOnce) {
    const std::vector<std::string> fields{"region", "city", "postalCode", "address"};
    for (int round = 0; round < 10; ++round) {
        const std::string value = "value " + std::to_string(round);
        const auto statuses = at_the_same_time<4>([&](std::size_t i) {
            const json::object change{{"location", {{fields[i], value}}}};
            return client(acme_.api_key)
                .request("PATCH", kCompany, json::serialize(change), {{"Content-Type", "application/json"}})
                .status;
        });
        EXPECT_THAT(statuses, Each(200));
        for (const std::string& field : fields)
            EXPECT_EQ(text(administrator_.get(kCompany).json().at("location").at(field)), value) << field;
    }
}

TEST_P(ConfigurationChanges, TheCompanyHasALogo) {
    const std::string path = kCompany + "/logo";
    const auto form = [](const std::string& bytes) {
        return "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.gif\"\r\n"
               "Content-Type: image/gif\r\n\r\n" +
               bytes + "\r\n--x--\r\n";
    };
    const test::Headers headers{{"Content-Type", "multipart/form-data; boundary=x"}};
    expect_refused(path, 404, "LOGO_NOT_FOUND");

    EXPECT_EQ(outcome(administrator_.request("PUT", path, form("<svg/>"), headers)), "400 INVALID_FILE");
    EXPECT_EQ(administrator_.request("PUT", path, form("GIF89a"), headers).status, 204);

    EXPECT_EQ(administrator_.get(path).body, "GIF89a");
    EXPECT_EQ(text(administrator_.get(kCompany).json().at("logo")), public_url() + path);
    EXPECT_EQ(administrator_.del(path).status, 204);
    expect_refused(path, 404, "LOGO_NOT_FOUND");
}

// --- departments

TEST_P(ConfigurationChanges, ADepartmentIsChangedAndDeletedUnlessItIsUsed) {
    const std::string bar =
        kDepartments + "/" + id_of(post(administrator_, kDepartments, {{"label", "Bar"}}));
    EXPECT_EQ(send("PATCH", bar, {{"label", "Cellar"}, {"description", "Wine"}}).status, 200);
    json::object job = test::job_input();
    job["department"] = {{"id", administrator_.get(bar).json().at("id")}};
    ASSERT_EQ(post(administrator_, "/jobs", job).status, 201);

    EXPECT_EQ(outcome(send("PATCH", bar, {{"label", "Roof"}})), "409 DEPARTMENT_IN_USE");
    EXPECT_EQ(outcome(send("PATCH", bar, {{"description", nullptr}})), "409 DEPARTMENT_IN_USE");
    EXPECT_EQ(send("PATCH", bar, {{"description", "Wine"}}).status, 200);
    EXPECT_EQ(outcome(administrator_.del(bar)), "409 DEPARTMENT_IN_USE");
    EXPECT_EQ(text(administrator_.get(bar).json().at("label")), "Cellar");
}

TEST_P(ConfigurationChanges, TheFieldsOfADepartmentAreChangedByManyAtOnce) {
    const std::string bar =
        kDepartments + "/" + id_of(post(administrator_, kDepartments, {{"label", "Bar"}}));
    const std::vector<std::string> fields{"label", "description"};
    for (int round = 0; round < 10; ++round) {
        const std::string value = "value " + std::to_string(round);
        at_the_same_time<2>([&](std::size_t i) {
            return client(acme_.api_key)
                .request("PATCH", bar, json::serialize(json::object{{fields[i], value}}),
                         {{"Content-Type", "application/json"}})
                .status;
        });
        for (const std::string& field : fields)
            EXPECT_EQ(text(administrator_.get(bar).json().at(field)), value) << field;
    }
}

// --- hiring processes

TEST_P(ConfigurationChanges, ARequiredStepCannotBeSkipped) {
    const std::string application = given_application();
    ASSERT_EQ(send("PUT", default_process(), strict_process()).status, 200);

    EXPECT_EQ(move(application, {{"status", "IN_REVIEW"}, {"subStatus", "Screen"}}), "204");
    EXPECT_EQ(move(application, {{"status", "INTERVIEW"}, {"subStatus", "Team"}}),
              "400 REQUIRED_SUB_STATUS_OMITTED");
    EXPECT_EQ(move(application, {{"status", "HIRED"}}), "400 REQUIRED_SUB_STATUS_OMITTED");
    EXPECT_EQ(move(application, {{"status", "INTERVIEW"}, {"subStatus", "Final Interview"}}),
              "400 SUB_STATUS_NOT_FOUND");
    EXPECT_EQ(move(application, {{"status", "INTERVIEW"}, {"subStatus", "Trial"}}), "204");
    EXPECT_EQ(move(application, {{"status", "HIRED"}}), "204");
    EXPECT_EQ(move(application, {{"status", "NEW"}}), "204");
    EXPECT_EQ(move(application, {{"status", "REJECTED"}}), "204");
}

TEST_P(ConfigurationChanges, ARequiredStepCannotBeSkippedByWayOfAFinalStatus) {
    const std::string application = given_application();
    ASSERT_EQ(send("PUT", default_process(), strict_process()).status, 200);

    EXPECT_EQ(move(application, {{"status", "INTERVIEW"}}), "204");
    for (const std::string final_status : {"REJECTED", "WITHDRAWN"}) {
        EXPECT_EQ(move(application, {{"status", final_status}}), "204");
        EXPECT_EQ(move(application, {{"status", "HIRED"}}), "400 REQUIRED_SUB_STATUS_OMITTED");
        EXPECT_EQ(move(application, {{"status", "INTERVIEW"}, {"subStatus", "Team"}}),
                  "400 REQUIRED_SUB_STATUS_OMITTED");
    }
    EXPECT_EQ(move(application, {{"status", "INTERVIEW"}, {"subStatus", "Trial"}}), "204");
    EXPECT_EQ(move(application, {{"status", "REJECTED"}}), "204");
    EXPECT_EQ(move(application, {{"status", "HIRED"}}), "204");
}

TEST_P(ConfigurationChanges, AnOfferIsNotSentPastARequiredStep) {
    const std::string application = given_application();
    const std::string offers = application + "/offers";
    const std::string offer =
        offers + "/" + id_of(post(administrator_, offers, {{"properties", {{"salary", "1000"}}}}));
    ASSERT_EQ(send("PUT", default_process(), strict_process()).status, 200);

    EXPECT_EQ(outcome(send("PATCH", offer, {{"status", "PENDING_ACCEPTANCE"}})),
              "400 REQUIRED_SUB_STATUS_OMITTED");
    EXPECT_EQ(text(administrator_.get(offer).json().at("status")), "CREATED");
}

TEST_P(ConfigurationChanges, ApplicationsStayInAStepThatWasRemoved) {
    const std::string application = given_application();
    ASSERT_EQ(move(application, {{"status", "IN_REVIEW"}, {"subStatus", "Phone Screen"}}), "204");

    ASSERT_EQ(send("PUT", default_process(), strict_process()).status, 200);

    EXPECT_EQ(text(administrator_.get(application).json().at("subStatus")), "Phone Screen");
    EXPECT_EQ(move(application, {{"status", "IN_REVIEW"}, {"subStatus", "Phone Screen"}}), "204");
    EXPECT_EQ(move(application, {{"status", "HIRED"}}), "400 REQUIRED_SUB_STATUS_OMITTED");
    EXPECT_EQ(move(application, {{"status", "INTERVIEW"}, {"subStatus", "Trial"}}), "204");
}

TEST_P(ConfigurationChanges, OfTwoAdministratorsWhoEditAProcessOneSeesAConflict) {
    const std::string process = default_process();
    const std::string tag = administrator_.get(process).header("etag");
    ASSERT_EQ(tag, "\"1\"");

    const auto statuses = at_the_same_time<4>([&](std::size_t i) {
        auto caller = client(acme_.api_key);
        json::object body = strict_process();
        body["name"] = "Default " + std::to_string(i);
        return caller
            .request("PUT", process, json::serialize(body),
                     {{"Content-Type", "application/json"}, {"If-Match", tag}})
            .status;
    });

    EXPECT_THAT(statuses, UnorderedElementsAre(200, 412, 412, 412));
    EXPECT_EQ(administrator_.get(process).header("etag"), "\"2\"");
    EXPECT_EQ(count(audit(), "HIRING_PROCESS_UPDATED"), 1);
}

TEST_P(ConfigurationChanges, AProcessIsCreatedMadeTheDefaultAndDeleted) {
    json::object kitchen = strict_process();
    kitchen["name"] = "Kitchen";
    kitchen["default"] = false;
    const Answer made = post(administrator_, kProcesses, kitchen);
    ASSERT_EQ(made.status, 201) << made.body;
    const std::string path = kProcesses + "/" + id_of(made);
    const std::string old = default_process();

    EXPECT_EQ(made.header("location"), public_url() + path);
    EXPECT_EQ(administrator_.get(path).json(), made.json());
    EXPECT_EQ(made.json().at("requiredSubStatuses"), json::value(steps({}, {"Trial"}, {})));
    EXPECT_EQ(outcome(post(administrator_, kProcesses, kitchen)), "409 HIRING_PROCESS_NAME_NOT_UNIQUE");
    EXPECT_EQ(outcome(administrator_.del(old)), "409 HIRING_PROCESS_IS_DEFAULT");
    kitchen["default"] = true;
    EXPECT_EQ(put(administrator_, path, kitchen).status, 200);
    EXPECT_EQ(administrator_.del(old).status, 204);
    EXPECT_THAT(ids(administrator_.get(kProcesses)), ElementsAre(id_of(made)));
}

TEST_P(ConfigurationChanges, AProcessIsRefusedWithItsFaults) {
    const auto code = [&](const char* member, json::value value) {
        json::object body = strict_process();
        body["name"] = "Other";
        body["default"] = false;
        body[member] = std::move(value);
        return outcome(post(administrator_, kProcesses, body));
    };

    EXPECT_EQ(code("name", ""), "422 VALIDATION_ERROR");
    EXPECT_EQ(code("name", "  "), "422 VALIDATION_ERROR");
    EXPECT_EQ(code("subStatuses", json::object{{"IN_REVIEW", json::array{}}}), "422 VALIDATION_ERROR");
    EXPECT_EQ(code("requiredSubStatuses", steps({"Nothing"}, {}, {})), "422 VALIDATION_ERROR");
    EXPECT_EQ(code("subStatuses", steps({"Trial", "trial"}, {"Trial"}, {})),
              "400 HIRING_STEP_NAME_NOT_UNIQUE");
    EXPECT_EQ(content(administrator_.get(kProcesses)).size(), 1U);
}

// --- reasons

TEST_P(ConfigurationChanges, ADeletedReasonStaysWithTheApplicationsThatHaveIt) {
    const Answer made = post(administrator_, kRejections, {{"label", "Moved away"}});
    ASSERT_EQ(made.status, 201) << made.body;
    const std::string path = kRejections + "/" + id_of(made);
    const std::string application = given_application();
    const json::object rejected{{"status", "REJECTED"}, {"reason", id_of(made)}};
    ASSERT_EQ(move(application, rejected), "204");

    EXPECT_EQ(put(administrator_, path, {{"label", "Moved abroad"}}).status, 200);
    EXPECT_EQ(administrator_.del(path).status, 204);

    EXPECT_EQ(administrator_.get(application).json().at("reasonOfRejection"),
              (json::value{{"id", id_of(made)}, {"label", "Moved abroad"}}));
    EXPECT_THAT(ids(administrator_.get(kRejections)), Not(Contains(id_of(made))));
    expect_refused(path, 404, "REASON_NOT_FOUND");
    EXPECT_EQ(move(given_application(), rejected), "400 REASON_NOT_FOUND");
    EXPECT_EQ(outcome(post(administrator_, kRejections, {{"label", "OVERQUALIFIED"}})),
              "409 REASON_LABEL_NOT_UNIQUE");
}

// --- sources

TEST_P(ConfigurationChanges, ASourceIsCreatedAndArchived) {
    const Answer made = post(administrator_, kSources,
                             {{"sourceType", "AGENCY"}, {"id", "top-cooks"}, {"label", "Top Cooks"}});
    ASSERT_EQ(made.status, 201) << made.body;
    const std::string path = kSources + "/" + text(made.json().at("identifier"));
    const std::string application = given_application();
    const json::object chosen{{"sourceTypeId", "AGENCY"}, {"sourceId", "top-cooks"}};
    EXPECT_EQ(outcome(send("PUT", application + "/source", chosen)), "204");

    EXPECT_EQ(administrator_.del(path).status, 204);

    EXPECT_THAT(ids(administrator_.get(kSources + "/AGENCY/values")), Not(Contains("top-cooks")));
    EXPECT_EQ(text(administrator_.get(path).json().at("label")), "Top Cooks");
    EXPECT_EQ(text(administrator_.get(application).json().at("source")), "Top Cooks");
    EXPECT_EQ(outcome(send("PUT", given_application() + "/source", chosen)), "400 INVALID_SOURCE");
    EXPECT_EQ(outcome(administrator_.del(kSources + "/01990000-0004-7000-8000-00000000000f")),
              "409 SOURCE_IS_BUILT_IN");
}

// --- candidate properties

TEST_P(ConfigurationChanges, ValuesOfAPropertyAreThoseOfTheReference) {
    const std::string values = kProperties + "/noticePeriod/values";

    const Answer made = post(administrator_, values, {{"id", "six-months"}, {"label", "Six months"}});

    EXPECT_EQ(made.status, 201);
    EXPECT_EQ(made.json(), (json::value{{"id", "six-months"}, {"label", "Six months"}}));
    EXPECT_EQ(put(administrator_, values + "/six-months", {{"label", "Half a year"}}).status, 201);
    EXPECT_EQ(text(administrator_.get(values + "/six-months").json().at("label")), "Half a year");
    EXPECT_EQ(outcome(post(administrator_, values, {{"id", "six-months"}, {"label", "X"}})),
              "409 CANDIDATE_PROPERTY_VALUE_ID_ALREADY_EXISTS");
    EXPECT_EQ(outcome(post(administrator_, values, {{"label", "none"}})),
              "409 CANDIDATE_PROPERTY_VALUE_LABEL_ALREADY_EXISTS");
    EXPECT_EQ(outcome(put(administrator_, kProperties + "/workplace/values/office", {{"label", "X"}})),
              "400 CANDIDATE_PROPERTY_LIBRARY_READONLY_RESTRICTION");
    EXPECT_EQ(outcome(post(administrator_, kProperties + "/mentor/values", {{"label", "X"}})),
              "400 CANDIDATE_PROPERTY_NOT_SINGLE_SELECT");
    for (const std::string value : {"six-months", "none", "two-weeks", "one-month"})
        EXPECT_EQ(administrator_.del(values + "/" + value).status, 204) << value;
    EXPECT_EQ(outcome(administrator_.del(values + "/three-months")), "400 CANDIDATE_PROPERTY_LAST_VALUE");
    EXPECT_EQ(outcome(administrator_.del(values + "/none")), "404 CANDIDATE_PROPERTY_VALUE_NOT_FOUND");
}

TEST_P(ConfigurationChanges, ValuesOfAPropertyAreReordered) {
    const std::string values = kProperties + "/noticePeriod/values";
    const auto reorder = [&](const std::string& property, const json::array& order) {
        return outcome(put(administrator_, kProperties + property + "/values-order", {{"ids", order}}));
    };
    ASSERT_EQ(administrator_.del(values + "/two-weeks").status, 204);

    EXPECT_EQ(reorder("/noticePeriod", {"one-month", "none", "three-months"}), "204");
    EXPECT_EQ(reorder("/workplace", {"remote", "hybrid", "office"}), "204");

    EXPECT_THAT(ids(administrator_.get(values)), ElementsAre("one-month", "none", "three-months"));
    EXPECT_THAT(ids(administrator_.get(kProperties + "/workplace/values")),
                ElementsAre("remote", "hybrid", "office"));
    EXPECT_EQ(reorder("/noticePeriod", {"one-month", "none", "three-months", "two-weeks"}), "409 CONFLICT");
    EXPECT_EQ(reorder("/mentor", {}), "400 CANDIDATE_PROPERTY_NOT_SINGLE_SELECT");
    EXPECT_EQ(reorder("/nothing", {}), "404 CANDIDATE_PROPERTY_NOT_FOUND");
}

TEST_P(ConfigurationChanges, ANewPropertyHoldsValuesOfCandidates) {
    const Answer made =
        post(administrator_, kProperties,
             {{"label", "Driving licence"},
              {"type", "SINGLE_SELECT"},
              {"availability", {{"context", {"PROFILE"}}}},
              {"values", {{{"id", "car"}, {"label", "Car"}}, {{"id", "van"}, {"label", "Van"}}}}});
    ASSERT_EQ(made.status, 201) << made.body;
    const std::string own = given_application() + "/properties/";

    EXPECT_EQ(outcome(put(administrator_, own + "drivingLicence", {{"value", "car"}})), "204");
    EXPECT_EQ(outcome(put(administrator_, own + "drivingLicence", {{"value", "bus"}})),
              "400 VALUE_NOT_FOUND");
    EXPECT_EQ(administrator_.del(kProperties + "/" + id_of(made) + "/values/car").status, 204);
    const auto shown = content(administrator_.get(own.substr(0, own.size() - 1)));
    EXPECT_EQ(shown.back().at("value"), "car");
    EXPECT_EQ(shown.back().at("valueLabel"), "Car");

    EXPECT_EQ(administrator_.del(kProperties + "/drivingLicence").status, 204);
    EXPECT_EQ(outcome(put(administrator_, own + "drivingLicence", {{"value", "van"}})),
              "404 PROPERTY_NOT_FOUND");
}

// --- offer properties

TEST_P(ConfigurationChanges, AnOfferNeedsItsRequiredPropertiesToBeSent) {
    const std::string salary = kOfferProperties + "/salary";
    json::object body = administrator_.get(salary).json().as_object();
    body.erase("key");
    body["required"] = true;
    ASSERT_EQ(put(administrator_, salary, body).status, 200);
    const std::string offers = given_application() + "/offers";
    EXPECT_EQ(outcome(post(administrator_, offers, {{"properties", {{"salary", "much"}}}})),
              "400 INVALID_OFFER_PROPERTY");
    const std::string offer = offers + "/" + id_of(post(administrator_, offers, json::object{}));

    EXPECT_EQ(outcome(send("PATCH", offer, {{"status", "PENDING_APPROVAL"}})), "400 OFFER_PROPERTY_REQUIRED");
    EXPECT_EQ(send("PATCH", offer, {{"status", "PENDING_APPROVAL"}, {"properties", {{"salary", "1000 USD"}}}})
                  .status,
              200);
}

TEST_P(ConfigurationChanges, AnOfferHasOneOfTheValuesOfASelection) {
    const std::string contract = kOfferProperties + "/contractType";
    json::object body = administrator_.get(contract).json().as_object();
    EXPECT_FALSE(body.contains("values")) << "every text is one at first";
    body.erase("key");
    body["values"] = json::array{"Permanent", "Fixed term"};

    const Answer changed = put(administrator_, contract, body);

    ASSERT_EQ(changed.status, 200) << changed.body;
    EXPECT_EQ(changed.json().at("values"), (json::array{"Permanent", "Fixed term"}));
    EXPECT_EQ(administrator_.get(contract).json().at("values"), changed.json().at("values"));
    json::array listed;
    const json::value all = administrator_.get(kOfferProperties).json();
    for (const auto& category : all.at("categories").as_array())
        for (const auto& property : category.at("properties").as_array())
            if (property.as_object().contains("values")) listed.push_back(property.at("values"));
    ASSERT_EQ(listed.size(), 1U);
    EXPECT_EQ(listed.front(), changed.json().at("values"));
    const std::string offers = given_application() + "/offers";
    EXPECT_EQ(outcome(post(administrator_, offers, {{"properties", {{"contractType", "Internship"}}}})),
              "400 INVALID_OFFER_PROPERTY");
    EXPECT_EQ(post(administrator_, offers, {{"properties", {{"contractType", "Fixed term"}}}}).status, 201);
    body["values"] = json::array{"Permanent", "permanent"};
    EXPECT_EQ(outcome(put(administrator_, contract, body)), "422 VALIDATION_ERROR");
    body["type"] = "TEXT";
    body["values"] = json::array{"Permanent"};
    EXPECT_EQ(outcome(put(administrator_, contract, body)), "422 VALIDATION_ERROR");
}

// --- types of employment

TEST_P(ConfigurationChanges, ATypeOfEmploymentIsAllowedInItsCountries) {
    const std::string rules = "/configuration/types-of-employment";
    const auto input = [](const char* type, const char* country) {
        json::object job = test::job_input();
        job["typeOfEmployment"] = {{"id", type}};
        job["location"].as_object()["countryCode"] = country;
        return job;
    };
    const auto code = [&](const char* type, const char* country) {
        return outcome(post(administrator_, "/jobs", input(type, country)));
    };
    const std::string job = "/jobs/" + id_of(post(administrator_, "/jobs", input("contract", "us")));
    EXPECT_EQ(content(administrator_.get(rules)).size(), 5U);

    const Answer changed =
        put(administrator_, rules + "/contract/countries", {{"countryCodes", {"DE", "at", "de"}}});

    ASSERT_EQ(changed.status, 200) << changed.body;
    EXPECT_EQ(changed.json(),
              (json::value{{"id", "contract"}, {"label", "Contract"}, {"countryCodes", {"at", "de"}}}));
    EXPECT_EQ(content(administrator_.get(rules)).front(), changed.json());
    EXPECT_EQ(count(audit(), "TYPE_OF_EMPLOYMENT_UPDATED"), 1);
    EXPECT_EQ(code("contract", "us"), "400 TYPE_OF_EMPLOYMENT_NOT_ALLOWED");
    EXPECT_EQ(code("contract", "de"), "201");
    EXPECT_EQ(code("contract", "AT"), "201");
    EXPECT_EQ(code("permanent", "us"), "201");
    json::object same = input("contract", "us");
    same["title"] = "Another title";
    EXPECT_EQ(outcome(put(administrator_, job, same)), "200") << "it has this type there already";
    EXPECT_EQ(outcome(put(administrator_, job, input("contract", "fr"))),
              "400 TYPE_OF_EMPLOYMENT_NOT_ALLOWED");
    EXPECT_EQ(outcome(administrator_.request(
                  "PATCH", job, R"([{"op":"replace","path":"/location/countryCode","value":"fr"}])",
                  {{"Content-Type", "application/json-patch+json"}})),
              "400 TYPE_OF_EMPLOYMENT_NOT_ALLOWED");
    EXPECT_EQ(outcome(put(administrator_, job, input("contract", "de"))), "200");
    EXPECT_EQ(outcome(put(administrator_, rules + "/contract/countries", {{"countryCodes", {"de", "zz"}}})),
              "400 COUNTRY_NOT_FOUND");
    EXPECT_EQ(outcome(put(administrator_, rules + "/nothing/countries", {{"countryCodes", json::array{}}})),
              "404 TYPE_OF_EMPLOYMENT_NOT_FOUND");
    ASSERT_EQ(put(administrator_, rules + "/contract/countries", {{"countryCodes", json::array{}}}).status,
              200);
    EXPECT_EQ(code("contract", "us"), "201");
}

// --- permissions

TEST_P(ConfigurationChanges, OnlyAdministratorsMakeThem) {
    auto extended = client(colleague("EXTENDED").key);
    const auto denied = [&](const std::string& method, const std::string& path, const json::object& body) {
        return outcome(
            extended.request(method, path, json::serialize(body), {{"Content-Type", "application/json"}}));
    };

    for (const auto& [method, path, body] : std::vector<std::tuple<std::string, std::string, json::object>>{
             {"PATCH", kCompany, {{"website", "https://x.example"}}},
             {"POST", kProcesses, strict_process()},
             {"PUT", default_process(), strict_process()},
             {"POST", kRejections, {{"label", "X"}}},
             {"POST", kSources, {{"sourceType", "AGENCY"}, {"label", "X"}}},
             {"POST", kProperties + "/noticePeriod/values", {{"label", "X"}}},
             {"PUT", kProperties + "/noticePeriod/values-order", {{"ids", json::array{}}}},
             {"DELETE", kOfferProperties + "/salary", {}},
             {"PUT",
              "/configuration/types-of-employment/contract/countries",
              {{"countryCodes", json::array{}}}},
             {"PUT", kSources + "/recruiters/resolve?sourceName=X", {}},
         })
        EXPECT_EQ(denied(method, path, body), "403 PERMISSION_DENIED") << path;
}

RUN_ON_EACH_DATABASE(ConfigurationChanges);

}  // namespace
}  // namespace callboard

// What the audit log has of configuration, applications and erasure, as docs/postings.md lists it.
#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/careers/careers_site.h"
#include "support/browser.h"
#include "support/documents.h"

namespace callboard {
namespace {

using test::Answer;
using testing::ElementsAre;
using Names = std::multiset<std::string>;

const std::string kAuditEvents = "/audit-api/v201910/audit-events?limit=100";

// The words in backticks.
std::vector<std::string> code_in(std::string_view cell) {
    std::vector<std::string> words;
    for (auto open = cell.find('`'); open != std::string_view::npos; open = cell.find('`', open)) {
        const auto close = cell.find('`', open + 1);
        words.emplace_back(cell.substr(open + 1, close - open - 1));
        open = close + 1;
    }
    return words;
}

// The table of the guide: names with the types of what they are about.
std::map<std::string, std::vector<std::string>> documented_names() {
    std::map<std::string, std::vector<std::string>> names;
    const std::string text = test::document_text("docs/postings.md");
    const auto begin = text.find("\n## Audit log");
    std::istringstream section{text.substr(begin, text.find("\n## ", begin + 1) - begin)};
    for (std::string line; std::getline(section, line);) {
        if (!line.starts_with("| `") || line.starts_with("| `eventName`")) continue;
        const auto first = line.find(" | ");
        const auto second = line.find(" | ", first + 3);
        for (std::string& name : code_in(std::string_view{line}.substr(0, first)))
            names.emplace(std::move(name), code_in(std::string_view{line}.substr(first, second - first)));
    }
    return names;
}

class AuditNames : public test::CareersServer {
  protected:
    Answer request(const std::string& method, const std::string& path, const std::string& body = "",
                   const std::string& type = "application/json") {
        return recruiter.request(method, path, body,
                                 body.empty() ? test::Headers{} : test::Headers{{"Content-Type", type}});
    }
    static std::string text(const Answer& answer, const std::string& member = "id") {
        return std::string{answer.json().at(member).as_string()};
    }
    Names recorded() {
        const auto names = given::audit_names(*server.db, company);
        return {names.begin(), names.end()};
    }
    // The request has added one record, of this name.
    Answer expect(const std::string& name, Answer answer) {
        Names now = recorded();
        std::vector<std::string> added;
        std::ranges::set_difference(now, before_, std::back_inserter(added));
        EXPECT_LT(answer.status, 400) << answer.body;
        EXPECT_THAT(added, ElementsAre(name));
        seen_.insert(name);
        before_ = std::move(now);
        return answer;
    }
    void change_company();
    void change_process();
    void change_reasons_and_sources();
    void change_candidate_properties();
    void change_offer_properties();
    void change_job_properties();
    void apply_and_ask_for_erasure();

    std::set<std::string> seen_;
    Names before_ = recorded();
};

void AuditNames::change_company() {
    const std::string departments = "/configuration/departments";
    const std::string logo =
        "--limit\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.gif\"\r\n"
        "Content-Type: image/gif\r\n\r\nGIF89a\r\n--limit--\r\n";
    expect("COMPANY_UPDATED",
           request("PATCH", "/configuration/company", R"({"website":"https://acme.example"})"));
    expect("COMPANY_LOGO_CHANGED",
           request("PUT", "/configuration/company/logo", logo, "multipart/form-data; boundary=limit"));
    expect("DEPARTMENT_CREATED", request("POST", departments, R"({"id":"77","label":"Kitchen"})"));
    expect("DEPARTMENT_UPDATED", request("PATCH", departments + "/77", R"({"label":"Kitchens"})"));
    expect("DEPARTMENT_DELETED", request("DELETE", departments + "/77"));
    expect("TYPE_OF_EMPLOYMENT_UPDATED",
           request("PUT", "/configuration/types-of-employment/contract/countries",
                   R"({"countryCodes":["DE"]})"));
    expect("APPLICATION_FORM_CHANGED",
           request("PUT", "/configuration/application-form", R"({"avatarUploadAvailable":false})"));
    expect("CAREERS_PAGE_CHANGED", request("PUT", "/configuration/careers-page", R"({"headline":"Cook"})"));
}

void AuditNames::change_process() {
    const std::string processes = "/configuration/hiring-processes";
    const auto named = [](const std::string& name) {
        return R"({"name":")" + name +
               R"(","default":false,"subStatuses":{"IN_REVIEW":["Screen"],"INTERVIEW":[],"OFFERED":[]},)"
               R"("requiredSubStatuses":{"IN_REVIEW":[],"INTERVIEW":[],"OFFERED":[]}})";
    };
    const std::string path =
        processes + "/" + text(expect("HIRING_PROCESS_CREATED", request("POST", processes, named("Short"))));
    expect("HIRING_PROCESS_UPDATED", request("PUT", path, named("Shorter")));
    expect("HIRING_PROCESS_DELETED", request("DELETE", path));
}

void AuditNames::change_reasons_and_sources() {
    const std::string reasons = "/configuration/rejection-reasons";
    const std::string sources = "/configuration/sources";
    const std::string reason =
        reasons + "/" + text(expect("REASON_CREATED", request("POST", reasons, R"({"label":"Moved away"})")));
    expect("REASON_UPDATED", request("PUT", reason, R"({"label":"Moved abroad"})"));
    expect("REASON_DELETED", request("DELETE", reason));
    const Answer made =
        expect("SOURCE_CREATED", request("POST", sources, R"({"sourceType":"AGENCY","label":"Top Cooks"})"));
    const std::string source = sources + "/" + text(made, "identifier");
    expect("SOURCE_UPDATED", request("PUT", source, R"({"label":"Cooks"})"));
    expect("SOURCE_DELETED", request("DELETE", source));
}

void AuditNames::change_candidate_properties() {
    const std::string badge = "/configuration/candidate-properties/badge";
    expect(
        "CANDIDATE_PROPERTY_CREATED",
        request(
            "POST", "/configuration/candidate-properties",
            R"({"key":"badge","label":"Badge","type":"SINGLE_SELECT","availability":{"context":["PROFILE"]},)"
            R"("values":[{"id":"a","label":"A"},{"id":"b","label":"B"}]})"));
    expect("CANDIDATE_PROPERTY_UPDATED",
           request("PUT", badge, R"({"label":"Badges","availability":{"context":["PROFILE"]}})"));
    expect("CANDIDATE_PROPERTY_VALUE_CREATED",
           request("POST", badge + "/values", R"({"id":"c","label":"C"})"));
    expect("CANDIDATE_PROPERTY_VALUE_UPDATED", request("PUT", badge + "/values/c", R"({"label":"D"})"));
    expect("CANDIDATE_PROPERTY_VALUES_REORDERED",
           request("PUT", badge + "/values-order", R"({"ids":["c","a","b"]})"));
    expect("CANDIDATE_PROPERTY_VALUE_DELETED", request("DELETE", badge + "/values/c"));
    expect("CANDIDATE_PROPERTY_DELETED", request("DELETE", badge));
}

void AuditNames::change_offer_properties() {
    const std::string properties = "/configuration/offer-properties";
    const std::string about = R"("category":"OTHER","type":"TEXT")";
    expect("OFFER_PROPERTY_CREATED",
           request("POST", properties, R"({"key":"car","label":"Car",)" + about + "}"));
    expect("OFFER_PROPERTY_UPDATED",
           request("PUT", properties + "/car", R"({"label":"Company car",)" + about + "}"));
    expect("OFFER_PROPERTY_DELETED", request("DELETE", properties + "/car"));
}

void AuditNames::change_job_properties() {
    const std::string properties = "/configuration/job-properties";
    const std::string renaming = R"([{"op":"replace","path":"/label","value":"Renamed"}])";
    const std::string translation = R"([{"language":"fr","label":"Pays"}])";
    const auto add_property = [&](const std::string& label) {
        return text(expect(
            "JOB_PROPERTY_CREATED",
            request("POST", properties, R"({"label":")" + label + R"(","category":"job","visible":true})")));
    };
    const auto add_value = [&](const std::string& property, const std::string& id) {
        expect("JOB_PROPERTY_VALUE_CREATED",
               request("POST", property + "/values", R"({"id":")" + id + R"(","label":")" + id + "\"}"));
    };
    const std::string land = properties + "/" + add_property("Land");
    const std::string town_id = add_property("Town");
    expect("JOB_PROPERTY_UPDATED", request("PATCH", land, renaming, "application/json-patch+json"));
    expect("JOB_PROPERTY_TRANSLATED", request("PATCH", land + "/translations", translation));
    add_value(land, "fr");
    add_value(land, "pl");
    add_value(properties + "/" + town_id, "lyon");
    expect("JOB_PROPERTY_VALUE_UPDATED",
           request("PATCH", land + "/values/fr", renaming, "application/json-patch+json"));
    expect("JOB_PROPERTY_VALUE_TRANSLATED", request("PATCH", land + "/values/fr/translations", translation));
    expect("JOB_PROPERTY_VALUES_REORDERED", request("PUT", land + "/values-order", R"({"ids":["pl","fr"]})"));
    expect("JOB_PROPERTY_VALUE_ARCHIVED", request("PUT", land + "/archive-values/pl"));
    expect("JOB_PROPERTY_VALUE_UNARCHIVED", request("DELETE", land + "/archive-values/pl"));
    expect("JOB_PROPERTY_DEACTIVATED", request("DELETE", land + "/activation"));
    expect("JOB_PROPERTY_ACTIVATED", request("PUT", land + "/activation"));
    const std::string possible = land + "/values/fr/dependents/" + town_id + "/values";
    expect("JOB_PROPERTY_DEPENDENT_ADDED",
           request("POST", land + "/dependents", R"({"ids":[")" + town_id + "\"]}"));
    expect("JOB_PROPERTY_DEPENDENT_VALUE_ADDED", request("POST", possible, R"({"id":"lyon"})"));
    expect("JOB_PROPERTY_DEPENDENT_VALUE_REMOVED", request("DELETE", possible + "/lyon"));
    expect("JOB_PROPERTY_DEPENDENT_REMOVED", request("DELETE", land + "/dependents/" + town_id));
}

void AuditNames::apply_and_ask_for_erasure() {
    const std::vector<std::pair<std::string, std::string>> person{
        {"firstName", "Ada"}, {"lastName", "Byron"}, {"email", "ada@example.com"}, {"message", "Hello"}};
    const std::string page = published("Cook");
    EXPECT_EQ(send(page, person).status, 303);
    const std::string link = test::link_of(test::queued_mails(*server.db).front());
    before_ = recorded();
    expect("JOB_APPLICATION_REPEATED", send(page, person));
    expect("CANDIDATE_ERASURE_REQUESTED",
           test::post_form(anybody, "/careers/acme/status",
                           {{"link", link.substr(link.find('=') + 1)}, {"action", "erase"}}));
    const auto asked = recruiter.get("/erasure-requests").json();
    const std::string candidate{asked.at("content").at(0).at("candidateId").as_string()};
    expect("CANDIDATE_ERASURE_DISMISSED", request("DELETE", "/erasure-requests/" + candidate));
    const auto applied = recruiter.get("/candidates/" + candidate).json().at("primaryAssignment").at("job");
    const auto files = recruiter.get("/candidates/" + candidate + "/jobs/" +
                                     std::string{applied.at("id").as_string()} + "/attachments");
    const std::string file{files.json().at("content").at(0).at("id").as_string()};
    expect("ATTACHMENT_DELETED", request("DELETE", "/candidates/attachments/" + file));
}

TEST_P(AuditNames, AreThoseOfTheGuide) {
    change_company();
    change_process();
    change_reasons_and_sources();
    change_candidate_properties();
    change_offer_properties();
    change_job_properties();
    apply_and_ask_for_erasure();

    const auto documented = documented_names();
    std::set<std::string> names;
    for (const auto& [name, types] : documented) names.insert(name);
    EXPECT_EQ(names, seen_);
    std::string path = kAuditEvents;
    for (;;) {
        const auto list = recruiter.get(path).json();
        for (const auto& event : list.at("content").as_array()) {
            const auto known = documented.find(std::string{event.at("eventName").as_string()});
            if (known == documented.end()) continue;
            EXPECT_THAT(known->second, testing::Contains(std::string{event.at("entityType").as_string()}))
                << known->first;
        }
        if (list.at("nextPageId").is_null()) break;
        path = kAuditEvents + "&nextPageId=" + std::string{list.at("nextPageId").as_string()};
    }
}

RUN_ON_EACH_DATABASE(AuditNames);

}  // namespace
}  // namespace callboard

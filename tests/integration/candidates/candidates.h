// Test data for candidates: input, jobs, and values of the configuration.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "integration/recorded_company.h"
#include "support/eventually.h"

namespace callboard::test {

inline const std::string kPool = "/candidates";
inline const std::string kNoCandidate = "/candidates/00000000-0000-7000-8000-000000000000";
inline const std::string kJobApplications = "/job-applications-api/v202112/job-applications";
inline constexpr auto kNoId = "00000000-0000-7000-8000-000000000000";
inline constexpr auto kUuidForm = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
inline constexpr auto kTimeForm = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z";

// Percent-encodes every byte.
inline std::string encoded(std::string_view text) {
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string escaped;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        escaped += {'%', kHex[byte / 16], kHex[byte % 16]};
    }
    return escaped;
}

inline boost::json::object with(boost::json::object object, std::string_view key,
                                const boost::json::value& value) {
    object[key] = value;
    return object;
}

// Required attributes only. Different last names make different candidates.
inline boost::json::object person(const std::string& last_name = "Lovelace") {
    return {{"firstName", "Ada"}, {"lastName", last_name}, {"email", "ada@example.com"}};
}

// All attributes.
inline boost::json::object whole_person() {
    return {{"firstName", "Grace"},
            {"lastName", "Hopper"},
            {"email", "grace@example.com"},
            {"phoneNumber", "+1 (212) 555-0100"},
            {"location",
             {{"country", "United States"},
              {"countryCode", "us"},
              {"regionCode", "NY"},
              {"region", "New York"},
              {"city", "Brooklyn"},
              {"lat", 40.5},
              {"lng", -73.25}}},
            {"web",
             {{"skype", "grace.h"},
              {"linkedin", "https://linkedin.example/grace"},
              {"facebook", "https://facebook.example/grace"},
              {"twitter", "@grace"},
              {"website", "https://grace.example"}}},
            {"tags", {"compilers", "navy"}},
            {"education",
             {{{"institution", "Yale"},
               {"degree", "PhD"},
               {"major", "Mathematics"},
               {"current", false},
               {"location", "New Haven"},
               {"startDate", "1930"},
               {"endDate", "1934-06"},
               {"description", "On irreducibility"}}}},
            {"experience",
             {{{"title", "Programmer"},
               {"company", "Harvard"},
               {"current", true},
               {"startDate", "1944-07-02"},
               {"endDate", "1949"},
               {"location", "Cambridge"},
               {"description", "Mark I"}}}}};
}

inline std::string last_part(const std::string& path) {
    return path.substr(path.rfind('/') + 1);
}

inline Answer merge(Client& caller, const std::string& path, const std::string& body) {
    return caller.request("PATCH", path, body, {{"Content-Type", "application/json"}});
}
inline Answer merge(Client& caller, const std::string& path, const boost::json::object& body) {
    return merge(caller, path, boost::json::serialize(body));
}

inline Answer put_raw(Client& caller, const std::string& path, const std::string& body) {
    return caller.request("PUT", path, body, {{"Content-Type", "application/json"}});
}

class CandidateServer : public RecordedCompany {
  protected:
    // The path of a new candidate, in the talent pool or for a job.
    static std::string given_candidate(Client& caller, const std::string& at,
                                       const boost::json::object& input) {
        const auto made = post(caller, at, input);
        EXPECT_EQ(made.status, 201) << made.body;
        return kPool + "/" + id_of(made);
    }
    std::string in_pool(const boost::json::object& input = person()) {
        return given_candidate(administrator_, kPool, input);
    }
    std::string applicant(const std::string& job, const boost::json::object& input = person()) {
        return given_candidate(administrator_, job + "/candidates", input);
    }

    static std::string application(const std::string& candidate, const std::string& job) {
        return candidate + "/jobs/" + id_in(job);
    }
    std::string application_id(const std::string& candidate, const std::string& job) {
        return text(administrator_.get(application(candidate, job)).json().at("applicationId"));
    }
    // As in the payload of events.
    boost::json::value named(const std::string& candidate, const std::string& job) {
        const std::string id = application_id(candidate, job);
        return {{"id", id},
                {"job_id", id_in(job)},
                {"candidate_id", last_part(candidate)},
                {"application_id", id}};
    }
    static boost::json::value named(const std::string& candidate) { return {{"id", last_part(candidate)}}; }

    static boost::json::object status(const std::string& name, const std::string& sub_status = "") {
        boost::json::object body{{"status", name}};
        if (!sub_status.empty()) body["subStatus"] = sub_status;
        return body;
    }
    void move(const std::string& application, const boost::json::object& to) {
        const auto moved = put(administrator_, application + "/status", to);
        EXPECT_EQ(moved.status, 204) << moved.body;
    }

    // Values of the configuration.
    std::string reason(const std::string& kind) {
        return text(content(administrator_.get("/configuration/" + kind + "-reasons")).at(0).at("id"));
    }
    std::string property(const std::string& type) {
        for (const auto& each : content(administrator_.get("/configuration/candidate-properties")))
            if (text(each.at("type")) == type) return text(each.at("id"));
        ADD_FAILURE() << "there is no property of type " << type;
        return {};
    }
    std::vector<std::string> options(const std::string& property_id) {
        return ids(administrator_.get("/configuration/candidate-properties/" + property_id + "/values"));
    }
    static boost::json::object source(const std::string& type, const std::string& id,
                                      const std::string& sub_type = "") {
        boost::json::object chosen{{"sourceTypeId", type}, {"sourceId", id}};
        if (!sub_type.empty()) chosen["sourceSubTypeId"] = sub_type;
        return chosen;
    }
    static boost::json::object linkedin() { return source("SOCIAL", "linkedin"); }

    std::string path_of(const boost::json::value& action) const {
        const std::string url = text(action.at("url"));
        EXPECT_TRUE(url.starts_with(public_url() + "/")) << url;
        return url.substr(public_url().size());
    }

    // For data that no operation writes: consent decisions and screening answers. The server sees it within a
    // second.
    void execute(const std::string& sql) const {
        if (here().postgres) return postgres_command(here().postgres->url(), sql);
        sqlite3* handle = nullptr;
        EXPECT_EQ(sqlite3_open_v2((here().data_dir + "/callboard.db").c_str(), &handle, SQLITE_OPEN_READWRITE,
                                  nullptr),
                  SQLITE_OK);
        sqlite3_busy_timeout(handle, 5000);
        EXPECT_EQ(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
            << sqlite3_errmsg(handle);
        sqlite3_close(handle);
    }
    std::string company_id() const {
        return "(SELECT id FROM company WHERE identifier = '" + acme_.identifier + "')";
    }
    void ask_for_consent(const std::string& candidate, const std::string& at) const {
        execute("UPDATE candidate SET consent = 'PENDING', consent_asked_at = " + at +
                " WHERE company_id = " + company_id() + " AND id = '" + last_part(candidate) + "'");
    }
    void decide(const std::string& candidate, const std::string& consent, const std::string& at) const {
        execute("UPDATE candidate SET consent = '" + consent + "', consent_decided_at = " + at +
                " WHERE company_id = " + company_id() + " AND id = '" + last_part(candidate) + "'");
    }
    // One question of the category, with a value for its only field.
    void answer(const std::string& candidate, const std::string& job, const std::string& category,
                const std::string& value) {
        const boost::json::value answers{
            {"content",
             {{{"id", kNoId},
               {"type", "radio"},
               {"category", category},
               {"name", "Question"},
               {"label", "May you work here?"},
               {"records",
                {{{"fields", {{{"id", "value"}, {"values", {{{"id", value}, {"label", value}}}}}}}}}}}}}};
        const std::string key = company_id() + ", '" + last_part(candidate) + "', '" + id_in(job) + "', '";
        execute("INSERT INTO screening_answers (company_id, candidate_id, job_id, answers) VALUES (" + key +
                boost::json::serialize(answers) + "')");
        execute(
            "INSERT INTO screening_answer_value (company_id, candidate_id, job_id, category, field_id, "
            "value_id) VALUES (" +
            key + category + "', 'value', '" + value + "')");
        // Lists are read on other connections.
        const std::string list = "/candidates?limit=100&questionCategory=" + category +
                                 "&questionFieldId=value&questionFieldValueId=" + value;
        EXPECT_TRUE(eventually([&] {
            return administrator_.get(application(candidate, job) + "/screening-answers")
                           .json()
                           .at("totalFound") == 1 &&
                   administrator_.get(list).body.contains(last_part(candidate));
        }));
    }

    std::string updated_on(const std::string& candidate) {
        return text(administrator_.get(candidate).json().at("updatedOn"));
    }
    // Whether the action changes updatedOn of the candidate.
    template <class Act>
    bool moves_update(const std::string& candidate, Act&& act) {
        const std::string before = updated_on(candidate);
        later_than(before);
        std::forward<Act>(act)();
        return updated_on(candidate) > before;
    }

    // All pages of a list.
    static std::vector<std::string> walk(Client& caller, const std::string& parameters) {
        std::vector<std::string> all;
        std::string cursor;
        do {
            const auto page =
                caller.get(kPool + "?" + parameters + (cursor.empty() ? "" : "&pageId=") + encoded(cursor));
            EXPECT_EQ(page.status, 200) << page.body;
            if (page.status != 200) break;
            for (const auto& id : ids(page)) all.push_back(id);
            const auto next = page.json().at("nextPageId");
            cursor = next.is_null() ? "" : text(next);
        } while (!cursor.empty() && all.size() < 10'000);
        return all;
    }
    std::vector<std::string> listed(const std::string& parameters = "limit=100") {
        return walk(administrator_, parameters);
    }
    std::int64_t total(const std::string& parameters = "") {
        return administrator_.get(kPool + "?" + parameters).json().at("totalFound").as_int64();
    }
};

}  // namespace callboard::test

// A company on the shared server, its users and access groups, and their events and audit records.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "integration/shared_server.h"
#include "support/rows.h"
#include "support/tenant.h"

namespace callboard::test {

inline const std::string kUsersApi = "/user-api/v201804";
inline const std::string kGroups = "/configuration/access-groups";
inline const std::string kAuditEvents = "/audit-api/v201910/audit-events";
inline const std::string kNoJob = "/jobs/00000000-0000-7000-8000-000000000000";

inline Answer put(Client& caller, const std::string& path, const std::string& body) {
    return caller.request("PUT", path, body, {{"Content-Type", "application/json"}});
}
inline Answer put(Client& caller, const std::string& path, const boost::json::object& body) {
    return put(caller, path, boost::json::serialize(body));
}
inline Answer patch(Client& caller, const std::string& path, const std::string& operations) {
    return caller.request("PATCH", path, operations, {{"Content-Type", "application/json-patch+json"}});
}
inline Answer post(Client& caller, const std::string& path, const boost::json::value& body) {
    return caller.post(path, boost::json::serialize(body));
}

// The elements of a body that is an array.
inline boost::json::array array_of(const Answer& answer) {
    return answer.json().as_array();
}

inline boost::json::array content(const Answer& answer) {
    return answer.json().at("content").as_array();
}

// The maximum lengths of texts of a job, in characters.
struct TextLimit {
    std::string path;
    std::size_t least;
    std::size_t most;
};
inline std::vector<TextLimit> text_limits_of_jobs() {
    return {{"/title", 1, 256},
            {"/refNumber", 1, 63},
            {"/location/city", 1, 128},
            {"/location/region", 1, 256},
            {"/location/regionCode", 1, 256},
            {"/location/address", 1, 2000},
            {"/location/postalCode", 1, 32},
            {"/jobAd/sections/companyDescription/text", 0, 24'999},
            {"/jobAd/sections/jobDescription/text", 0, 24'999},
            {"/jobAd/sections/qualifications/text", 0, 24'999},
            {"/jobAd/sections/additionalInformation/text", 0, 24'999}};
}

// A job with these access groups.
inline boost::json::object job_of_groups(const std::vector<std::string>& groups) {
    boost::json::object input = job_input();
    boost::json::array references;
    for (const auto& id : groups) references.push_back({{"id", id}});
    input["accessGroups"] = std::move(references);
    return input;
}

// Calls the function in several threads at the same time, with the number of the thread.
template <std::size_t threads>
std::array<int, threads> at_the_same_time(const std::function<int(std::size_t)>& call) {
    std::array<int, threads> results{};
    {
        std::vector<std::jthread> running;
        running.reserve(threads);
        for (std::size_t i = 0; i < threads; ++i) running.emplace_back([&, i] { results.at(i) = call(i); });
    }
    return results;
}

class CompanyServer : public SharedServer {
  protected:
    // A user with the role, and their API key.
    Colleague colleague(const std::string& role) const { return colleague_in(acme_.identifier, role); }
    Colleague colleague_in(const std::string& company, const std::string& role) const {
        const std::string email = "person" + std::to_string(++here().names) + "@" + company + ".test";
        auto made = add_colleague(here().where(), company, email, role);
        wait_until_known(made.key);
        return made;
    }
    static std::string own_id(Client& caller) {
        return text(caller.get(kUsersApi + "/users/me").json().at("id"));
    }
    void change_role(const std::string& user, const std::string& role) {
        const auto changed =
            patch(administrator_, kUsersApi + "/users/" + user,
                  R"([{"op":"replace","path":"/systemRole","value":{"id":")" + role + R"("}}])");
        EXPECT_EQ(changed.status, 200) << changed.body;
    }

    // A time after all changes so far.
    std::string later_than(const std::string& time) {
        for (;;) {
            const std::string now =
                text(administrator_.get(given_job(administrator_)).json().at("createdOn"));
            if (now > time) return now;
            std::this_thread::sleep_for(std::chrono::milliseconds{1});
        }
    }

    static std::string given_group(Client& caller, const std::string& name) {
        const auto made = post(caller, kGroups, {{"name", name}});
        EXPECT_EQ(made.status, 201) << made.body;
        return id_of(made);
    }
    std::string given_group(const std::string& name) { return given_group(administrator_, name); }
    static std::string users_of(const std::string& group) {
        return kUsersApi + "/access-groups/" + group + "/users";
    }
    void join_group(const std::string& group, const std::string& user) {
        EXPECT_EQ(post(administrator_, users_of(group), boost::json::array{user}).status, 201);
    }
    void leave_group(const std::string& group, const std::string& user) {
        EXPECT_EQ(administrator_.del(users_of(group) + "/" + user).status, 204);
    }
    void join_team(const std::string& job, const std::string& user) {
        const auto joined = post(administrator_, job + "/hiring-team", {{"id", user}, {"role", "RECRUITER"}});
        EXPECT_EQ(joined.status, 200) << joined.body;
    }
    void leave_team(const std::string& job, const std::string& user) {
        EXPECT_EQ(administrator_.del(job + "/hiring-team/" + user).status, 204);
    }

    std::string public_url() const { return "http://127.0.0.1:" + std::to_string(here().server.port()); }

    Rows rows() const { return {here().data_dir + "/callboard.db", here().postgres.get()}; }
    // Those of the test's company, in order.
    std::vector<std::string> recorded(const std::string& table, const std::string& columns) const {
        return rows().select("SELECT " + columns + " FROM " + table +
                             " WHERE company_id = (SELECT id FROM company WHERE identifier = '" +
                             acme_.identifier + "') ORDER BY id");
    }
    std::vector<std::string> events() const { return recorded("event", "name"); }
    // Without the records of the setup.
    std::vector<std::string> audit() const {
        auto names = recorded("audit_record", "event_name");
        std::erase(names, "USER_ACCOUNT_CREATED");
        std::erase(names, "CREDENTIALS_CREATED");
        return names;
    }
    static std::int64_t count(const std::vector<std::string>& names, const std::string& name) {
        return std::ranges::count(names, name);
    }

    const Tenant acme_ = company();
    Client administrator_ = client(acme_.api_key);
};

}  // namespace callboard::test

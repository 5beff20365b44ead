// Shared by the API tests: one server for all tests of a process, input for jobs, and helpers that read
// responses.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/eventually.h"
#include "support/program.h"
#include "support/tenant.h"

namespace callboard::test {

inline std::string repeated(const std::string& text, std::size_t times) {
    std::string all;
    for (std::size_t i = 0; i < times; ++i) all += text;
    return all;
}

inline std::string text(const boost::json::value& value) {
    return std::string{value.as_string()};
}

inline std::set<std::string> keys(const boost::json::value& object) {
    std::set<std::string> names;
    for (const auto& member : object.as_object()) names.emplace(member.key());
    return names;
}

inline std::string id_of(const Answer& answer) {
    return text(answer.json().at("id"));
}

// One member of every element of a list in the body.
inline std::vector<std::string> each(const Answer& answer, const std::string& list, const std::string& key) {
    std::vector<std::string> values;
    const boost::json::array elements = answer.json().at(list).as_array();
    for (const auto& element : elements) values.push_back(text(element.at(key)));
    return values;
}

inline std::vector<std::string> of_errors(const Answer& answer, const std::string& key) {
    return each(answer, "errors", key);
}

inline std::vector<std::string> ids(const Answer& page) {
    return each(page, "content", "id");
}

// A job with required fields only.
inline boost::json::object job_input() {
    return {{"title", "Cook"},
            {"industry", {{"id", "restaurants"}}},
            {"function", {{"id", "production"}}},
            {"experienceLevel", {{"id", "entry_level"}}},
            {"location", {{"countryCode", "us"}, {"city", "Atlanta"}}}};
}

inline boost::json::object job_numbered(const std::string& ref_number) {
    boost::json::object input = job_input();
    input["refNumber"] = ref_number;
    return input;
}

inline Answer create(Client& caller, const boost::json::object& input) {
    return caller.post("/jobs", boost::json::serialize(input));
}

// The path of a created job.
inline std::string given_job(Client& caller, const boost::json::object& input = job_input()) {
    const auto made = create(caller, input);
    EXPECT_EQ(made.status, 201) << made.body;
    return "/jobs/" + id_of(made);
}

// A server on the test's engine, shared by the tests of a process; each test has its own company.
class SharedServer : public testing::TestWithParam<Engine> {
  protected:
    static void TearDownTestSuite() { running().clear(); }

    Tenant company() const {
        auto made = add_tenant(here().where(), "company" + std::to_string(++here().names));
        wait_until_known(made.api_key);
        return made;
    }
    Client client(const std::string& key) const {
        return Client{here().server.port(), {{"X-SmartToken", key}}};
    }
    Outcome command(Arguments arguments) const {
        for (const auto& flag : here().where()) arguments.push_back(flag);
        arguments.emplace_back("--json");
        auto outcome = run(arguments, "a long enough password\n");
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return outcome;
    }
    // The server sees changes by commands within a second.
    void wait_until_known(const std::string& key) const {
        auto caller = client(key);
        EXPECT_TRUE(becomes(caller, "/users/me", 200));
    }
    static bool becomes(Client& caller, const std::string& path, int status) {
        return eventually([&] { return caller.get(path).status == status; });
    }

    struct Running {
        Arguments where() const {
            Arguments flags{"--data-dir", data_dir};
            if (postgres) flags.insert(flags.end(), {"--database", postgres->url()});
            return flags;
        }
        const std::unique_ptr<PostgresDatabase> postgres;
        const TemporaryFolder folder{};
        const std::string data_dir = folder.path() / "data";
        const ServerProcess server{data_dir,
                                   postgres ? Arguments{"--database", postgres->url()} : Arguments{}};
        int names = 0;
    };
    Running& here() const {
        auto& server = running()[GetParam()];
        if (!server) {
            server = std::make_unique<Running>(
                GetParam() == Engine::postgres ? std::make_unique<PostgresDatabase>() : nullptr);
        }
        return *server;
    }

  private:
    static std::map<Engine, std::unique_ptr<Running>>& running() {
        static std::map<Engine, std::unique_ptr<Running>> servers;
        return servers;
    }
};

}  // namespace callboard::test

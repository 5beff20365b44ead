// A server with the careers pages of a company, and what a browser sends there.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "pages/routes.h"
#include "support/given.h"
#include "support/queued_mails.h"
#include "support/test_server.h"

namespace callboard::test {

struct FormFile {
    std::string field;
    std::string name;
    std::string type;
    std::string content;
};

// As browsers encode it.
inline std::string multipart(const std::vector<std::pair<std::string, std::string>>& fields,
                             const std::vector<FormFile>& files = {}) {
    std::string body;
    for (const auto& [name, value] : fields)
        body += "--limit\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n";
    for (const FormFile& file : files)
        body += "--limit\r\nContent-Disposition: form-data; name=\"" + file.field + "\"; filename=\"" +
                file.name + "\"\r\nContent-Type: " + file.type + "\r\n\r\n" + file.content + "\r\n";
    return body + "--limit--\r\n";
}

class CareersServer : public testing::TestWithParam<Engine> {
  protected:
    explicit CareersServer(const throttle::Limits& limits = {})
        : server{{.engine = GetParam(), .extra_routes = pages::careers_page_routes(), .limits = limits}} {}

    std::string given_job(const std::string& title, const std::string& more = "") {
        const auto made = recruiter.post(
            "/jobs",
            R"({"title":")" + title +
                R"(","industry":{"id":"restaurants"},"function":{"id":"production"},)"
                R"("experienceLevel":{"id":"mid_senior_level"},"typeOfEmployment":{"id":"permanent"},)"
                R"("location":{"countryCode":"us","city":"Atlanta"})" +
                more + "}");
        EXPECT_EQ(made.status, 201) << made.body;
        return "/jobs/" + std::string{made.json().at("id").as_string()};
    }
    // The path of its page.
    std::string published(const std::string& title, const std::string& more = "",
                          const std::string& visibility = "PUBLIC") {
        const std::string job = given_job(title, more);
        EXPECT_EQ(recruiter.post(job + "/publication", R"({"visibility":")" + visibility + "\"}").status,
                  204);
        return page_of(job);
    }
    std::string page_of(const std::string& job) {
        const auto ads = recruiter.get(job + "/jobads").json();
        const std::string url{ads.at(0).at("applyUrl").as_string()};
        EXPECT_TRUE(url.starts_with(origin)) << url;
        EXPECT_TRUE(url.ends_with("?oga=true")) << url;
        return url.substr(origin.size(), url.size() - origin.size() - std::string_view{"?oga=true"}.size());
    }
    Answer put(const std::string& path, const std::string& body, Headers headers = {}) {
        headers.emplace_back("Content-Type", "application/json");
        return recruiter.request("PUT", path, body, headers);
    }
    using Fields = std::vector<std::pair<std::string, std::string>>;

    // As somebody who sees the form: the value "yes" stands for a ticked box of a consent.
    Answer send(const std::string& page, const Fields& fields, const std::vector<FormFile>& files = {}) {
        return send_shown(anybody.get(page + "?oga=true").body, page, fields, files);
    }
    Answer send_shown(const std::string& shown, const std::string& page, Fields fields,
                      const std::vector<FormFile>& files = {}) {
        for (auto& [name, value] : fields)
            if (name.starts_with("consent.") && value == "yes") value = value_in(shown, name);
        fields.emplace_back("form", value_in(shown, "form"));
        return send_only(page, fields, files);
    }
    // The value of a field of the page; empty if there is none.
    static std::string value_in(const std::string& shown, const std::string& name) {
        const std::string before = "name=\"" + name + "\" value=\"";
        const auto found = shown.find(before);
        if (found == std::string::npos) return {};
        const auto begin = found + before.size();
        return shown.substr(begin, shown.find('"', begin) - begin);
    }
    Answer send_only(const std::string& page, const Fields& fields, const std::vector<FormFile>& files = {}) {
        return anybody.request(
            "POST", page, multipart(fields, files),
            {{"Content-Type", "multipart/form-data; boundary=limit"}, {"Accept", "text/html"}});
    }

    TestServer server;
    const CompanyId company = given::company(*server.db);
    const accounts::Actor admin = given::user(*server.db, company);
    Client recruiter{server.port(), {{"X-SmartToken", given::api_key(*server.db, company, admin)}}};
    Client anybody{server.port(), {{"Accept", "text/html"}}};
    const std::string origin = "http://127.0.0.1:" + std::to_string(server.port());
};

}  // namespace callboard::test

// A company with jobs, candidates and offers to report on, colleagues of every role, and helpers that make
// and read reports over the API. The clock only moves when a test moves it.
#pragma once

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/clock.h"
#include "integration/company.h"
#include "oauth/client_credential.h"
#include "reports/generator.h"
#include "support/blocking_routes.h"
#include "support/csv_rows.h"
#include "support/eventually.h"
#include "support/given.h"
#include "support/test_server.h"

namespace callboard::test {

inline const std::string kReporting = "/reporting-api/v201804";
inline const std::string kReports = kReporting + "/reports";
inline const std::string kReportFiles = kReporting + "/files";
inline const std::string kNoReport = kReports + "/01890000-0000-7000-8000-000000000000";
inline const std::string kNoReportFile = kReportFiles + "/01890000-0000-7000-8000-000000000000";
inline constexpr auto kWorkbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

// Titles that are difficult for table formats. A title may be any text; names of candidates have no control
// characters.
inline const std::vector<std::string> kNastyTitles{"Cook, \"Grill\"", "two\nlines",
                                                   "two\r\nlines",    "\"",
                                                   "Zażółć 日本 🍳",  "'quoted'",
                                                   " padded ",        "=1+1",
                                                   "+48 600 100 200", "-2",
                                                   "@SUM(A1)",        "\tTab",
                                                   "\rReturn",        "=HYPERLINK(\"http://x\",\"y\")"};

// An error of a body: code and location.
using ReportFault = std::pair<std::string, std::string>;

class ReportServer : public testing::TestWithParam<Engine> {
  protected:
    explicit ReportServer(TestServerOptions options = unlimited()) : server(on_engine(std::move(options))) {}

    static TestServerOptions unlimited() {
        TestServerOptions options;
        options.limits = {};
        return options;
    }
    // Requested files stay pending until generate_from_now_on().
    static TestServerOptions making_nothing() {
        TestServerOptions options = unlimited();
        options.generates_reports = false;
        return options;
    }
    void generate_from_now_on(std::chrono::hours kept = std::chrono::hours{24 * 30}) {
        generator_ = std::make_unique<reports::Generator>(
            *server.db, *server.db, server.db.clock, server.db.metrics, server.db.log,
            reports::GeneratorOptions{.folder = server.report_folder(),
                                      .node = "test",
                                      .poll_interval = std::chrono::milliseconds{20},
                                      .retention = kept});
    }

    // --- reading responses

    using Refusal = std::pair<int, std::string>;
    static Refusal refusal(const Answer& answer) {
        return {answer.status, answer.status < 400 ? "" : answer.error_code()};
    }
    static std::vector<ReportFault> faults(const Answer& answer) {
        EXPECT_EQ(answer.status, 422) << answer.body;
        std::vector<ReportFault> all;
        if (answer.status != 422) return all;
        const boost::json::array errors = answer.json().at("errors").as_array();
        for (const auto& error : errors) {
            const auto* const place = error.as_object().if_contains("dataPath");
            all.emplace_back(text(error.at("code")), place ? text(*place) : "");
        }
        return all;
    }
    static std::string escaped(std::string_view value) {
        constexpr std::string_view kHex = "0123456789ABCDEF";
        std::string all;
        for (const char c : value) {
            const auto byte = static_cast<unsigned char>(c);
            all += {'%', kHex[byte / 16], kHex[byte % 16]};
        }
        return all;
    }
    // All pages of a list, by the cursor in the body; the Link header must agree.
    std::vector<std::string> walk(Client& caller, const std::string& list, int limit,
                                  const std::string& key) {
        std::vector<std::string> all;
        std::string next = list + "?limit=" + std::to_string(limit);
        while (!next.empty() && all.size() < 10'000) {
            const Answer page = caller.get(next);
            EXPECT_EQ(page.status, 200) << page.body;
            if (page.status != 200) break;
            const auto items = content(page);
            EXPECT_LE(items.size(), static_cast<std::size_t>(limit));
            for (const auto& item : items) all.push_back(text(item.at(key)));
            next = next_page(page, list, limit);
        }
        return all;
    }
    // The path of the next page; empty on the last one.
    std::string next_page(const Answer& page, const std::string& list, int limit) {
        const auto cursor = page.json().at("nextPage");
        const std::string link = page.header("link");
        if (cursor.is_null()) {
            EXPECT_EQ(link, "") << "a last page leads nowhere";
            return {};
        }
        EXPECT_THAT(link, testing::HasSubstr("rel=\"link\"")) << link;
        EXPECT_THAT(link, testing::HasSubstr("rel=\"next\"")) << link;
        const std::string url = link.substr(1, link.find('>') - 1);
        EXPECT_TRUE(url.starts_with(public_url() + list)) << url;
        EXPECT_THAT(url, testing::HasSubstr("limit=" + std::to_string(limit)));
        const std::string by_link = url.substr(std::min(url.size(), public_url().size()));
        std::string by_cursor = list + "?limit=" + std::to_string(limit) + "&page=" + escaped(text(cursor));
        EXPECT_EQ(administrator_.get(by_link).body, administrator_.get(by_cursor).body);
        return by_cursor;
    }

    // --- users

    struct Colleague {
        accounts::Actor actor;
        std::string id;
        Client client;
    };
    Colleague colleague(accounts::Role role) { return colleague_of(company_, role); }
    Colleague colleague_of(const CompanyId& company, accounts::Role role) {
        const auto user = given::user(*server.db, company, role);
        return {user, std::string{user.id().text()},
                server.client_with_key(given::api_key(*server.db, company, user))};
    }
    // Another key of the administrator: for the limits another caller.
    Client another_key() { return server.client_with_key(given::api_key(*server.db, company_, user_)); }
    Client rival() {
        const auto other = given::company(*server.db, "rival" + std::to_string(++names_));
        return colleague_of(other, accounts::Role::administrator).client;
    }
    // Client credentials of the company with these scopes.
    Client program(const std::string& scopes, accounts::Role role = accounts::Role::administrator) {
        const Secret secret{"a program's secret"};
        const auto made = server.db->write(company_, [&](db::Tx& tx) {
            return oauth::create_client_credential(tx, {.name = "Robot", .role = role, .scopes = scopes},
                                                   secret);
        });
        const boost::json::object request{{"grant_type", "client_credentials"},
                                          {"client_id", std::string{made.id.text()}},
                                          {"client_secret", "a program's secret"}};
        const auto token = administrator_.post("/identity/oauth/token", boost::json::serialize(request));
        EXPECT_EQ(token.status, 200) << token.body;
        return server.client({{"Authorization", "Bearer " + text(token.json().at("access_token"))}});
    }
    void change_role(const std::string& user, const std::string& role) {
        const auto changed =
            patch(administrator_, kUsersApi + "/users/" + user,
                  R"([{"op":"replace","path":"/systemRole","value":{"id":")" + role + R"("}}])");
        EXPECT_EQ(changed.status, 200) << changed.body;
    }
    void deactivate(const std::string& user) {
        EXPECT_EQ(administrator_.del(kUsersApi + "/users/" + user + "/activation").status, 204);
    }
    std::string given_group() {
        const auto made = post(administrator_, kGroups, {{"name", "Group " + std::to_string(++names_)}});
        EXPECT_EQ(made.status, 201) << made.body;
        return id_of(made);
    }
    static std::string users_of(const std::string& group) {
        return kUsersApi + "/access-groups/" + group + "/users";
    }
    void join_group(const std::string& group, const std::string& user) {
        EXPECT_EQ(post(administrator_, users_of(group), boost::json::array{user}).status, 201);
    }
    void leave_group(const std::string& group, const std::string& user) {
        EXPECT_EQ(administrator_.del(users_of(group) + "/" + user).status, 204);
    }
    void join_team(const std::string& job, const std::string& user, const std::string& role = "RECRUITER") {
        const auto joined = post(administrator_, job + "/hiring-team", {{"id", user}, {"role", role}});
        EXPECT_EQ(joined.status, 200) << joined.body;
    }

    // --- data to report on

    std::string job_called(const std::string& title, const std::vector<std::string>& groups = {}) {
        boost::json::object input = job_of_groups(groups);
        input["title"] = title;
        return given_job(administrator_, input);
    }
    static boost::json::object somebody(const std::string& first_name, const std::string& last_name) {
        return {{"firstName", first_name}, {"lastName", last_name}, {"email", "somebody@example.com"}};
    }
    // The path of a new candidate.
    std::string in_pool(const boost::json::object& input) {
        const auto made = post(administrator_, "/candidates", input);
        EXPECT_EQ(made.status, 201) << made.body;
        return "/candidates/" + id_of(made);
    }
    // The path of an application for the job.
    std::string applied(const std::string& job, const boost::json::object& input) {
        const auto made = post(administrator_, job + "/candidates", input);
        EXPECT_EQ(made.status, 201) << made.body;
        return "/candidates/" + id_of(made) + job;
    }
    std::string applied(const std::string& job, const std::string& last_name) {
        return applied(job, somebody("Ada", last_name));
    }
    void move(const std::string& application, const boost::json::object& to) {
        const auto moved = put(administrator_, application + "/status", to);
        EXPECT_EQ(moved.status, 204) << moved.body;
    }
    void move(const std::string& application, const std::string& status) {
        move(application, boost::json::object{{"status", status}});
    }
    std::string given_offer(const std::string& application) {
        const auto made = post(administrator_, application + "/offers",
                               {{"properties", boost::json::object{{"salary", "1000"}}}});
        EXPECT_EQ(made.status, 201) << made.body;
        return id_of(made);
    }
    static std::string last_part(const std::string& path) { return path.substr(path.rfind('/') + 1); }

    // That many applicants of the job, faster than over the API.
    void given_applicants(const std::string& job, std::int64_t count) {
        server.db->write(company_, [&](db::Tx& tx) {
            tx.execute(kManyCandidates, {++names_, count, tx.now});
            tx.execute(kManyApplications, {names_, count, tx.now, last_part(job)});
        });
    }
    void execute(const db::Sql& sql, const std::vector<std::string>& values) {
        server.db->write(company_, [&](db::Tx& tx) {
            switch (values.size()) {
                case 1: return tx.execute(sql, {values[0]});
                case 2: return tx.execute(sql, {values[0], values[1]});
                default: return tx.execute(sql, {values.at(0), values.at(1), values.at(2)});
            }
        });
    }

    // --- reports

    boost::json::value built_in(Client& caller, const std::string& area) {
        const boost::json::array all = content(caller.get(kReports + "?limit=1000"));
        for (const auto& report : all)
            if (text(report.at("rowEntityTypeId")) == area && !report.as_object().contains("creatorId"))
                return report;
        throw std::runtime_error("there is no built-in report on " + area);
    }
    // Its path.
    std::string report_on(const std::string& area) {
        return kReports + "/" + text(built_in(administrator_, area).at("reportId"));
    }
    boost::json::value column(const std::string& area, const std::string& id) {
        const boost::json::array columns = built_in(administrator_, area).at("columns").as_array();
        for (const auto& each : columns)
            if (text(each.at("dataPointId")) == id) return each;
        throw std::runtime_error("area " + area + " has no column " + id + ": " +
                                 boost::json::serialize(columns));
    }
    std::string column_id(const std::string& area, const std::string& id) {
        return text(column(area, id).at("dataPointId"));
    }
    std::string column_name(const std::string& area, const std::string& id) {
        return text(column(area, id).at("dataPointName"));
    }

    // A report with required fields only.
    static boost::json::object draft(const std::string& area = "JOB", const std::string& name = "Mine") {
        return {{"name", name}, {"rowEntityTypeId", area}};
    }
    static boost::json::object chosen(const std::string& column) { return {{"dataPointId", column}}; }
    static boost::json::array chosen(std::initializer_list<std::string> columns) {
        boost::json::array all;
        for (const auto& each : columns) all.push_back(chosen(each));
        return all;
    }
    static boost::json::object filter(const std::string& column, std::string_view kind,
                                      const boost::json::value& what) {
        return {{"column", chosen(column)}, {kind, what}};
    }
    static boost::json::object with_columns(boost::json::object draft,
                                            std::initializer_list<std::string> columns) {
        draft["columns"] = chosen(columns);
        return draft;
    }
    static boost::json::object changed(boost::json::object draft, std::string_view key,
                                       const boost::json::value& value) {
        draft[key] = value;
        return draft;
    }
    // Its path.
    std::string given_report(const boost::json::object& draft) {
        const auto made = post(administrator_, kReports, draft);
        EXPECT_EQ(made.status, 201) << made.body;
        return kReports + "/" + text(made.json().at("reportId"));
    }

    // Requests a file and returns its path.
    static std::string ask(Client& caller, const std::string& report) {
        const Answer asked = caller.request("POST", report + "/files");
        EXPECT_EQ(asked.status, 200) << asked.body;
        if (asked.status != 200) return kNoReportFile;
        return kReportFiles + "/" + text(asked.json().at("reportFileId"));
    }
    static std::string status_of(Client& caller, const std::string& file) {
        const Answer shown = caller.get(file);
        EXPECT_EQ(shown.status, 200) << shown.body;
        return shown.status == 200 ? text(shown.json().at("reportFileStatus")) : "";
    }
    // The final status of the file.
    static boost::json::value outcome(Client& caller, const std::string& file) {
        const auto is_done = [&] {
            const std::string status = status_of(caller, file);
            return status != "PENDING" && status != "RUNNING";
        };
        EXPECT_TRUE(eventually(is_done)) << caller.get(file).body;
        return caller.get(file).json();
    }

    // The path of a completed file.
    static std::string generate(Client& caller, const std::string& report) {
        std::string file = ask(caller, report);
        const auto done = outcome(caller, file);
        EXPECT_EQ(done.at("reportFileStatus"), "COMPLETED") << boost::json::serialize(done);
        return file;
    }
    std::string generate(const std::string& report) { return generate(administrator_, report); }
    static Answer download(Client& caller, const std::string& file, const Headers& headers = {}) {
        return caller.get(file + "/data", headers);
    }
    Answer download(const std::string& file, const Headers& headers = {}) {
        return download(administrator_, file, headers);
    }
    // The contents of a new file of the report.
    static CsvTable table(Client& caller, const std::string& report) {
        const Answer data = download(caller, generate(caller, report));
        EXPECT_EQ(data.status, 200) << data.body;
        return csv(data.status == 200 ? data.body : "\r\n");
    }
    CsvTable table(const std::string& report) { return table(administrator_, report); }
    // The values of one column in a new file of the built-in report on the area, in order.
    std::vector<std::string> values(Client& caller, const std::string& area, const std::string& id) {
        auto all = table(caller, report_on(area)).column(column_name(area, id));
        std::ranges::sort(all);
        return all;
    }
    std::vector<std::string> values(const std::string& area, const std::string& id) {
        return values(administrator_, area, id);
    }

    // The path of the data on disk; empty if there is none.
    std::filesystem::path bytes_of(const std::string& file) const {
        const std::string id = last_part(file);
        for (const auto& entry : std::filesystem::recursive_directory_iterator{server.report_folder()})
            if (entry.is_regular_file() && entry.path().filename().string().contains(id)) return entry.path();
        return {};
    }

    boost::json::array records(const std::string& name) {
        const auto page = administrator_.get(kAuditEvents + "?limit=100&eventName=" + name);
        EXPECT_EQ(page.status, 200) << page.body;
        return content(page);
    }
    std::vector<std::string> audit_names() { return given::audit_names(*server.db, company_); }

    // --- clock

    std::string now() const { return to_iso(server.db.clock.now()); }
    void pass(std::chrono::milliseconds time) { server.db.clock.advance(time); }
    void go_to(std::string_view moment) { pass(parse_iso(moment).value() - server.db.clock.now()); }

    std::string public_url() const { return "http://127.0.0.1:" + std::to_string(server.port()); }

    TestServer server;
    const CompanyId company_ = given::company(*server.db);
    const accounts::Actor user_ = given::user(*server.db, company_);
    const std::string user_id_{user_.id().text()};
    const std::string key_ = given::api_key(*server.db, company_, user_);
    Client administrator_ = server.client_with_key(key_);

  private:
    static TestServerOptions on_engine(TestServerOptions options) {
        options.engine = GetParam();
        return options;
    }
    static constexpr db::Sql kManyCandidates{
        "test_many_candidates",
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $3) "
        "INSERT INTO candidate (company_id, id, first_name, last_name, email, email_key, last_name_key, "
        "employment, summary, details, consent, created_at, updated_at) "
        "SELECT $1, '0199' || substr(CAST(10000 + $2 AS TEXT), 2) || '-0000-7000-8000-' || "
        "substr(CAST(1000000000000 + i AS TEXT), 2), 'Many', 'Person' || CAST(i AS TEXT), "
        "'many@example.com', 'many' || CAST($2 AS TEXT) || '@example.com', 'person' || CAST(i AS TEXT), "
        "'EXTERNAL', '{\"tags\":[]}', '{\"education\":[],\"experience\":[]}', 'REQUIRED', $4, $4 FROM n"};
    static constexpr db::Sql kManyApplications{
        "test_many_applications",
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $3) "
        "INSERT INTO job_application (company_id, candidate_id, job_id, id, status, source_type, "
        "source_sub_type, source_id, source_label, created_at, change_number, listed_at) "
        "SELECT $1, '0199' || substr(CAST(10000 + $2 AS TEXT), 2) || '-0000-7000-8000-' || "
        "substr(CAST(1000000000000 + i AS TEXT), 2), $5, "
        "'0199' || substr(CAST(10000 + $2 AS TEXT), 2) || '-0000-7000-9000-' || "
        "substr(CAST(1000000000000 + i AS TEXT), 2), 'NEW', 'API', '', 'API', 'API', $4, i, $4 FROM n"};

    std::unique_ptr<reports::Generator> generator_;
    int names_ = 0;
};

}  // namespace callboard::test

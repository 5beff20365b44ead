// Report files: requesting, waiting, listing and reading.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/reports/report_company.h"
#include "support/eventually.h"

namespace callboard {
namespace {

namespace json = boost::json;
using namespace std::chrono_literals;
using accounts::Role;
using test::Answer;
using test::at_the_same_time;
using test::content;
using test::keys;
using test::kNoReport;
using test::kNoReportFile;
using test::kReportFiles;
using test::kReports;
using test::put;
using test::text;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::UnorderedElementsAre;

constexpr auto kUuid = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";

class FilesOfReports : public test::ReportServer {
  protected:
    using ReportServer::ReportServer;

    std::vector<std::string> listed(const std::string& report, int limit = 1000) {
        return walk(administrator_, report + "/files", limit, "reportFileId");
    }
    // The expected error of an unknown report.
    template <class Call>
    void expect_unknown_report(const std::string& theirs, Call&& call) {
        for (const std::string& report : {kNoReport, kReports + "/nonsense", kReports + "/%ff", theirs})
            EXPECT_EQ(refusal(call(report)), (Refusal{404, "REPORT_NOT_FOUND"})) << report;
    }
};

// Without the generator: requested files stay pending.
class FilesThatWait : public FilesOfReports {
  protected:
    FilesThatWait() : FilesOfReports(making_nothing()) {}
};

// --- requesting

TEST_P(FilesThatWait, AreShownAsTheyWereAskedFor) {
    const std::string title = column_id("JOB", "title");
    json::object input = with_columns(draft("JOB"), {title});
    input["filters"] = json::array{filter(title, "rowValues", {{"values", {"Cook"}}})};
    const std::string report = given_report(input);

    const Answer asked = administrator_.request("POST", report + "/files");

    ASSERT_EQ(asked.status, 200) << asked.body;
    const auto file = asked.json();
    EXPECT_THAT(keys(file), UnorderedElementsAre("reportFileId", "reportId", "reportFileStatus",
                                                 "scheduleType", "schedulingDate", "requestorId",
                                                 "systemRoleId", "rowEntityTypeId", "columns", "filters"));
    EXPECT_THAT(text(file.at("reportFileId")), MatchesRegex(kUuid));
    EXPECT_EQ(text(file.at("reportId")), last_part(report));
    EXPECT_EQ(file.at("reportFileStatus"), "PENDING");
    EXPECT_EQ(file.at("scheduleType"), "AD_HOC");
    EXPECT_EQ(text(file.at("schedulingDate")), now());
    EXPECT_EQ(text(file.at("requestorId")), user_id_);
    EXPECT_EQ(file.at("systemRoleId"), "ADMINISTRATOR");
    EXPECT_EQ(file.at("rowEntityTypeId"), "JOB");
    EXPECT_EQ(file.at("columns"), json::array{column("JOB", "title")});
    EXPECT_EQ(file.at("filters"), administrator_.get(report).json().at("filters"));
    EXPECT_EQ(administrator_.get(kReportFiles + "/" + text(file.at("reportFileId"))).json(), file);
    EXPECT_EQ(content(administrator_.get(report + "/files")).at(0), file);
}

TEST_P(FilesThatWait, AreAskedForOneAtATime) {
    const std::string jobs = report_on("JOB");
    const std::string waiting = ask(administrator_, jobs);

    EXPECT_EQ(refusal(administrator_.request("POST", jobs + "/files")),
              (Refusal{400, "REPORT_GENERATION_PENDING"}));

    auto colleague_client = colleague(Role::extended).client;
    EXPECT_EQ(refusal(colleague_client.request("POST", jobs + "/files")),
              (Refusal{400, "REPORT_GENERATION_PENDING"}))
        << "whoever asks";
    ask(administrator_, report_on("OFFER"));
    auto other = rival();
    ask(other, kReports + "/" + text(built_in(other, "JOB").at("reportId")));
    EXPECT_THAT(listed(jobs), ElementsAre(last_part(waiting)));
}

TEST_P(FilesThatWait, OfManyWhoAskAtOnceOneIsHeard) {
    const std::string report = report_on("JOB");

    const auto statuses = at_the_same_time<8>([&](std::size_t) {
        auto caller = server.client_with_key(key_);
        return caller.request("POST", report + "/files").status;
    });

    EXPECT_EQ(std::ranges::count(statuses, 200), 1);
    EXPECT_EQ(std::ranges::count(statuses, 400), 7);
    EXPECT_EQ(listed(report).size(), 1U);
}

TEST_P(FilesThatWait, ABodyIsIgnored) {
    int number = 0;
    for (const std::string body : {"", "{}", R"({"columns":[],"reportFileId":"x"})"}) {
        const std::string report = given_report(draft("JOB", "Report " + std::to_string(++number)));
        EXPECT_EQ(administrator_.post(report + "/files", body).status, 200) << body;
    }
}

TEST_P(FilesThatWait, TheSameRequestTwiceAsksOnce) {
    const std::string files = report_on("JOB") + "/files";
    const test::Headers key{{"Idempotency-Key", "file-1"}};

    const Answer first = administrator_.post(files, "", key);
    const Answer again = administrator_.post(files, "", key);

    EXPECT_EQ(first.status, 200);
    EXPECT_EQ(again.status, 200) << again.body;
    EXPECT_EQ(again.body, first.body);
}

TEST_P(FilesThatWait, HaveNoDataYet) {
    const std::string report = report_on("JOB");
    const std::string waiting = ask(administrator_, report);

    EXPECT_EQ(status_of(administrator_, waiting), "PENDING");
    for (const std::string& path :
         {waiting + "/data", report + "/files/recent", report + "/files/recent/data"})
        EXPECT_EQ(refusal(administrator_.get(path)), (Refusal{404, "REPORT_FILE_NOT_FOUND"})) << path;
}

TEST_P(FilesThatWait, AreGoneWithTheirReport) {
    const std::string report = given_report(draft());
    const std::string waiting = ask(administrator_, report);

    EXPECT_EQ(administrator_.del(report).status, 204);

    EXPECT_EQ(refusal(administrator_.get(waiting)), (Refusal{404, "REPORT_FILE_NOT_FOUND"}));
    generate_from_now_on();
    const std::string other = given_report(draft());
    generate(other);  // everything requested before was processed
    EXPECT_EQ(refusal(administrator_.get(waiting)), (Refusal{404, "REPORT_FILE_NOT_FOUND"}));
}

TEST_P(FilesThatWait, ShowTheReportAsItWasWhenTheyWereAskedFor) {
    const std::string title = column_id("JOB", "title");
    const std::string report = given_report(with_columns(draft(), {title}));
    job_called("Grill Cook");
    const std::string waiting = ask(administrator_, report);
    EXPECT_EQ(put(administrator_, report, draft("JOB", "All columns")).status, 200);

    generate_from_now_on();

    EXPECT_EQ(outcome(administrator_, waiting).at("columns"), json::array{column("JOB", "title")});
    EXPECT_EQ(download(waiting).body, column_name("JOB", "title") + "\r\nGrill Cook\r\n");
}

TEST_P(FilesThatWait, AreMadeInTheOrderInWhichTheyWereAskedFor) {
    std::vector<std::string> files;
    for (int i = 0; i < 3; ++i) {
        files.push_back(ask(administrator_, given_report(draft("JOB", "Report " + std::to_string(i)))));
        pass(1s);
    }

    generate_from_now_on();

    for (const auto& file : files)
        EXPECT_EQ(outcome(administrator_, file).at("reportFileStatus"), "COMPLETED");
}

// --- completed files

TEST_P(FilesOfReports, BecomeComplete) {
    pass(1h);
    const std::string asked_at = now();

    const std::string file = generate(report_on("JOB"));

    const auto shown = administrator_.get(file).json();
    EXPECT_EQ(shown.at("reportFileStatus"), "COMPLETED");
    EXPECT_EQ(text(shown.at("schedulingDate")), asked_at);
    EXPECT_EQ(text(shown.at("generationDate")), now());
    EXPECT_FALSE(shown.as_object().contains("errorReason"));
    EXPECT_EQ(content(administrator_.get(report_on("JOB") + "/files")).at(0), shown);
}

TEST_P(FilesOfReports, EveryBuiltInReportCanBeMade) {
    const std::string job = job_called("Cook");
    const std::string application = applied(job, "Lovelace");
    given_offer(application);
    move(application, "HIRED");
    for (const std::string area : {"JOB", "APPLICATION", "CANDIDATE", "OFFER", "STATUS_HISTORY",
                                   "TIME_TO_HIRE", "SOURCE", "WEBHOOK_DELIVERY", "API_USE"}) {
        const auto made = table(report_on(area));
        std::vector<std::string> names;
        const json::array columns = built_in(administrator_, area).at("columns").as_array();
        for (const auto& column : columns) names.push_back(text(column.at("dataPointName")));
        EXPECT_THAT(made.header, ElementsAreArray(names)) << area;
        if (area != "WEBHOOK_DELIVERY" && area != "API_USE") EXPECT_FALSE(made.rows.empty()) << area;
    }
}

TEST_P(FilesOfReports, AProgramHasThemMadeToo) {
    auto robot = program("reporting_read reporting_write");
    job_called("Cook");

    EXPECT_EQ(table(robot, report_on("JOB")).column(column_name("JOB", "title")),
              std::vector<std::string>{"Cook"});
}

TEST_P(FilesOfReports, AreListedNewestFirst) {
    const std::string report = report_on("JOB");
    std::vector<std::string> made;
    for (int i = 0; i < 12; ++i) {
        made.insert(made.begin(), last_part(generate(report)));
        if (i % 3 == 0) pass(1s);
    }

    const Answer page = administrator_.get(report + "/files");

    EXPECT_THAT(keys(page.json()), UnorderedElementsAre("nextPage", "content"));
    EXPECT_EQ(content(page).size(), 10U);
    for (const int limit : {1, 5, 11, 12, 13, 1000})
        EXPECT_THAT(listed(report, limit), ElementsAreArray(made));
    EXPECT_THAT(listed(report_on("OFFER")), IsEmpty());
    EXPECT_TRUE(administrator_.get(report_on("OFFER") + "/files").json().at("nextPage").is_null());
}

TEST_P(FilesOfReports, APageIsNotMovedByWhatIsNew) {
    const std::string report = report_on("JOB");
    for (int i = 0; i < 4; ++i) generate(report);
    const auto before = listed(report);
    const std::string next = next_page(administrator_.get(report + "/files?limit=2"), report + "/files", 2);

    generate(report);

    EXPECT_EQ(test::each(administrator_.get(next), "content", "reportFileId"),
              std::vector<std::string>(before.begin() + 2, before.end()));
}

TEST_P(FilesOfReports, ABadPageIsRefused) {
    const std::string report = report_on("JOB");
    const std::string of_reports = text(administrator_.get(kReports + "?limit=1").json().at("nextPage"));
    for (const std::string limit : {"0", "-1", "1001", "ten"})
        EXPECT_EQ(refusal(administrator_.get(report + "/files?limit=" + limit)),
                  (Refusal{400, "INVALID_PARAMETER"}));
    for (const std::string& page : {std::string{"nonsense"}, std::string{"Ow%3D%3D"}, escaped(of_reports)})
        EXPECT_EQ(refusal(administrator_.get(report + "/files?page=" + page)),
                  (Refusal{400, "INVALID_PAGE_ID"}))
            << page;
}

TEST_P(FilesOfReports, TheRecentOneIsTheNewestThatIsThere) {
    const std::string report = report_on("JOB");
    const std::string recent = report + "/files/recent";
    EXPECT_EQ(refusal(administrator_.get(recent)), (Refusal{404, "REPORT_FILE_NOT_FOUND"}));
    EXPECT_EQ(refusal(administrator_.get(recent + "/data")), (Refusal{404, "REPORT_FILE_NOT_FOUND"}));

    const std::string first = generate(report);
    EXPECT_EQ(administrator_.get(recent).body, administrator_.get(first).body);
    job_called("Cook");
    const std::string second = generate(report);

    EXPECT_EQ(administrator_.get(recent).body, administrator_.get(second).body);
    EXPECT_EQ(administrator_.get(recent + "/data").body, download(second).body);
    EXPECT_NE(download(first).body, download(second).body) << "an old file stays as it was";
}

TEST_P(FilesOfReports, AreForgottenAfterTheirTime) {
    const std::string file = generate(report_on("JOB"));
    pass(std::chrono::days{29});
    EXPECT_EQ(download(file).status, 200);

    pass(std::chrono::days{2});

    EXPECT_TRUE(test::eventually([&] { return administrator_.get(file).status == 404; }));
    EXPECT_TRUE(test::eventually([&] { return bytes_of(file).empty(); }));
}

// --- conditional requests

TEST_P(FilesOfReports, EveryAnswerHasATag) {
    const std::string report = given_report(draft());
    const std::string file = generate(report);
    for (const std::string& path : {kReports, report, report + "/files", report + "/files/recent", file}) {
        const Answer first = administrator_.get(path);
        const std::string tag = first.header("etag");
        EXPECT_THAT(tag, MatchesRegex("W/\"[^\"]+\"")) << path;
        for (const std::string& has : {tag, tag.substr(2), std::string{"*"}, "\"other\", " + tag}) {
            const Answer again = administrator_.get(path, {{"If-None-Match", has}});
            EXPECT_EQ(again.status, 304) << path << has;
            EXPECT_THAT(again.body, IsEmpty()) << path;
            EXPECT_EQ(again.header("etag"), tag) << path;
        }
        for (const std::string has : {"\"other\"", "nonsense", ""}) {
            const Answer again = administrator_.get(path, {{"If-None-Match", has}});
            EXPECT_EQ(again.status, 200) << path << has;
            EXPECT_EQ(again.body, first.body) << path;
        }
    }
}

TEST_P(FilesOfReports, AChangeChangesTheTag) {
    const std::string report = given_report(draft());
    generate(report);
    std::vector<std::pair<std::string, std::string>> before;
    for (const std::string& path : {kReports, report, report + "/files", report + "/files/recent"})
        before.emplace_back(path, administrator_.get(path).header("etag"));
    pass(1s);

    EXPECT_EQ(put(administrator_, report, draft("JOB", "Renamed")).status, 200);
    generate(report);

    for (const auto& [path, tag] : before) {
        const Answer now = administrator_.get(path, {{"If-None-Match", tag}});
        EXPECT_EQ(now.status, 200) << path;
        EXPECT_NE(now.header("etag"), tag) << path;
    }
}

// --- unknown files

TEST_P(FilesOfReports, OfAnUnknownReportThereAreNone) {
    auto other = rival();
    const std::string theirs = kReports + "/" + text(built_in(other, "JOB").at("reportId"));
    generate(other, theirs);

    expect_unknown_report(theirs, [&](const std::string& at) { return administrator_.get(at + "/files"); });
    expect_unknown_report(theirs,
                          [&](const std::string& at) { return administrator_.get(at + "/files/recent"); });
    expect_unknown_report(
        theirs, [&](const std::string& at) { return administrator_.get(at + "/files/recent/data"); });
    expect_unknown_report(
        theirs, [&](const std::string& at) { return administrator_.request("POST", at + "/files"); });
}

TEST_P(FilesOfReports, OfAnUnknownFileAndOfAnothersOneTheErrorIsTheSame) {
    auto other = rival();
    const std::string theirs = generate(other, kReports + "/" + text(built_in(other, "JOB").at("reportId")));
    const std::string unknown = administrator_.get(kNoReportFile).body;
    for (const std::string& file :
         {kNoReportFile, kReportFiles + "/nonsense", kReportFiles + "/%ff", theirs, theirs + "0"}) {
        EXPECT_EQ(refusal(administrator_.get(file)), (Refusal{404, "REPORT_FILE_NOT_FOUND"})) << file;
        EXPECT_EQ(administrator_.get(file).body, unknown) << file;
        EXPECT_EQ(refusal(download(file)), (Refusal{404, "REPORT_FILE_NOT_FOUND"})) << file;
    }
}

TEST_P(FilesOfReports, AreNotMadeWithoutTheScope) {
    auto writer = program("reporting_write");
    const std::string report = report_on("JOB");
    const std::string file = generate(report);

    EXPECT_EQ(writer.request("POST", report + "/files").status, 200);
    for (const std::string& path :
         {report + "/files", report + "/files/recent", report + "/files/recent/data", file, file + "/data"}) {
        EXPECT_EQ(refusal(writer.get(path)), (Refusal{403, "INSUFFICIENT_SCOPE"})) << path;
        EXPECT_EQ(server.client().get(path).status, 401) << path;
    }
}

RUN_ON_EACH_DATABASE(FilesOfReports);
RUN_ON_EACH_DATABASE(FilesThatWait);

}  // namespace
}  // namespace callboard

// The data of a report file: contents, and downloads of all of it or of ranges.
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/reports/report_company.h"

namespace callboard {
namespace {

namespace json = boost::json;
using namespace std::chrono_literals;
using test::Answer;
using test::Client;
using test::csv;
using test::csv_line;
using test::gunzip;
using test::kNastyTitles;
using test::kWorkbookType;
using test::text;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;
using testing::UnorderedElementsAreArray;

constexpr auto kDateForm = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z";
constexpr auto kDownloaded = "CUSTOMER_REPORT_DOWNLOADED";

class ReportData : public test::ReportServer {
  protected:
    using ReportServer::ReportServer;

    // A file with the titles of all jobs.
    std::string titles() {
        return generate(given_report(with_columns(draft("JOB", "Titles"), {column_id("JOB", "title")})));
    }
    std::string long_file() {
        for (int i = 0; i < 30; ++i) job_called("Job " + std::to_string(i) + test::repeated(" and more", 10));
        return titles();
    }
    std::string workbook(const json::array& formats) {
        return generate(given_report(changed(draft("JOB", "Both"), "reportFormats", formats)));
    }
    Answer head(const std::string& file) { return administrator_.request("HEAD", file + "/data"); }
};

// --- contents

TEST_P(ReportData, EveryTextComesThroughUnharmed) {
    std::vector<std::string> lines;
    for (const auto& title : kNastyTitles) {
        job_called(title);
        const bool looks_like_a_formula = std::string_view{"=+-@\t\r"}.contains(title.front());
        lines.push_back(csv_line({(looks_like_a_formula ? "'" : "") + title}));
    }

    const Answer data = download(titles());

    ASSERT_EQ(data.status, 200) << data.body;
    EXPECT_THAT(data.body, StartsWith(csv_line({column_name("JOB", "title")}) + "\r\n"));
    EXPECT_THAT(csv(data.body).lines, UnorderedElementsAreArray(lines));
}

TEST_P(ReportData, AreExactlyTheseBytes) {
    in_pool({{"firstName", R"(O"Neil, "Quote"; =1+1)"},
             {"lastName", "Zażółć 日本"},
             {"email", "nasty@example.com"},
             {"phoneNumber", "+48 600 100 200"},
             {"internal", true}});
    const auto first = column("CANDIDATE", "firstName");
    const auto last = column("CANDIDATE", "lastName");
    const auto phone = column("CANDIDATE", "phoneNumber");
    const auto created = column("CANDIDATE", "createdOn");
    const auto internal = column("CANDIDATE", "internal");
    std::string header;
    json::object input = draft("CANDIDATE");
    json::array columns;
    for (const auto& each : {last, first, phone, created, internal}) {
        columns.push_back(chosen(text(each.at("dataPointId"))));
        header += (header.empty() ? "" : ",") + text(each.at("dataPointName"));
    }
    input["columns"] = columns;

    const Answer data = download(generate(given_report(input)));

    EXPECT_EQ(data.body, header + "\r\n" +
                             R"(Zażółć 日本,"O""Neil, ""Quote""; =1+1",'+48 600 100 200,)"
                             "2023-11-14T22:13:20.000Z,true\r\n");
}

TEST_P(ReportData, WhatIsAbsentIsNothingAndWhatIsEmptyIsQuoted) {
    const std::string offers = applied(job_called("Cook"), "Lovelace") + "/offers";
    for (const json::object& terms :
         {json::object{}, json::object{{"salary", ""}}, json::object{{"salary", "1"}}})
        EXPECT_EQ(test::post(administrator_, offers, {{"properties", terms}}).status, 201);
    const std::string report = given_report(with_columns(draft("OFFER"), {"status", "salary"}));

    EXPECT_THAT(csv(download(generate(report)).body).lines,
                UnorderedElementsAreArray({"CREATED,", "CREATED,\"\"", "CREATED,1"}));
}

TEST_P(ReportData, WithoutRowsThereIsTheHeader) {
    EXPECT_EQ(download(titles()).body, column_name("JOB", "title") + "\r\n");
}

TEST_P(ReportData, DatesBooleansAndIdsHaveOneForm) {
    const std::string application = applied(job_called("Cook"), "Lovelace");
    given_offer(application);
    pass(36h);
    move(application, "HIRED");
    for (const std::string area :
         {"JOB", "APPLICATION", "CANDIDATE", "OFFER", "STATUS_HISTORY", "TIME_TO_HIRE", "SOURCE"}) {
        const auto made = table(report_on(area));
        const json::array columns = built_in(administrator_, area).at("columns").as_array();
        for (const auto& row : made.rows) {
            for (std::size_t i = 0; i < columns.size(); ++i) {
                if (row.at(i).empty()) continue;
                const std::string type = text(columns.at(i).at("dataPointType"));
                if (type == "DATE") EXPECT_THAT(row.at(i), MatchesRegex(kDateForm)) << columns.at(i);
                if (type == "BOOLEAN") EXPECT_THAT(row.at(i), MatchesRegex("true|false")) << columns.at(i);
                if (type == "NUMBER") EXPECT_THAT(row.at(i), MatchesRegex("-?[0-9]+")) << columns.at(i);
                if (type == "DECIMAL")
                    EXPECT_THAT(row.at(i), MatchesRegex("-?[0-9]+(\\.[0-9]{0,2}[1-9])?")) << columns.at(i);
            }
        }
    }
}

TEST_P(ReportData, TimeToHireIsInDays) {
    const std::string application = applied(job_called("Cook"), "Lovelace");
    pass(36h);
    move(application, "HIRED");
    applied(job_called("Waiter"), "Hopper");

    const auto made = table(report_on("TIME_TO_HIRE"));

    ASSERT_EQ(made.rows.size(), 1U) << "who is not hired is not in it";
    EXPECT_THAT(made.rows.at(0), testing::Contains("1.5"));
    EXPECT_THAT(made.rows.at(0), testing::Contains("Cook"));
}

TEST_P(ReportData, TemplatesAreNoJobs) {
    auto input = test::job_input();
    input["template"] = true;
    input["title"] = "Pattern";
    test::given_job(administrator_, input);
    job_called("Cook");

    EXPECT_THAT(values("JOB", "title"), ElementsAre("Cook"));
}

// --- the response

TEST_P(ReportData, SayWhatTheyAre) {
    const std::string file = titles();

    const Answer data = download(file);

    EXPECT_EQ(data.header("content-type"), "text/csv; charset=utf-8");
    EXPECT_EQ(data.header("content-length"), std::to_string(data.body.size()));
    EXPECT_EQ(data.header("etag"), "\"" + last_part(file) + "-csv\"");
    EXPECT_EQ(data.header("accept-ranges"), "bytes");
    EXPECT_EQ(data.header("content-disposition"), "attachment; filename=\"Titles-2023-11-14.csv\"");
    EXPECT_EQ(data.header("transfer-encoding"), "");
    EXPECT_EQ(data.header("content-encoding"), "");
}

TEST_P(ReportData, AreNamedSafely) {
    for (const std::string name :
         {R"(a"b\c/d:e*f)", "Zażółć 日本", "../../etc/passwd", "x; filename=y", "%00"}) {
        const std::string report = given_report(draft("JOB", name));
        EXPECT_THAT(
            download(generate(report)).header("content-disposition"),
            MatchesRegex("attachment; filename=\"[A-Za-z0-9 _.()-]+-2023-11-14\\.csv\"(; filename\\*=.*)?"))
            << name;
    }
}

TEST_P(ReportData, TheRecentOnesAreTheSame) {
    const std::string report = report_on("JOB");
    const std::string file = generate(report);

    const Answer recent = administrator_.get(report + "/files/recent/data");

    EXPECT_EQ(recent.status, 200);
    EXPECT_EQ(recent.body, download(file).body);
    for (const std::string header : {"etag", "content-type", "content-length", "content-disposition"})
        EXPECT_EQ(recent.header(header), download(file).header(header)) << header;
}

TEST_P(ReportData, WhoHasThemGetsNothing) {
    const std::string report = report_on("JOB");
    const std::string file = generate(report);
    const std::string tag = download(file).header("etag");
    for (const std::string& path : {file + "/data", report + "/files/recent/data"}) {
        for (const std::string& has : {tag, "W/" + tag, std::string{"*"}, "\"other\", " + tag}) {
            const Answer again = administrator_.get(path, {{"If-None-Match", has}});
            EXPECT_EQ(again.status, 304) << has;
            EXPECT_THAT(again.body, IsEmpty());
            EXPECT_EQ(again.header("etag"), tag);
        }
        EXPECT_EQ(administrator_.get(path, {{"If-None-Match", "\"other\""}}).status, 200);
    }
    generate(report);
    EXPECT_EQ(administrator_.get(report + "/files/recent/data", {{"If-None-Match", tag}}).status, 200)
        << "there is a newer one";
}

TEST_P(ReportData, HeadReturnsTheHeadersOnly) {
    const std::string file = titles();

    const Answer head_only = head(file);

    EXPECT_EQ(head_only.status, 200);
    EXPECT_THAT(head_only.body, IsEmpty());
    const Answer given = download(file);
    for (const std::string header : {"etag", "content-type", "content-length", "content-disposition"})
        EXPECT_EQ(head_only.header(header), given.header(header)) << header;
}

// --- ranges

TEST_P(ReportData, AreGivenInParts) {
    const std::string file = long_file();
    const std::string whole = download(file).body;
    const std::string size = std::to_string(whole.size());
    const auto last = whole.size() - 1;
    const std::vector<std::tuple<std::string, std::size_t, std::size_t>> cases{
        {"bytes=5-14", 5, 14},
        {"bytes=0-0", 0, 0},
        {"bytes=7-", 7, last},
        {"bytes=-6", whole.size() - 6, last},
        {"bytes=-999999", 0, last},
        {"bytes=10-999999", 10, last},
        {"bytes=" + std::to_string(last) + "-", last, last}};
    for (const auto& [range, from, to] : cases) {
        const Answer part = download(file, {{"Range", range}, {"Accept-Encoding", "gzip"}});
        EXPECT_EQ(part.status, 206) << range;
        EXPECT_EQ(part.body, whole.substr(from, to - from + 1)) << range;
        EXPECT_EQ(part.header("content-range"),
                  "bytes " + std::to_string(from) + "-" + std::to_string(to) + "/" + size);
        EXPECT_EQ(part.header("content-length"), std::to_string(to - from + 1));
        EXPECT_EQ(part.header("content-encoding"), "");
        EXPECT_EQ(part.header("etag"), "\"" + last_part(file) + "-csv\"");
    }
}

TEST_P(ReportData, ARangeThatIsNotThereIsRefused) {
    const std::string file = titles();
    const std::string size = std::to_string(download(file).body.size());
    for (const std::string& range :
         {"bytes=" + size + "-", std::string{"bytes=999999-"}, std::string{"bytes=-0"}}) {
        const Answer none = download(file, {{"Range", range}});
        EXPECT_EQ(none.status, 416) << range;
        EXPECT_EQ(none.header("content-range"), "bytes */" + size) << range;
    }
}

TEST_P(ReportData, WhatIsNoRangeGetsTheWhole) {
    const std::string file = titles();
    const std::string whole = download(file).body;
    for (const std::string range :
         {"bytes=0-1,3-4", "bytes=4-2", "lines=0-1", "bytes", "bytes=a-b", "bytes=-"}) {
        const Answer all = download(file, {{"Range", range}});
        EXPECT_EQ(all.status, 200) << range;
        EXPECT_EQ(all.body, whole) << range;
    }
}

TEST_P(ReportData, APartIsOnlyOfUseToWhoHasTheRest) {
    const std::string file = titles();
    const std::string tag = download(file).header("etag");

    EXPECT_EQ(download(file, {{"Range", "bytes=0-1"}, {"If-Range", tag}}).status, 206);
    EXPECT_EQ(download(file, {{"Range", "bytes=0-1"}, {"If-Range", "\"other\""}}).status, 200);
    EXPECT_EQ(download(file, {{"Range", "bytes=0-1"}, {"If-Range", "W/" + tag}}).status, 200);
}

TEST_P(ReportData, PartsMakeAWhole) {
    const std::string file = long_file();
    const std::string whole = download(file).body;
    std::string joined;
    for (std::size_t at = 0; at < whole.size(); at += 100)
        joined +=
            download(file, {{"Range", "bytes=" + std::to_string(at) + "-" + std::to_string(at + 99)}}).body;

    EXPECT_EQ(joined, whole);
}

// --- compression

TEST_P(ReportData, LongOnesAreCompressedForThoseWhoTakeIt) {
    const std::string file = long_file();
    const Answer plain = download(file);

    const Answer packed = download(file, {{"Accept-Encoding", "gzip"}});

    EXPECT_EQ(packed.status, 200);
    EXPECT_EQ(packed.header("content-encoding"), "gzip");
    EXPECT_LT(packed.body.size(), plain.body.size());
    EXPECT_EQ(gunzip(packed.body), plain.body);
    EXPECT_THAT(packed.header("vary"), HasSubstr("Accept-Encoding"));
    EXPECT_THAT(plain.header("vary"), HasSubstr("Accept-Encoding"));
    const std::string tag = packed.header("etag");
    EXPECT_THAT(tag, MatchesRegex("\"[^\"]+\""));
    EXPECT_NE(tag, plain.header("etag")) << "they are other bytes";
    EXPECT_EQ(download(file, {{"Accept-Encoding", "gzip"}, {"If-None-Match", tag}}).status, 304);
    EXPECT_EQ(download(file, {{"Accept-Encoding", "gzip"}, {"If-None-Match", plain.header("etag")}}).status,
              304);
    EXPECT_EQ(download(file, {{"Range", "bytes=0-1"}, {"If-Range", tag}}).status, 200);
}

TEST_P(ReportData, ShortOnesAreNot) {
    EXPECT_EQ(download(titles(), {{"Accept-Encoding", "gzip"}}).header("content-encoding"), "");
}

TEST_P(ReportData, LargeOnesComeWhole) {
    given_applicants(job_called("Cook"), 30'000);

    const Answer data = download(generate(report_on("APPLICATION")));

    EXPECT_GT(data.body.size(), 1'000'000U);
    EXPECT_EQ(csv(data.body).rows.size(), 30'000U);
    EXPECT_EQ(data.header("content-length"), std::to_string(data.body.size()));
}

// --- workbooks

TEST_P(ReportData, AWorkbookIsForThoseWhoAskForIt) {
    const std::string file = workbook({"CSV", "EXCEL"});

    const Answer workbook = download(file, {{"Accept", kWorkbookType}, {"Accept-Encoding", "gzip"}});

    EXPECT_EQ(workbook.status, 200);
    EXPECT_EQ(workbook.header("content-type"), kWorkbookType);
    EXPECT_EQ(workbook.header("etag"), "\"" + last_part(file) + "-xlsx\"");
    EXPECT_EQ(workbook.header("content-disposition"), "attachment; filename=\"Both-2023-11-14.xlsx\"");
    EXPECT_EQ(workbook.header("content-encoding"), "") << "it is compressed as it is";
    EXPECT_EQ(workbook.header("content-length"), std::to_string(workbook.body.size()));
    EXPECT_THAT(workbook.body, StartsWith("PK\x03\x04"));
    EXPECT_EQ(download(file, {{"Accept", kWorkbookType}, {"Range", "bytes=0-3"}}).body, "PK\x03\x04");
    EXPECT_EQ(
        download(file, {{"Accept", std::string{"text/csv;q=0.5, "} + kWorkbookType}}).header("content-type"),
        kWorkbookType);
    for (const std::string accept : {"*/*", "text/csv", "image/png", "application/json",
                                     "text/csv, application/vnd.openxmlformats-officedocument"
                                     ".spreadsheetml.sheet;q=0.5"}) {
        const Answer data = download(file, {{"Accept", accept}});
        EXPECT_EQ(data.status, 200) << accept;
        EXPECT_EQ(data.header("content-type"), "text/csv; charset=utf-8") << accept;
    }
    EXPECT_EQ(download(file).header("content-type"), "text/csv; charset=utf-8");
}

TEST_P(ReportData, WhereThereIsOnlyAWorkbookItIsGiven) {
    const std::string file = workbook(json::array{"EXCEL"});
    for (const std::string accept : {"*/*", "text/csv", "image/png", kWorkbookType})
        EXPECT_EQ(download(file, {{"Accept", accept}}).header("content-type"), kWorkbookType) << accept;
}

TEST_P(ReportData, WhereThereIsNoWorkbookThereIsStillAnAnswer) {
    const Answer data = download(titles(), {{"Accept", kWorkbookType}});

    EXPECT_EQ(data.status, 200);
    EXPECT_EQ(data.header("content-type"), "text/csv; charset=utf-8");
}

// --- audit records

TEST_P(ReportData, EveryDownloadIsRecorded) {
    const std::string report = report_on("JOB");
    const std::string file = generate(report);
    EXPECT_THAT(records(kDownloaded), IsEmpty());

    download(file);
    download(file, {{"Range", "bytes=0-1"}});
    administrator_.get(report + "/files/recent/data");

    const auto found = records(kDownloaded);
    ASSERT_EQ(found.size(), 3U);
    for (const auto& record : found) {
        EXPECT_EQ(record.at("entityType"), "REPORT_FILE");
        EXPECT_EQ(text(record.at("entityId")), last_part(file));
        EXPECT_EQ(text(record.at("authorId")), user_id_);
        EXPECT_EQ(text(record.at("context").at("reportFileId")), last_part(file));
        EXPECT_EQ(text(record.at("context").at("reportId")), last_part(report));
        EXPECT_EQ(record.at("context").at("clientAddress"), "127.0.0.1");
    }
}

TEST_P(ReportData, WhereNothingIsGivenNothingIsRecorded) {
    const std::string file = titles();
    head(file);
    download(file, {{"If-None-Match", "*"}});
    download(file, {{"Range", "bytes=999999-"}});
    administrator_.get(file);
    download(test::kNoReportFile);

    EXPECT_THAT(records(kDownloaded), IsEmpty());
}

// --- damaged files

TEST_P(ReportData, AreNotGivenWhenSomeAreMissing) {
    const std::string file = titles();
    const auto bytes = bytes_of(file);
    ASSERT_FALSE(bytes.empty());
    std::filesystem::resize_file(bytes, std::filesystem::file_size(bytes) - 1);

    const Answer short_one = download(file);
    std::filesystem::remove(bytes);
    const Answer lost_one = download(file);

    EXPECT_EQ(short_one.status, 503);
    EXPECT_EQ(lost_one.status, 503);
    EXPECT_THAT(records(kDownloaded), IsEmpty());
    EXPECT_EQ(administrator_.get(file).status, 200);
}

TEST_P(ReportData, BytesOnTheirWayHaveNoNameThatLooksWhole) {
    const std::string file = titles();
    for (const auto& entry : std::filesystem::recursive_directory_iterator{server.report_folder()})
        EXPECT_THAT(entry.path().string(), Not(testing::EndsWith(".part")));
    EXPECT_EQ(std::filesystem::file_size(bytes_of(file)), download(file).body.size());
}

// --- rate limit

class NextDownload : public ReportData {
  protected:
    explicit NextDownload(std::chrono::seconds interval = 1s) : ReportData(once_in(interval)) {}

    static test::TestServerOptions once_in(std::chrono::seconds interval) {
        auto options = unlimited();
        options.limits.of(throttle::Policy::report_data) = {.requests = 1, .period = interval};
        return options;
    }
    const std::string report_ = report_on("JOB");
    const std::string file_ = generate(report_);
};
class NextDownloadInAMinute : public NextDownload {
  protected:
    NextDownloadInAMinute() : NextDownload(60s) {}
};

TEST_P(NextDownload, ComesAfterTheInterval) {
    EXPECT_EQ(download(file_).status, 200);

    const Answer second = download(file_);

    EXPECT_EQ(refusal(second), (Refusal{429, "TOO_MANY_REQUESTS"}));
    EXPECT_THAT(second.body, HasSubstr("report_data"));
    EXPECT_EQ(second.header("retry-after"), "1");
    EXPECT_EQ(administrator_.get(report_ + "/files/recent/data").status, 200) << "another endpoint";
    auto other = another_key();
    EXPECT_EQ(download(other, file_).status, 200) << "another user";
    for (int i = 0; i < 20; ++i) ASSERT_EQ(administrator_.get(file_).status, 200) << "it can be polled";
    server.stopwatch.advance(1s);
    EXPECT_EQ(download(file_).status, 200);
    EXPECT_EQ(records(kDownloaded).size(), 4U) << "what was refused is not recorded";
}

TEST_P(NextDownload, WhoWaitsIsNeverRefusedTwice) {
    for (int i = 0; i < 20; ++i) {
        ASSERT_EQ(download(file_).status, 200) << i;
        server.stopwatch.advance(std::chrono::milliseconds{i * 47});
        const Answer refused = download(file_);
        if (refused.status == 200) continue;
        ASSERT_EQ(refused.status, 429);
        server.stopwatch.advance(std::chrono::seconds{std::stoi(refused.header("retry-after"))});
    }
}

TEST_P(NextDownloadInAMinute, TellsTheSecondsThatAreLeft) {
    EXPECT_EQ(download(file_).status, 200);
    EXPECT_EQ(download(file_).header("retry-after"), "60");
    server.stopwatch.advance(58'500ms);
    EXPECT_EQ(download(file_).header("retry-after"), "2");
    server.stopwatch.advance(1'499ms);
    EXPECT_EQ(download(file_).header("retry-after"), "1");
    server.stopwatch.advance(1ms);
    EXPECT_EQ(download(file_).status, 200);
}

RUN_ON_EACH_DATABASE(ReportData);
RUN_ON_EACH_DATABASE(NextDownload);
RUN_ON_EACH_DATABASE(NextDownloadInAMinute);

}  // namespace
}  // namespace callboard

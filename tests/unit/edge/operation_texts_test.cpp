#include "edge/operation_texts.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/routes.h"
#include "base/embedded.h"
#include "edge/openapi.h"
#include "pages/routes.h"
#include "routes.h"
#include "sandbox/routes.h"
#include "support/openapi_check.h"

namespace callboard::edge {
namespace {

namespace json = boost::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// --- the reader

TEST(OperationTexts, AreReadSectionBySection) {
    const auto texts = read_operation_texts(
        "# Jobs\n\nAbout jobs.\n\n"
        "## getJob\n\nOne job.\nAnd its ad.\n\n```json\n{\n  \"id\": 1\n}\n```\n\n"
        "## deleteJob\n\nDeletes it.\n");

    ASSERT_THAT(texts, SizeIs(2));
    EXPECT_EQ(texts[0].operation, "getJob");
    EXPECT_EQ(texts[0].description, "One job.\nAnd its ad.");
    EXPECT_EQ(texts[0].language, "json");
    EXPECT_EQ(texts[0].example, "{\n  \"id\": 1\n}");
    EXPECT_EQ(texts[1].operation, "deleteJob");
    EXPECT_EQ(texts[1].description, "Deletes it.");
    EXPECT_THAT(texts[1].language, IsEmpty());
    EXPECT_THAT(texts[1].example, IsEmpty());
}

TEST(OperationTexts, TakeAHeadingInsideABlockForText) {
    const auto texts = read_operation_texts("## letter\n\nA text.\n\n```text\n## Dear Lena\n```\n");

    ASSERT_THAT(texts, SizeIs(1));
    EXPECT_EQ(texts[0].example, "## Dear Lena");
}

TEST(OperationTexts, OfAPageWithoutSectionsAreNone) {
    EXPECT_THAT(read_operation_texts(""), IsEmpty());
    EXPECT_THAT(read_operation_texts("# Jobs\n\nAbout jobs."), IsEmpty());
}

TEST(OperationTexts, RefuseWhatIsNoSection) {
    for (const char* const page :
         {"## a\n", "## a\n\n## b\n\nText.\n", "## a\n\n```json\n{}\n```\n", "## a\n\nText.\n\n```json\n{}\n",
          "## a\n\nText.\n\n```\n{}\n```\n", "## a\n\nText.\n\n```json\n{}\n```\n\nMore.\n",
          "## a\n\nText.\n\n```json\n{}\n```\n\n```json\n{}\n```\n"})
        EXPECT_THROW(read_operation_texts(page), std::logic_error) << page;
}

TEST(OperationTexts, GiveExamplesWithoutTheSpaceOfTheirLayout) {
    const auto written = [](const OperationText& text) {
        std::string document;
        wire::JsonWriter out{document};
        out.open_object();
        write_example(out, text);
        out.close_object();
        return document;
    };

    EXPECT_EQ(written({"a", "b", "json", "{\n  \"x y\": [1, \"a \\\" b\\\\\"]\n}"}),
              R"({"example":{"x y":[1,"a \" b\\"]}})");
    EXPECT_EQ(written({"a", "b", "csv", "Id,Title\n1,\"a\""}), R"({"example":"Id,Title\n1,\"a\""})");
    EXPECT_EQ(written({"a", "b", "", ""}), "{}");
}

// --- docs/reference

// The rows of the chapters, by the names of their pages.
std::map<std::string, std::vector<Route>> chapters() {
    std::map<std::string, std::vector<Route>> chapters;
    chapters["pages.md"] = pages::page_routes();
    std::ranges::move(pages::identity_routes(), std::back_inserter(chapters["pages.md"]));
    std::ranges::move(pages::candidate_page_routes(), std::back_inserter(chapters["pages.md"]));
    chapters["service.md"] = api::service_routes();
    chapters["oauth.md"] = api::oauth_routes();
    chapters["accounts.md"] = api::accounts_routes();
    chapters["configuration.md"] = api::configuration_routes();
    chapters["job_properties.md"] = api::job_property_routes();
    chapters["jobs.md"] = api::jobs_routes();
    chapters["postings.md"] = api::postings_routes();
    chapters["candidates.md"] = api::candidates_routes();
    chapters["apply.md"] = api::apply_routes();
    chapters["careers.md"] = api::careers_routes();
    chapters["offers.md"] = api::offers_routes();
    chapters["audit.md"] = api::audit_routes();
    chapters["usage.md"] = api::usage_routes();
    chapters["events.md"] = api::events_routes();
    chapters["webhooks.md"] = api::webhooks_routes();
    chapters["reports.md"] = api::reports_routes();
    chapters["sandbox.md"] = sandbox::sandbox_routes();
    return chapters;
}

TEST(Reference, HasEveryOperationOnThePageOfItsChapterAndNothingElse) {
    const auto wanted = chapters();
    std::size_t rows = 0;
    for (const auto& [name, chapter] : wanted) rows += chapter.size();
    EXPECT_EQ(rows, routes_with_sandbox().size()) << "a chapter has no page yet";

    std::set<std::string> seen;
    for (const EmbeddedFile& page : reference_files()) {
        SCOPED_TRACE(page.name);
        seen.emplace(page.name);
        ASSERT_TRUE(wanted.contains(std::string{page.name}));
        std::set<std::string_view> operations;
        for (const Route& row : wanted.at(std::string{page.name})) operations.insert(row.operation);
        std::set<std::string_view> described;
        for (const auto& text : read_operation_texts(page.text)) described.insert(text.operation);
        EXPECT_EQ(described, operations);
    }
    EXPECT_EQ(seen.size(), wanted.size());
}

TEST(Reference, SaysOfDeprecatedOperationsWhatTakesTheirPlace) {
    for (const Route& row : routes_with_sandbox())
        if (const auto* const text = find_operation_text(row.operation))
            EXPECT_EQ(text->description.starts_with("Deprecated: use "), row.is_deprecated) << row.operation;
}

// The operation object in the OpenAPI document.
const json::object& documented(const json::object& document, const Route& route) {
    static constexpr std::string_view kMethods[]{"get", "post", "put", "patch", "delete"};
    return document.at("paths")
        .at(route.path)
        .at(kMethods[static_cast<std::size_t>(route.method)])
        .as_object();
}

// A status with a code in a description, such as 409 `CONFLICT`, is a documented response of the operation.
TEST(Reference, NamesNoErrorThatTheOperationDoesNotHave) {
    const std::vector<Route> rows = routes_with_sandbox();
    const json::object document = json::parse(openapi_document(rows)).as_object();
    static const std::regex kError{"(4[0-9][0-9])\\s`([A-Z_]+)`"};
    std::size_t named = 0;
    for (const Route& row : rows) {
        const json::object& operation = documented(document, row);
        const std::string text{operation.at("description").as_string()};
        for (std::sregex_iterator at{text.begin(), text.end(), kError}, end; at != end; ++at, ++named) {
            const auto* const response = operation.at("responses").as_object().if_contains(at->str(1));
            ASSERT_TRUE(response) << row.operation << " " << at->str();
            EXPECT_THAT(std::string{response->at("description").as_string()}, HasSubstr(at->str(2)))
                << row.operation;
        }
    }
    EXPECT_GT(named, 20U);
}

// The success response in the OpenAPI document.
const json::object& success(const json::object& document, const Route& route) {
    return documented(document, route).at("responses").at(std::to_string(route.success)).as_object();
}

class ReferenceExamples : public testing::Test {
  protected:
    const std::vector<Route> rows = routes_with_sandbox();
    const json::object document = json::parse(openapi_document(rows)).as_object();
};

TEST_F(ReferenceExamples, AreThereForEveryResponseThatHasABody) {
    for (const Route& row : rows) {
        SCOPED_TRACE(row.operation);
        const auto* const content = success(document, row).if_contains("content");
        const auto* const text = find_operation_text(row.operation);
        ASSERT_TRUE(text);
        ASSERT_EQ(content != nullptr, !text->language.empty());
        if (!content) continue;
        const std::string type{row.response_type.substr(0, row.response_type.find(';'))};
        EXPECT_TRUE(content->at(type).as_object().contains("example"));
    }
}

TEST_F(ReferenceExamples, AreInTheLanguageOfTheirType) {
    static const std::map<std::string_view, std::string_view> kLanguages{{"application/json", "json"},
                                                                         {"text/csv", "csv"},
                                                                         {"text/html", "html"},
                                                                         {"text/css", "css"},
                                                                         {"application/octet-stream", "text"},
                                                                         {"application/pdf", "text"},
                                                                         {"text/event-stream", "text"},
                                                                         {"text/plain", "text"},
                                                                         {"image/svg+xml", "xml"},
                                                                         {"text/javascript", "js"}};
    for (const Route& row : rows)
        if (const auto* const text = find_operation_text(row.operation); text && !text->language.empty())
            EXPECT_EQ(text->language, kLanguages.at(row.response_type.substr(0, row.response_type.find(';'))))
                << row.operation;
}

TEST_F(ReferenceExamples, AreWhatTheirSchemasSay) {
    std::size_t checked = 0;
    for (const Route& row : rows) {
        SCOPED_TRACE(row.operation);
        const auto* const content = success(document, row).if_contains("content");
        const auto* const media = content ? content->as_object().if_contains("application/json") : nullptr;
        if (!media || !media->as_object().contains("example")) continue;
        for (const auto& fault :
             test::schema_faults(media->at("example"), media->at("schema").as_object(), document))
            ADD_FAILURE() << fault.pointer << " " << fault.message;
        ++checked;
    }
    EXPECT_GT(checked, 90U);
}

TEST_F(ReferenceExamples, AreShort) {
    for (const Route& row : rows)
        if (const auto* const text = find_operation_text(row.operation))
            EXPECT_LE(std::ranges::count(text->example, '\n'), 35) << row.operation;
}

}  // namespace
}  // namespace callboard::edge

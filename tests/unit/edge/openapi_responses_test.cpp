#include <string>
#include <string_view>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "support/openapi_document.h"

namespace callboard::edge {
namespace {

namespace json = boost::json;
using test::at;

class OpenApiResponses : public test::OpenApiDocumentFixture {};

TEST_F(OpenApiResponses, TellsTheSuccessAndEveryErrorOfARow) {
    for (const Route& row : rows) {
        const json::object& responses = operation(row).at("responses").as_object();
        ASSERT_TRUE(responses.contains(std::to_string(row.success))) << row.operation;
        EXPECT_EQ(responses.at(std::to_string(row.success)).as_object().contains("content"),
                  row.success != 303 && !row.response_type.empty())
            << row.operation;
        for (const DocumentedError& error : row.errors) {
            const auto* described = responses.if_contains(std::to_string(error.status));
            ASSERT_TRUE(described) << row.operation << " " << error.status;
            EXPECT_NE(std::string_view{described->at("description").as_string()}.find(error.code),
                      std::string_view::npos)
                << row.operation << " " << error.code;
        }
        if (!row.access.open) EXPECT_TRUE(responses.contains("401")) << row.operation;
        if (row.request_schema) {
            const auto* const fault = row.body_fault == ErrorKind::invalid_request ? "400" : "422";
            EXPECT_TRUE(responses.contains(fault)) << row.operation;
        }
    }
}

TEST_F(OpenApiResponses, TellsTheHeadersOfResponses) {
    for (const Route& row : rows) {
        const auto success = headers(row, std::to_string(row.success));
        EXPECT_EQ(success.contains("X-RateLimit-Remaining"), !row.access.open) << row.operation;
        EXPECT_EQ(success.contains("Link"), row.paged) << row.operation;
        EXPECT_EQ(success.contains("ETag"), row.tagged || (row.versioned && row.success != 204))
            << row.operation;
        EXPECT_EQ(success.contains("Sunset"), row.is_deprecated) << row.operation;
        if (!operation(row).at("responses").as_object().contains("429")) continue;
        EXPECT_TRUE(headers(row, "429").contains("Retry-After")) << row.operation;
        EXPECT_EQ(headers(row, "429").contains("X-RateLimit-Limit"), !row.access.open) << row.operation;
    }
}

TEST_F(OpenApiResponses, TellsWhatEveryOperationMayRefuse) {
    for (const Route& row : rows)
        for (const std::string status : {"414", "431"})
            EXPECT_TRUE(operation(row).at("responses").as_object().contains(status)) << row.operation;
    EXPECT_EQ(document_value.at_pointer("/components/responses/UriTooLong/description"), "URI_TOO_LONG");
}

TEST_F(OpenApiResponses, PagesForPeopleSayNoAsPagesAndLeadElsewhere) {
    EXPECT_TRUE(at(document, "signIn", "/responses/4XX/content").as_object().contains("text/html"));
    EXPECT_FALSE(at(document, "signIn", "/responses/303").as_object().contains("content"));
    EXPECT_FALSE(at(document, "signInPage", "/responses/303").as_object().contains("content"));
}

TEST_F(OpenApiResponses, TellsWhatIsBytes) {
    const std::string workbook = "application~1vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    EXPECT_EQ(at(document, "downloadReportFile", "/responses/200/content/" + workbook + "/schema/format"),
              "binary");
    EXPECT_EQ(at(document, "downloadReportFile", "/responses/200/content/text~1csv/schema/type"), "string");
}

}  // namespace
}  // namespace callboard::edge

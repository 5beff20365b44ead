// Parts of docs/ that the program generates. `./dev docs` updates them.
#include <cstdlib>
#include <fstream>
#include <map>
#include <ranges>
#include <set>
#include <sstream>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "edge/openapi.h"
#include "pages/console_files.h"
#include "routes.h"
#include "settings/example.h"
#include "settings/settings.h"

namespace callboard {
namespace {

namespace json = boost::json;

std::string path_of(const std::string& file) {
    return std::string{CALLBOARD_SOURCE} + "/docs/" + file;
}

std::string contents(const std::string& file) {
    std::ostringstream text;
    text << std::ifstream{path_of(file)}.rdbuf();
    return text.str();
}

void expect_file(const std::string& file, const std::string& wanted) {
    if (std::getenv("TEST_WRITE_DOCS")) std::ofstream{path_of(file)} << wanted;
    EXPECT_TRUE(contents(file) == wanted) << "docs/" << file << " is not current: run ./dev docs";
}

// The text between <!-- name: … --> and <!-- end -->.
void expect_section(const std::string& file, const std::string& name, const std::string& wanted) {
    const std::string text = contents(file);
    const auto begin = text.find("-->\n", text.find("<!-- " + name + ":")) + 4;
    const auto end = text.find("<!-- end -->", begin);
    ASSERT_NE(end, std::string::npos);
    expect_file(file, text.substr(0, begin) + wanted + text.substr(end));
}

void write_pretty(std::string& out, const json::value& value, const std::string& indent) {
    const std::string deeper = indent + "  ";
    if (value.is_object() && !value.get_object().empty()) {
        out += "{\n";
        for (bool first = true; const auto& [key, member] : value.get_object()) {
            out += (first ? "" : ",\n") + deeper + json::serialize(key) + ": ";
            write_pretty(out, member, deeper);
            first = false;
        }
        out += "\n" + indent + "}";
    } else if (value.is_array() && !value.get_array().empty() && value.get_array().front().is_structured()) {
        out += "[\n";
        for (bool first = true; const auto& element : value.get_array()) {
            out += (first ? "" : ",\n") + deeper;
            write_pretty(out, element, deeper);
            first = false;
        }
        out += "\n" + indent + "]";
    } else {
        out += json::serialize(value);
    }
}

TEST(Docs, HaveTheOpenApiDocument) {
    if (!pages::has_console()) GTEST_SKIP() << "without the console `/` has another answer";
    std::string pretty;
    write_pretty(pretty, json::parse(edge::openapi_document(routes())), "");
    expect_file("openapi.json", pretty + "\n");
}

TEST(Docs, ListEverySetting) {
    std::string table = "| Setting | Default | Meaning |\n|---|---|---|\n";
    for (const auto& setting : settings::all_settings()) {
        const std::string preset = setting.preset.empty() ? "" : "`" + std::string{setting.preset} + "`";
        const std::string who =
            setting.audience == settings::Audience::every_command ? " Every command takes it." : "";
        const std::string value = setting.placeholder.empty() ? "" : " " + std::string{setting.placeholder};
        table += "| `--" + std::string{setting.name} + value + "`" +
                 (setting.shape == settings::Shape::list ? " …" : "") + " | " + preset + " | " +
                 std::string{setting.meaning} + who + " |\n";
    }
    expect_section("operations.md", "settings", table);
}

// The packages install it as /etc/callboard/callboard.toml.
TEST(Docs, HaveTheSettingsFileOfThePackage) {
    expect_file("../packaging/callboard.toml", settings::example_file());
}

TEST(Docs, ListEveryErrorOfAnOperation) {
    std::map<std::pair<std::string_view, int>, std::set<std::string_view>> operations;
    for (const auto& route : routes())
        for (const auto& error : route.errors) operations[{error.code, error.status}].insert(route.operation);
    std::string table = "| Code | Status | Operations |\n|---|---|---|\n";
    for (const auto& [error, names] : operations) {
        table += "| `" + std::string{error.first} + "` | " + std::to_string(error.second) + " |";
        for (const auto name : names) table += " `" + std::string{name} + "`";
        table += " |\n";
    }
    expect_section("errors.md", "errors", table);
}

// Codes are in the descriptions of their responses.
TEST(Docs, SayWhatToDoAboutEveryError) {
    const std::string text = contents("errors.md");
    const std::string advice = text.substr(0, text.find("<!-- errors:"));
    const auto document = json::parse(edge::openapi_document(routes()));
    std::set<std::string> codes;
    const auto add_codes = [&](const json::value& response) {
        const auto* const content = response.as_object().if_contains("content");
        if (content && !content->as_object().contains("application/json")) return;  // a page for people
        for (const auto code :
             std::views::split(response.at("description").as_string(), std::string_view{", "}))
            codes.emplace(std::string_view{code});
    };
    for (const auto& path : document.at("paths").as_object())
        for (const auto& operation : path.value().as_object())
            for (const auto& [status, response] : operation.value().at("responses").as_object())
                if (status >= "400" && !status.ends_with("XX") && !response.as_object().contains("$ref"))
                    add_codes(response);
    for (const auto& shared : document.at("components").at("responses").as_object())
        add_codes(shared.value());
    EXPECT_GT(codes.size(), 40U);
    for (const auto& code : codes) EXPECT_TRUE(advice.contains("`" + code + "`")) << code;
}

// Ignores layout, which is formatted by clang-format.
std::string without_space(std::string text) {
    std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
    return text;
}

// A line that is only a `path` names the source of the code below it; a line with … stands for omitted code.
TEST(Docs, QuoteTheCodeAsItIs) {
    std::istringstream page{contents("adding-an-operation.md")};
    std::string source;
    std::string quotation;
    bool inside = false;
    const auto check = [&] {
        EXPECT_TRUE(source.contains(without_space(quotation))) << quotation;
        quotation.clear();
    };
    for (std::string line; std::getline(page, line);) {
        if (line.starts_with("```")) {
            if (inside) check();
            inside = !inside;
        } else if (inside && line == "…") {
            check();
        } else if (inside) {
            quotation += line + "\n";
        } else if (line.starts_with('`') && line.find('`', 1) == line.size() - 1) {
            source = without_space(contents("../" + line.substr(1, line.size() - 2)));
            EXPECT_FALSE(source.empty()) << line;
        }
    }
    EXPECT_FALSE(inside);
}

}  // namespace
}  // namespace callboard

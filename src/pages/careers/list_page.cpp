#include "pages/careers/list_page.h"

#include <algorithm>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/encoding.h"
#include "configuration/department_store.h"
#include "configuration/dictionary.h"
#include "configuration/translations.h"
#include "edge/route.h"
#include "pages/careers/frame.h"
#include "postings/links.h"
#include "postings/listing.h"
#include "wire/query.h"

namespace callboard::pages {
namespace {

using configuration::Dictionary;

// By the labels, which people look for.
using Choices = std::map<std::string, std::string>;

postings::ListRequest request_of(const edge::WebCall& call, postings::Visitor visitor) {
    auto request = wire::decode_query<postings::ListRequest>(call.request.query);
    request.limit = kJobsOnPage;
    request.destination = visitor == postings::Visitor::employee ? postings::Destination::either
                                                                 : postings::Destination::everyone;
    return request;
}

// The words of the page have fewer languages than the texts of the company.
struct Languages {
    std::string_view asked;  // by the query; empty: none
    std::string_view of_words;
    std::string_view of_texts;
};

Languages languages_of(const edge::WebCall& call) {
    const std::string_view asked = call.query ? call.query->text("lang") : "";
    if (asked.empty())
        return {.asked = asked,
                .of_words = edge::preferred_language(call.request),
                .of_texts = edge::preferred_label_language(call.request)};
    return {.asked = asked, .of_words = asked, .of_texts = edge::label_language(asked).value_or(asked)};
}

// The attributes of a text of the company in this language.
Html language_mark(const CareersWords& words, std::string_view language) {
    if (language.empty() || language == words.language()) return {};
    return fill(" lang=\"{{language}}\" dir=\"auto\"", {{"language", html_language(language)}});
}

using Parameters = std::vector<std::pair<std::string, std::string>>;

// Of the query, what the form has no fields for.
Parameters hidden_parameters(const postings::ListRequest& request) {
    Parameters hidden;
    const auto add = [&](std::string_view name, const std::optional<std::string>& value) {
        if (value && !value->empty()) hidden.emplace_back(name, *value);
    };
    add("region", request.region);
    add("city", request.city);
    if (request.ad) add("jobAdId", std::string{request.ad->text()});
    if (request.released_after) add("releasedAfter", to_iso(*request.released_after));
    for (const postings::FieldFilter& each : request.fields)
        for (const std::string& value : each.values)
            add(std::string{postings::ListRequest::kOpenPrefix} + each.field, value);
    // A field has one choice: the first.
    for (const std::string& each : request.departments | std::views::drop(1)) add("department", each);
    for (const postings::LocationType each : request.location_types | std::views::drop(1))
        add("locationType", std::string{name_of(each)});
    for (const std::string& each : request.languages | std::views::drop(1)) add("language", each);
    return hidden;
}

// The query of the same list from another offset on.
std::string query_of(const postings::ListRequest& request, std::string_view lang, std::int64_t offset) {
    std::string query;
    const auto add = [&](std::string_view name, std::string_view value) {
        if (value.empty()) return;
        query.append(query.empty() ? "?" : "&").append(percent_encode(name));
        query.append("=").append(percent_encode(value));
    };
    add("q", request.text.value_or(""));
    if (!request.departments.empty()) add("department", request.departments.front());
    add("country", request.country.value_or(""));
    if (!request.location_types.empty()) add("locationType", name_of(request.location_types.front()));
    if (!request.languages.empty()) add("language", request.languages.front());
    for (const auto& [name, value] : hidden_parameters(request)) add(name, value);
    add("lang", lang);
    if (offset > 0) add("offset", std::to_string(offset));
    return query;
}

struct Select {
    std::string_view name;
    std::string label;
    std::string all;
    Choices choices;
    std::string chosen;
};

// Nothing to choose: no field, unless something was chosen.
Html field_of(const Select& select) {
    if (select.choices.size() < 2 && select.chosen.empty()) return {};
    Html options;
    for (const auto& [label, value] : select.choices)
        options += fill(web_file("careers/option.html"),
                        {{"id", Html{}},
                         {"value", value},
                         {"chosen", Html{value == select.chosen ? " selected" : ""}},
                         {"label", label}});
    return fill(web_file("careers/filter.html"), {{"name", select.name},
                                                  {"label", select.label},
                                                  {"all", select.all},
                                                  {"options", std::move(options)}});
}

std::string workplace_label(const CareersWords& words, std::string_view type) {
    if (type == name_of(postings::LocationType::remote)) return words("remote");
    return words(type == name_of(postings::LocationType::hybrid) ? "hybrid" : "onsite");
}

Html filters(db::Snapshot& own, const CareersWords& words, const postings::ListRequest& request,
             postings::Visitor visitor) {
    std::map<std::string, std::string> departments;
    for (const configuration::Department& each : visitor == postings::Visitor::employee
                                                     ? configuration::store::list_departments(own)
                                                     : configuration::store::list_posted_departments(own))
        departments.emplace(each.id.text(), each.label);
    const auto select = [&](std::string_view name, std::string_view text, std::string chosen) {
        return Select{.name = name,
                      .label = words(text),
                      .all = words("all"),
                      .choices = {},
                      .chosen = std::move(chosen)};
    };
    Select department =
        select("department", "department", request.departments.empty() ? "" : request.departments.front());
    Select country = select("country", "country", fold(request.country.value_or("")));
    Select workplace =
        select("locationType", "workplace",
               request.location_types.empty() ? "" : std::string{name_of(request.location_types.front())});
    Select language =
        select("language", "language", request.languages.empty() ? "" : request.languages.front());
    for (const careers::store::Facet& each : careers::store::facets(own, visitor)) {
        if (const auto found = departments.find(each.department); found != departments.end())
            department.choices.emplace(found->second, each.department);
        if (const auto* const known = configuration::find_country(each.country))
            country.choices.emplace(known->name, each.country);
        if (const auto* const known = configuration::find_language(each.language))
            language.choices.emplace(known->native_label, each.language);
        workplace.choices.emplace(workplace_label(words, each.workplace), each.workplace);
    }
    Html fields;
    for (const auto& [name, value] : hidden_parameters(request)) fields += hidden_field(name, value);
    for (const Select& each : {department, country, workplace, language}) fields += field_of(each);
    return fields;
}

std::string employment_of(const postings::PostingContent& content, std::string_view language) {
    if (!content.type_of_employment) return {};
    const auto* const term =
        configuration::find_term(Dictionary::employment_types, content.type_of_employment->id);
    return term ? std::string{configuration::label_of(Dictionary::employment_types, *term, language)}
                : content.type_of_employment->label;
}

Html item(const CareersSite& site, const CareersWords& words, const postings::store::PostingLine& line) {
    const auto content = wire::decode<postings::PostingContent>(line.content);
    std::string facts = content.location.full_location;
    const auto add = [&](std::string_view fact) {
        if (!fact.empty()) facts.append(facts.empty() ? "" : " · ").append(fact);
    };
    if (content.location.remote) add(words("remote"));
    if (content.location.hybrid) add(words("hybrid"));
    if (content.department) add(content.department->label);
    add(employment_of(content, words.language()));
    const std::string link = postings::link_of(site.site.identifier, line.id, postings::slug_of(line.title));
    Html internal;
    if (line.visibility == postings::Visibility::internal)
        internal = fill("<strong>{{text}}</strong> · ", {{"text", words("internal")}});
    return fill(web_file("careers/item.html"), {{"url", postings::page_path(link)},
                                                {"language", html_language(line.language)},
                                                {"title", line.title},
                                                {"internal", std::move(internal)},
                                                {"facts", facts}});
}

std::string count_text(const CareersWords& words, std::int64_t total) {
    if (total == 0) return words("count_none");
    if (total == 1) return words("count_one");
    return words("count_many", {{"count", std::to_string(total)}});
}

Html page_link(std::string_view relation, const std::string& url, std::string_view text) {
    return fill(web_file("careers/page_link.html"), {{"relation", relation}, {"url", url}, {"text", text}});
}

Html paging(const CareersSite& site, const CareersWords& words, const postings::ListRequest& request,
            std::string_view lang, std::int64_t total) {
    if (total <= kJobsOnPage && request.offset == 0) return {};
    Html links;
    const auto url = [&](std::int64_t offset) { return site.path() + query_of(request, lang, offset); };
    if (request.offset > 0)
        links += page_link("prev", url(std::max<std::int64_t>(request.offset - kJobsOnPage, 0)),
                           words("previous"));
    const std::string number = std::to_string(request.offset / kJobsOnPage + 1);
    const std::string pages =
        std::to_string(std::max<std::int64_t>((total + kJobsOnPage - 1) / kJobsOnPage, 1));
    links +=
        fill("<span>{{text}}</span>\n", {{"text", words("page_of", {{"page", number}, {"pages", pages}})}});
    if (request.offset + kJobsOnPage < total)
        links += page_link("next", url(request.offset + kJobsOnPage), words("next"));
    return fill(web_file("careers/paging.html"), {{"links", std::move(links)}});
}

bool is_filtered(const postings::ListRequest& request) {
    return !query_of(request, "", 0).empty();
}

Html reset_link(const CareersSite& site, const CareersWords& words, const postings::ListRequest& request) {
    if (!is_filtered(request)) return {};
    return fill("<p><a href=\"{{path}}\">{{text}}</a></p>\n",
                {{"path", site.path()}, {"text", words("reset")}});
}

Html introduction(const CareersWords& words, const careers::CareersTexts& texts) {
    if (!texts.introduction || texts.introduction->text().empty()) return {};
    return fill("<div class=\"ad\"{{language}}>{{text}}</div>\n",
                {{"language", language_mark(words, texts.introduction_language)},
                 {"text", below_heading(texts.introduction->text())}});
}

}  // namespace

edge::WebReply careers_list_page(db::Snapshot& snapshot, const edge::WebCall& call) {
    const CareersSite site = careers_site(snapshot, call.path);
    const auto visitor =
        is_employee(snapshot, call, site.site) ? postings::Visitor::employee : postings::Visitor::stranger;
    const postings::ListRequest request = request_of(call, visitor);
    const Languages languages = languages_of(call);
    const CareersWords words{languages.of_words};
    const careers::CareersTexts texts = careers::texts_in(site.page, {languages.of_texts, words.language()});
    db::Snapshot own = snapshot.within(site.site.company);
    const postings::PostingPage page = postings::list(own, request);

    Html items;
    for (const auto& line : page.postings) items += item(site, words, line);
    const std::string title = texts.headline.value_or(words("jobs_at", {{"company", site.name()}}));
    edge::WebReply reply = careers_page_reply(
        site, words,
        {.title = title,
         .head = {},
         .content = fill(web_file("careers/list.html"),
                         {{"language", language_mark(words, texts.headline_language)},
                          {"title", title},
                          {"introduction", introduction(words, texts)},
                          {"path", site.path()},
                          {"search", words("search")},
                          {"text", request.text.value_or("")},
                          {"lang", languages.asked},
                          {"filters", filters(own, words, request, visitor)},
                          {"find", words("find")},
                          {"count", count_text(words, page.total)},
                          {"reset", reset_link(site, words, request)},
                          {"items", std::move(items)},
                          {"paging", paging(site, words, request, languages.asked, page.total)}}),
         .is_indexed = !is_filtered(request)});
    reply.is_personal = visitor == postings::Visitor::employee;
    return reply;
}

}  // namespace callboard::pages

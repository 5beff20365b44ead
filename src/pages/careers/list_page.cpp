#include "pages/careers/list_page.h"

#include <algorithm>
#include <map>
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

postings::ListRequest request_of(const edge::WebCall& call) {
    auto request = wire::decode_query<postings::ListRequest>(call.request.query);
    request.limit = kJobsOnPage;
    request.destination = postings::Destination::everyone;
    return request;
}

std::string_view language_of(const edge::WebCall& call) {
    const std::string_view wanted = call.query ? call.query->text("lang") : "";
    return wanted.empty() ? edge::preferred_language(call.request) : wanted;
}

// The query of the same list from another offset on.
std::string query_of(const postings::ListRequest& request, std::string_view lang, std::int64_t offset) {
    std::string query;
    const auto add = [&](std::string_view name, std::string_view value) {
        if (value.empty()) return;
        query.append(query.empty() ? "?" : "&").append(name).append("=").append(percent_encode(value));
    };
    add("q", request.text.value_or(""));
    for (const std::string& each : request.departments) add("department", each);
    add("country", request.country.value_or(""));
    add("region", request.region.value_or(""));
    add("city", request.city.value_or(""));
    if (request.location_type) add("locationType", name_of(*request.location_type));
    for (const std::string& each : request.languages) add("language", each);
    for (const postings::FieldFilter& each : request.fields)
        for (const std::string& value : each.values)
            add(std::string{postings::ListRequest::kOpenPrefix} + percent_encode(each.field), value);
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

Html filters(db::Snapshot& own, const CareersWords& words, const postings::ListRequest& request) {
    std::map<std::string, std::string> departments;
    for (const configuration::Department& each : configuration::store::list_departments(own))
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
    Select workplace = select("locationType", "workplace",
                              request.location_type ? std::string{name_of(*request.location_type)} : "");
    Select language =
        select("language", "language", request.languages.empty() ? "" : request.languages.front());
    for (const careers::store::Facet& each : careers::store::facets(own)) {
        if (const auto found = departments.find(each.department); found != departments.end())
            department.choices.emplace(found->second, each.department);
        if (const auto* const known = configuration::find_country(each.country))
            country.choices.emplace(known->name, each.country);
        if (const auto* const known = configuration::find_language(each.language))
            language.choices.emplace(known->native_label, each.language);
        workplace.choices.emplace(workplace_label(words, each.workplace), each.workplace);
    }
    Html fields;
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
    return fill(web_file("careers/item.html"), {{"url", postings::page_path(link)},
                                                {"language", html_language(line.language)},
                                                {"title", line.title},
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

}  // namespace

edge::WebReply careers_list_page(db::Snapshot& snapshot, const edge::WebCall& call) {
    const postings::ListRequest request = request_of(call);
    const CareersSite site = careers_site(snapshot, call.path);
    const CareersWords words{language_of(call)};
    const careers::CareersTexts texts = careers::texts_in(site.page, words.language());
    db::Snapshot own = snapshot.within(site.site.company);
    const postings::PostingPage page = postings::list(own, request);

    Html items;
    for (const auto& line : page.postings) items += item(site, words, line);
    const std::string lang{call.query ? call.query->text("lang") : ""};
    const std::string title = texts.headline.value_or(words("jobs_at", {{"company", site.name()}}));
    Html reset;
    if (is_filtered(request))
        reset = fill("<p><a href=\"{{path}}\">{{text}}</a></p>\n",
                     {{"path", site.path()}, {"text", words("reset")}});
    Html introduction;
    if (texts.introduction && !texts.introduction->text().empty())
        introduction =
            fill("<div class=\"ad\">{{text}}</div>\n", {{"text", below_heading(texts.introduction->text())}});
    return careers_page_reply(site, words,
                              {.title = title,
                               .head = {},
                               .content = fill(web_file("careers/list.html"),
                                               {{"title", title},
                                                {"introduction", std::move(introduction)},
                                                {"path", site.path()},
                                                {"search", words("search")},
                                                {"text", request.text.value_or("")},
                                                {"lang", lang},
                                                {"filters", filters(own, words, request)},
                                                {"find", words("find")},
                                                {"count", count_text(words, page.total)},
                                                {"reset", std::move(reset)},
                                                {"items", std::move(items)},
                                                {"paging", paging(site, words, request, lang, page.total)}}),
                               .is_indexed = !is_filtered(request)});
}

}  // namespace callboard::pages

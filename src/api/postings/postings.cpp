#include "api/postings/postings.h"

#include <algorithm>
#include <utility>

#include "base/encoding.h"
#include "base/error.h"
#include "configuration/department_store.h"
#include "configuration/dictionary.h"
#include "configuration/translations.h"
#include "postings/links.h"
#include "postings/listing.h"
#include "postings/version_store.h"

namespace callboard::api {
namespace {

using configuration::Dictionary;
using postings::store::Publisher;

constexpr const char* kUnknown = "POSTING_NOT_FOUND";

std::optional<Publisher> publisher(db::Snapshot& snapshot, const edge::PathParams& path) {
    return postings::store::find_publisher(snapshot, path.text("company"));
}

// A caller of another company is a stranger here.
template <class Call>
postings::Visitor visitor(const db::Snapshot& snapshot, const Call& call, const Publisher& company) {
    const bool is_employee = call.who && snapshot.company() == company.id;
    return is_employee ? postings::Visitor::employee : postings::Visitor::stranger;
}

// The same for companies that exist and for others.
template <class Call>
void require(const Call& call, postings::Visitor visitor, postings::Destination destination) {
    if (postings::may_see(visitor, destination)) return;
    if (!call.who) throw no_access("UNAUTHORIZED", "internal postings need a credential of the company");
    throw forbidden("PERMISSION_DENIED", "internal postings are for employees of the company");
}

PostingLanguageView language_view(std::string code) {
    const configuration::Language* const known = configuration::find_language(code);
    if (!known) return {.code = std::move(code), .label = {}, .label_native = {}};
    return {.code = std::move(code), .label = known->label, .label_native = known->native_label};
}

void translate(Dictionary dictionary, postings::PostingTerm& term, std::string_view language) {
    if (const configuration::Term* const known = configuration::find_term(dictionary, term.id))
        term.label = configuration::label_of(dictionary, *known, language);
}

postings::PostingContent in_language(postings::PostingContent content, std::string_view language) {
    translate(Dictionary::industries, content.industry, language);
    translate(Dictionary::functions, content.function, language);
    translate(Dictionary::experience_levels, content.experience_level, language);
    if (content.type_of_employment)
        translate(Dictionary::employment_types, *content.type_of_employment, language);
    return content;
}

bool is_translated(std::string_view language) {
    return language != "en" && configuration::has_translations(language);
}

// Content as it is stored, with dictionary labels in the language.
std::string in_language(std::string content, std::string_view language) {
    if (!is_translated(language)) return content;
    return wire::to_json(in_language(wire::decode<postings::PostingContent>(content), language));
}

std::string ref_path(const Publisher& company, const PostingId& id) {
    return "/v1/companies/" + company.identifier + "/postings/" + std::string{id.text()};
}

PostingItemView item(const postings::store::PostingLine& line, const Publisher& company,
                     const edge::Call<wire::Nothing, postings::ListRequest>& call) {
    return {.id = line.id,
            .uuid = line.uuid,
            .name = line.title,
            .job_ad_id = line.ad,
            .default_job_ad = line.is_default_ad,
            .company = {.identifier = company.identifier, .name = company.name},
            .released_date = line.released_at,
            .content = {in_language(line.content, call.language)},
            .ref = call.link(ref_path(company, line.id)),
            .language = language_view(line.language),
            .visibility = line.visibility};
}

std::string with_source(std::string url, const PostingSourceQuery& query) {
    const auto add = [&](std::string_view name, const std::optional<std::string>& value) {
        if (value) url.append("&").append(name).append("=").append(percent_encode(*value));
    };
    add("sourceTypeId", query.source_type_id);
    add("sourceSubTypeId", query.source_sub_type_id);
    add("sourceId", query.source_id);
    return url;
}

}  // namespace

PostingListView list_public_postings(db::Snapshot& snapshot,
                                     const edge::Call<wire::Nothing, postings::ListRequest>& call) {
    postings::ListRequest asked = call.query;
    asked.limit = std::min(asked.limit, postings::kMostPostings);
    PostingListView list{.limit = asked.limit, .offset = asked.offset, .total_found = 0, .content = {}};
    const auto company = publisher(snapshot, call.path);
    require(call, company ? visitor(snapshot, call, *company) : postings::Visitor::stranger,
            asked.destination);
    if (!company) return list;
    db::Snapshot own = snapshot.within(company->id);
    const postings::PostingPage page = postings::list(own, asked);
    list.total_found = page.total;
    list.content.reserve(page.postings.size());
    for (const auto& line : page.postings) list.content.push_back(item(line, *company, call));
    return list;
}

PostingView get_public_posting(db::Snapshot& snapshot,
                               const edge::Call<wire::Nothing, PostingSourceQuery>& call) {
    const auto company = publisher(snapshot, call.path);
    if (!company) throw not_found(kUnknown);
    db::Snapshot own = snapshot.within(company->id);
    auto posting =
        postings::visible_posting(own, visitor(snapshot, call, *company), call.path.text("postingId"));
    const std::string link = postings::link_of(company->identifier, posting.id, posting.slug);
    return {.id = posting.id,
            .uuid = posting.uuid,
            .name = posting.title,
            .job_id = posting.job,
            .job_ad_id = posting.ad,
            .default_job_ad = posting.is_default_ad,
            .company = {.identifier = company->identifier, .name = company->name},
            .released_date = posting.released_at,
            .content = {wire::to_json(is_translated(call.language)
                                          ? in_language(std::move(posting.content), call.language)
                                          : std::move(posting.content))},
            .ref = call.link(ref_path(*company, posting.id)),
            .posting_url = call.link(postings::page_path(link)),
            .apply_url = with_source(call.link(postings::apply_path(link)), call.query),
            .referral_url = posting.visibility == postings::Visibility::everyone
                                ? std::optional{call.link(postings::referral_path(link))}
                                : std::nullopt,
            .job_ad = {.sections = {std::move(posting.sections)}},
            .language = language_view(std::move(posting.language)),
            .visibility = posting.visibility,
            .active = posting.is_active};
}

PublicDepartmentsView list_public_departments(db::Snapshot& snapshot, const edge::Call<>& call) {
    PublicDepartmentsView list;
    const auto company = publisher(snapshot, call.path);
    if (!company) return list;
    db::Snapshot own = snapshot.within(company->id);
    for (configuration::Department& each : configuration::store::list_posted_departments(own))
        list.content.push_back({.id = std::string{each.id.text()},
                                .label = std::move(each.label),
                                .description = std::move(each.description)});
    list.total_found = std::ssize(list.content);
    return list;
}

std::optional<edge::ContentVersion> postings_version(db::Snapshot& snapshot, const edge::PathParams& path) {
    const auto company = publisher(snapshot, path);
    if (!company) return std::nullopt;
    return edge::ContentVersion{.text = std::to_string(company->version) + " " + company->name,
                                .changed_at = company->changed_at};
}

}  // namespace callboard::api

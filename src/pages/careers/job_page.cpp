#include "pages/careers/job_page.h"

#include <utility>
#include <vector>

#include "apply/forms.h"
#include "base/error.h"
#include "careers/structured_data.h"
#include "configuration/dictionary.h"
#include "configuration/translations.h"
#include "edge/route.h"
#include "jobs/job_content.h"
#include "markup/link.h"
#include "pages/careers/form_view.h"
#include "postings/links.h"

namespace callboard::pages {
namespace {

using configuration::Dictionary;

bool has_flag(const edge::WebCall& call, std::string_view name) {
    return call.query && call.query->text(name) == "true";
}

Html fact(std::string_view label, Html value) {
    if (value.markup.empty()) return {};
    return fill("<div><dt>{{label}}</dt><dd>{{value}}</dd></div>\n",
                {{"label", label}, {"value", std::move(value)}});
}

Html fact(std::string_view label, std::string_view value) {
    return fact(label, Html{escaped(value)});
}

std::string term_label(Dictionary dictionary, const postings::PostingTerm& term, std::string_view language) {
    const auto* const known = configuration::find_term(dictionary, term.id);
    return known ? std::string{configuration::label_of(dictionary, *known, language)} : term.label;
}

std::string place_of(const postings::PostingContent& content, const CareersWords& words) {
    std::string place = content.location.full_location;
    if (content.location.remote) place += " · " + words("remote");
    if (content.location.hybrid) place += " · " + words("hybrid");
    if (content.location.hybrid && content.location.hybrid_description)
        place += ": " + *content.location.hybrid_description;
    return place;
}

Html facts(const postings::FullPosting& posting, const CareersWords& words) {
    const postings::PostingContent& content = posting.content;
    Html all = fact(words("location"), place_of(content, words));
    if (content.department) all += fact(words("department"), content.department->label);
    if (content.type_of_employment)
        all += fact(words("employment"),
                    term_label(Dictionary::employment_types, *content.type_of_employment, words.language()));
    all += fact(words("experience"),
                term_label(Dictionary::experience_levels, content.experience_level, words.language()));
    all += fact(words("function"), term_label(Dictionary::functions, content.function, words.language()));
    for (const postings::PostingField& each : content.custom_field)
        all += fact(each.field_label, each.value_label);
    all += fact(words("reference"), content.ref_number);
    all += fact(words("posted"), day(posting.released_at));
    return all;
}

Html section(std::string default_title, const std::optional<jobs::AdSection>& section) {
    if (!section || !section->text || section->text->text().empty()) return {};
    const bool has_title = section->title && !section->title->empty();
    return fill(web_file("careers/section.html"), {{"title", has_title ? *section->title : default_title},
                                                   {"text", below_heading(section->text->text())}});
}

Html videos(const std::optional<jobs::AdVideos>& videos, const CareersWords& words) {
    Html links;
    if (!videos) return links;
    for (const std::string& url : videos->urls)
        if (const auto safe = markup::safe_link(url))
            links +=
                fill("<p><a href=\"{{url}}\" rel=\"noopener nofollow\">{{url}}</a></p>\n", {{"url", *safe}});
    if (links.markup.empty()) return links;
    const bool has_title = videos->title && !videos->title->empty();
    return fill(web_file("careers/section.html"),
                {{"title", has_title ? *videos->title : words("videos")}, {"text", std::move(links)}});
}

Html sections(const postings::FullPosting& posting, const CareersWords& words) {
    const jobs::AdSections ad = jobs::stored_sections(posting.sections);
    Html all = section(words("company_description"), ad.company_description);
    all += section(words("job_description"), ad.job_description);
    all += section(words("qualifications"), ad.qualifications);
    all += section(words("additional_information"), ad.additional_information);
    all += videos(ad.videos, words);
    return all;
}

// JSON-LD is data: no policy has to allow it, and nobody executes it.
Html structured_data(const CareersSite& site, const postings::FullPosting& posting,
                     const edge::WebCall& call) {
    careers::Publisher publisher{.name = site.name(),
                                 .identifier = site.site.identifier,
                                 .website = site.profile.website,
                                 .logo = std::nullopt};
    if (site.has_logo) publisher.logo = call.public_url() + site.path() + "/logo";
    const std::string url = call.public_url() + path_of(site, posting);
    Html head = fill("<link rel=\"canonical\" href=\"{{url}}\">\n", {{"url", url}});
    head.markup += "<script type=\"application/ld+json\">" +
                   careers::job_posting_data(posting, publisher, url) + "</script>\n";
    return head;
}

// The parameters of the link, so that the source of the application is known.
std::string apply_url(const CareersSite& site, const postings::FullPosting& posting,
                      const edge::WebCall& call) {
    std::string url = path_of(site, posting) + "?oga=true";
    return url.append(source_query(call));
}

Html internal_notice(const CareersSite& site, const postings::FullPosting& posting,
                     const CareersWords& words) {
    if (posting.visibility == postings::Visibility::everyone) return {};
    return fill("<p class=\"notice\">{{text}}</p>\n",
                {{"text", words("internal_text", {{"company", site.name()}})}});
}

edge::WebReply ad_page(const CareersSite& site, const postings::FullPosting& posting,
                       const edge::WebCall& call) {
    const CareersWords words{posting.language};
    return careers_page_reply(
        site, words,
        {.title = posting.title,
         .head = structured_data(site, posting, call),
         .content = fill(web_file("careers/job.html"), {{"path", site.path()},
                                                        {"all_jobs", words("all_jobs")},
                                                        {"language", html_language(posting.language)},
                                                        {"title", posting.title},
                                                        {"internal", internal_notice(site, posting, words)},
                                                        {"facts", facts(posting, words)},
                                                        {"apply_url", apply_url(site, posting, call)},
                                                        {"apply", words("apply")},
                                                        {"sections", sections(posting, words)}}),
         .is_indexed = posting.visibility == postings::Visibility::everyone});
}

edge::WebReply thanks(const CareersSite& site, const postings::FullPosting& posting, bool sends_mail) {
    const CareersWords words{posting.language};
    std::string text = words("thanks_text", {{"job", posting.title}});
    if (sends_mail) text.append(" ").append(words("thanks_mail"));
    const auto own = careers::texts_in(site.page, {posting.language}).confirmation;
    if (own) text.append("\n\n").append(*own);
    return careers_notice(site, words, words("thanks"), text, 200);
}

}  // namespace

std::optional<ShownPosting> shown_posting(db::Snapshot& snapshot, const edge::WebCall& call,
                                          const careers::store::Site& site) {
    db::Snapshot own = snapshot.within(site.company);
    auto posting = postings::find_full(own, postings::id_in(call.path.text("posting")));
    if (!posting || !posting->is_active) return std::nullopt;
    if (posting->visibility == postings::Visibility::everyone)
        return ShownPosting{.posting = std::move(*posting)};
    if (!is_employee(snapshot, call, site)) return std::nullopt;
    return ShownPosting{.posting = std::move(*posting), .is_employee = true};
}

std::string path_of(const CareersSite& site, const postings::Posting& posting) {
    return postings::page_path(postings::link_of(site.site.identifier, posting.id, posting.slug));
}

edge::WebReply posting_is_gone(const CareersSite& site, const edge::WebCall& call) {
    const CareersWords words{edge::preferred_language(call.request)};
    return careers_notice(site, words, words("gone"), words("gone_text"), 404);
}

edge::WebReply careers_job_page(db::Snapshot& snapshot, const edge::WebCall& call) {
    const CareersSite site = careers_site(snapshot, call.path);
    const auto shown = shown_posting(snapshot, call, site.site);
    if (!shown) return posting_is_gone(site, call);
    edge::WebReply reply;
    if (has_flag(call, "applied")) {
        reply = thanks(site, shown->posting, call.services.sends_mail);
    } else if (has_flag(call, "oga")) {
        db::Snapshot own = snapshot.within(site.site.company);
        reply = form_page(site, shown->posting, asked_on_page(own, site, shown->posting.job), source_of(call),
                          {});
    } else {
        reply = ad_page(site, shown->posting, call);
    }
    reply.is_personal = shown->is_employee;
    return reply;
}

edge::WebReply careers_form_style(db::Snapshot& snapshot, const edge::WebCall& call) {
    const auto site = site_of(snapshot, call.path);
    const auto shown = shown_posting(snapshot, call, site);
    if (!shown) throw not_found("RESOURCE_NOT_FOUND");
    db::Snapshot own = snapshot.within(site.company);
    return {.content_type = "text/css; charset=utf-8",
            .body = condition_rules(apply::form_for(own, shown->posting.job)),
            .headers = {},
            .is_personal = shown->is_employee};
}

}  // namespace callboard::pages

#include "careers/structured_data.h"

#include <array>
#include <utility>

#include "careers/xml_text.h"
#include "configuration/dictionary.h"
#include "jobs/job_content.h"
#include "wire/json_writer.h"

namespace callboard::careers {
namespace {

// The names of schema.org for our terms; others have none.
constexpr auto kEmploymentTypes =
    std::to_array<std::pair<std::string_view, std::string_view>>({{"contract", "CONTRACTOR"},
                                                                  {"intern", "INTERN"},
                                                                  {"part_time", "PART_TIME"},
                                                                  {"permanent", "FULL_TIME"},
                                                                  {"temporary", "TEMPORARY"}});

void write_employment(wire::JsonWriter& out, const std::optional<postings::PostingTerm>& term) {
    if (!term) return;
    for (const auto& [id, name] : kEmploymentTypes)
        if (term->id == id) out.member("employmentType", name);
}

void write_address(wire::JsonWriter& out, const postings::PostingLocation& location) {
    out.key("address");
    out.open_object();
    out.member("@type", "PostalAddress");
    if (location.address) out.member("streetAddress", *location.address);
    if (!location.city.empty()) out.member("addressLocality", location.city);
    if (location.region) out.member("addressRegion", *location.region);
    if (location.postal_code) out.member("postalCode", *location.postal_code);
    std::string code = location.country;
    for (char& c : code)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    out.member("addressCountry", code);
    out.close_object();
}

void write_location(wire::JsonWriter& out, const postings::PostingLocation& location) {
    out.key("jobLocation");
    out.open_object();
    out.member("@type", "Place");
    write_address(out, location);
    out.close_object();
    if (!location.remote) return;
    out.member("jobLocationType", "TELECOMMUTE");
    const configuration::Country* const country = configuration::find_country(location.country);
    out.key("applicantLocationRequirements");
    out.open_object();
    out.member("@type", "Country");
    out.member("name", country ? country->name : std::string_view{location.country});
    out.close_object();
}

void write_organization(wire::JsonWriter& out, const Publisher& publisher) {
    out.key("hiringOrganization");
    out.open_object();
    out.member("@type", "Organization");
    out.member("name", publisher.name);
    if (publisher.website) out.member("sameAs", *publisher.website);
    if (publisher.logo) out.member("logo", *publisher.logo);
    out.close_object();
}

void append(std::string& html, const std::optional<jobs::AdSection>& section) {
    if (!section || !section->text || section->text->text().empty()) return;
    if (section->title && !section->title->empty())
        html.append("<h2>").append(escaped_xml(*section->title)).append("</h2>");
    html.append(section->text->text());
}

}  // namespace

std::string description_of(const postings::FullPosting& posting) {
    const jobs::AdSections sections = jobs::stored_sections(posting.sections);
    std::string html;
    append(html, sections.company_description);
    append(html, sections.job_description);
    append(html, sections.qualifications);
    append(html, sections.additional_information);
    if (html.empty()) html = "<p>" + escaped_xml(posting.title) + "</p>";  // the description is required
    return html;
}

std::string job_posting_data(const postings::FullPosting& posting, const Publisher& publisher,
                             std::string_view url) {
    const postings::PostingContent& content = posting.content;
    std::string json;
    wire::JsonWriter out{json};
    out.open_object();
    out.member("@context", "https://schema.org/");
    out.member("@type", "JobPosting");
    out.member("title", posting.title);
    out.member("description", description_of(posting));
    out.member("datePosted", to_iso(posting.released_at));
    out.member("url", url);
    out.member("inLanguage", posting.language);
    out.key("directApply");
    out.boolean(true);
    out.key("identifier");
    out.open_object();
    out.member("@type", "PropertyValue");
    out.member("name", publisher.name);
    out.member("value", posting.id.text());
    out.close_object();
    write_organization(out, publisher);
    write_location(out, content.location);
    write_employment(out, content.type_of_employment);
    if (!content.industry.label.empty()) out.member("industry", content.industry.label);
    if (!content.function.label.empty()) out.member("occupationalCategory", content.function.label);
    out.close_object();
    return safe_in_script(json);
}

std::string safe_in_script(std::string_view json) {
    std::string safe;
    safe.reserve(json.size());
    for (const char c : json) {
        switch (c) {
            case '<': safe += "\\u003c"; break;
            case '>': safe += "\\u003e"; break;
            case '&': safe += "\\u0026"; break;
            default: safe += c;
        }
    }
    return safe;
}

}  // namespace callboard::careers

#include "jobs/ad.h"

#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/error.h"
#include "markup/link.h"
#include "wire/json_writer.h"

namespace callboard::jobs {
namespace {

bool is_web_address(std::string_view url) {
    return markup::safe_link(url) == url && same_name(url.substr(0, 4), "http");
}

}  // namespace

void check_videos(const AdSections& sections, const std::string& place) {
    if (!sections.videos) return;
    std::vector<Fault> faults;
    for (std::size_t i = 0; i < sections.videos->urls.size(); ++i) {
        if (is_web_address(sections.videos->urls[i])) continue;
        faults.push_back({"VALIDATION_ERROR", "must be an address that begins with https:// or http://",
                          place + "/videos/urls/" + std::to_string(i)});
    }
    if (!faults.empty()) throw Error{ErrorKind::unprocessable, std::move(faults)};
}

std::string audit_json(const JobAdId& id, std::string_view title, std::string_view language) {
    std::string text;
    wire::JsonWriter json{text};
    json.open_object();
    json.member("id", id.text());
    json.member("title", title);
    json.member("language", language);
    json.close_object();
    return text;
}

}  // namespace callboard::jobs

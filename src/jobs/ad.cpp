#include "jobs/ad.h"

#include "wire/json_writer.h"

namespace callboard::jobs {

std::string told(const JobAdId& id, std::string_view title, std::string_view language) {
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

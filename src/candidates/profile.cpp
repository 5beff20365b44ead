#include "candidates/profile.h"

#include <initializer_list>

namespace callboard::candidates {
namespace {

void add(std::string& text, std::string_view part) {
    text.append(part).append("\n");
}

void add_all(std::string& text, std::initializer_list<const std::optional<std::string>*> parts) {
    for (const auto* const part : parts)
        if (*part) add(text, **part);
}

}  // namespace

std::string searched_text(const Profile& profile) {
    std::string text;
    for (const std::string_view part :
         {std::string_view{profile.first_name.text}, std::string_view{profile.last_name.text},
          std::string_view{profile.email.text}})
        add(text, part);
    for (const Tag& tag : profile.summary.tags) add(text, tag.text);
    if (profile.details.phone_number) add(text, profile.details.phone_number->text);
    for (const Education& each : profile.details.education)
        add_all(text, {&each.institution, &each.degree, &each.major, &each.location, &each.description});
    for (const Experience& each : profile.details.experience)
        add_all(text, {&each.title, &each.company, &each.location, &each.description});
    return text;
}

std::string searched_place(const Profile& profile) {
    std::string text;
    const auto& location = profile.summary.location;
    if (!location) return text;
    add_all(text, {&location->city, &location->region, &location->region_code, &location->country});
    if (location->country_code) add(text, location->country_code->text);
    return text;
}

std::string searched_names(const Profile& profile) {
    const std::string_view email{profile.email.text};
    std::string text;
    add(text, profile.first_name.text);
    add(text, profile.last_name.text);
    add(text, email.substr(0, email.rfind('@')));
    return text;
}

}  // namespace callboard::candidates

#include "cli/demo/profiles.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/demo/careers.h"
#include "configuration/dictionary.h"

namespace callboard::cli::demo {
namespace {

using candidates::PartialDate;

PartialDate months_before(Timestamp now, int months) {
    using std::chrono::milliseconds;
    const std::chrono::sys_time<milliseconds> time{milliseconds{now.ms}};
    const std::chrono::year_month_day today{std::chrono::floor<std::chrono::days>(time)};
    const auto then = today.year() / today.month() - std::chrono::months{months};
    return {fmt::format("{:04}-{:02}", static_cast<int>(then.year()), static_cast<unsigned>(then.month()))};
}

// Enumerates all pairs of first and last names before repeating one, because there are equally many of both.
std::pair<PersonName, PersonName> pair_number(const Origin& origin, std::size_t number) {
    const std::size_t size = origin.first_names.size();
    return {origin.first_names[number % size], origin.last_names[(number * 7 + number / size) % size]};
}

std::string address_of(const PersonName& first, const PersonName& last) {
    std::string address = fmt::format("{}.{}", first.plain, last.plain);
    std::ranges::transform(address, address.begin(),
                           [](char c) { return c == '.' ? c : static_cast<char>(c | 0x20); });
    return address;
}

candidates::Location location_of(const Town& town) {
    return {.country = std::string{configuration::find_country(town.country)->name},
            .country_code = candidates::CountryCode{std::string{town.country}},
            .city = std::string{town.city},
            .latitude = town.latitude,
            .longitude = town.longitude};
}

std::vector<candidates::Tag> tags_of(const Career& career, SeededRandom& random) {
    std::vector<candidates::Tag> tags;
    const std::size_t first = random.below(career.tags.size());
    const std::size_t count = random.below(4);
    tags.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        tags.push_back({std::string{career.tags[(first + i * 3) % career.tags.size()]}});
    return tags;
}

candidates::Education education_of(const School& school, Timestamp now, int months_ago) {
    constexpr int kYears = 3;
    return {.institution = std::string{school.institution},
            .degree = std::string{school.degree},
            .major = std::string{school.major},
            .current = false,
            .start_date = months_before(now, months_ago + kYears * 12),
            .end_date = months_before(now, months_ago)};
}

candidates::WebProfile web_of(const std::string& address, SeededRandom& random) {
    candidates::WebProfile web{.linkedin = fmt::format("https://linkedin.example.com/in/{}", address)};
    if (random.chance(25)) web.website = fmt::format("https://{}.example.org", address);
    if (random.chance(10)) web.skype = "live:" + address;
    return web;
}

}  // namespace

candidates::Profile Profiles::next(std::size_t department, std::string_view country) {
    const std::size_t number = origin_for(country);
    const Origin& origin = kOrigins.at(number);
    const auto [first, last] = pair_number(origin, made_.at(number)++);
    const Town& town = town_for(country, origin.country);
    const std::string address = address_of(first, last);
    return {.first_name = {std::string{first.text}},
            .last_name = {std::string{last.text}},
            .email = {address + (++count_ % 3 == 0 ? "@example.org" : "@example.com")},
            .summary = {.location = location_of(town), .tags = tags_of(kCareers.at(department), random_)},
            .details = details(department, town, address)};
}

std::size_t Profiles::origin_for(std::string_view country) {
    const auto* const local = std::ranges::find(kOrigins, country, &Origin::country);
    if (local != kOrigins.end() && random_.chance(20))
        return static_cast<std::size_t>(local - kOrigins.begin());
    constexpr int kSum =
        std::transform_reduce(kOrigins.begin(), kOrigins.end(), 0, std::plus{}, std::mem_fn(&Origin::share));
    int drawn = random_.between(1, kSum);
    std::size_t origin = 0;
    while ((drawn -= kOrigins.at(origin).share) > 0) ++origin;
    return origin;
}

const Town& Profiles::town_for(std::string_view country, std::string_view home) {
    const std::string_view chosen = random_.chance(80) ? country : home;
    std::vector<const Town*> there;
    for (const Town& town : kTowns)
        if (town.country == chosen) there.push_back(&town);
    return *random_.pick(there);
}

candidates::Details Profiles::details(std::size_t department, const Town& town, const std::string& address) {
    const Career& career = kCareers.at(department);
    candidates::Details details;
    if (!town.phone.empty())
        details.phone_number = candidates::PhoneNumber{fmt::format("{}{:03}", town.phone, count_)};
    if (random_.chance(45)) details.web = web_of(address, random_);

    int months_ago = 0;
    std::size_t title = random_.below(career.titles.size());
    for (std::size_t left = random_.below(4); left > 0; --left) {
        const bool is_current = months_ago == 0 && random_.chance(70);
        const int ended = is_current ? 0 : months_ago + random_.between(1, 3);
        months_ago = ended + random_.between(8, 40);
        details.experience.push_back({.title = std::string{career.titles[title]},
                                      .company = std::string{random_.pick(career.employers)},
                                      .current = is_current,
                                      .start_date = months_before(now_, months_ago),
                                      .location = std::string{town.city},
                                      .description = std::string{career.duties}});
        if (!is_current) details.experience.back().end_date = months_before(now_, ended);
        if (title > 0) --title;
    }
    if (random_.chance(75)) {
        const School& school = random_.pick(career.schools);
        details.education.push_back(education_of(school, now_, months_ago + random_.between(1, 4)));
    }
    return details;
}

}  // namespace callboard::cli::demo

// Realistic candidates with some forty words each: a few words are in every second profile, others in one of
// ten thousand.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "candidates/profile.h"

namespace callboard::bench {

// The searched words of measures, and the share of profiles that contain them.
inline constexpr std::string_view kCommonWord = "customers";  // a half
inline constexpr std::string_view kOtherCommonWord = "manager";
inline constexpr std::string_view kUsualWord = "forklift";    // some percent
inline constexpr std::string_view kPhrase = "stock control";  // some percent
inline constexpr std::string_view kRareWord = "permit4711";   // one of ten thousand
inline constexpr std::string_view kCommonTag = "relocates";   // a half
inline constexpr std::string_view kRareTag = "alumni";        // one of ten thousand
inline constexpr int kPermits = 10'000;

struct Town {
    const char* city;
    const char* region;
    const char* country;
    const char* country_code;
};

inline constexpr std::array kFirstNames{
    "Amelia", "Noah",    "Sofia",  "Liam",   "Maria",  "Lucas", "Emma",   "Oliver", "Hannah", "Elias",
    "Aisha",  "Mateusz", "Chiara", "Jakub",  "Ines",   "Omar",  "Freya",  "Pedro",  "Linh",   "Kofi",
    "Astrid", "Ravi",    "Elena",  "Samuel", "Yuki",   "David", "Fatima", "Arthur", "Nadia",  "Viktor",
    "Julia",  "Thomas",  "Zeynep", "Marco",  "Louise", "Anton", "Grace",  "Hugo",   "Leila",  "Peter"};
inline constexpr std::array kLastNames{
    "Smith",   "Jones",    "Miller", "Schmidt",  "Weber",   "Fischer", "Novak",   "Kowalski", "Rossi",
    "Ferrari", "Garcia",   "Lopez",  "Martin",   "Bernard", "Dubois",  "Jansen",  "Berg",     "Hansen",
    "Larsen",  "Virtanen", "Silva",  "Santos",   "Costa",   "Ivanova", "Petrov",  "Nguyen",   "Tran",
    "Kim",     "Park",     "Chen",   "Wang",     "Singh",   "Patel",   "Mensah",  "Okafor",   "Yilmaz",
    "Haddad",  "Cohen",    "Walker", "Thompson", "Clarke",  "Murphy",  "O'Brien", "Moreau",   "Keller"};
inline constexpr std::array kTowns{Town{"Berlin", "Berlin", "Germany", "de"},
                                   Town{"Hamburg", "Hamburg", "Germany", "de"},
                                   Town{"Munich", "Bavaria", "Germany", "de"},
                                   Town{"Leipzig", "Saxony", "Germany", "de"},
                                   Town{"Leeds", "Yorkshire", "United Kingdom", "gb"},
                                   Town{"Bristol", "Somerset", "United Kingdom", "gb"},
                                   Town{"Glasgow", "Scotland", "United Kingdom", "gb"},
                                   Town{"Lyon", "Rhone", "France", "fr"},
                                   Town{"Lille", "Nord", "France", "fr"},
                                   Town{"Nantes", "Brittany", "France", "fr"},
                                   Town{"Seville", "Andalusia", "Spain", "es"},
                                   Town{"Valencia", "Valencia", "Spain", "es"},
                                   Town{"Porto", "Norte", "Portugal", "pt"},
                                   Town{"Turin", "Piedmont", "Italy", "it"},
                                   Town{"Bologna", "Emilia", "Italy", "it"},
                                   Town{"Krakow", "Lesser Poland", "Poland", "pl"},
                                   Town{"Gdansk", "Pomerania", "Poland", "pl"},
                                   Town{"Utrecht", "Utrecht", "Netherlands", "nl"},
                                   Town{"Malmo", "Scania", "Sweden", "se"},
                                   Town{"Tampere", "Pirkanmaa", "Finland", "fi"},
                                   Town{"Aarhus", "Jutland", "Denmark", "dk"},
                                   Town{"Bergen", "Vestland", "Norway", "no"},
                                   Town{"Atlanta", "Georgia", "United States", "us"},
                                   Town{"Denver", "Colorado", "United States", "us"}};
inline constexpr std::array kSkills{"night shift", "forklift",   "python",  "barista",    "welding",
                                    "payroll",     "first aid",  "spanish", "french",     "warehouse",
                                    "logistics",   "hygiene",    "pastry",  "reception",  "recruiting",
                                    "sales",       "purchasing", "driving", "statistics", "networking",
                                    "gardening",   "tailoring",  "masonry", "plumbing"};
inline constexpr std::array kSubjects{"Business Administration", "Computer Science", "Food Technology",
                                      "Mechanical Engineering",  "Nursing",          "Modern Languages",
                                      "Supply Chain Management", "Accounting"};
inline constexpr std::array kDegrees{"Bachelor", "Master", "Diploma", "Apprenticeship"};
inline constexpr std::array kLevels{"Junior", "Senior", "Deputy", "Lead", "Assistant", "Regional"};
inline constexpr std::array kCrafts{"Store Manager", "Pastry Chef",  "Account Manager", "Line Cook",
                                    "Electrician",   "Data Analyst", "Payroll Clerk",   "Buyer"};
inline constexpr std::array kEmployers{"Harbour Foods",   "Northwind Stores", "Bright Kitchens",
                                       "Alder Logistics", "Sunrise Hotels",   "Cobalt Systems",
                                       "Meadow Farms",    "Union Transport"};
inline constexpr std::array kDuties{"served customers at the counter and trained new colleagues",
                                    "answered customers by telephone and kept the weekly reports",
                                    "planned shifts and ordered what the kitchen needed",
                                    "was responsible for stock control in three warehouses",
                                    "repaired machines on site and wrote the handbook",
                                    "advised tenants on contracts and negotiated with suppliers"};

// Deterministic for a number.
class ProfileMaker {
  public:
    explicit ProfileMaker(std::mt19937_64& random) : random_(random) {}

    candidates::Profile make(int number) {
        const std::string first = any(kFirstNames);
        const std::string last = any(kLastNames);
        return {.first_name = {first},
                .last_name = {last},
                .email = {fmt::format("{}.{}.{}@mail.example", first, last, number)},
                .summary = {.location = location(), .tags = tags(number)},
                .details = {.phone_number = candidates::PhoneNumber{phone_number()},
                            .web = candidates::WebProfile{.linkedin = fmt::format(
                                                              "https://network.example/in/{}", number)},
                            .education = {education()},
                            .experience = {experience(""), experience(permit())}}};
    }

  private:
    template <class List>
    const List::value_type& any(const List& list) {
        return list[random_() % list.size()];
    }

    candidates::Location location() {
        const Town& town = any(kTowns);
        return {.country = town.country,
                .country_code = candidates::CountryCode{town.country_code},
                .region = town.region,
                .city = town.city};
    }

    std::vector<candidates::Tag> tags(int number) {
        std::vector<candidates::Tag> tags{{any(kSkills)}};
        if (const std::string other = any(kSkills); other != tags.front().text) tags.push_back({other});
        if (random_() % 2 == 0) tags.push_back({std::string{kCommonTag}});
        if (number % kPermits == 0) tags.push_back({std::string{kRareTag}});
        return tags;
    }

    std::string phone_number() { return fmt::format("+49 30 {:07}", random_() % 10'000'000); }
    std::string permit() { return fmt::format("; holds permit{}", random_() % kPermits); }
    candidates::PartialDate year() { return {fmt::format("{}", 1990 + random_() % 35)}; }

    candidates::Education education() {
        return {.institution = fmt::format("University of {}", any(kTowns).city),
                .degree = any(kDegrees),
                .major = any(kSubjects),
                .end_date = year()};
    }

    candidates::Experience experience(const std::string& more) {
        return {.title = fmt::format("{} {}", any(kLevels), any(kCrafts)),
                .company = any(kEmployers),
                .start_date = year(),
                .description = any(kDuties) + more};
    }

    std::mt19937_64& random_;
};

}  // namespace callboard::bench

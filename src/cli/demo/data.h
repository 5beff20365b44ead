// Fixed sample data: users, departments and jobs of the demo company.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "accounts/role.h"
#include "jobs/job.h"
#include "jobs/publication.h"

namespace callboard::cli::demo {

inline constexpr std::string_view kCompanyName = "Harbour Lane Kitchens";
inline constexpr std::string_view kCompanyIdentifier = "harbourlane";

inline constexpr std::string_view kApplicationName = "Harbour Lane Assistant";
inline constexpr std::string_view kApplicationRedirectUri = "http://localhost:5005/callback";
inline constexpr std::string_view kApplicationScopes =
    "user_me_read users_read jobs_read jobs_manage jobs_publications_manage candidates_read "
    "candidates_create candidates_manage candidates_offers_read candidates_offers_manage "
    "configuration_read audit_events_read";

struct Person {
    std::string_view first_name;
    std::string_view last_name;
    std::string_view email;
    accounts::Role role;
};

inline constexpr std::array kPeople{
    Person{"Ines", "Okafor", "ines.okafor@harbourlane.example", accounts::Role::administrator},
    Person{"Tomasz", "Wilk", "tomasz.wilk@harbourlane.example", accounts::Role::extended},
    Person{"Priya", "Raman", "priya.raman@harbourlane.example", accounts::Role::standard},
    Person{"Jonas", "Lindqvist", "jonas.lindqvist@harbourlane.example", accounts::Role::restricted},
    Person{"Mei", "Tanaka", "mei.tanaka@harbourlane.example", accounts::Role::employee},
    Person{"Oluwaseun", "Adeyemi", "oluwaseun.adeyemi@harbourlane.example", accounts::Role::extended},
    Person{"Carla", "Nunes", "carla.nunes@harbourlane.example", accounts::Role::standard},
};

struct Group {
    std::string_view name;
    std::size_t member;  // index into kPeople
};

inline constexpr std::array kGroups{
    Group{"Kitchens and dining rooms", 1},
    Group{"Head office", 5},
};

struct Department {
    std::string_view label;
    std::string_view description;
};

inline constexpr std::array kDepartments{
    Department{"Kitchen", "Cooking, baking and everything behind the pass"},
    Department{"Front of House", "Guests, tables and the bar"},
    Department{"Supply", "Buying, stock and delivery"},
    Department{"Engineering", "The ordering platform and its data"},
    Department{"People", "Hiring, pay and training"},
};

struct DemoJob {
    std::string_view title;
    std::string_view ref_number;
    std::size_t department;  // index into kDepartments
    std::string_view industry;
    std::string_view function;
    std::string_view level;
    std::string_view employment;
    std::string_view country;
    std::string_view city;
    std::string_view description;
    std::optional<jobs::PublicationAudience> published;
    jobs::Status status;
    std::size_t positions;
    std::optional<std::size_t> group;  // index into kGroups: hides it from other EXTENDED users
    std::string_view foreign_title;    // of a second ad, in French
};

inline constexpr auto kEveryone = jobs::PublicationAudience::everyone_and_boards;
inline constexpr auto kColleagues = jobs::PublicationAudience::colleagues;

// clang-format off
inline constexpr std::array kJobs{
    DemoJob{"Line Cook", "HL-101", 0, "restaurants", "production", "entry_level", "permanent", "gb", "Bristol", "<p>You run the grill station through a busy service and keep it spotless.</p>", kEveryone, jobs::Status::sourcing, 3, 0, "Cuisinier de partie"},
    DemoJob{"Sous Chef", "HL-102", 0, "restaurants", "management", "mid_senior_level", "permanent", "gb", "Bristol", "<p>You lead the brigade when the head chef is away and write the prep plan.</p>", kEveryone, jobs::Status::interview, 1, 0},
    DemoJob{"Pastry Chef", "HL-103", 0, "restaurants", "production", "associate", "permanent", "gb", "Cardiff", "<p>Bread before dawn, desserts after noon.</p>", kEveryone, jobs::Status::offer, 1, 0},
    DemoJob{"Kitchen Porter", "HL-104", 0, "restaurants", "other", "entry_level", "part_time", "gb", "Cardiff", "<p>Nothing in the kitchen moves without you.</p>", kEveryone, jobs::Status::filled, 2, 0},
    DemoJob{"Head Chef", "HL-105", 0, "restaurants", "management", "director", "permanent", "fr", "Rennes", "<p>You write the menu of our first house in France.</p>", std::nullopt, jobs::Status::created, 1, 0},
    DemoJob{"Restaurant Manager", "HL-201", 1, "hospitality", "management", "director", "permanent", "ie", "Cork", "<p>You open our first house in Ireland and hire its team.</p>", kEveryone, jobs::Status::sourcing, 1, std::nullopt},
    DemoJob{"Sommelier", "HL-202", 1, "wine_spirits", "customer_service", "associate", "permanent", "gb", "Bristol", "<p>You keep a list that guests trust and a cellar that pays for itself.</p>", std::nullopt, jobs::Status::on_hold, 1, std::nullopt},
    DemoJob{"Bartender", "HL-203", 1, "hospitality", "customer_service", "entry_level", "part_time", "gb", "Cardiff", "<p>Four evenings a week, two hundred covers.</p>", kEveryone, jobs::Status::cancelled, 2, std::nullopt},
    DemoJob{"Waiter", "HL-204", 1, "hospitality", "customer_service", "entry_level", "permanent", "fr", "Rennes", "<p>You know the regulars by name after a week.</p>", kEveryone, jobs::Status::interview, 4, 0, "Chef de rang"},
    DemoJob{"Host", "HL-205", 1, "hospitality", "customer_service", "entry_level", "part_time", "ie", "Cork", "<p>You are the first face that our guests see.</p>", std::nullopt, jobs::Status::created, 2, std::nullopt},
    DemoJob{"Buyer, Fish and Seafood", "HL-301", 2, "food_production", "purchasing", "mid_senior_level", "permanent", "gb", "Brixham", "<p>You know the boats by name and the market by smell.</p>", kEveryone, jobs::Status::sourcing, 1, std::nullopt},
    DemoJob{"Van Driver", "HL-302", 2, "logistics_supply_chain", "distribution", "entry_level", "permanent", "gb", "Bristol", "<p>Out at four in the morning, home for lunch.</p>", kColleagues, jobs::Status::filled, 2, std::nullopt},
    DemoJob{"Stock Controller", "HL-303", 2, "warehousing", "supply_chain", "associate", "contract", "gb", "Avonmouth", "<p>You count what we think we have.</p>", std::nullopt, jobs::Status::cancelled, 1, std::nullopt},
    DemoJob{"Backend Engineer", "HL-401", 3, "computer_software", "engineering", "mid_senior_level", "permanent", "pl", "Gdansk", "<p>You build the services that carry forty thousand orders a day.</p>", kColleagues, jobs::Status::interview, 2, 1},
    DemoJob{"Data Analyst", "HL-402", 3, "computer_software", "analyst", "associate", "contract", "pl", "Gdansk", "<p>You tell us on Monday what we will sell on Friday.</p>", std::nullopt, jobs::Status::created, 1, 1},
    DemoJob{"Site Reliability Engineer", "HL-403", 3, "computer_software", "engineering", "mid_senior_level", "permanent", "pl", "Gdansk", "<p>Saturday at eight in the evening nothing may be slow.</p>", kEveryone, jobs::Status::offer, 1, 1},
    DemoJob{"Design Intern", "HL-404", 3, "design", "design", "internship", "intern", "gb", "Bristol", "<p>Six months with the people who make the menus readable.</p>", kEveryone, jobs::Status::on_hold, 1, 1},
    DemoJob{"Talent Partner", "HL-501", 4, "human_resources", "human_resources", "mid_senior_level", "permanent", "gb", "Bristol", "<p>You fill the jobs on this list.</p>", kColleagues, jobs::Status::sourcing, 1, 1},
    DemoJob{"Payroll Specialist", "HL-502", 4, "accounting", "finance", "associate", "temporary", "gb", "Bristol", "<p>Six months, while a colleague is on parental leave.</p>", std::nullopt, jobs::Status::created, 1, 1},
    DemoJob{"Training Lead", "HL-503", 4, "professional_training_coaching", "training", "mid_senior_level", "permanent", "gb", "Cardiff", "<p>You teach two hundred new colleagues a year.</p>", kEveryone, jobs::Status::offer, 1, 1},
};
// clang-format on

inline constexpr std::size_t kJobWithForm = 0;  // has screening questions of its own

}  // namespace callboard::cli::demo

// The previous careers of the demo candidates, by department.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "cli/demo/data.h"

namespace callboard::cli::demo {

struct School {
    std::string_view institution;
    std::string_view degree;
    std::string_view major;
};

// Titles are ordered from junior to senior.
struct Career {
    std::span<const std::string_view> titles;
    std::span<const std::string_view> employers;
    std::span<const School> schools;
    std::span<const std::string_view> tags;
    std::string_view duties;
    int salary;  // per year, at the start
};

namespace careers {

using std::string_view_literals::operator""sv;

// clang-format off
inline constexpr std::array kCookTitles{"Kitchen Assistant"sv, "Commis Chef"sv, "Line Cook"sv, "Chef de Partie"sv, "Junior Sous Chef"sv, "Sous Chef"sv, "Head Chef"sv};
inline constexpr std::array kKitchens{"The Copper Ladle"sv, "Brasserie Nord"sv, "Saltmarsh Inn"sv, "Quayside Grill"sv, "Maison Kerven"sv, "Pod Żaglami"sv, "The Fig and Thistle"sv, "Tidewater Catering"sv, "Hotel Bellevue"sv, "Oven & Ember"sv};
inline constexpr std::array kCookSchools{School{"City of Bristol College", "NVQ Level 2", "Professional Cookery"}, School{"Cardiff and Vale College", "Diploma", "Patisserie and Confectionery"}, School{"Lycée hôtelier de Dinard", "CAP", "Cuisine"}, School{"Munster Technological University", "Higher Certificate", "Culinary Arts"}, School{"Zespół Szkół Gastronomicznych", "Diploma", "Catering"}};
inline constexpr std::array kCookTags{"grill"sv, "pastry"sv, "food hygiene 2"sv, "food hygiene 3"sv, "night shifts"sv, "vegan"sv, "seafood"sv, "bread"sv, "HACCP"sv, "volume catering"sv};

inline constexpr std::array kHostTitles{"Runner"sv, "Barback"sv, "Waiter"sv, "Bartender"sv, "Head Waiter"sv, "Sommelier"sv, "Floor Manager"sv, "Restaurant Manager"sv};
inline constexpr std::array kHouses{"The Lantern Rooms"sv, "Café des Halles"sv, "Hotel Bellevue"sv, "The Moorings"sv, "Bar Północ"sv, "Cork & Crown"sv, "Harvest Table"sv, "La Voile Rouge"sv, "Grand Pier Hotel"sv};
inline constexpr std::array kHostSchools{School{"Exeter College", "BTEC", "Hospitality"}, School{"Shannon College of Hotel Management", "BBS", "International Hotel Management"}, School{"Lycée hôtelier de Dinard", "BTS", "Management en hôtellerie restauration"}, School{"Wine & Spirit Education Trust", "WSET Level 3", "Wines"}, School{"University of Plymouth", "BSc", "Events Management"}};
inline constexpr std::array kHostTags{"wine"sv, "cocktails"sv, "French"sv, "weekends"sv, "fine dining"sv, "WSET 2"sv, "WSET 3"sv, "team lead"sv, "student"sv, "opening team"sv};

inline constexpr std::array kSupplyTitles{"Warehouse Operative"sv, "Delivery Driver"sv, "Stock Clerk"sv, "Stock Controller"sv, "Assistant Buyer"sv, "Buyer"sv, "Supply Manager"sv};
inline constexpr std::array kSuppliers{"Brixham Fish Traders"sv, "Severn Wholesale"sv, "Northgate Couriers"sv, "Blue Crate Logistics"sv, "Channel Cold Store"sv, "Avon Fresh"sv, "Meridian Freight"sv};
inline constexpr std::array kSupplySchools{School{"South Devon College", "HNC", "Maritime Operations"}, School{"Cardiff University", "BSc", "Logistics"}, School{"Weston College", "BTEC", "Business"}, School{"Uniwersytet Gdański", "Licencjat", "Logistyka"}};
inline constexpr std::array kSupplyTags{"category B licence"sv, "category C1 licence"sv, "forklift"sv, "early mornings"sv, "fish"sv, "negotiation"sv, "SAP"sv, "cold chain"sv};

inline constexpr std::array kEngineerTitles{"Design Assistant"sv, "Junior Engineer"sv, "Software Engineer"sv, "Systems Administrator"sv, "Backend Engineer"sv, "Senior Engineer"sv, "Site Reliability Engineer"sv, "Staff Engineer"sv};
inline constexpr std::array kSoftwareHouses{"Bursztyn Software"sv, "Lattice Systems"sv, "Ordermill"sv, "Papertrail Analytics"sv, "Nordhaven Cloud"sv, "Studio Halftone"sv, "Kestrel Payments"sv, "Open Ledger Labs"sv};
inline constexpr std::array kEngineerSchools{School{"Politechnika Gdańska", "Inżynier", "Informatyka"}, School{"University of Bristol", "MEng", "Computer Science"}, School{"University College Cork", "BSc", "Computer Science"}, School{"Savitribai Phule Pune University", "BE", "Computer Engineering"}, School{"Falmouth University", "BA", "Graphic Design"}, School{"清华大学", "硕士", "软件工程"}};
inline constexpr std::array kEngineerTags{"C++"sv, "Go"sv, "Kubernetes"sv, "PostgreSQL"sv, "on call"sv, "Terraform"sv, "Rust"sv, "observability"sv, "Figma"sv, "typography"sv, "remote"sv};

inline constexpr std::array kPeopleTitles{"HR Assistant"sv, "Payroll Clerk"sv, "Recruiter"sv, "Trainer"sv, "HR Adviser"sv, "Talent Partner"sv, "Training Lead"sv};
inline constexpr std::array kOffices{"Hartley Staffing"sv, "Wessex Health Trust"sv, "Grand Pier Hotel"sv, "Lattice Systems"sv, "Clifton & Moore"sv, "Avon Fresh"sv};
inline constexpr std::array kPeopleSchools{School{"University of the West of England", "MA", "Human Resource Management"}, School{"Cardiff University", "BSc", "Psychology"}, School{"Bath Spa University", "BA", "Education"}, School{"Chartered Institute of Personnel and Development", "CIPD Level 5", "People Management"}};
inline constexpr std::array kPeopleTags{"CIPD"sv, "high volume hiring"sv, "apprenticeships"sv, "coaching"sv, "Welsh"sv, "payroll"sv, "e-learning"sv};
// clang-format on

}  // namespace careers

// In the order of kDepartments.
inline constexpr std::array kCareers{
    Career{careers::kCookTitles, careers::kKitchens, careers::kCookSchools, careers::kCookTags,
           "Prep, service and close, up to two hundred covers.", 24'000},
    Career{careers::kHostTitles, careers::kHouses, careers::kHostSchools, careers::kHostTags,
           "Guests from the first greeting to the last bill.", 23'500},
    Career{careers::kSupplyTitles, careers::kSuppliers, careers::kSupplySchools, careers::kSupplyTags,
           "Goods in, goods out, and the books that say so.", 25'000},
    Career{careers::kEngineerTitles, careers::kSoftwareHouses, careers::kEngineerSchools,
           careers::kEngineerTags, "Design, build and run of services that people depend on.", 38'000},
    Career{careers::kPeopleTitles, careers::kOffices, careers::kPeopleSchools, careers::kPeopleTags,
           "Finding people, paying them and teaching them.", 27'000},
};
static_assert(kCareers.size() == kDepartments.size());

}  // namespace callboard::cli::demo

// The company and what it says of itself.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "api/configuration/dictionary.h"
#include "db/db.h"
#include "edge/call.h"
#include "edge/upload.h"
#include "wire/merge_patch.h"
#include "wire/shape.h"

namespace callboard::api {

struct CompanyLocationView {
    std::optional<std::string_view> country;
    std::optional<std::string> country_code;
    std::optional<std::string> region;
    std::optional<std::string> city;
    std::optional<std::string> postal_code;
    std::optional<std::string> address;

    static constexpr std::string_view kName = "CompanyLocation";
    static constexpr auto shape() {
        using Self = CompanyLocationView;
        return wire::fields(
            wire::field("country", &Self::country), wire::field("countryCode", &Self::country_code),
            wire::field("region", &Self::region), wire::field("city", &Self::city),
            wire::field("postalCode", &Self::postal_code), wire::field("address", &Self::address));
    }
};

struct CompanyView {
    std::string identifier;
    std::string name;
    std::optional<CompanyLocationView> location;
    std::optional<std::string> website;
    std::optional<DictionaryEntry> industry;
    std::optional<std::string> logo;

    static constexpr std::string_view kName = "Company";
    static constexpr auto shape() {
        using Self = CompanyView;
        return wire::fields(wire::field("identifier", &Self::identifier), wire::field("name", &Self::name),
                            wire::field("location", &Self::location), wire::field("website", &Self::website),
                            wire::field("industry", &Self::industry),
                            wire::field("logo", &Self::logo, {.about = "The URL of the logo."}));
    }
};

// --- changes

struct CompanyLocationInput {
    std::optional<std::string> country_code;
    std::optional<std::string> region;
    std::optional<std::string> city;
    std::optional<std::string> postal_code;
    std::optional<std::string> address;

    static constexpr std::string_view kName = "CompanyLocationInput";
    static constexpr auto shape() {
        using Self = CompanyLocationInput;
        constexpr wire::Rule kLine{.max_length = 256, .one_line = true};
        return wire::fields(wire::field("countryCode", &Self::country_code,
                                        {.max_length = 2, .about = "ISO 3166-1 alpha-2."}),
                            wire::field("region", &Self::region, kLine),
                            wire::field("city", &Self::city, kLine),
                            wire::field("postalCode", &Self::postal_code, kLine),
                            wire::field("address", &Self::address, kLine));
    }
};

struct IndustryInput {
    std::string id;

    static constexpr std::string_view kName = "CompanyIndustryInput";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &IndustryInput::id, {.min_length = 1, .max_length = 256}));
    }
};

struct CompanyChange {
    std::optional<CompanyLocationInput> location;
    std::optional<std::string> website;
    std::optional<IndustryInput> industry;

    static constexpr std::string_view kName = "CompanyChange";
    static constexpr std::string_view kPatchName = "CompanyPatch";
    static constexpr auto shape() {
        using Self = CompanyChange;
        return wire::fields(
            wire::field("location", &Self::location),
            wire::field("website", &Self::website,
                        {.max_length = 2'000, .one_line = true, .about = "An http or https URL."}),
            wire::field("industry", &Self::industry));
    }
    static std::string merge_example() {
        return R"({"website":"https://harbourlane.example","industry":{"id":"restaurants"}})";
    }
};
using CompanyPatch = wire::MergeOf<CompanyChange>;

edge::Reply<CompanyView> get_company(db::Snapshot& snapshot, const edge::Call<>& call);
edge::Reply<CompanyView> patch_company(db::Tx& tx, const edge::Call<CompanyPatch>& call);
wire::Nothing set_company_logo(db::Tx& tx, const edge::Call<edge::Upload>& call);
edge::Download get_company_logo(db::Snapshot& snapshot, const edge::Call<>& call);
wire::Nothing delete_company_logo(db::Tx& tx, const edge::Call<>& call);

}  // namespace callboard::api

// Values of properties of candidates and offers as texts.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "accounts/actor.h"
#include "configuration/candidate_properties.h"
#include "configuration/offer_properties.h"
#include "db/db.h"
#include "wire/json.h"

namespace callboard::reports {

// Without quotes; an amount as 50000 USD.
std::string property_text(const wire::JsonValue& value);

// Of a list of properties: as many as a cell of a spreadsheet can have.
inline constexpr std::size_t kMostListedCharacters = 32'767;

// The properties of the company that the reader may see, as they are when this is created.
class PropertyTexts {
  public:
    PropertyTexts(db::Snapshot& snapshot, const accounts::Actor& reader);

    // Of values by the ids of their properties: Expected salary: 50000 USD, Notice period: One month. Leaves
    // out what the reader may not see, and what is beyond kMostListedCharacters.
    std::string listed(const wire::JsonValue& values) const;

    // Of one value. The labels of what is chosen: night shift, relocates.
    std::string text_of(std::string_view property, const wire::JsonValue& value) const;

  private:
    std::string text_of(const configuration::CandidateProperty& property, const wire::JsonValue& value) const;
    std::string label_of(const configuration::CandidateProperty& property, std::string_view choice) const;

    std::vector<configuration::CandidateProperty> properties_;
    std::map<std::pair<std::string, std::string>, std::string> labels_;  // by property and value
};

// The offer properties of the company, as they are when this is created.
class TermTexts {
  public:
    explicit TermTexts(db::Snapshot& snapshot);

    // Of terms by the keys of their properties: Salary: 52000 USD, First day: 2030-01-31. Leaves out empty
    // ones, archived ones, and what is beyond kMostListedCharacters.
    std::string listed(const wire::JsonValue& terms) const;

  private:
    std::vector<configuration::OfferProperty> properties_;
};

}  // namespace callboard::reports

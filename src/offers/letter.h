// The letter that the candidate receives when an offer is sent.
#pragma once

#include <span>
#include <string>

#include "base/clock.h"
#include "configuration/offer_properties.h"
#include "wire/text_map.h"

namespace callboard::offers {

struct Letter {
    std::string company;
    std::string candidate;
    std::string job_title;
    Timestamp date;
    wire::TextMap terms;
    std::string language;  // of the page that shows it; without a text in it, the letter is in English
};

// Plain text, readable without other programs. Terms have the labels of the properties, whose choices are
// not used; a custom one is its own label.
std::string text_of(const Letter& letter, std::span<const configuration::OfferProperty> properties);

}  // namespace callboard::offers

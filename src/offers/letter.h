// The letter that the candidate receives when an offer is sent.
#pragma once

#include <string>

#include "base/clock.h"
#include "wire/text_map.h"

namespace callboard::offers {

struct Letter {
    std::string company;
    std::string candidate;
    std::string job_title;
    Timestamp date;
    wire::TextMap terms;
};

// Plain text, readable without other programs.
std::string text_of(const Letter& letter);

}  // namespace callboard::offers

// What the candidate gets when an offer is sent.
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

// In plain text: whoever has no other program can read it.
std::string text_of(const Letter& letter);

}  // namespace callboard::offers

#include "webhooks/delivery/pace.h"

#include <algorithm>

namespace callboard::webhooks {

void Pace::answered(Reaction reaction) {
    --in_flight_;
    silences_ = reaction == Reaction::silent ? silences_ + 1 : 0;
    switch (reaction) {
        case Reaction::acknowledged:
            if (++good_answers_ < cap_) break;
            good_answers_ = 0;
            cap_ = std::min(cap_ + 1, kMost);
            break;
        case Reaction::refused: break;
        // It holds a place for long each time: some of these together would hold all of them.
        case Reaction::sluggish:
            good_answers_ = 0;
            cap_ = std::min(cap_, kStart);
            break;
        case Reaction::overwhelmed:
        case Reaction::silent:
            good_answers_ = 0;
            cap_ = std::max<std::size_t>(cap_ / 2, 1);
            break;
    }
}

}  // namespace callboard::webhooks

#include "webhooks/delivery/pace.h"

#include <algorithm>

namespace callboard::webhooks {

void Pace::answered(Answer answer) {
    --in_flight_;
    unanswered_ = answer == Answer::no_answer ? unanswered_ + 1 : 0;
    switch (answer) {
        case Answer::acknowledged:
            if (++good_answers_ < cap_) break;
            good_answers_ = 0;
            cap_ = std::min(cap_ + 1, kMost);
            break;
        case Answer::refused: break;
        // Slow receivers occupy slots for long: several of them could occupy all.
        case Answer::slow:
            good_answers_ = 0;
            cap_ = std::min(cap_, kStart);
            break;
        case Answer::server_error:
        case Answer::no_answer:
            good_answers_ = 0;
            cap_ = std::max<std::size_t>(cap_ / 2, 1);
            break;
    }
}

}  // namespace callboard::webhooks

#include "http/transfer_rate.h"

#include <algorithm>

namespace callboard::http {

bool TransferRate::is_below(const MinimumRate& minimum, Stopwatch::Instant now, std::uint64_t total) {
    using Seconds = std::chrono::duration<double>;
    if (!started()) start(now, total);
    for (std::size_t i = count_; i-- > 0;) {  // the newest mark that is at least a window old
        const auto elapsed = now - marks_[i].at;
        if (elapsed < minimum.window) continue;
        const double least = static_cast<double>(minimum.bytes_per_second) * Seconds{elapsed}.count();
        if (static_cast<double>(total - marks_[i].total) < least) return true;
        break;
    }
    if (now - marks_[count_ - 1].at < minimum.window / static_cast<int>(kMarks)) return false;
    if (count_ == kMarks) {
        std::shift_left(marks_.begin(), marks_.end(), 1);
        --count_;
    }
    marks_[count_++] = {now, total};
    return false;
}

}  // namespace callboard::http

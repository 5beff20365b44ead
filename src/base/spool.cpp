#include "base/spool.h"

namespace callboard {

void Spool::append(std::string_view bytes) {
    buffer_ += bytes;
    if (buffer_.size() > kInMemory) write_out();
}

void Spool::write_out() {
    file_.append(buffer_);
    buffer_.clear();
}

bool Spool::take(std::string& piece, std::size_t most) {
    if (taken_ == size()) return false;
    if (file_.size() == 0) {
        piece.assign(buffer_, taken_, most);
    } else {
        if (!buffer_.empty()) write_out();
        std::string{}.swap(buffer_);  // free it: a slow reader must not hold memory
        piece = file_.read(taken_, most);
    }
    taken_ += piece.size();
    return true;
}

}  // namespace callboard

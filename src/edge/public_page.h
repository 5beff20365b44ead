// Pages without a credential that are the same for everybody: kept in memory like other public responses
// (public_answer.h), except those that a handler marks as personal, and those with another status than 200.
#pragma once

#include <string_view>

#include "edge/web.h"

namespace callboard::edge {

Route public_page(Columns columns, std::string_view content_type, Route::FindVersion find_version,
                  WebReply (*handler)(db::Snapshot&, const WebCall&));

}  // namespace callboard::edge

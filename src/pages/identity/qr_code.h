#pragma once

#include "base/secret.h"
#include "pages/page_template.h"

namespace callboard::pages {

// A QR code as SVG in the page, so that its content is in no other file or request.
Html qr_code(const Secret& content);

}  // namespace callboard::pages

// The limits of applications for one posting: the same ones on the careers pages and with a credential.
#pragma once

#include "base/id.h"
#include "base/network.h"
#include "edge/services.h"

namespace callboard::edge {

// Counts an application, and throws TOO_MANY_REQUESTS if there are too many. Call it once the posting was
// found: paths can have several spellings, and companies must not use up the limits of others. Null: there is
// no such posting; all of these are limited together for each address.
void limit_applications(const Services& services, const PostingUuid* posting, const IpAddress& client);

}  // namespace callboard::edge

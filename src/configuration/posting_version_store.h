// The part of the version of postings (postings/version_store.h) that the configuration advances.
#pragma once

#include "db/db.h"

namespace callboard::configuration::store {

// With a change of what postings and lists of them show: answers that are kept in memory become invalid.
void advance_posting_version(db::Tx& tx);

}  // namespace callboard::configuration::store

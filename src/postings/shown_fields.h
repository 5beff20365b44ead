// A posting is a snapshot, but whether a job property is shown is decided when it is read: one that was
// hidden or deactivated disappears from published postings at once.
#pragma once

#include <string>
#include <vector>

#include "db/db.h"
#include "postings/posting_content.h"

namespace callboard::postings {

// Reads the properties that are not shown once, for any number of postings of the company.
class ShownFields {
  public:
    explicit ShownFields(db::Snapshot& snapshot);

    // Removes the fields that are not shown.
    void narrow(PostingContent& content) const;

    // The same for JSON, as stored; decoded only if it has such a field.
    std::string in(std::string content) const;

  private:
    std::vector<std::string> hidden_;  // ids of properties
};

}  // namespace callboard::postings

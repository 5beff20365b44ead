// A posting is a snapshot of its job, with the values of all job properties. Which of them it shows, and with
// which labels, is decided when it is read: a property that is shown, hidden, renamed or translated changes
// all published postings at once.
#pragma once

#include <string>
#include <vector>

#include "configuration/present_labels.h"
#include "db/db.h"
#include "postings/posting_content.h"

namespace callboard::postings {

// Gives the field, of an existing property, its present labels; returns whether it had others.
bool relabel(PostingField& field, configuration::PresentLabels& labels, const std::string& language);

// Reads the properties that are not shown or were renamed once, for any number of postings of the company.
class ShownFields {
  public:
    explicit ShownFields(db::Snapshot& snapshot);

    // Removes the fields that are not shown, and renews the labels of the others in the language of the
    // posting.
    void renew(PostingContent& content, const std::string& language);

    // The same for JSON, as stored; decoded only if it has such a field.
    std::string renewed(std::string content, const std::string& language);

  private:
    std::vector<std::string> hidden_;   // ids of properties
    std::vector<std::string> renamed_;  // likewise
    configuration::PresentLabels labels_;
};

}  // namespace callboard::postings

// The labels of job properties and their values as they are now, for copies that may be older: summaries of
// jobs and postings.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "base/id.h"
#include "db/db.h"

namespace callboard::configuration {

// Each label is read once, when it is asked for.
class PresentLabels {
  public:
    explicit PresentLabels(db::Snapshot& snapshot) : snapshot_(snapshot) {}

    // Without a value, of the property itself. English if there is no translation; nothing if the property or
    // the value does not exist.
    const std::optional<std::string>& find(const JobPropertyId& property,
                                           const std::optional<std::string>& value,
                                           const std::string& language);

    // Replaces the label, if it is another one; returns whether it was.
    bool renew(std::string& label, const JobPropertyId& property, const std::optional<std::string>& value,
               const std::string& language);

  private:
    using Key = std::tuple<JobPropertyId, std::optional<std::string>, std::string>;  // with the language

    db::Snapshot& snapshot_;
    std::map<Key, std::optional<std::string>> known_;
};

}  // namespace callboard::configuration

// Languages in views of jobs: that of an ad, and that of the caller.
#pragma once

#include <string>
#include <string_view>

#include "api/jobs/job_messages.h"

namespace callboard::api {

LanguageView language_view(std::string code);

// The details of a job (jobs::Details, as JSON) with the labels of dictionaries in the caller's language, as
// far as there are translations.
std::string in_language(std::string details, std::string_view language);

}  // namespace callboard::api

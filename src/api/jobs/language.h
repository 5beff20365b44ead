// Languages in views of jobs: the language of an ad, and the preferred language of the caller.
#pragma once

#include <string>
#include <string_view>

#include "api/jobs/job_messages.h"

namespace callboard::api {

LanguageView language_view(std::string code);

// The details of a job (jobs::Details, as JSON) with dictionary labels in the given language; labels without
// a translation stay in English.
std::string in_language(std::string details, std::string_view language);

}  // namespace callboard::api

// What a browser sends with the form (form_view.h), read before the transaction begins.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "apply/answers.h"
#include "apply/submission.h"
#include "candidates/registration.h"
#include "edge/open_forms.h"
#include "edge/web.h"
#include "files/file_store.h"
#include "pages/careers/form_view.h"

namespace callboard::pages {

inline constexpr std::size_t kMostFormParts = 4'000;
inline constexpr std::size_t kApplyFormBody = std::size_t{12} * 1024 * 1024;

// Of the body, what is not in files: faulty forms are sent back with their texts. The longest text that can
// be right is a message of apply::kMostMessage characters.
inline constexpr std::size_t kMostFieldBytes = 4 * apply::kMostMessage;
inline constexpr std::size_t kMostTextBytes = std::size_t{256} * 1024;

struct SentForm {
    FormState state;  // faults of files and over-long texts only
    std::vector<files::NewFile> files;
};

// The files are stored in the form's own, if it has one. Throws UNMARSHALLING_ERROR for a body that is no
// such form, and VALIDATION_ERROR for more than kMostTextBytes.
SentForm read_sent_form(const edge::WebCall& call, edge::OpenForm* form);

// The person, checked. Adds what is wrong to the faults; the result is then incomplete.
candidates::Draft draft_of(FormState& state);

// The answers to the questions that are asked. Adds what is wrong to the faults.
std::vector<apply::Answer> answers_of(const apply::Form& form, FormState& state);

// Likewise. Those whose texts have changed since they were shown are not given.
apply::Consents consents_of(const apply::Form& form, std::string_view language, FormState& state);

}  // namespace callboard::pages

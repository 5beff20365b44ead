// The form on which candidates apply, as HTML. It needs no script: questions with conditions are shown by
// rules of a stylesheet, and by browsers without these rules always, with the condition in words. The server
// asks what the conditions ask, whatever was shown.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "apply/form.h"
#include "db/db.h"
#include "edge/web.h"
#include "pages/careers/frame.h"
#include "postings/posting.h"

namespace callboard::pages {

inline constexpr std::size_t kShownRecords = 3;  // of a question that can be answered repeatedly

// The names of the fields.
namespace field {
inline constexpr std::string_view kFirstName = "firstName";
inline constexpr std::string_view kLastName = "lastName";
inline constexpr std::string_view kEmail = "email";
inline constexpr std::string_view kPhone = "phoneNumber";
inline constexpr std::string_view kResume = "resume";
inline constexpr std::string_view kPicture = "avatar";
inline constexpr std::string_view kAttachments = "attachments";
inline constexpr std::string_view kMessage = "message";
inline constexpr std::string_view kShownForm = "form";  // form_version() of what was shown
inline constexpr std::string_view kSourceType = "sourceTypeId";
inline constexpr std::string_view kSourceSubType = "sourceSubTypeId";
inline constexpr std::string_view kSource = "sourceId";
std::string consent(candidates::ConsentScope scope);
std::string answer(const QuestionId& question, std::size_t record, std::string_view field);
}  // namespace field

enum class FieldFault { required, invalid, email, file };

// What was sent before, to be corrected.
struct FormState {
    std::map<std::string, std::vector<std::string>> values;  // by the names of the fields
    std::map<std::string, FieldFault> faults;                // likewise
    bool had_files = false;                                  // browsers do not keep them
    bool has_changed = false;                                // the form, since it was shown

    std::string_view value(std::string_view name) const;
    bool has(std::string_view name, std::string_view value) const;
};

// The parameters of a link that name the source of an application, by the names of the fields.
using SourceFields = std::map<std::string, std::string>;
SourceFields source_of(const edge::WebCall& call);
std::string source_query(const edge::WebCall& call);  // "&sourceTypeId=…", or empty

// What somebody who applies for the job on its page is asked.
apply::Form asked_on_page(db::Snapshot& own, const CareersSite& site, const JobId& job);

// Another one for every change of the form that somebody was shown, and of its language.
std::string form_version(const apply::Form& form, std::string_view language);

// What a ticked consent has as its value: another one for every text, so that nobody agrees to a text that
// was not shown.
std::string consent_value(const apply::FormConsent& consent, std::string_view language);

edge::WebReply form_page(const CareersSite& site, const postings::Posting& posting, const apply::Form& form,
                         const SourceFields& source, const FormState& state, int status = 200);

// The stylesheet of the form.
std::string condition_rules(const apply::Form& form);

}  // namespace callboard::pages

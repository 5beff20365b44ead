// The fields of a form as HTML: with labels, hints, what was sent before and what is wrong with it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "apply/form.h"
#include "files/file_store.h"
#include "pages/careers/form_view.h"
#include "pages/careers/texts.h"
#include "pages/page_template.h"

namespace callboard::pages {

// The beginning of the element ids of the values of a field, by the numbers of question, record and field.
std::string choice_ids(std::size_t question, std::size_t record, std::size_t field);

// The elements of the values that a condition names, as CSS selectors.
std::string chosen_ids(const apply::FormQuestion& parent, std::size_t number,
                       const apply::FormCondition& condition);

struct TextField {
    std::string_view name;
    std::string label;
    bool required = false;
    bool is_conditional = false;     // see QuestionField
    std::string_view type = "text";  // of <input>, or "textarea"
    std::string_view autocomplete = "off";
    std::size_t most = 0;  // characters
};

struct FileField {
    std::string_view name;
    std::string label;
    files::Purpose purpose{};
    bool several = false;
};

struct QuestionField {
    std::string name;
    std::string label;
    const apply::FormField& field;
    std::string ids;  // see choice_ids()
    bool required = false;
    // Browsers must not require what they do not show: the server does.
    bool is_conditional = false;
    std::string_view language;
};

struct ConsentField {
    std::string name;
    std::string value;
    std::string label;
    bool required = false;
};

class FieldWriter {
  public:
    FieldWriter(const CareersWords& words, const FormState& state) : words_(words), state_(state) {}

    Html group(std::string_view legend, Html fields) const;
    Html text(const TextField& field) const;
    Html file(const FileField& field) const;
    Html consent(const ConsentField& field) const;
    Html question(const QuestionField& field) const;

  private:
    Html select(const QuestionField& field) const;
    Html options(const QuestionField& field) const;
    Html fault_of(std::string_view name, files::Purpose purpose = files::Purpose::generic) const;
    std::string file_text(std::string_view id, files::Purpose purpose) const;

    const CareersWords& words_;
    const FormState& state_;
};

}  // namespace callboard::pages

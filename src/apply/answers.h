// Answers to the screening questions of a form, checked against it.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "apply/form.h"
#include "base/error.h"
#include "candidates/screening.h"

namespace callboard::apply {

inline constexpr std::size_t kMostRecords = 20;  // answers to a question that can be answered repeatedly
inline constexpr std::size_t kMostAnswerBytes = 4'000;  // of one text

// By the ids of fields: texts, or ids of values.
using AnswerFields = std::map<std::string, std::vector<std::string>>;

struct Answer {
    std::string question_id;
    std::vector<AnswerFields> records;
};

// Whether the client knows questions with conditions. If not, they are not asked.
enum class Conditionals { omitted, included };

// The questions that are asked after these answers, in their order.
std::vector<const FormQuestion*> asked_questions(const Form& form, const std::vector<Answer>& answers,
                                                 Conditionals conditionals);

// The answers as they are stored, with the labels of the form. Adds a fault for each one that is missing,
// unknown, too long, given twice, or given to a question that is not asked; its path begins with /answers.
candidates::ScreeningAnswers checked(const Form& form, const std::vector<Answer>& answers,
                                     Conditionals conditionals, std::vector<Fault>& faults);

}  // namespace callboard::apply

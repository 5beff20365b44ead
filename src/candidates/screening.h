// Screening answers of an application.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounts/actor.h"
#include "db/db.h"
#include "wire/shape.h"

namespace callboard::candidates {

struct AnswerValue {
    std::string id;
    std::string label;
    bool is_text = false;  // not stored: nobody filters by its id, because all texts have the same one

    static constexpr std::string_view kName = "ScreeningAnswerValue";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &AnswerValue::id), wire::field("label", &AnswerValue::label));
    }
};

struct AnswerField {
    std::string id;
    std::optional<std::string> label;
    std::vector<AnswerValue> values;

    static constexpr std::string_view kName = "ScreeningAnswerField";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &AnswerField::id), wire::field("label", &AnswerField::label),
                            wire::field("values", &AnswerField::values));
    }
};

struct AnswerRecord {
    std::vector<AnswerField> fields;

    static constexpr std::string_view kName = "ScreeningAnswerRecord";
    static constexpr auto shape() { return wire::fields(wire::field("fields", &AnswerRecord::fields)); }
};

// A question with its answers: several records if it can be answered repeatedly, several fields if it has
// several parts.
struct ScreeningAnswer {
    std::string id;
    std::string type;
    std::string category;
    std::string name;
    std::string label;
    std::vector<AnswerRecord> records;

    static constexpr std::string_view kName = "ScreeningAnswer";
    static constexpr auto shape() {
        using Self = ScreeningAnswer;
        return wire::fields(wire::field("id", &Self::id), wire::field("type", &Self::type),
                            wire::field("category", &Self::category), wire::field("name", &Self::name),
                            wire::field("label", &Self::label), wire::field("records", &Self::records));
    }
};

struct ScreeningAnswers {
    std::vector<ScreeningAnswer> content;

    static constexpr auto shape() { return wire::fields(wire::field("content", &ScreeningAnswers::content)); }
};

ScreeningAnswers screening_answers(db::Snapshot& snapshot, const accounts::Actor& actor,
                                   const CandidateId& candidate, const JobId& job);

// Replaces all answers of an application.
void answer_screening(db::Tx& tx, const accounts::Actor& actor, const CandidateId& candidate,
                      const JobId& job, const ScreeningAnswers& answers);

// The answers that are given with a new application.
void record_answers(db::Tx& tx, const CandidateId& candidate, const JobId& job, const JobApplicationId& id,
                    const ScreeningAnswers& answers);

}  // namespace callboard::candidates

#include "candidates/screening.h"

#include "candidates/access.h"
#include "candidates/application_store.h"
#include "candidates/candidate_store.h"
#include "events/outbox.h"

namespace callboard::candidates {
namespace {

std::vector<store::AnswerKey> keys_of(const ScreeningAnswers& answers) {
    std::vector<store::AnswerKey> keys;
    for (const ScreeningAnswer& answer : answers.content)
        for (const AnswerRecord& record : answer.records)
            for (const AnswerField& field : record.fields)
                for (const AnswerValue& value : field.values)
                    if (!value.is_text)
                        keys.push_back({.category = answer.category, .field = field.id, .value = value.id});
    return keys;
}

}  // namespace

ScreeningAnswers screening_answers(db::Snapshot& snapshot, const accounts::Actor& actor,
                                   const CandidateId& candidate, const JobId& job) {
    visible_application(snapshot, actor, candidate, job, kApplicationForbidden);
    const auto kept = store::find_answers(snapshot, candidate, job);
    return kept ? wire::decode<ScreeningAnswers>(*kept) : ScreeningAnswers{};
}

void answer_screening(db::Tx& tx, const accounts::Actor& actor, const CandidateId& candidate,
                      const JobId& job, const ScreeningAnswers& answers) {
    const Application application = lock_application(tx, actor, candidate, job, kApplicationForbidden);
    const std::string after = wire::to_json(answers);
    const auto before = store::find_answers(tx, candidate, job);
    if (before == after) return;
    store::put_answers(tx, candidate, job, after, keys_of(answers));
    store::touch(tx, candidate);
    if (before) {
        events::append(tx, events::ScreeningAnswersUpdated{job, candidate, application.id});
    } else {
        events::append(tx, events::ScreeningAnswersCreated{job, candidate, application.id});
    }
}

void record_answers(db::Tx& tx, const CandidateId& candidate, const JobId& job, const JobApplicationId& id,
                    const ScreeningAnswers& answers) {
    if (answers.content.empty()) return;
    store::insert_answers(tx, candidate, job, wire::to_json(answers), keys_of(answers));
    events::append(tx, events::ScreeningAnswersCreated{job, candidate, id});
}

}  // namespace callboard::candidates

#include "apply/form.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace callboard::apply {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const auto kFirst = QuestionId::from_trusted("01a1e900-0000-7000-8000-000000000001");
const auto kSecond = QuestionId::from_trusted("01a1e900-0000-7000-8000-000000000002");

std::vector<std::string> faults_of(const Form& form) {
    std::vector<std::string> paths;
    try {
        require_valid(form);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::unprocessable);
        for (const Fault& fault : error.faults) paths.push_back(fault.path);
    }
    return paths;
}

TEST(Forms, AreValidAsTheExample) {
    EXPECT_THAT(faults_of(Form::example()), IsEmpty());
    EXPECT_THAT(faults_of({}), IsEmpty());
}

TEST(Forms, SurviveARoundTrip) {
    const std::string text = wire::to_json(Form::example());

    EXPECT_EQ(wire::to_json(wire::decode<Form>(text)), text);
}

TEST(Forms, UseEachIdOnce) {
    Form form = Form::example();
    form.questions->at(1).id = kFirst;
    form.questions->at(0).fields.push_back(form.questions->at(0).fields.front());
    form.questions->at(0).fields.front().values->at(1).id = "yes";

    EXPECT_THAT(faults_of(form), ElementsAre("/questions/0/fields/0/values/1/id", "/questions/0/fields/1/id",
                                             "/questions/1/id"));
}

TEST(Forms, HaveConditionsOnEarlierQuestionsOnly) {
    Form form = Form::example();
    std::swap(form.questions->at(0), form.questions->at(1));
    EXPECT_THAT(faults_of(form), ElementsAre("/questions/0/condition/questionId"));

    form = Form::example();
    form.questions->at(1).condition->question_id = kSecond;  // itself
    EXPECT_THAT(faults_of(form), ElementsAre("/questions/1/condition/questionId"));

    form = Form::example();
    form.questions->at(1).condition->field_id = "other";
    EXPECT_THAT(faults_of(form), ElementsAre("/questions/1/condition/fieldId"));

    form = Form::example();
    form.questions->at(1).condition->value_ids = {"yes", "maybe"};
    EXPECT_THAT(faults_of(form), ElementsAre("/questions/1/condition/valueIds/1"));
}

// A question for each, which depends on the one before.
Form chain(std::size_t questions, std::size_t choices = 2, std::size_t first = 0) {
    Form form;
    form.questions.emplace();
    for (std::size_t i = 0; i < questions; ++i) {
        FormQuestion question = Form::example().questions->at(0);
        question.id = QuestionId::from_trusted("01a1e900-0000-7000-8000-" +
                                               std::to_string(100'000'000'000 + first + i));
        auto& values = question.fields.front().values.emplace();
        std::vector<std::string> ids;
        for (std::size_t j = 0; j < choices; ++j) {
            ids.push_back(std::to_string(j));
            values.push_back({.id = ids.back(), .label = "Label", .translations = {}});
        }
        if (i > 0)
            question.condition = {
                .question_id = form.questions->back().id, .field_id = "value", .value_ids = ids};
        form.questions->push_back(std::move(question));
    }
    return form;
}

TEST(Forms, HaveShortChainsOfConditions) {
    EXPECT_THAT(faults_of(chain(kMostConditionDepth + 1)), IsEmpty());
    EXPECT_THAT(faults_of(chain(kMostConditionDepth + 3)), ElementsAre("/questions/6/condition"));
}

TEST(Forms, HaveALimitedNumberOfChoices) {
    Form form = chain(10, 200);
    for (FormQuestion& each : *form.questions) each.condition.reset();
    EXPECT_THAT(faults_of(form), IsEmpty());

    form.questions->front().fields.front().values->push_back(
        {.id = "more", .label = "More", .translations = {}});
    EXPECT_THAT(faults_of(form), ElementsAre("/questions"));
}

TEST(Forms, HaveALimitedNumberOfValuesInConditions) {
    Form form = chain(2, 250);
    for (std::size_t i = 2; i < 9; ++i) {
        FormQuestion question = Form::example().questions->at(1);
        question.id = QuestionId::from_trusted("01a1e900-0000-7000-8000-00000000001" + std::to_string(i));
        question.condition = form.questions->at(1).condition;
        form.questions->push_back(std::move(question));
    }
    EXPECT_THAT(faults_of(form), IsEmpty());

    form.questions->push_back(form.questions->back());
    form.questions->back().id = kFirst;
    EXPECT_THAT(faults_of(form), ElementsAre("/questions"));
}

// How many conditions lead to the last question.
std::size_t depth_of_last(const Form& form) {
    std::size_t depth = 0;
    for (const FormQuestion* at = &form.questions->back(); at->condition && depth < 100; ++depth)
        at = &*std::ranges::find(*form.questions, at->condition->question_id, &FormQuestion::id);
    return depth;
}

TEST(Forms, MakeNoLongerChainsThanBothTogether) {
    const Form of_company = chain(kMostConditionDepth + 1, 2, 0);
    // Its last question replaces the first one of the company.
    Form of_job = chain(kMostConditionDepth + 1, 2, 50);
    of_job.questions->back().id = of_company.questions->front().id;
    ASSERT_THAT(faults_of(of_job), IsEmpty());

    Form form = combined(of_company, of_job);
    form.questions->push_back(of_company.questions->back());

    EXPECT_EQ(depth_of_last(form), 2 * kMostConditionDepth);
}

TEST(Forms, HaveValuesWhereTheyCanBeChosen) {
    Form form = Form::example();
    form.questions->at(1).condition.reset();
    form.questions->at(0).fields.front().values.reset();
    form.questions->at(1).fields.front().values =
        std::vector{FormChoice{.id = "a", .label = "A", .translations = {}}};
    EXPECT_THAT(faults_of(form), ElementsAre("/questions/0/fields/0/values", "/questions/1/fields/0/values"));

    form = Form::example();
    form.questions->at(1).fields.front().type = FieldType::information;
    form.questions->at(1).fields.front().required = true;
    EXPECT_THAT(faults_of(form), ElementsAre("/questions/1/fields/0/required"));
}

TEST(Forms, AreTranslatedIntoKnownLanguages) {
    Form form = Form::example();
    form.questions->at(0).translations = wire::TextMap{{"de", "Ja?"}, {"tlh", "?"}};
    form.consents->at(0).translations = wire::TextMap{{"", "?"}};

    EXPECT_THAT(faults_of(form), ElementsAre("/questions/0/translations/tlh", "/consents/0/translations/"));
}

TEST(Forms, HaveLinksToPoliciesAndConsentsThatFit) {
    Form form = Form::example();
    form.privacy_policies->at(0).url = "javascript:alert(1)";
    form.consents->push_back(form.consents->front());
    form.consents->back().scope = candidates::ConsentScope::crm;

    EXPECT_THAT(faults_of(form), ElementsAre("/privacyPolicies/0/url", "/consents/0/scope"));
}

TEST(Forms, OfAJobCompleteThoseOfTheCompany) {
    Form of_job;
    of_job.questions = std::vector{Form::example().questions->at(0), Form::example().questions->at(0)};
    of_job.questions->at(0).label = "Replaced";
    of_job.questions->at(1).id = QuestionId::from_trusted("01a1e900-0000-7000-8000-000000000009");
    of_job.avatar_upload_available = false;
    const Form form = combined(Form::example(), of_job);

    ASSERT_EQ(form.questions->size(), 3U);
    EXPECT_EQ(form.questions->at(0).label, "Replaced");
    EXPECT_EQ(form.questions->at(1).id, kSecond);
    EXPECT_FALSE(*form.avatar_upload_available);
    EXPECT_EQ(form.consents->size(), 1U);
}

TEST(Forms, HaveLabelsInTheLanguageOfTheReader) {
    const FormQuestion question = Form::example().questions->at(0);

    EXPECT_EQ(label_in(question.label, question.translations, "de"), "Haben Sie einen Führerschein?");
    EXPECT_EQ(label_in(question.label, question.translations, "de-AT"), "Haben Sie einen Führerschein?");
    EXPECT_EQ(label_in(question.label, question.translations, "fr"), question.label);
}

}  // namespace
}  // namespace callboard::apply

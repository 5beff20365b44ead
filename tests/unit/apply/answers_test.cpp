#include "apply/answers.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace callboard::apply {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const std::string kLicence = "01a1e900-0000-7000-8000-000000000001";
const std::string kClasses = "01a1e900-0000-7000-8000-000000000002";

Answer answer(const std::string& question, const std::vector<std::string>& values) {
    return {.question_id = question, .records = {{{"value", values}}}};
}

struct Checked {
    candidates::ScreeningAnswers answers;
    std::vector<std::string> faults;  // path and message
};

Checked check(const Form& form, const std::vector<Answer>& answers,
              Conditionals conditionals = Conditionals::included) {
    std::vector<Fault> faults;
    Checked result{.answers = checked(form, answers, conditionals, faults), .faults = {}};
    for (const Fault& fault : faults) result.faults.push_back(fault.path + " " + fault.message);
    return result;
}

Form example() {
    return Form::example();
}

TEST(Answers, AreStoredWithTheirLabels) {
    const Checked found = check(example(), {answer(kLicence, {"yes"}), answer(kClasses, {" B, C "})});

    EXPECT_THAT(found.faults, IsEmpty());
    ASSERT_THAT(found.answers.content, SizeIs(2));
    const auto& licence = found.answers.content[0];
    EXPECT_EQ(licence.id, kLicence);
    EXPECT_EQ(licence.type, "radio");
    EXPECT_EQ(licence.category, kLicence);
    EXPECT_EQ(licence.name, "Licence");
    EXPECT_EQ(licence.records[0].fields[0].values[0].label, "Yes");
    EXPECT_EQ(found.answers.content[1].records[0].fields[0].values[0].label, "B, C");
    EXPECT_EQ(found.answers.content[1].records[0].fields[0].values[0].id, "value");
}

TEST(Answers, AreRequiredWhereTheFormSaysSo) {
    EXPECT_THAT(check(example(), {}).faults, ElementsAre("/answers must answer the question " + kLicence));
    EXPECT_THAT(check(example(), {answer(kLicence, {})}).faults,
                ElementsAre("/answers/0/records/0/fields/value is required"));
    EXPECT_THAT(check(example(), {{.question_id = kLicence, .records = {}}}).faults,
                ElementsAre("/answers/0 must have a record"));
    EXPECT_THAT(check(example(), {{.question_id = kLicence, .records = {{}}}}).faults,
                ElementsAre("/answers/0/records/0/fields/value is required"));
}

TEST(Answers, ToQuestionsThatAreNotAskedAreRefused) {
    const std::string refused = "/answers/1 answers a question that is not asked";

    EXPECT_THAT(check(example(), {answer(kLicence, {"no"}), answer(kClasses, {"B"})}).faults,
                ElementsAre(refused));
    EXPECT_THAT(
        check(example(), {answer(kLicence, {"yes"}), answer(kClasses, {"B"})}, Conditionals::omitted).faults,
        ElementsAre(refused));
    EXPECT_THAT(check(example(), {answer(kLicence, {"yes"}), answer("nothing", {"B"})}).faults,
                ElementsAre(refused));
}

TEST(Answers, ToHiddenQuestionsAreNotRequired) {
    Form form = example();
    form.questions->at(1).fields.front().required = true;

    EXPECT_THAT(check(form, {answer(kLicence, {"no"})}).faults, IsEmpty());
    EXPECT_THAT(check(form, {answer(kLicence, {"yes"})}, Conditionals::omitted).faults, IsEmpty());
    EXPECT_THAT(check(form, {answer(kLicence, {"yes"})}).faults,
                ElementsAre("/answers must answer the question " + kClasses));
}

TEST(Answers, OfAHiddenQuestionDoNotShowOthers) {
    Form form = example();
    form.questions->push_back(form.questions->at(0));
    form.questions->at(2).id = QuestionId::from_trusted("01a1e900-0000-7000-8000-000000000003");
    form.questions->at(2).condition = FormCondition{
        .question_id = QuestionId::from_trusted(kLicence), .field_id = "value", .value_ids = {"no"}};
    form.questions->at(1).condition->question_id = form.questions->at(2).id;

    // The second depends on the third, which is not asked after "yes".
    const auto asked = asked_questions(
        form, {answer(kLicence, {"yes"}), answer("01a1e900-0000-7000-8000-000000000003", {"yes"})},
        Conditionals::included);
    EXPECT_THAT(asked, ElementsAre(&form.questions->at(0)));
}

TEST(Answers, AreGivenOnce) {
    EXPECT_THAT(check(example(), {answer(kLicence, {"yes"}), answer(kLicence, {"no"})}).faults,
                ElementsAre("/answers/1 answers a question twice"));
    EXPECT_THAT(
        check(example(), {{.question_id = kLicence, .records = {{{"value", {"yes"}}}, {{"value", {"no"}}}}}})
            .faults,
        ElementsAre("/answers/0/records must have at most 1 record"));
}

TEST(Answers, OfRepeatableQuestionsAreLimited) {
    Form form = example();
    form.questions->at(0).repeatable = true;
    const auto with = [](std::size_t records) {
        return Answer{.question_id = kLicence,
                      .records = std::vector<AnswerFields>(records, {{"value", {"yes"}}})};
    };

    EXPECT_THAT(check(form, {with(kMostRecords)}).answers.content[0].records, SizeIs(kMostRecords));
    EXPECT_THAT(check(form, {with(kMostRecords + 1)}).faults,
                ElementsAre("/answers/0/records must have at most 20 records"));
}

TEST(Answers, AreValuesOfTheirField) {
    EXPECT_THAT(check(example(), {answer(kLicence, {"perhaps"})}).faults,
                ElementsAre("/answers/0/records/0/fields/value/0 must be the id of a value of this field"));
    EXPECT_THAT(check(example(), {answer(kLicence, {"yes", "no"})}).faults,
                ElementsAre("/answers/0/records/0/fields/value must have one value at most"));
    EXPECT_THAT(
        check(example(), {{.question_id = kLicence, .records = {{{"value", {"yes"}}, {"other", {"x"}}}}}})
            .faults,
        ElementsAre("/answers/0/records/0/fields/other is no field of this question"));

    Form form = example();
    form.questions->at(0).fields.front().type = FieldType::checkbox;
    EXPECT_THAT(check(form, {answer(kLicence, {"yes", "no"})}).faults, IsEmpty());
    EXPECT_THAT(check(form, {answer(kLicence, {"yes", "yes"})}).faults,
                ElementsAre("/answers/0/records/0/fields/value/1 is chosen twice"));
}

TEST(Answers, AreTextsOfLimitedLength) {
    const auto faults = [](const std::string& text) {
        return check(example(), {answer(kLicence, {"yes"}), answer(kClasses, {text})}).faults;
    };

    EXPECT_THAT(faults(std::string(kMostAnswerBytes, 'x')), IsEmpty());
    EXPECT_THAT(faults(std::string(kMostAnswerBytes + 1, 'x')),
                ElementsAre("/answers/1/records/0/fields/value/0 must have at most 4000 bytes in UTF-8"));
    EXPECT_THAT(faults("two\nlines"), ElementsAre("/answers/1/records/0/fields/value/0 must be one line"));
}

TEST(Answers, ToTextsWithoutQuestionAreRefused) {
    Form form = example();
    form.questions->at(1).condition.reset();
    form.questions->at(1).fields.front().type = FieldType::information;

    EXPECT_THAT(check(form, {answer(kLicence, {"yes"}), answer(kClasses, {"B"})}).faults,
                ElementsAre("/answers/1/records/0/fields/value is a text that takes no answer"));
}

TEST(Answers, ThatAreBlankAreNotStored) {
    for (const std::string blank : {"", "  ", "\t\r\n", "\u00a0\u3000", "\u200b"}) {
        const Checked found = check(example(), {answer(kLicence, {"yes"}), answer(kClasses, {blank})});

        EXPECT_THAT(found.faults, IsEmpty());
        EXPECT_THAT(found.answers.content, SizeIs(1));
    }
}

TEST(Answers, ThatAreBlankAreMissingWhereTheyAreRequired) {
    Form form = example();
    form.questions->at(1).fields.front().required = true;
    for (const std::string blank : {"", "  ", "\t\r\n", "\u00a0\u3000", "\u200b"}) {
        EXPECT_THAT(check(form, {answer(kLicence, {"yes"}), answer(kClasses, {blank})}).faults,
                    ElementsAre("/answers/1/records/0/fields/value is required"));
        EXPECT_THAT(check(form, {answer(kLicence, {blank})}).faults,
                    ElementsAre("/answers/0/records/0/fields/value is required"));
    }
}

TEST(Answers, OfMultiSelectsAreSeveralValues) {
    Form form = example();
    FormField& field = form.questions->at(0).fields.front();
    field.type = FieldType::multi_select;
    const std::string place = "/answers/0/records/0/fields/value";

    const Checked both = check(form, {answer(kLicence, {"no", "yes"}), answer(kClasses, {"B"})});
    EXPECT_THAT(both.faults, IsEmpty());
    ASSERT_THAT(both.answers.content, SizeIs(2)) << "one of the values asks the second question";
    const auto& values = both.answers.content[0].records[0].fields[0].values;
    ASSERT_THAT(values, SizeIs(2));
    EXPECT_EQ(values[0].label, "No");
    EXPECT_EQ(values[1].label, "Yes");
    EXPECT_EQ(both.answers.content[0].type, "select");

    EXPECT_THAT(check(form, {answer(kLicence, {"no", "no"})}).faults,
                ElementsAre(place + "/1 is chosen twice"));
    EXPECT_THAT(check(form, {answer(kLicence, {"no", "perhaps"})}).faults,
                ElementsAre(place + "/1 must be the id of a value of this field"));
    EXPECT_THAT(check(form, {answer(kLicence, {})}).faults, ElementsAre(place + " is required"));
}

}  // namespace
}  // namespace callboard::apply

// The default configuration of every company. It must stay: applications and offers refer to its ids.
#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/encoding.h"
#include "base/id.h"
#include "configuration/candidate_properties.h"
#include "configuration/hiring_process.h"
#include "configuration/offer_properties.h"
#include "configuration/reasons.h"

namespace callboard::configuration {
namespace {

using testing::ElementsAre;

bool is_uuid_v7(std::string_view id) {
    return has_form(id, IdForm::uuid) && id[14] == '7' && id[19] == '8';
}

bool is_presentable(std::string_view label) {
    return is_utf8(label) && !has_control_characters(label) && !label.empty() && !label.starts_with(' ') &&
           !label.ends_with(' ');
}

// Letters and digits, with dashes between them.
bool is_plain(std::string_view text, std::string_view besides = "") {
    return !text.empty() && text.size() <= 36 && std::ranges::all_of(text, [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               besides.contains(c);
    });
}

std::vector<std::string_view> steps_of(const HiringProcess& process, Stage stage) {
    std::vector<std::string_view> names;
    for (const HiringStep& step : process.steps)
        if (step.stage == stage) names.push_back(step.name);
    return names;
}

// --- hiring processes

TEST(HiringProcess, IsFoundByItsIdAlone) {
    for (const HiringProcess& process : hiring_processes()) {
        EXPECT_TRUE(is_uuid_v7(process.id)) << process.id;
        EXPECT_TRUE(is_presentable(process.name)) << process.id;
        EXPECT_EQ(find_hiring_process(process.id), &process);
        EXPECT_FALSE(find_hiring_process(process.name));
    }
    for (const std::string_view id : {"", "01890000-0000-7000-8000-000000000000", "~", "\xff"})
        EXPECT_FALSE(find_hiring_process(id)) << id;
}

TEST(HiringProcess, HasStepsInTheOrderOfTheStagesEachWithANameOfItsOwn) {
    for (const HiringProcess& process : hiring_processes()) {
        EXPECT_TRUE(std::ranges::is_sorted(process.steps, {}, &HiringStep::stage)) << process.name;
        std::set<std::string_view> names;
        for (const HiringStep& step : process.steps) {
            EXPECT_TRUE(is_presentable(step.name)) << step.name;
            EXPECT_TRUE(names.insert(step.name).second) << step.name;
        }
    }
}

TEST(HiringProcess, IsTheDefaultOneUnlessAnotherWasChosen) {
    const HiringProcess& process = default_hiring_process();

    EXPECT_EQ(find_hiring_process(process.id), &process);
    EXPECT_EQ(process.name, "Default");
    EXPECT_THAT(steps_of(process, Stage::in_review), ElementsAre("Resume Review", "Phone Screen"));
    EXPECT_THAT(steps_of(process, Stage::interview),
                ElementsAre("Hiring Manager Interview", "Team Interview", "Final Interview"));
    EXPECT_THAT(steps_of(process, Stage::offered), ElementsAre("Offer Extended", "Offer Accepted"));
    EXPECT_TRUE(std::ranges::none_of(process.steps, &HiringStep::required));
}

// --- reasons

class Reasons : public testing::TestWithParam<ReasonKind> {};

TEST_P(Reasons, AreInTheOrderOfTheirIdsEachWithALabelOfItsOwn) {
    std::set<std::string_view> labels;
    std::string_view before;

    for (const Term& reason : reasons(GetParam())) {
        EXPECT_TRUE(is_uuid_v7(reason.id)) << reason.id;
        EXPECT_LT(before, reason.id);
        EXPECT_TRUE(is_presentable(reason.label)) << reason.id;
        EXPECT_TRUE(labels.insert(reason.label).second) << reason.label;
        before = reason.id;
    }
}

TEST_P(Reasons, AreFoundByTheirIdsAmongTheirOwnKind) {
    const auto other = GetParam() == ReasonKind::rejection ? ReasonKind::withdrawal : ReasonKind::rejection;
    for (const Term& reason : reasons(GetParam())) {
        EXPECT_EQ(find_reason(GetParam(), reason.id), &reason);
        EXPECT_FALSE(find_reason(other, reason.id));
        EXPECT_FALSE(find_reason(GetParam(), reason.label));
    }
    for (const std::string_view id : {"", "01890000-0000-7000-8000-000000000000", "~", "\xff"})
        EXPECT_FALSE(find_reason(GetParam(), id)) << id;
}

INSTANTIATE_TEST_SUITE_P(Kinds, Reasons, testing::Values(ReasonKind::rejection, ReasonKind::withdrawal));

// A list may grow, and then its number here changes, but it never shrinks.
TEST(DefaultSet, LosesNothing) {
    EXPECT_EQ(hiring_processes().size(), 1U);
    EXPECT_EQ(reasons(ReasonKind::rejection).size(), 9U);
    EXPECT_EQ(reasons(ReasonKind::withdrawal).size(), 6U);
    EXPECT_EQ(candidate_properties().size(), 11U);
}

// --- candidate properties

TEST(CandidateProperty, IsFoundByIdAndByKey) {
    std::set<std::string_view> labels;
    std::set<std::string_view> keys;
    std::string_view before;

    for (const CandidateProperty& property : candidate_properties()) {
        EXPECT_TRUE(is_uuid_v7(property.id)) << property.key;
        EXPECT_LT(before, property.id);
        EXPECT_TRUE(is_plain(property.key)) << property.key;
        EXPECT_TRUE(keys.insert(property.key).second) << property.key;
        EXPECT_TRUE(is_presentable(property.label)) << property.key;
        EXPECT_TRUE(labels.insert(property.label).second) << property.label;
        EXPECT_EQ(find_candidate_property(property.id), &property);
        EXPECT_EQ(find_candidate_property(property.key), &property);
        before = property.id;
    }
    for (const std::string_view id : {"", "01890000-0000-7000-8000-000000000000", "nothing", "\xff"})
        EXPECT_FALSE(find_candidate_property(id)) << id;
}

TEST(CandidateProperty, ComesInEveryTypeAndEveryContext) {
    std::set<PropertyType> types;
    std::set<PropertyContext> contexts;

    for (const CandidateProperty& property : candidate_properties()) {
        const std::set<PropertyContext> own{property.contexts.begin(), property.contexts.end()};
        EXPECT_EQ(own.size(), property.contexts.size()) << property.key;
        EXPECT_FALSE(own.empty()) << property.key;
        contexts.insert(own.begin(), own.end());
        types.insert(property.type);
    }

    EXPECT_EQ(types.size(), Names<PropertyType>::kList.size());
    EXPECT_EQ(contexts.size(), Names<PropertyContext>::kList.size());
}

TEST(CandidateProperty, HasValuesIfItIsASingleSelect) {
    for (const CandidateProperty& property : candidate_properties()) {
        EXPECT_EQ(!property.values.empty(), property.type == PropertyType::single_select) << property.key;
        std::set<std::string_view> ids;
        std::set<std::string_view> labels;
        for (const Term& value : property.values) {
            EXPECT_TRUE(is_plain(value.id, "-")) << value.id;
            EXPECT_TRUE(is_presentable(value.label)) << value.id;
            EXPECT_TRUE(ids.insert(value.id).second) << value.id;
            EXPECT_TRUE(labels.insert(value.label).second) << value.label;
            EXPECT_EQ(find_value(property, value.id), &value);
        }
        EXPECT_FALSE(find_value(property, "")) << property.key;
        EXPECT_FALSE(find_value(property, "nothing")) << property.key;
    }
}

TEST(CandidateProperty, HasNoValuesOfAnotherOne) {
    const CandidateProperty& notice_period = *find_candidate_property("noticePeriod");
    const CandidateProperty& workplace = *find_candidate_property("workplace");

    EXPECT_TRUE(find_value(workplace, "remote"));
    EXPECT_FALSE(find_value(notice_period, "remote"));
}

// --- offer properties

TEST(OfferProperty, HasAKeyOfItsOwnAndIsNeverRequired) {
    std::set<std::string_view> keys;
    std::set<std::string_view> labels;
    std::set<OfferPropertyType> types;

    for (const OfferPropertyCategory& category : offer_properties()) {
        EXPECT_FALSE(category.properties.empty()) << category.id;
        for (const OfferProperty& property : category.properties) {
            EXPECT_TRUE(is_plain(property.key)) << property.key;
            EXPECT_TRUE(keys.insert(property.key).second) << property.key;
            EXPECT_TRUE(is_presentable(property.label)) << property.key;
            EXPECT_TRUE(labels.insert(property.label).second) << property.label;
            EXPECT_FALSE(property.required) << property.key;
            types.insert(property.type);
        }
    }

    EXPECT_TRUE(keys.contains("salary"));
    EXPECT_EQ(types.size(), Names<OfferPropertyType>::kList.size());
}

}  // namespace
}  // namespace callboard::configuration

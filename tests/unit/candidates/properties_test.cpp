#include "candidates/properties.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "candidates/registration.h"
#include "configuration/candidate_property_changes.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard {
namespace {

using configuration::PropertyContext;
using test::error_code;
using testing::ElementsAre;
using testing::IsEmpty;

class CandidateProperties : public test::EachDatabase {
  protected:
    std::vector<candidates::PropertyValue> seen(std::optional<PropertyContext> context) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return candidates::properties(snapshot, admin, candidate, std::nullopt, context);
        });
    }
    candidates::PropertyValue value_of(std::string_view key) {
        auto all = seen(std::nullopt);
        return *std::ranges::find(all, key, [](const auto& each) { return each.property.key; });
    }
    void set(const std::string& property, const std::string& value) {
        db->write(company, [&](db::Tx& tx) {
            candidates::set_properties(tx, admin, candidate, std::nullopt,
                                       {{.property = property, .value = value}});
        });
    }
    CandidateId given_candidate() {
        candidates::Draft draft;
        draft.profile.first_name = {"Mary"};
        draft.profile.last_name = {"Jackson"};
        draft.profile.email = {"mary@example.com"};
        return db->write(company, [&](db::Tx& tx) { return candidates::register_in_pool(tx, admin, draft); });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const CandidateId candidate = given_candidate();
};

TEST_P(CandidateProperties, AreAllOrThoseOfAContext) {
    const auto all = seen(std::nullopt);
    const auto of_hiring = seen(PropertyContext::hire_form);

    EXPECT_EQ(all.size(), 11U);
    EXPECT_FALSE(of_hiring.empty());
    EXPECT_LT(of_hiring.size(), all.size());
    for (const auto& each : of_hiring)
        EXPECT_TRUE(std::ranges::count(each.property.contexts, PropertyContext::hire_form) == 1)
            << each.property.key;
}

TEST_P(CandidateProperties, AreThoseThatTheCompanyHasNow) {
    set("noticePeriod", R"("none")");
    set("mentor", R"(")" + std::string{admin.id().text()} + R"(")");
    db->write(company, [&](db::Tx& tx) {
        configuration::add_property_value(tx, admin, "noticePeriod", "six-months", "Six months");
        configuration::archive_property_value(tx, admin, "noticePeriod", "none");
        configuration::archive_candidate_property(tx, admin, "mentor");
    });

    EXPECT_EQ(seen(std::nullopt).size(), 10U);
    EXPECT_EQ(value_of("noticePeriod").value, R"("none")");
    EXPECT_EQ(value_of("noticePeriod").selected.at(0).label, "None");
    EXPECT_EQ(error_code([&] { set("noticePeriod", R"( "none" )"); }), "");  // as it was
    EXPECT_EQ(error_code([&] { set("mentor", "{}"); }), "PROPERTY_NOT_FOUND");
    set("noticePeriod", R"("six-months")");
    EXPECT_EQ(value_of("noticePeriod").selected.at(0).label, "Six months");
    EXPECT_EQ(error_code([&] { set("noticePeriod", R"("none")"); }), "VALUE_NOT_FOUND");
}

TEST_P(CandidateProperties, OfAMultiSelectAreSeveralOfItsValues) {
    db->write(company, [&](db::Tx& tx) {
        configuration::add_candidate_property(tx, admin,
                                              {{.label = "Shifts", .audience = {}, .contexts = {}},
                                               std::nullopt,
                                               configuration::PropertyType::multi_select,
                                               {{.id = "early", .label = "Early"},
                                                {.id = "late", .label = "Late"},
                                                {.id = "night", .label = "Night"}}});
    });
    const auto labels = [&] {
        std::vector<std::string> all;
        for (const auto& each : value_of("shifts").selected) all.push_back(each.label);
        return all;
    };
    const auto refusal = [&](const std::string& value) { return error_code([&] { set("shifts", value); }); };

    set("shifts", R"([ "night", "early" ])");

    EXPECT_EQ(value_of("shifts").value, R"(["night","early"])");
    EXPECT_THAT(labels(), ElementsAre("Night", "Early"));
    for (const char* wrong : {R"("night")", R"(["night","night"])", R"(["noon"])", R"(["night",1])",
                              R"([[]])", R"({"id":"night"})", R"([""])"})
        EXPECT_EQ(refusal(wrong), "VALUE_NOT_FOUND") << wrong;
    std::string many = R"(["x0")";
    for (std::size_t i = 1; i <= configuration::kMostSelectedChoices; ++i)
        many += ",\"x" + std::to_string(i) + "\"";
    EXPECT_EQ(refusal(many + "]"), "VALUE_NOT_FOUND");

    db->write(company, [&](db::Tx& tx) {
        configuration::archive_property_value(tx, admin, "shifts", "early");
        configuration::rename_property_value(tx, admin, "shifts", "night", "At night");
    });
    EXPECT_THAT(labels(), ElementsAre("At night", "Early"));
    set("shifts", R"(["early","late"])");  // what was chosen stays valid
    EXPECT_THAT(labels(), ElementsAre("Early", "Late"));
    set("shifts", R"(["late"])");
    EXPECT_EQ(refusal(R"(["early","late"])"), "VALUE_NOT_FOUND");

    set("shifts", "[]");
    EXPECT_EQ(value_of("shifts").value, std::nullopt);
    EXPECT_THAT(labels(), IsEmpty());
}

RUN_ON_EACH_DATABASE(CandidateProperties);

}  // namespace
}  // namespace callboard

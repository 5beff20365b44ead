#include "configuration/candidate_property_changes.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "configuration/reading.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard {
namespace {

using configuration::CandidateProperty;
using configuration::NewCandidateProperty;
using configuration::PropertyAudience;
using configuration::PropertyChoice;
using configuration::PropertyContext;
using configuration::PropertyType;
using configuration::TextFormat;
using test::error_code;
using testing::ElementsAre;

NewCandidateProperty licence() {
    return {{.label = "Driving licence",
             .audience = PropertyAudience::all,
             .contexts = {PropertyContext::hire_form, PropertyContext::profile, PropertyContext::profile}},
            std::nullopt,
            PropertyType::single_select,
            {{.id = "car", .label = "Car"}, {.id = "van", .label = "Van"}}};
}

class CandidatePropertyChanges : public test::EachDatabase {
  protected:
    CandidateProperty add(const NewCandidateProperty& wanted) {
        return db->write(
            company, [&](db::Tx& tx) { return configuration::add_candidate_property(tx, admin, wanted); });
    }
    PropertyChoice add_value(std::string_view property, const std::string& id, const std::string& label) {
        return db->write(company, [&](db::Tx& tx) {
            return configuration::add_property_value(tx, admin, property, id, label);
        });
    }
    PropertyChoice rename_value(std::string_view property, std::string_view id, const std::string& label) {
        return db->write(company, [&](db::Tx& tx) {
            return configuration::rename_property_value(tx, admin, property, id, label);
        });
    }
    void archive_value(std::string_view property, std::string_view id) {
        db->write(company,
                  [&](db::Tx& tx) { configuration::archive_property_value(tx, admin, property, id); });
    }
    void reorder(std::string_view property, const std::vector<std::string>& ids) {
        db->write(company,
                  [&](db::Tx& tx) { configuration::reorder_property_values(tx, admin, property, ids); });
    }
    CandidateProperty seen(std::string_view property) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return configuration::candidate_property(snapshot, admin, property);
        });
    }
    std::vector<std::string> values(std::string_view property) {
        std::vector<std::string> ids;
        for (const auto& choice : db->read(company, [&](db::Snapshot& snapshot) {
                 return configuration::property_values(snapshot, admin, property);
             }))
            ids.push_back(choice.id);
        return ids;
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
};

TEST_P(CandidatePropertyChanges, AddAPropertyWithAKeyOfItsLabel) {
    const CandidateProperty made = add(licence());

    EXPECT_EQ(made.key, "drivingLicence");
    EXPECT_EQ(seen("drivingLicence").id, made.id);
    EXPECT_THAT(seen(made.id.text()).contexts,
                ElementsAre(PropertyContext::profile, PropertyContext::hire_form));
    EXPECT_THAT(values(made.key), ElementsAre("car", "van"));
    EXPECT_THAT(given::audit_names(*db, company), ElementsAre("CANDIDATE_PROPERTY_CREATED"));
}

TEST_P(CandidatePropertyChanges, ReorderTheValuesOfAProperty) {
    add(licence());
    add_value("drivingLicence", "bus", "Bus");
    archive_value("drivingLicence", "car");

    reorder("drivingLicence", {"bus", "van"});
    reorder("drivingLicence", {"bus", "van"});

    EXPECT_EQ(error_code([&] { reorder("drivingLicence", {"van", "bus", "car"}); }), "CONFLICT");
    EXPECT_EQ(error_code([&] { reorder("mentor", {}); }), "CANDIDATE_PROPERTY_NOT_SINGLE_SELECT");
    EXPECT_THAT(values("drivingLicence"), ElementsAre("bus", "van"));
    EXPECT_THAT(given::audit_names(*db, company),
                ElementsAre("CANDIDATE_PROPERTY_CREATED", "CANDIDATE_PROPERTY_VALUE_CREATED",
                            "CANDIDATE_PROPERTY_VALUE_DELETED", "CANDIDATE_PROPERTY_VALUES_REORDERED"));
    add_value("drivingLicence", "car", "Car");
    EXPECT_THAT(values("drivingLicence"), ElementsAre("bus", "van", "car"));
}

TEST_P(CandidatePropertyChanges, MakeAMultiSelectWithTheOperationsOfASingleSelect) {
    NewCandidateProperty wanted = licence();
    wanted.type = PropertyType::multi_select;
    const std::string key = add(wanted).key;

    add_value(key, "bus", "Bus");
    rename_value(key, "van", "Lorry");
    reorder(key, {"bus", "van", "car"});
    archive_value(key, "car");

    EXPECT_EQ(seen(key).type, PropertyType::multi_select);
    EXPECT_THAT(values(key), ElementsAre("bus", "van"));
    wanted.label = "Other";
    wanted.values.clear();
    EXPECT_EQ(error_code([&] { add(wanted); }), "VALIDATION_ERROR") << "it has no values";
    const CandidateProperty before = seen(key);
    auto draft = static_cast<const configuration::CandidatePropertyDraft&>(before);
    draft.label = "Licences";
    db->write(company, [&](db::Tx& tx) { configuration::replace_candidate_property(tx, admin, key, draft); });
    EXPECT_EQ(seen(key).type, PropertyType::multi_select);
}

TEST_P(CandidatePropertyChanges, CountArchivedPropertiesToo) {
    static constexpr db::Sql kFill{
        "test_fill_properties",
        "INSERT INTO candidate_property (company_id, id, name, label, label_key, type, audience, contexts,"
        " version, updated_at, archived_at)"
        " WITH RECURSIVE numbers (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers"
        " WHERE n < 1000 - (SELECT count(*) FROM candidate_property WHERE company_id = $1))"
        " SELECT $1, 'p' || n, 'drivingLicence' || n, 'Driving licence', 'driving licence', 'TEXT', 'ALL', "
        "'',"
        " 1, 1, 1 FROM numbers"};
    add(licence());
    db->write(company, [](db::Tx& tx) { tx.execute(kFill, {}); });  // one is left
    NewCandidateProperty other = licence();
    other.label = "Driving-Licence";

    const std::string key = add(other).key;

    EXPECT_TRUE(key.starts_with("drivingLicence")) << key;
    EXPECT_GT(std::stoi(key.substr(std::string{"drivingLicence"}.size())), 900);
    other.label = "Another";
    EXPECT_EQ(error_code([&] { add(other); }), "CANDIDATE_PROPERTIES_LIMIT_EXCEEDED");
}

TEST_P(CandidatePropertyChanges, FindAKeyThatIsFree) {
    NewCandidateProperty other = licence();
    other.label = "Driving-Licence";
    NewCandidateProperty foreign = licence();
    foreign.label = "運転免許";

    add(licence());

    EXPECT_EQ(add(other).key, "drivingLicence2");
    EXPECT_EQ(add(foreign).key, "property");
    other.label = "Another";
    other.key = "mentor";
    EXPECT_EQ(error_code([&] { add(other); }), "CANDIDATE_PROPERTY_KEY_ALREADY_EXISTS");
    other.key = "a b";
    EXPECT_EQ(error_code([&] { add(other); }), "VALIDATION_ERROR");
}

TEST_P(CandidatePropertyChanges, RefuseALabelThatIsTakenAndValuesThatDoNotFit) {
    NewCandidateProperty taken = licence();
    taken.label = "MENTOR";
    NewCandidateProperty empty = licence();
    empty.values.clear();
    NewCandidateProperty text = licence();
    text.type = PropertyType::text;
    NewCandidateProperty twice = licence();
    twice.values[1].id = "car";

    EXPECT_EQ(error_code([&] { add(taken); }), "CANDIDATE_PROPERTY_LABEL_ALREADY_EXISTS");
    EXPECT_EQ(error_code([&] { add(empty); }), "VALIDATION_ERROR");
    EXPECT_EQ(error_code([&] { add(text); }), "VALIDATION_ERROR");
    EXPECT_EQ(error_code([&] { add(twice); }), "CANDIDATE_PROPERTY_VALUE_ID_ALREADY_EXISTS");
}

TEST_P(CandidatePropertyChanges, ReplaceLabelAndAvailabilityOnce) {
    const CandidateProperty made = add(licence());
    const ExpectedVersion first = expected_version(version_tag(made.version));
    const auto replace = [&](const std::string& label) {
        return db->write(company, [&](db::Tx& tx) {
            return configuration::replace_candidate_property(
                tx, admin, made.key,
                {.label = label, .audience = PropertyAudience::full_access, .contexts = {}}, first);
        });
    };

    EXPECT_EQ(replace("Licence").version, made.version + 1);

    EXPECT_EQ(seen(made.key).label, "Licence");
    EXPECT_EQ(seen(made.key).audience, PropertyAudience::full_access);
    EXPECT_EQ(error_code([&] { replace("Other"); }), "PRECONDITION_FAILED");
}

TEST_P(CandidatePropertyChanges, ArchiveAPropertyWhoseKeyStaysTaken) {
    const CandidateProperty made = add(licence());

    db->write(company, [&](db::Tx& tx) { configuration::archive_candidate_property(tx, admin, made.key); });

    EXPECT_EQ(error_code([&] { seen(made.key); }), "CANDIDATE_PROPERTY_NOT_FOUND");
    EXPECT_EQ(add(licence()).key, "drivingLicence2");
}

TEST_P(CandidatePropertyChanges, AddValuesAtTheEnd) {
    EXPECT_EQ(add_value("noticePeriod", "six-months", " Six months ").label, "Six months");

    EXPECT_THAT(values("noticePeriod"),
                ElementsAre("none", "two-weeks", "one-month", "three-months", "six-months"));
    EXPECT_EQ(error_code([&] { add_value("noticePeriod", "none", "Nothing"); }),
              "CANDIDATE_PROPERTY_VALUE_ID_ALREADY_EXISTS");
    EXPECT_EQ(error_code([&] { add_value("noticePeriod", "x", "NONE"); }),
              "CANDIDATE_PROPERTY_VALUE_LABEL_ALREADY_EXISTS");
    EXPECT_EQ(error_code([&] { add_value("noticePeriod", "a b", "X"); }), "VALIDATION_ERROR");
    EXPECT_EQ(error_code([&] { add_value("mentor", "x", "X"); }), "CANDIDATE_PROPERTY_NOT_SINGLE_SELECT");
    EXPECT_EQ(error_code([&] { add_value("nothing", "x", "X"); }), "CANDIDATE_PROPERTY_NOT_FOUND");
}

TEST_P(CandidatePropertyChanges, RenameValues) {
    EXPECT_EQ(rename_value("noticePeriod", "none", "At once").label, "At once");

    EXPECT_EQ(error_code([&] { rename_value("noticePeriod", "none", "one MONTH"); }),
              "CANDIDATE_PROPERTY_VALUE_LABEL_ALREADY_EXISTS");
    EXPECT_EQ(error_code([&] { rename_value("noticePeriod", "nothing", "X"); }),
              "CANDIDATE_PROPERTY_VALUE_NOT_FOUND");
    EXPECT_EQ(error_code([&] { rename_value("workplace", "office", "X"); }),
              "CANDIDATE_PROPERTY_LIBRARY_READONLY_RESTRICTION");
}

TEST_P(CandidatePropertyChanges, ArchiveValuesThatKeepTheirLabelAndCanReturn) {
    const CandidateProperty property = seen("noticePeriod");

    archive_value("noticePeriod", "none");

    EXPECT_THAT(values("noticePeriod"), ElementsAre("two-weeks", "one-month", "three-months"));
    EXPECT_EQ(db->read(company,
                       [&](db::Snapshot& snapshot) {
                           return configuration::chosen_values(snapshot, property, {"none"}).at(0).label;
                       }),
              "None");
    EXPECT_THAT(db->read(company,
                         [&](db::Snapshot& snapshot) {
                             return configuration::known_values(snapshot, property,
                                                                {"none", "one-month", "x"});
                         }),
                ElementsAre("one-month"));
    EXPECT_EQ(error_code([&] { archive_value("noticePeriod", "none"); }),
              "CANDIDATE_PROPERTY_VALUE_NOT_FOUND");
    EXPECT_EQ(error_code([&] { archive_value("workplace", "office"); }),
              "CANDIDATE_PROPERTY_LIBRARY_READONLY_RESTRICTION");

    add_value("noticePeriod", "none", "At once");

    EXPECT_THAT(values("noticePeriod"), ElementsAre("two-weeks", "one-month", "three-months", "none"));
}

TEST_P(CandidatePropertyChanges, LeaveTheLastValue) {
    const CandidateProperty made = add(licence());
    archive_value(made.key, "car");

    EXPECT_EQ(error_code([&] { archive_value(made.key, "van"); }), "CANDIDATE_PROPERTY_LAST_VALUE");
}

TEST_P(CandidatePropertyChanges, AreLimited) {
    NewCandidateProperty wanted = licence();
    wanted.values.clear();
    for (std::size_t i = 0; i < configuration::kMostPropertyChoices; ++i)
        wanted.values.push_back({.id = std::to_string(i), .label = std::to_string(i)});
    const CandidateProperty made = add(wanted);

    EXPECT_EQ(error_code([&] { add_value(made.key, "x", "X"); }), "CANDIDATE_PROPERTY_VALUES_LIMIT_EXCEEDED");
}

TEST_P(CandidatePropertyChanges, AreMadeByAdministratorsOnly) {
    const accounts::Actor extended = given::user(*db, company, accounts::Role::extended);
    const auto code = [&](auto change) { return error_code([&] { db->write(company, change); }); };

    EXPECT_EQ(code([&](db::Tx& tx) { configuration::add_candidate_property(tx, extended, licence()); }),
              "PERMISSION_DENIED");
    EXPECT_EQ(code([&](db::Tx& tx) {
                  configuration::add_property_value(tx, extended, "noticePeriod", std::nullopt, "X");
              }),
              "PERMISSION_DENIED");
    EXPECT_EQ(code([&](db::Tx& tx) {
                  configuration::archive_property_value(tx, extended, "noticePeriod", "none");
              }),
              "PERMISSION_DENIED");
    EXPECT_EQ(values("noticePeriod").size(), 4U);
}

TEST_P(CandidatePropertyChanges, GiveTextsAFormat) {
    NewCandidateProperty number{{.label = "Badge", .audience = PropertyAudience::all, .contexts = {}},
                                std::nullopt,
                                PropertyType::text,
                                {}};
    number.text_format = TextFormat::pattern;
    EXPECT_EQ(error_code([&] { add(number); }), "VALIDATION_ERROR") << "it has no pattern";
    number.pattern = "EMP-\\";
    EXPECT_EQ(error_code([&] { add(number); }), "VALIDATION_ERROR") << "it ends with a backslash";
    number.pattern = "EMP-###";

    add(number);

    EXPECT_EQ(seen("badge").text_format, TextFormat::pattern);
    EXPECT_EQ(seen("badge").pattern, "EMP-###");
    const auto replace = [&](configuration::CandidatePropertyDraft draft) {
        return db->write(company, [&](db::Tx& tx) {
            return configuration::replace_candidate_property(tx, admin, "badge", std::move(draft));
        });
    };
    configuration::CandidatePropertyDraft email{
        .label = "Badge", .audience = PropertyAudience::all, .contexts = {}};
    email.text_format = TextFormat::email;
    EXPECT_EQ(replace(email).text_format, TextFormat::email);
    EXPECT_EQ(seen("badge").pattern, std::nullopt);
    email.pattern = "#";
    EXPECT_EQ(error_code([&] { replace(email); }), "VALIDATION_ERROR") << "an address has no pattern";
    NewCandidateProperty select = licence();
    select.text_format = TextFormat::email;
    EXPECT_EQ(error_code([&] { add(select); }), "VALIDATION_ERROR");
}

RUN_ON_EACH_DATABASE(CandidatePropertyChanges);

}  // namespace
}  // namespace callboard

// Users of a company, as a directory that assigns any role manages them.
#pragma once

#include <string>
#include <vector>

#include "scim/users.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"
#include "support/scim.h"

namespace callboard::test {

class ScimUsersFixture : public EachDatabase {
  protected:
    accounts::UserRecord create(const std::string& body) { return create_by(directory.actor, body); }
    accounts::UserRecord create_by(const accounts::Actor& actor, const std::string& body) {
        const wire::JsonDocument document{body};
        return db->write(company, [&](db::Tx& tx) {
            return scim::create_user(tx, actor, scim::read_user(document.root()));
        });
    }
    accounts::UserRecord named(const std::string& name) {
        return create(R"({"userName":")" + name + R"(@example.test","externalId":")" + name +
                      R"(","name":{"givenName":"Ada","familyName":"Byron"}})");
    }
    accounts::UserRecord replace(const UserId& id, const std::string& body) {
        const wire::JsonDocument document{body};
        return db->write(company, [&](db::Tx& tx) {
            return scim::replace_user(tx, directory.actor, id, scim::read_user(document.root()));
        });
    }
    accounts::UserRecord patch(const UserId& id, const std::string& operations) {
        return patch_by(directory.actor, id, operations);
    }
    accounts::UserRecord patch_by(const accounts::Actor& actor, const UserId& id,
                                  const std::string& operations) {
        const scim::UserPatch read{R"({"Operations":)" + operations + "}"};
        return db->write(company, [&](db::Tx& tx) { return scim::patch_user(tx, actor, id, read.changes); });
    }
    void remove(const UserId& id) {
        db->write(company, [&](db::Tx& tx) { scim::delete_user(tx, directory.actor, id); });
    }
    accounts::UserRecord find(const UserId& id) {
        return db->read(
            company, [&](db::Snapshot& snapshot) { return scim::find_user(snapshot, directory.actor, id); });
    }
    scim::Page<accounts::UserRecord> page(const scim::ListRequest& request) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return scim::list_users(snapshot, directory.actor, request);
        });
    }
    std::vector<std::string> emails(const std::string& filter) {
        std::vector<std::string> found;
        for (const auto& each : page({.filter = scim::parse_filter(filter), .start = 1, .count = 100}).items)
            found.push_back(each.user.email);
        return found;
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const Directory directory{*db, company, accounts::Role::employee, accounts::AssignedRoles::any};
};

}  // namespace callboard::test

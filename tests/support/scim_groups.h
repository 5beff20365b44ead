// Access groups of a company, as a directory manages them.
#pragma once

#include <string>
#include <vector>

#include "scim/groups.h"
#include "scim/users.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"
#include "support/scim.h"

namespace callboard::test {

class ScimGroupsFixture : public EachDatabase {
  protected:
    UserId user(const std::string& name) {
        const wire::JsonDocument body{R"({"userName":")" + name + R"(@example.test","name":{"givenName":")" +
                                      name + R"(","familyName":"Byron"}})"};
        return db
            ->write(company,
                    [&](db::Tx& tx) {
                        return scim::create_user(tx, directory.actor, scim::read_user(body.root()));
                    })
            .user.id;
    }
    static std::string member(const UserId& id) { return R"({"value":")" + std::string{id.text()} + R"("})"; }

    AccessGroupId create(const std::string& body) {
        const wire::JsonDocument document{body};
        return db
            ->write(company,
                    [&](db::Tx& tx) {
                        return scim::create_group(tx, directory.actor, scim::read_group(document.root()));
                    })
            .record.group.id;
    }
    void replace(const AccessGroupId& id, const std::string& body) {
        const wire::JsonDocument document{body};
        db->write(company, [&](db::Tx& tx) {
            scim::replace_group(tx, directory.actor, id, scim::read_group(document.root()));
        });
    }
    void patch(const AccessGroupId& id, const std::string& operations) {
        const wire::JsonDocument document{R"({"Operations":)" + operations + "}"};
        const auto changes = scim::read_group_patch(scim::read_operations(document.root()));
        db->write(company, [&](db::Tx& tx) { scim::patch_group(tx, directory.actor, id, changes); });
    }
    void remove(const AccessGroupId& id) {
        db->write(company, [&](db::Tx& tx) { scim::delete_group(tx, directory.actor, id); });
    }
    scim::Group find(const AccessGroupId& id) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return scim::find_group(snapshot, directory.actor, id, scim::WithMembers::yes);
        });
    }
    std::vector<UserId> members(const AccessGroupId& id) {
        std::vector<UserId> found;
        for (const auto& each : find(id).members.value()) found.push_back(each.user);
        return found;
    }
    std::vector<std::string> names(const std::string& filter) {
        std::vector<std::string> found;
        const auto page = db->read(company, [&](db::Snapshot& snapshot) {
            return scim::list_groups(snapshot, directory.actor, {.filter = scim::parse_filter(filter)},
                                     scim::WithMembers::no);
        });
        for (const scim::Group& each : page.items) found.push_back(each.record.group.name);
        return found;
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const Directory directory{*db, company};
    const UserId ada = user("ada");
    const UserId bob = user("bob");
};

}  // namespace callboard::test

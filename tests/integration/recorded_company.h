// A company on the shared server, and exactly the events and audit records that a call adds.
#pragma once

#include <algorithm>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/company.h"

namespace callboard::test {

inline Answer put(Client& caller, const std::string& path, const boost::json::value& body) {
    return put(caller, path, boost::json::serialize(body));
}
inline Answer patch(Client& caller, const std::string& path, const boost::json::array& operations) {
    return patch(caller, path, boost::json::serialize(operations));
}

// One operation of a JSON Patch.
inline boost::json::array one(std::string_view op, std::string_view path, const boost::json::value& value) {
    return {{{"op", op}, {"path", path}, {"value", value}}};
}

inline std::string id_in(const std::string& job_path) {
    return job_path.substr(std::string_view{"/jobs/"}.size());
}

struct EventRow {
    std::string name;
    boost::json::value payload;

    bool operator==(const EventRow&) const = default;
    friend void PrintTo(const EventRow& row, std::ostream* out) { *out << row.name << " " << row.payload; }
};

struct AuditRow {
    std::string name;
    std::string author_id;
    std::string entity_type;
    std::string entity_id;
    boost::json::object context;  // without client address and request id

    friend void PrintTo(const AuditRow& row, std::ostream* out) {
        *out << row.name << " " << row.entity_type << " " << row.entity_id << " " << row.context;
    }
};

struct Written {
    std::vector<EventRow> events;
    std::vector<AuditRow> audit;

    std::vector<std::string> event_names() const { return names_of(events); }
    std::vector<std::string> audit_names() const { return names_of(audit); }
    const AuditRow& record(const std::string& name) const {
        const auto found = std::ranges::find(audit, name, &AuditRow::name);
        EXPECT_NE(found, audit.end()) << name << " is not among " << testing::PrintToString(audit);
        static const AuditRow none{};
        return found == audit.end() ? none : *found;
    }

  private:
    static std::vector<std::string> names_of(const auto& rows) {
        std::vector<std::string> names;
        for (const auto& row : rows) names.push_back(row.name);
        return names;
    }
};

class RecordedCompany : public CompanyServer {
  protected:
    const std::string administrator_id_ = own_id(administrator_);

    // A colleague who may see the job and may not change it.
    Client restricted_member(const std::string& job) {
        const auto member = colleague("RESTRICTED");
        join_team(job, member.id);
        return client(member.key);
    }

    // The events and audit records that an action adds.
    template <class Act>
    Written during(Act&& act) const {
        const auto events_before = event_rows();
        const auto audit_before = audit_rows();
        std::forward<Act>(act)();
        Written written;
        for (const auto& row : new_rows(events_before, event_rows())) {
            auto [id, name, payload] = columns<3>(row);
            written.events.push_back({name, boost::json::parse(payload)});
        }
        for (const auto& row : new_rows(audit_before, audit_rows())) {
            auto [id, name, author, type, entity, text] = columns<6>(row);
            auto context = boost::json::parse(text).as_object();
            EXPECT_EQ(context.at("clientAddress"), "127.0.0.1");
            EXPECT_TRUE(context.contains("requestId"));
            context.erase("clientAddress");
            context.erase("requestId");
            written.audit.push_back({name, author, type, entity, std::move(context)});
        }
        return written;
    }
    template <class Act>
    void expect_nothing_written(Act&& act) const {
        const auto written = during(std::forward<Act>(act));
        EXPECT_THAT(written.events, testing::IsEmpty());
        EXPECT_THAT(written.audit, testing::IsEmpty());
    }

    // An unknown job, an invalid id and a job of another company get the same error.
    template <class Call>
    void expect_unknown(Call&& call) const {
        auto rival = client(company().api_key);
        const std::string foreign = given_job(rival);
        const std::string before = rival.get(foreign).body;
        expect_nothing_written([&] {
            const Answer unknown = call(kNoJob);
            EXPECT_EQ(refusal(unknown), (Refusal{404, "JOB_NOT_FOUND"}));
            for (const std::string& path :
                 {foreign, std::string{"/jobs/nonsense"}, std::string{"/jobs/%ff"},
                  std::string{"/jobs/65a0f3c2b1d4e5f60718293a"}, foreign + "0", "/jobs/%20" + id_in(foreign)})
                EXPECT_EQ(comparable(call(path)), comparable(unknown)) << path;
        });
        EXPECT_EQ(rival.get(foreign).body, before);
    }

    using Refusal = std::pair<int, std::string>;
    static Refusal refusal(const Answer& answer) { return {answer.status, answer.error_code()}; }

  private:
    static std::pair<std::string, std::map<std::string, std::string>> comparable(Answer answer) {
        answer.headers.erase("date");
        answer.headers.erase("x-request-id");
        answer.headers["status"] = std::to_string(answer.status);
        return {answer.body, answer.headers};
    }
    std::vector<std::string> event_rows() const { return recorded("event", "id, name, payload"); }
    std::vector<std::string> audit_rows() const {
        return recorded("audit_record", "id, event_name, author_id, entity_type, entity_id, context");
    }
    static std::vector<std::string> new_rows(const std::vector<std::string>& before,
                                             std::vector<std::string> after) {
        std::erase_if(after, [&](const auto& row) { return std::ranges::find(before, row) != before.end(); });
        return after;
    }
    // Only the last column may contain spaces.
    template <std::size_t number>
    static std::array<std::string, number> columns(std::string row) {
        std::array<std::string, number> values;
        for (std::size_t i = 0; i + 1 < number; ++i) {
            const auto end = row.find(' ');
            values.at(i) = row.substr(0, end);
            row.erase(0, end + 1);
        }
        values.back() = std::move(row);
        return values;
    }
};

}  // namespace callboard::test

#include "configuration/hiring_process_store.h"

#include <string_view>
#include <utility>

#include "base/encoding.h"

namespace callboard::configuration::store {
namespace {

constexpr db::Sql kList{"hiring_process_list", R"sql(
    SELECT id, name, state, default_since, version FROM hiring_process WHERE company_id = $1 ORDER BY id)sql"};

constexpr db::Sql kFind{"hiring_process_find", R"sql(
    SELECT id, name, state, default_since, version FROM hiring_process WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kAllSteps{"hiring_step_list", R"sql(
    SELECT stage, name, necessity, process_id FROM hiring_step WHERE company_id = $1 ORDER BY process_id, position)sql"};

constexpr db::Sql kSteps{"hiring_step_of_process", R"sql(
    SELECT stage, name, necessity FROM hiring_step WHERE company_id = $1 AND process_id = $2 ORDER BY position)sql"};

constexpr db::Sql kDefaultSteps{"hiring_step_of_default", R"sql(
    SELECT s.stage, s.name, s.necessity FROM hiring_step s
    WHERE s.company_id = $1 AND s.process_id = (SELECT p.id FROM hiring_process p
                                                WHERE p.company_id = $1 AND p.default_since IS NOT NULL)
    ORDER BY s.position)sql"};

constexpr db::Sql kInsert{"hiring_process_insert", R"sql(
    INSERT INTO hiring_process (company_id, id, name, name_key, state, default_since, version, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (company_id, name_key) DO NOTHING)sql"};

constexpr db::Sql kUpdate{"hiring_process_update", R"sql(
    UPDATE hiring_process SET name = $3, name_key = $4, state = $5, default_since = $6, version = $7, updated_at = $8
    WHERE company_id = $1 AND id = $2 AND version = $9)sql"};

constexpr db::Sql kIsNameTaken{"hiring_process_is_name_taken", R"sql(
    SELECT count(*) FROM hiring_process WHERE company_id = $1 AND name_key = $2 AND id <> $3)sql"};

constexpr db::Sql kInsertStep{"hiring_step_insert", R"sql(
    INSERT INTO hiring_step (company_id, process_id, position, stage, name, necessity)
    VALUES ($1, $2, $3, $4, $5, $6))sql"};

constexpr db::Sql kRemoveSteps{"hiring_step_remove",
                               "DELETE FROM hiring_step WHERE company_id = $1 AND process_id = $2"};

constexpr db::Sql kClearDefault{"hiring_process_clear_default", R"sql(
    UPDATE hiring_process SET default_since = NULL, version = version + 1
    WHERE company_id = $1 AND default_since IS NOT NULL)sql"};

constexpr db::Sql kRemove{"hiring_process_remove",
                          "DELETE FROM hiring_process WHERE company_id = $1 AND id = $2"};

constexpr std::string_view kActive = "ACTIVE";
constexpr std::string_view kRequired = "REQUIRED";

std::string_view state_of(const HiringProcess& process) {
    return process.active ? kActive : std::string_view{"INACTIVE"};
}

std::optional<Timestamp> default_since(const HiringProcess& process, Timestamp now) {
    return process.is_default ? std::optional{now} : std::nullopt;
}

HiringProcess process_from(const db::Row& row) {
    return {
        {.name = row.string(1), .active = row.text(2) == kActive, .is_default = !row.is_null(3), .steps = {}},
        row.id<HiringProcessId>(0),
        row.integer(4)};
}

HiringStep step_from(const db::Row& row) {
    return {.stage = row.member<Stage>(0), .name = row.string(1), .required = row.text(2) == kRequired};
}

void insert_steps(db::Tx& tx, const HiringProcess& process) {
    std::int64_t position = 0;
    for (const HiringStep& step : process.steps)
        tx.execute(kInsertStep, {process.id, ++position, step.stage, step.name,
                                 step.required ? kRequired : std::string_view{"OPTIONAL"}});
}

}  // namespace

std::vector<HiringProcess> list_hiring_processes(db::Snapshot& snapshot) {
    auto processes = snapshot.all(kList, {}, process_from);
    auto process = processes.begin();
    for (auto& [id, step] : snapshot.all(kAllSteps, {}, [](const db::Row& row) {
             return std::pair{row.id<HiringProcessId>(3), step_from(row)};
         })) {
        while (process != processes.end() && process->id < id) ++process;
        if (process == processes.end()) break;
        process->steps.push_back(std::move(step));
    }
    return processes;
}

std::optional<HiringProcess> find_hiring_process(db::Snapshot& snapshot, const HiringProcessId& id) {
    auto found = snapshot.first(kFind, {id}, process_from);
    if (found) found->steps = snapshot.all(kSteps, {id}, step_from);
    return found;
}

std::vector<HiringStep> default_steps(db::Snapshot& snapshot) {
    return snapshot.all(kDefaultSteps, {}, step_from);
}

bool insert(db::Tx& tx, const HiringProcess& process) {
    const std::string key = fold(process.name);
    if (tx.execute(kInsert, {process.id, process.name, key, state_of(process), default_since(process, tx.now),
                             process.version, tx.now}) == 0)
        return false;
    insert_steps(tx, process);
    return true;
}

bool update(db::Tx& tx, const HiringProcess& process, std::int64_t version_before) {
    const std::string key = fold(process.name);
    if (tx.execute(kUpdate, {process.id, process.name, key, state_of(process), default_since(process, tx.now),
                             process.version, tx.now, version_before}) == 0)
        return false;
    tx.execute(kRemoveSteps, {process.id});
    insert_steps(tx, process);
    return true;
}

bool is_name_taken(db::Snapshot& snapshot, const HiringProcess& process) {
    const std::string key = fold(process.name);
    return snapshot.number(kIsNameTaken, {key, process.id}) > 0;
}

void clear_default(db::Tx& tx) {
    tx.execute(kClearDefault, {});
}

bool remove(db::Tx& tx, const HiringProcessId& id) {
    return tx.execute(kRemove, {id}) == 1;
}

}  // namespace callboard::configuration::store

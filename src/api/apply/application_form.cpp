#include "api/apply/application_form.h"

#include <utility>

#include "api/common/job_paths.h"
#include "apply/forms.h"

namespace callboard::api {
namespace {

edge::Reply<apply::Form> reply(apply::VersionedForm found) {
    edge::Reply<apply::Form> made{.view = std::move(found.form)};
    made.version = found.version;
    return made;
}

}  // namespace

edge::Reply<apply::Form> get_company_form(db::Snapshot& snapshot, const edge::Call<>& call) {
    return reply(apply::company_form(snapshot, call.actor()));
}

edge::Reply<apply::Form> put_company_form(db::Tx& tx, const edge::Call<apply::Form>& call) {
    return reply(apply::set_company_form(tx, call.actor(), call.body, call.if_match));
}

edge::Reply<apply::Form> get_job_form(db::Snapshot& snapshot, const edge::Call<>& call) {
    return reply(apply::job_form(snapshot, call.actor(), job_id(call.path)));
}

edge::Reply<apply::Form> put_job_form(db::Tx& tx, const edge::Call<apply::Form>& call) {
    return reply(apply::set_job_form(tx, call.actor(), job_id(call.path), call.body, call.if_match));
}

}  // namespace callboard::api

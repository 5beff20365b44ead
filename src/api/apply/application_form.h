#pragma once

#include "apply/form.h"
#include "db/db.h"
#include "edge/call.h"

namespace callboard::api {

edge::Reply<apply::Form> get_company_form(db::Snapshot& snapshot, const edge::Call<>& call);
edge::Reply<apply::Form> put_company_form(db::Tx& tx, const edge::Call<apply::Form>& call);
edge::Reply<apply::Form> get_job_form(db::Snapshot& snapshot, const edge::Call<>& call);
edge::Reply<apply::Form> put_job_form(db::Tx& tx, const edge::Call<apply::Form>& call);

}  // namespace callboard::api

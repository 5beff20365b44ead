// Route table rows that exist only with --sandbox.
#include "sandbox/routes.h"

#include "edge/web.h"
#include "sandbox/clock_api.h"
#include "sandbox/clock_messages.h"
#include "sandbox/fault_api.h"
#include "sandbox/fault_messages.h"
#include "sandbox/inbox_api.h"
#include "sandbox/inbox_messages.h"
#include "sandbox/mail_api.h"
#include "sandbox/mail_messages.h"

namespace callboard::sandbox {

std::vector<edge::Route> sandbox_routes() {
    using edge::any_credential;
    using edge::anybody;
    using edge::web;
    using enum http::Method;

    std::vector<edge::Route> table;
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    add(web({get,  "/sandbox/clock", "readClock", "Get the sandbox clock",    any_credential(), {throttle::Policy::customer_api}, 200, {}},    "application/json", read_clock).answering<ClockView>());
    add(web({post, "/sandbox/clock", "moveClock", "Update the sandbox clock", any_credential(), {throttle::Policy::customer_api}, 200, {}},    "application/json", move_clock).taking<ClockInput>().answering<ClockView>());
    add(web({post, "/sandbox/faults", "addFault",     "Add a fault to inject",     any_credential(), {throttle::Policy::customer_api}, 201, {{409, "TOO_MANY_FAULTS"}}}, "application/json", add_fault).taking<FaultInput>().answering<FaultView>());
    add(web({get,  "/sandbox/faults", "listFaults",   "List pending faults",       any_credential(), {throttle::Policy::customer_api}, 200, {}},    "application/json", list_faults).answering<FaultsView>());
    add(web({del,  "/sandbox/faults", "deleteFaults", "Delete all faults",         any_credential(), {throttle::Policy::customer_api}, 204, {}},    "", delete_faults));
    add(web({post, "/sandbox/inbox/{name}", "receiveMessage", "Receive a webhook notification",                anybody(),        {},                               202, {}},    "", receive_message));
    add(web({get,  "/sandbox/inbox/{name}", "readInbox",      "List the messages of an inbox, newest first",   any_credential(), {throttle::Policy::customer_api}, 200, {}},    "application/json", read_inbox).answering<InboxView>());
    add(web({get,  "/sandbox/mails", "listMails", "List the mails of the company, newest first", any_credential(), {throttle::Policy::customer_api}, 200, {{403, "PERMISSION_DENIED"}}},    "application/json", list_mails).answering<SandboxMailsView>());
    // clang-format on
    return table;
}

}  // namespace callboard::sandbox

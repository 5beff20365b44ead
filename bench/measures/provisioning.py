"""The measure of SCIM: new users, durable, one request each."""
import json
import pathlib
import statistics
import subprocess
import tempfile

from harness import PROGRAM, ROUNDS, DiskWatch, demo_server, load, show

# Each connection of wrk is in the one thread of it: a counter makes all names unique.
SCRIPT = """wrk.method = "POST"
wrk.headers["Content-Type"] = "application/scim+json"
wrk.headers["Authorization"] = "Bearer %s"
local number = 0
function request()
    number = number + 1
    return wrk.format(nil, nil, nil, string.format('{"schemas":["urn:ietf:params:scim:schemas:core:2.0:User"],' ..
        '"userName":"user%%d@directory.example","externalId":"00u%%d","active":true,' ..
        '"name":{"givenName":"Robin","familyName":"Field"}}', number, number))
end
"""


def provisioning():
    with tempfile.TemporaryDirectory(prefix="callboard-bench-") as folder, DiskWatch() as disk:
        rates = []
        for _ in range(ROUNDS):
            with demo_server("--log-level", "warn", "--scim-requests", 0, "--scim-concurrency", 0) as (_, port, demo, where):
                made = subprocess.run([PROGRAM, "scim-token", "create", "--json", "--company", demo["company_identifier"], *where],
                                      capture_output=True, text=True, check=True)
                script = pathlib.Path(folder) / "scim.lua"
                script.write_text(SCRIPT % json.loads(made.stdout)["scim_token"])
                _, rate, p99, _ = load(port, "/scim/v2/Users", script=script)
            rates.append(rate)
    show("scim", f"{statistics.median(rates):.0f} users/s, 64 connections, p99 {p99:.0f} ms; {disk}")

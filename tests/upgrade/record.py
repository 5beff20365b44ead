#!/usr/bin/env python3
"""record.py PROGRAM: records a small installation of the version of PROGRAM, on both engines, for the tests of upgrades.

Run it with the program of a release before the first migration of the next one: `tools/with-postgres record.py PROGRAM`.
Writes VERSION/ENGINE.backup, which is encrypted with the passphrase in backup.key, and VERSION/ENGINE.json with what is in
it.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

HERE = pathlib.Path(__file__).parent
PROGRAM = sys.argv[1]
PASSWORD = "an old password 0.1"
JOB = {"title": "Line Cook", "industry": {"id": "restaurants"}, "function": {"id": "production"},
       "experienceLevel": {"id": "entry_level"}, "location": {"countryCode": "us", "city": "Austin"}}
PERSON = {"firstName": "Grace", "lastName": "Hopper", "email": "grace@example.com"}
HOOK = {"callbackUrl": "https://example.com/hook", "events": ["job.created"],
        "callbackAuthentication": {"type": "basic", "username": "a", "password": "b"}}


def command(where, *words, text=""):
    done = subprocess.run([PROGRAM, *words, *where, "--json"], input=text, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def fill(base, key):
    def send(path, body, method="POST"):
        request = urllib.request.Request(base + path, json.dumps(body).encode(), method=method, headers={
            "X-SmartToken": key, "Content-Type": "application/json"})
        text = urllib.request.urlopen(request).read()
        return json.loads(text) if text else {}

    job = send("/jobs", JOB)["id"]
    send(f"/jobs/{job}/publication", {})
    candidate = send(f"/jobs/{job}/candidates", PERSON)["id"]
    send(f"/candidates/{candidate}/jobs/{job}/status", {"status": "IN_REVIEW"}, "PUT")
    hook = send("/webhooks-api/v201907/subscriptions", HOOK)["id"]
    secret = send(f"/webhooks-api/v201907/subscriptions/{hook}/secret-key", {})["secretKey"]
    return {"job": job, "candidate": candidate, "subscription": hook, "secret_key": secret}


def record(engine, database, folder):
    with tempfile.TemporaryDirectory() as home:
        where = ["--data-dir", f"{home}/data", *database]
        command(where, "company", "add", "--name", "Acme Corp", "--identifier", "acme")
        command(where, "user", "add", "--company", "acme", "--email", "ada@acme.example", "--first-name", "Ada",
                "--last-name", "Byron", "--role", "ADMINISTRATOR", "--password-stdin", text=PASSWORD)
        facts = {"password": PASSWORD,
                 "api_key": command(where, "credential", "create", "--company", "acme", "--kind", "api-key")["api_key"]}
        server = subprocess.Popen([PROGRAM, "serve", *where, "--listen", "127.0.0.1:0", "--json", "--log-level", "warn"],
                                  stdout=subprocess.PIPE, text=True)
        try:
            facts |= fill(json.loads(server.stdout.readline())["address"], facts["api_key"])
        finally:
            server.terminate()
            server.wait()
        command(where, "report", "run", "Jobs", "--company", "acme")
        key = HERE / "backup.key"
        os.chmod(key, 0o600)
        (folder / f"{engine}.backup").unlink(missing_ok=True)
        command(where, "backup", str(folder / f"{engine}.backup"), "--encrypt-with", str(key))
        (folder / f"{engine}.json").write_text(json.dumps(facts, indent=2) + "\n")


def main():
    version = json.loads(subprocess.run([PROGRAM, "version", "--json"], capture_output=True, check=True).stdout)["version"]
    folder = HERE / version
    folder.mkdir(exist_ok=True)
    server = os.environ["TEST_POSTGRES_URL"]
    subprocess.run(["psql", "-q", server, "-c", "CREATE DATABASE recorded TEMPLATE template0"], check=True)
    record("sqlite", [], folder)
    record("postgres", ["--database", server.rsplit("/", 1)[0] + "/recorded"], folder)


if __name__ == "__main__":
    main()
